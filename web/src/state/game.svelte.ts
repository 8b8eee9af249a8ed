/** One game as this browser sees it: the present snapshot, what is on screen, the log, playback, looking back. */

import { api, listen, Refused } from "../api/client";
import type {
  Action,
  DecisionView,
  Id,
  Live,
  LogLine,
  MoveView,
  Odds,
  Policy,
  Snapshot,
  Step,
  Texts,
} from "../api/types";
import { readMap } from "../map/read";
import type { GameMap } from "../map/board";
import { Book } from "./book";
import { reportsOf, type Report } from "./reports";
import { gather } from "./stacks";
import { notices } from "./notices.svelte";
import { settings } from "./settings.svelte";

const LINES_KEPT = 4000;
/** How long a step of a computer player stays on screen at normal speed, in milliseconds. */
const STEP_TIME = 650;
/** How often a standing order is sent again while the game moves on. */
const MOST_TRIES = 8;
const DULL = new Set(["money_changed", "phase_began", "bought", "undone"]);

/** A move in the log as an arrow on the map. */
function arrowOf(line: LogLine): MoveView {
  const { units, kinds, route, manner, power } = line.event as unknown as MoveView;
  return { n: line.n, manner, power, units, kinds, route, target: "" };
}

const whereabouts = ({ units }: Snapshot): Record<Id, Id> =>
  Object.fromEntries(Object.entries(units).map(([id, unit]) => [id, unit.space]));

/** A table with changes applied; null takes an entry out. */
function patched<T>(table: Readonly<Record<Id, T>>, changes: Readonly<Record<Id, T | null>>): Record<Id, T> {
  const merged = Object.entries({ ...table, ...changes });
  return Object.fromEntries(merged.filter((entry): entry is [Id, T] => entry[1] !== null));
}

/** A computer player at work: `began` is the moment on this machine's clock at which it began to decide. */
export interface Thinking {
  power: Id;
  level: string;
  phase: string;
  actions: number;
  began: number;
  /** Seconds it may think about its turn; null if it is not held to a time. */
  budget: number | null;
}

function since({ power, level, phase, actions, elapsed, budget }: Omit<Thinking, "began"> & { elapsed: number }) {
  return { power, level, phase, actions, budget, began: performance.now() - elapsed * 1000 };
}

/** Games that were begun on this page and not opened yet, as they were before anybody moved. */
export const begun = new Map<Id, Snapshot>();

export class GameSession {
  readonly id: Id;
  book = $state.raw<Book>() as Book;
  map = $state.raw<GameMap>() as GameMap;
  /** The same map drawn for a close look, once somebody has looked closely. */
  fineMap = $state.raw<GameMap | null>(null);
  /** The game as the server last described it. */
  snapshot = $state.raw<Snapshot>() as Snapshot;
  /** What is drawn: the snapshot, or a step of a computer turn on its way there. */
  #stage = $state.raw<Snapshot | null>(null);
  /** An earlier moment that is being looked at. */
  past = $state.raw<Snapshot | null>(null);
  lines = $state.raw<LogLine[]>([]);
  odds = $state.raw<Record<Id, Odds>>({});
  busy = $state(false);
  online = $state(true);
  thinking = $state.raw<Thinking | null>(null);
  /** Why a computer player cannot go on. */
  trouble = $state.raw<Texts | null>(null);
  /** The line of the log that is being played back. */
  spotlight = $state.raw<LogLine | null>(null);
  /** Everything that happened in the step being shown. */
  scene = $state.raw<LogLine[]>([]);
  playing = $state(false);
  /** Battles of this table that have ended and that the player has not gone on from. */
  reports = $state.raw<Report[]>([]);
  /** Where units stood when the phase began (empty if that was not seen). */
  origins = $state.raw<Record<Id, Id>>({});
  /** Steps still to be shown, and those of the same row that have been. */
  queued = $state(0);
  shownSteps = $state(0);

  /** What is to be drawn now. */
  shown = $derived<Snapshot>(this.past ?? this.#stage ?? this.snapshot);
  /** Its units by space. */
  stacks = $derived(gather(this.shown?.units ?? {}));

  #mapFile: unknown;
  #lookedClosely = false;
  #queue: Step[] = [];
  #ready = false;
  #skip: (() => void) | null = null;
  #stop: (() => void) | null = null;
  /** The player has read the reports: playback goes on. */
  #read: (() => void) | null = null;
  /** Battles in which somebody at this table was asked. */
  readonly #asked = new Set<Id>();

  constructor(id: Id) {
    this.id = id;
  }

  /** The decision the person must answer now; none while computer moves are being shown. */
  get decision(): DecisionView | null {
    if (this.past || this.playing || this.reports.length || this.snapshot.outcome) return null;
    return this.snapshot.decisions[0] ?? null;
  }

  async open(): Promise<void> {
    // A game that was begun here is shown from its beginning: what computers did since then is played back.
    this.snapshot = begun.get(this.id) ?? (await api.snapshot(this.id));
    begun.delete(this.id);
    const [book, map, log] = await Promise.all([
      api.book(this.snapshot.game),
      api.map(this.snapshot.game),
      api.log(this.id, { limit: LINES_KEPT }),
    ]);
    this.book = new Book(book);
    this.map = readMap(map);
    this.#mapFile = map;
    this.lines = log.lines.filter((line) => line.entry <= this.snapshot.version);
    this.#show(this.snapshot);
    this.#listen();
  }

  /** Fetch the lines for a close look; without them the others will do. */
  async lookClosely(): Promise<void> {
    if (this.#lookedClosely) return;
    this.#lookedClosely = true;
    try {
      this.fineMap = readMap(this.#mapFile, await api.fineMap(this.snapshot.game));
    } catch {
      this.#lookedClosely = false;
    }
  }

  close(): void {
    this.#stop?.();
    this.#queue = [];
    this.#skip?.();
    this.#read?.();
  }

  #listen(): void {
    this.#stop?.();
    let first = true;
    this.#stop = listen(
      this.id,
      this.snapshot.version,
      (message) => this.#hear(message),
      (up) => {
        this.online = up;
        if (up && !first) void this.reload();
        first = false;
      },
    );
  }

  async reload(): Promise<void> {
    try {
      const [snapshot, log] = await Promise.all([api.snapshot(this.id), api.log(this.id, { limit: LINES_KEPT })]);
      this.lines = log.lines;
      this.#show(snapshot);
    } catch (error) {
      notices.refusal(error);
    }
  }

  #show(snapshot: Snapshot): void {
    const phase = ({ round, power, phase }: Snapshot): string => `${round} ${power} ${phase}`;
    if (!snapshot.moves.length) this.origins = whereabouts(snapshot);
    else if (phase(snapshot) !== phase(this.snapshot)) this.origins = {};
    this.snapshot = snapshot;
    if (snapshot.battle && snapshot.decisions.length) this.#asked.add(snapshot.battle.space);
    if (!this.playing) this.#stage = null;
    if (!snapshot.thinking) this.thinking = null;
    else this.thinking ??= since({ ...snapshot.thinking, phase: snapshot.phase, actions: 0 });
    void this.refreshOdds();
  }

  async refreshOdds(): Promise<void> {
    const { version, battles } = this.snapshot;
    if (!settings.odds || !battles.length) {
      this.odds = {};
      return;
    }
    try {
      const list = await api.odds(this.id);
      if (version === this.snapshot.version) this.odds = Object.fromEntries(list.map((one) => [one.space, one]));
    } catch {
      // Odds are a help, not a need: without them the game goes on.
    }
  }

  // Live messages

  #hear(message: Live): void {
    switch (message.type) {
      case "hello":
        if (message.version > this.snapshot.version && !this.busy) void this.reload();
        break;
      case "step":
        this.trouble = null;
        this.#queue.push(message);
        this.queued = this.#queue.length;
        void this.#play();
        break;
      case "ready":
        this.#ready = true;
        this.thinking = null; // what is still to be shown has happened already
        void this.#play();
        break;
      case "thinking":
        this.thinking = since(message);
        break;
      case "changed":
        this.snapshot = { ...this.snapshot, name: message.name, seats: message.seats };
        break;
      case "problem":
        this.trouble = message.text;
        notices.show("problem", message.text);
    }
  }

  async #play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    try {
      for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
        this.queued = this.#queue.length;
        this.shownSteps += 1;
        this.#log(step);
        if (step.version <= this.snapshot.version && !this.#stage) continue;
        this.#stage = this.#after(this.#stage ?? this.snapshot, step);
        if (step.by === "person") continue;
        await this.#pause(step);
        if (this.reports.length) await new Promise<void>((done) => (this.#read = done));
      }
    } finally {
      this.playing = false;
      this.shownSteps = 0;
      this.spotlight = null;
      this.scene = [];
    }
    if (this.#ready && !this.busy) {
      this.#ready = false;
      this.thinking = null;
      if (this.#stage && this.#stage.version > this.snapshot.version) await this.#fetch();
      else this.#stage = null;
    } else if (this.#stage && this.#stage.version <= this.snapshot.version) {
      this.#stage = null;
    }
  }

  async #fetch(): Promise<void> {
    try {
      this.#show(await api.snapshot(this.id));
    } catch (error) {
      notices.refusal(error);
    }
  }

  #log(step: Step): void {
    const known = this.lines.at(-1)?.entry ?? -1;
    if (step.undone) this.lines = this.lines.slice(0, Math.max(0, this.lines.length - step.undone));
    this.#add(step.lines, known);
  }

  /** Lines of entries that are not known yet, and the battles that ended in them. */
  #add(lines: readonly LogLine[], known: number): void {
    const news = lines.filter((line) => line.entry > known);
    if (!news.length) return;
    this.lines = [...this.lines, ...news].slice(-LINES_KEPT);
    for (const report of reportsOf(this.lines, known)) {
      const concerned = this.snapshot.own.includes(report.power) || this.#asked.has(report.space);
      if (concerned) this.reports = [...this.reports, report];
      this.#asked.delete(report.space);
    }
  }

  /** What happened in the fighting so far, before the next question is shown. */
  async #catchUp(): Promise<void> {
    try {
      const { lines } = await api.log(this.id, { after: this.lines.at(-1)?.entry ?? -1, limit: LINES_KEPT });
      this.#add(lines, this.lines.at(-1)?.entry ?? -1);
    } catch {
      // The live connection brings the same lines.
    }
  }

  /** The player goes on from the report of a battle. */
  nextReport(): void {
    this.reports = this.reports.slice(1);
    if (!this.reports.length) this.#read?.();
  }

  #after(view: Snapshot, step: Step): Snapshot {
    const spaces = patched(view.spaces, step.spaces);
    const units = patched(view.units, step.units);
    const { version, powers, sides, round, power, phase, waiting } = step;
    const before = power === view.power && phase === view.phase ? view.moves : [];
    const moves = [...before, ...step.lines.filter((line) => line.kind === "units_moved").map(arrowOf)];
    return {
      ...view,
      ...{ version, powers: { ...view.powers, ...powers }, sides: { ...view.sides, ...sides }, round, power, phase },
      ...{
        waiting,
        spaces,
        units,
        decisions: [],
        moves,
        battles: [],
        battle: null,
        undo: { can: false, count: 0 },
      },
    };
  }

  async #pause(step: Step): Promise<void> {
    const line = step.lines.findLast((one) => !DULL.has(one.kind)) ?? null;
    if (!settings.pace || !line || document.hidden) return;
    this.spotlight = line;
    this.scene = step.lines.filter((one) => !DULL.has(one.kind));
    // A long queue is shown faster, so that nobody waits for minutes.
    const hurry = Math.max(1, this.#queue.length / 25);
    await new Promise<void>((done) => {
      const timer = window.setTimeout(done, STEP_TIME / settings.pace / hurry);
      this.#skip = () => {
        window.clearTimeout(timer);
        done();
      };
    });
    this.#skip = null;
  }

  /** Leave out the rest of what is being shown. */
  skip(): void {
    const rest = this.#queue;
    this.#queue = [];
    this.queued = 0;
    let stage = this.#stage ?? this.snapshot;
    for (const step of rest) {
      this.#log(step);
      stage = this.#after(stage, step);
    }
    this.#stage = stage;
    this.#skip?.();
    void api.hurry(this.id).catch(() => undefined);
  }

  // Playing

  /** Sends something and shows what became of it; refusals become notices. Answers whether it was done. */
  async #send(
    request: (version: number) => Promise<Snapshot>,
    refused: (error: unknown) => void = (error) => notices.refusal(error),
  ): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      const before = this.snapshot.phase;
      const snapshot = await request(this.snapshot.version);
      notices.clear();
      if (before === "combat" || (before === "combat_move" && snapshot.phase !== before)) await this.#catchUp();
      this.#show(snapshot);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.problem.snapshot) {
        this.#show(error.problem.snapshot);
        notices.say("problem", "stale");
      } else {
        refused(error);
      }
      return false;
    } finally {
      this.busy = false;
      if (this.#ready || this.#queue.length) void this.#play();
    }
  }

  act(...actions: Action[]): Promise<boolean> {
    return this.#send((version) => api.act(this.id, version, actions));
  }

  /** Units go to a space in whatever way the server finds; `refused` hears why not. */
  order(units: Id[], to: Id, manner: string, refused: (error: unknown) => void): Promise<boolean> {
    return this.#send(async (version) => (await api.order(this.id, version, { units, to, manner })).snapshot, refused);
  }

  resign(power: Id): Promise<boolean> {
    return this.#send((version) => api.act(this.id, version, [{ kind: "resign" }], power));
  }

  undo(all = false): Promise<boolean> {
    return this.#send((version) => api.undo(this.id, version, all));
  }

  auto(finish = false): Promise<boolean> {
    return this.#send((version) => api.auto(this.id, version, finish));
  }

  resolve(wish: Record<string, unknown>): Promise<boolean> {
    return this.#send((version) => api.resolve(this.id, version, wish));
  }

  /** Decisions of a kind are answered by a policy from now on (null: by the person again). */
  standingOrder(power: Id, kind: string, policy: Policy | null): Promise<boolean> {
    return this.#send(async (version) => {
      // Computer players may be at work, and every move of theirs makes a new version; the order does not mind.
      for (let tries = 0; ; tries++) {
        try {
          return await api.standingOrder(this.id, version, power, kind, policy);
        } catch (error) {
          if (!(error instanceof Refused) || !error.problem.snapshot || tries === MOST_TRIES) throw error;
          version = error.problem.snapshot.version;
        }
      }
    });
  }

  // Looking back

  async lookBack(entry: number): Promise<void> {
    try {
      this.past = await api.at(this.id, entry);
    } catch (error) {
      notices.refusal(error);
    }
  }

  backToNow(): void {
    this.past = null;
  }
}
