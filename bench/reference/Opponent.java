import games.strategy.engine.data.GameData;
import games.strategy.engine.data.GameParser;
import games.strategy.engine.data.NamedAttachable;
import games.strategy.engine.data.PlayerID;
import games.strategy.engine.data.ProductionRule;
import games.strategy.engine.data.RepairRule;
import games.strategy.engine.data.Resource;
import games.strategy.engine.data.Route;
import games.strategy.engine.data.Territory;
import games.strategy.engine.data.Unit;
import games.strategy.engine.data.UnitType;
import games.strategy.engine.delegate.IDelegate;
import games.strategy.engine.delegate.IDelegateBridge;
import games.strategy.engine.gamePlayer.IPlayerBridge;
import games.strategy.triplea.TripleAUnit;
import games.strategy.triplea.ai.fastAI.FastAI;
import games.strategy.triplea.ai.proAI.ProAI;
import games.strategy.triplea.ai.proAI.simulate.ProDummyDelegateBridge;
import games.strategy.triplea.attachments.TechAttachment;
import games.strategy.triplea.delegate.BattleTracker;
import games.strategy.triplea.delegate.DelegateFinder;
import games.strategy.triplea.delegate.remote.IAbstractPlaceDelegate;
import games.strategy.triplea.delegate.remote.IMoveDelegate;
import games.strategy.triplea.delegate.remote.IPurchaseDelegate;
import games.strategy.triplea.settings.ClientSetting;
import games.strategy.util.IntegerMap;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * Asks computer players of the reference program what they would do. A line of JSON in, a line of JSON out.
 *
 * <p>Every request carries the whole position, so that this program never needs to know our rules: it sets its own
 * board accordingly, lets the player act on its own delegates and reports what the player told them to do.
 */
public final class Opponent {
  private static final Map<String, String> STEPS = new HashMap<>();

  static {
    STEPS.put("purchase", "Purchase");
    STEPS.put("combat", "Combat Move");
    STEPS.put("noncombat", "Non Combat Move");
    STEPS.put("place", "Place");
  }

  private final GameData data;
  private final Map<String, Unit> units = new HashMap<>();
  private final Map<Unit, String> names = new HashMap<>();
  private final Map<String, ProAI> players = new HashMap<>();
  private JSONArray refusals = new JSONArray();

  private Opponent(final String scenario) throws Exception {
    try (InputStream file = new FileInputStream(scenario)) {
      data = new GameParser("sandtable").parse(file, new AtomicReference<>(), false);
    }
  }

  public static void main(final String[] args) throws Exception {
    final PrintStream answers = new PrintStream(System.out, true, "UTF-8");
    System.setOut(System.err); // what the program itself prints must not get among the answers
    LogManager.getLogManager().reset();
    ProAI.getLogger().setLevel(Level.OFF);
    ClientSetting.AI_PAUSE_DURATION.save("0"); // no pauses for spectators
    final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    final Opponent opponent = new Opponent(args[0]);
    answers.println(new JSONObject().put("ready", true));
    String line;
    while ((line = requests.readLine()) != null) {
      answers.println(opponent.answer(new JSONObject(line)));
    }
    System.exit(0);
  }

  private JSONObject answer(final JSONObject request) throws Exception {
    final JSONObject answer = new JSONObject();
    final JSONArray orders = new JSONArray();
    refusals = new JSONArray();
    answer.put("orders", orders).put("refusals", refusals);
    if (request.getString("do").equals("new_game")) {
      players.clear();
      forget();
      return answer;
    }
    final PlayerID power = data.getPlayerList().getPlayerId(request.getString("power"));
    setUp(request.getJSONObject("position"), request.getString("do"), power);
    data.getSequence().setRoundAndStep(request.getInt("round"), STEPS.get(request.getString("do")), power);
    final ProAI player = player(power, request.getString("level"));
    final long wall = System.nanoTime();
    final long cpu = cpuTime();
    try {
      act(player, power, request.getString("do"), orders);
    } catch (final InvocationTargetException e) {
      answer.put("problem", describe(e.getCause()));
    } catch (final Exception e) {
      answer.put("problem", describe(e));
    }
    answer.put("seconds", (System.nanoTime() - wall) / 1e9);
    answer.put("cpu", (cpuTime() - cpu) / 1e9);
    return answer;
  }

  private static String describe(final Throwable problem) {
    final StringBuilder text = new StringBuilder(String.valueOf(problem));
    for (int i = 0; i < Math.min(8, problem.getStackTrace().length); i++) {
      text.append(" < ").append(problem.getStackTrace()[i]);
    }
    return text.toString();
  }

  private static long cpuTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  // Players

  private ProAI player(final PlayerID power, final String level) {
    final String key = level + "/" + power.getName();
    ProAI player = players.get(key);
    if (player == null) {
      player = level.equals("fast") ? new FastAI(power.getName(), "Fast") : new ProAI(power.getName(), "Hard");
      final IPlayerBridge bridge = (IPlayerBridge) Proxy.newProxyInstance(Opponent.class.getClassLoader(),
          new Class<?>[] {IPlayerBridge.class}, (proxy, method, args) -> {
            switch (method.getName()) {
              case "getGameData":
                return data;
              case "getStepName":
                return data.getSequence().getStep().getName();
              case "isGameOver":
                return false;
              case "getStepProperties":
                return data.getSequence().getStep().getProperties();
              default:
                throw new UnsupportedOperationException(method.getName());
            }
          });
      player.initialize(bridge, power);
      players.put(key, player);
    }
    return player;
  }

  private void act(final ProAI player, final PlayerID power, final String phase, final JSONArray orders)
      throws Exception {
    final IDelegateBridge bridge = new ProDummyDelegateBridge(player, power, data);
    switch (phase) {
      case "purchase": {
        final IDelegate delegate = delegate("purchase", bridge);
        final Object watched = watch(IPurchaseDelegate.class, delegate, (method, args) -> bought(method, args, orders));
        call(player, "purchase", boolean.class, false, int.class, money(power), IPurchaseDelegate.class, watched,
            power);
        break;
      }
      case "combat":
      case "noncombat": {
        final IDelegate delegate = delegate("move", bridge);
        clear(delegate, "m_movesToUndo");
        final Object watched =
            watch(IMoveDelegate.class, delegate, (method, args) -> moved(player, method, args, orders));
        call(player, "move", boolean.class, phase.equals("noncombat"), IMoveDelegate.class, watched, power);
        break;
      }
      case "place": {
        final IDelegate delegate = delegate("place", bridge);
        clear(delegate, "m_produced");
        clear(delegate, "m_placements");
        final Object watched =
            watch(IAbstractPlaceDelegate.class, delegate, (method, args) -> placed(method, args, orders));
        call(player, "place", boolean.class, false, IAbstractPlaceDelegate.class, watched, power);
        break;
      }
      default:
        throw new IllegalArgumentException(phase);
    }
  }

  /** Calls a protected method of a player: pairs of type and value, then the game data and the power. */
  private void call(final ProAI player, final String name, final Object... pairs) throws Exception {
    final List<Class<?>> types = new ArrayList<>();
    final List<Object> values = new ArrayList<>();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      types.add((Class<?>) pairs[i]);
      values.add(pairs[i + 1]);
    }
    types.add(GameData.class);
    values.add(data);
    types.add(PlayerID.class);
    values.add(pairs[pairs.length - 1]);
    final Method method = ProAI.class.getDeclaredMethod(name, types.toArray(new Class<?>[0]));
    method.setAccessible(true);
    method.invoke(player, values.toArray());
  }

  private IDelegate delegate(final String name, final IDelegateBridge bridge) {
    final IDelegate delegate = data.getDelegateList().getDelegate(name);
    delegate.setDelegateBridgeAndPlayer(bridge);
    return delegate;
  }

  private static Field field(final Object object, final String name) throws Exception {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (final Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  /** Empties a collection that a delegate would empty at the end of its phase; finished or not, it begins anew. */
  private static void clear(final Object object, final String name) throws Exception {
    final Field field = field(object, name);
    final Object old = field.get(object);
    field.set(object, old instanceof Map ? new HashMap<>() : new ArrayList<>());
  }

  // What they tell their delegates


  private Object watch(final Class<?> type, final Object real, final Recorder recorder) {
    final InvocationHandler handler = (proxy, method, args) -> {
      final Runnable report = recorder.before(method, args);
      final Object result;
      try {
        result = method.invoke(real, args);
      } catch (final InvocationTargetException e) {
        throw e.getCause();
      }
      if (report != null && result == null) {
        report.run();
      } else if (report != null) {
        refusals.put(result + ": " + Arrays.deepToString(args));
      }
      return result;
    };
    return Proxy.newProxyInstance(Opponent.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private interface Recorder {
    /** Looks at a call before it is made; what it returns is run if the delegate has no objection. */
    Runnable before(Method method, Object[] args);
  }

  @SuppressWarnings("unchecked")
  private Runnable bought(final Method method, final Object[] args, final JSONArray orders) {
    if (method.getName().equals("purchase")) {
      final Map<String, Integer> list = new HashMap<>();
      for (final ProductionRule rule : ((IntegerMap<ProductionRule>) args[0]).keySet()) {
        final int count = ((IntegerMap<ProductionRule>) args[0]).getInt(rule);
        final NamedAttachable result = rule.getResults().keySet().iterator().next();
        list.merge(result.getName(), count, Integer::sum);
      }
      return () -> orders.put(new JSONObject(Map.of("kind", "purchase", "units", new JSONObject(list))));
    }
    if (method.getName().equals("purchaseRepair")) {
      final Map<String, Integer> repairs = new HashMap<>();
      ((Map<Unit, IntegerMap<RepairRule>>) args[0])
          .forEach((unit, rules) -> repairs.merge(where().get(unit).getName(), rules.totalValues(), Integer::sum));
      return () -> orders.put(new JSONObject(Map.of("kind", "repair", "spaces", new JSONObject(repairs))));
    }
    return null;
  }

  @SuppressWarnings("unchecked")
  private Runnable moved(final ProAI player, final Method method, final Object[] args, final JSONArray orders) {
    if (!method.getName().equals("move")) {
      return null;
    }
    final Collection<Unit> moving = (Collection<Unit>) args[0];
    final Route route = (Route) args[1];
    final Collection<Unit> ships = args.length > 2 ? (Collection<Unit>) args[2] : Collections.<Unit>emptyList();
    final Map<String, Object> order = new HashMap<>();
    final List<String> group = new ArrayList<>();
    final Map<String, String> aboard = new HashMap<>();
    for (final Unit unit : moving) {
      group.add(names.get(unit));
      final Unit ship = TripleAUnit.get(unit).getTransportedBy();
      if (ship != null) {
        aboard.put(names.get(unit), names.get(ship));
      }
    }
    if (ships != null && !ships.isEmpty() && route.isLoad()) {
      for (final Unit unit : moving) {
        aboard.put(names.get(unit), names.get(ships.iterator().next()));
      }
    }
    final List<String> spaces = new ArrayList<>();
    for (final Territory space : route.getAllTerritories()) {
      spaces.add(space.getName());
    }
    order.put("kind", "move");
    order.put("units", new JSONArray(group));
    order.put("route", new JSONArray(spaces));
    order.put("aboard", new JSONObject(aboard));
    order.put("raid", player.shouldBomberBomb(route.getEnd()));
    return () -> orders.put(new JSONObject(order));
  }

  @SuppressWarnings("unchecked")
  private Runnable placed(final Method method, final Object[] args, final JSONArray orders) {
    if (!method.getName().equals("placeUnits")) {
      return null;
    }
    final Map<String, Integer> counts = new HashMap<>();
    for (final Unit unit : (Collection<Unit>) args[0]) {
      counts.merge(unit.getType().getName(), 1, Integer::sum);
    }
    final String space = ((Territory) args[1]).getName();
    return () -> orders.put(new JSONObject(Map.of("kind", "place", "units", new JSONObject(counts), "space", space)));
  }

  // The position

  private int money(final PlayerID power) {
    return power.getResources().getQuantity("PUs");
  }

  private Map<Unit, Territory> where() {
    final Map<Unit, Territory> places = new HashMap<>();
    for (final Territory space : data.getMap().getTerritories()) {
      for (final Unit unit : space.getUnits()) {
        places.put(unit, space);
      }
    }
    return places;
  }

  private void forget() {
    for (final Territory space : data.getMap().getTerritories()) {
      space.getUnits().clear();
    }
    units.clear();
    names.clear();
  }

  private void setUp(final JSONObject position, final String phase, final PlayerID active) throws Exception {
    data.acquireWriteLock();
    try {
      setOwners(position.getJSONObject("owner"));
      setUnits(position.getJSONArray("units"));
      setMoney(position.getJSONObject("money"));
      setPool(position.getJSONObject("pool"), phase, active);
      setTech(position.getJSONObject("tech"));
      setBattles(position);
    } finally {
      data.releaseWriteLock();
    }
  }

  private void setOwners(final JSONObject owners) throws Exception {
    for (final Territory space : data.getMap().getTerritories()) {
      final String owner = owners.optString(space.getName(), "");
      final PlayerID power =
          owner.isEmpty() ? PlayerID.NULL_PLAYERID : data.getPlayerList().getPlayerId(owner);
      if (!power.equals(space.getOwner())) {
        space.setOwner(power);
      }
    }
  }

  /** Units keep their identity from phase to phase, since a player's plan for the turn names them. */
  private void setUnits(final JSONArray wanted) throws Exception {
    for (final Territory space : data.getMap().getTerritories()) {
      space.getUnits().clear();
    }
    final Map<String, Unit> alive = new HashMap<>();
    for (int i = 0; i < wanted.length(); i++) {
      final JSONObject entry = wanted.getJSONObject(i);
      final String name = entry.getString("id");
      final PlayerID owner = data.getPlayerList().getPlayerId(entry.getString("power"));
      Unit unit = units.get(name);
      if (unit == null) {
        final UnitType type = data.getUnitTypeList().getUnitType(entry.getString("kind"));
        unit = type.create(owner);
        data.getUnits().put(unit);
        TripleAUnit.get(unit).setOriginalOwner(owner);
        names.put(unit, name);
      }
      alive.put(name, unit);
      unit.setOwner(owner);
      data.getMap().getTerritory(entry.getString("space")).getUnits().add(unit);
      setTurn(TripleAUnit.get(unit), entry);
    }
    units.clear();
    units.putAll(alive);
    names.keySet().retainAll(alive.values());
    for (int i = 0; i < wanted.length(); i++) {
      final JSONObject entry = wanted.getJSONObject(i);
      final Unit ship = units.get(entry.optString("aboard", ""));
      TripleAUnit.get(units.get(entry.getString("id"))).setTransportedBy((TripleAUnit) ship);
    }
  }

  private static void setTurn(final TripleAUnit unit, final JSONObject entry) throws Exception {
    final boolean factory = entry.getString("kind").equals("factory");
    unit.setHits(factory ? 0 : entry.optInt("damage"));
    unit.setUnitDamage(factory ? entry.optInt("damage") : 0);
    unit.setBonusMovement(0);
    unit.setAlreadyMoved(0);
    unit.setAlreadyMoved(entry.optBoolean("done") ? unit.getMaxMovementAllowed() : entry.optInt("spent"));
    unit.setUnloaded(new ArrayList<>());
    unit.setWasLoadedThisTurn(false);
    unit.setUnloadedTo(null);
    unit.setWasUnloadedInCombatPhase(false);
    unit.setWasLoadedAfterCombat(false);
    unit.setWasAmphibious(false);
    unit.setWasInCombat(false);
    unit.setOriginatedFrom(null);
    unit.setSubmerged(false);
  }

  private void setMoney(final JSONObject money) throws Exception {
    final Resource resource = data.getResourceList().getResource("PUs");
    for (final PlayerID power : data.getPlayerList().getPlayers()) {
      power.getResources().removeAllOfResource(resource);
      power.getResources().addResource(resource, money.getInt(power.getName()));
    }
  }

  /** Developments of its enemies: it buys none itself. */
  private void setTech(final JSONObject known) throws Exception {
    for (final PlayerID power : data.getPlayerList().getPlayers()) {
      final List<String> have = Arrays.asList(known.optString(power.getName(), "").split(" "));
      final TechAttachment tech = TechAttachment.get(power);
      tech.setHeavyBomber(have.contains("heavy_bombers"));
      tech.setLongRangeAir(have.contains("long_range_aircraft"));
      tech.setJetPower(have.contains("jet_power"));
      tech.setRocket(have.contains("rockets"));
      tech.setIndustrialTechnology(have.contains("industrial_technology"));
      tech.setSuperSub(have.contains("super_submarines"));
    }
  }

  private void setPool(final JSONObject pool, final String phase, final PlayerID active) throws Exception {
    for (final PlayerID power : data.getPlayerList().getPlayers()) {
      power.getUnits().clear();
    }
    for (final String kind : (Iterable<String>) () -> keys(pool)) {
      for (final Unit unit : data.getUnitTypeList().getUnitType(kind).create(pool.getInt(kind), active)) {
        TripleAUnit.get(unit).setOriginalOwner(active);
        data.getUnits().put(unit);
        active.getUnits().add(unit);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static java.util.Iterator<String> keys(final JSONObject object) {
    return object.keys();
  }

  @SuppressWarnings("unchecked")
  private void setBattles(final JSONObject position) throws Exception {
    final BattleTracker tracker = DelegateFinder.battleDelegate(data).getBattleTracker();
    tracker.clear();
    final Collection<Territory> conquered = (Collection<Territory>) field(tracker, "m_conquered").get(tracker);
    final Collection<Territory> fought = (Collection<Territory>) field(tracker, "m_foughBattles").get(tracker);
    conquered.clear();
    fought.clear();
    addTo(conquered, position.getJSONArray("conquered"));
    addTo(fought, position.getJSONArray("fought"));
  }

  private void addTo(final Collection<Territory> spaces, final JSONArray wanted) throws Exception {
    for (int i = 0; i < wanted.length(); i++) {
      spaces.add(data.getMap().getTerritory(wanted.getString(i)));
    }
  }
}
