/** Giving orders on the map: which units are picked up, where they can go, and sending them there. */

import { api, Refused } from "../api/client";
import type { Destination, GroupReach, Id, Odds, Way } from "../api/types";
import type { GameSession } from "./game.svelte";
import { notices } from "./notices.svelte";
import { settings } from "./settings.svelte";
import { groupKey, type UnitGroup } from "./stacks";

const MOVE_PHASES = new Set(["combat_move", "noncombat_move"]);
/** Manners in which land units need room on ships. */
const BY_SEA = new Set(["landing", "ferry", "load"]);

export class Orders {
  /** The space whose units are being ordered. */
  from = $state<Id | null>(null);
  /** How many of each group are picked; none picked means: whoever can go. */
  picked = $state<Record<Id, number>>({});
  /** The destination for which the party is being put together. */
  to = $state<Id | null>(null);
  manner = $state("");
  preview = $state.raw<Odds | null>(null);
  /** Where every group of units can go in this phase. */
  #reach = $state.raw<Map<Id, Destination[]>>(new Map());

  /** Settles when it is known where everybody can go. */
  looked: Promise<void> = Promise.resolve();

  readonly #game: GameSession;
  #asked = 0;

  constructor(game: GameSession) {
    this.#game = game;
  }

  get active(): boolean {
    const decision = this.#game.decision;
    return decision !== null && MOVE_PHASES.has(decision.kind);
  }

  /** Fetch where everybody can go, so that highlights need no further question. */
  look(): void {
    this.looked = this.#fetchReach();
  }

  async #fetchReach(): Promise<void> {
    const { version } = this.#game.snapshot;
    if (!this.active) {
      this.#reach = new Map();
      return;
    }
    try {
      const groups: GroupReach[] = await api.reachOfPhase(this.#game.id);
      if (version !== this.#game.snapshot.version) return;
      this.#reach = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group.destinations])));
    } catch (error) {
      // Meanwhile the phase may have been ended: then the question had no sense any more.
      if (!(error instanceof Refused)) throw error;
      this.#reach = new Map();
    }
  }

  /** Whether a unit has anywhere to go. */
  canGo(id: Id): boolean {
    return (this.#reach.get(id)?.length ?? 0) > 0;
  }

  /** Groups in a space that may still get orders. */
  groups(space: Id): UnitGroup[] {
    const decision = this.#game.decision;
    if (!decision || !this.active) return [];
    const homing = decision.kind === "noncombat_move";
    return (this.#game.stacks.get(space) ?? []).filter((group) => {
      if (this.canGo(groupKey(group))) return true;
      const info = this.#game.book.units.get(group.kind);
      if (group.power !== decision.power || !info?.move) return false;
      if (group.aboard && info.domain === "land") return false; // goes ashore with an order to its ship
      return !group.done || (homing && group.airborne);
    });
  }

  get here(): UnitGroup[] {
    return this.from ? this.groups(this.from) : [];
  }

  get total(): number {
    return Object.values(this.picked).reduce((sum, count) => sum + count, 0);
  }

  /** The ids of the picked units; all that could act if none was picked. */
  get units(): Id[] {
    if (!this.total) return this.here.flatMap((group) => group.ids);
    return this.here.flatMap((group) => group.ids.slice(0, this.picked[groupKey(group)] ?? 0));
  }

  /** Where the picked units can all go; where anybody can go, if none was picked. */
  get destinations(): Map<Id, Way[]> {
    const found = new Map<Id, Way[]>();
    const groups = this.here.filter((group) => !this.total || this.picked[groupKey(group)]);
    const reaches = groups.map((group) => this.#reach.get(groupKey(group)) ?? []);
    for (const place of reaches.flat()) {
      if (this.total && !reaches.every((reach) => reach.some((other) => other.space === place.space))) continue;
      found.set(place.space, [...(found.get(place.space) ?? []), ...place.choices]);
    }
    return found;
  }

  /** How a group could go to the chosen destination. */
  ways(group: UnitGroup): Way[] {
    return this.#reach.get(groupKey(group))?.find((place) => place.space === this.to)?.choices ?? [];
  }

  get manners(): string[] {
    return [...new Set(this.here.flatMap((group) => this.ways(group).map((way) => way.manner)))];
  }

  clear(): void {
    this.from = null;
    this.picked = {};
    this.to = null;
    this.preview = null;
    this.#asked += 1;
  }

  /** The position has changed: what is still in hand must still be there. */
  keepUp(): void {
    if (this.from && !this.here.length) this.clear();
    const sizes = new Map(this.here.map((group) => [groupKey(group), group.ids.length]));
    if (Object.entries(this.picked).some(([key, count]) => count > (sizes.get(key) ?? 0))) this.picked = {};
    if (this.to) void this.#weigh();
    this.look();
  }

  select(space: Id): void {
    this.clear();
    if (this.groups(space).length) this.from = space;
  }

  /** Pick this many units of a group. */
  async pick(group: UnitGroup, count: number): Promise<void> {
    this.picked = { ...this.picked, [groupKey(group)]: Math.max(0, Math.min(group.ids.length, count)) };
    if (this.to) await this.#fit(true);
  }

  /** One more unit of these groups, beginning again after the last one. */
  pickNext(space: Id, groups: readonly UnitGroup[]): void {
    if (this.from !== space) {
      this.clear();
      this.from = space;
    }
    const next = groups.find((group) => (this.picked[groupKey(group)] ?? 0) < group.ids.length);
    if (next) void this.pick(next, (this.picked[groupKey(next)] ?? 0) + 1);
    else for (const group of groups) void this.pick(group, 0);
  }

  #refused(error: unknown): void {
    if (error instanceof Refused && error.status === 409) void this.#game.reload();
    else notices.refusal(error);
  }

  /** A space was clicked while units are selected: go there if possible, else explain. */
  async aim(space: Id): Promise<void> {
    if (!this.destinations.has(space)) {
      await this.explain(space);
      return;
    }
    this.to = space;
    const manners = this.manners;
    this.manner = this.#bestManner();
    if (this.total && manners.length === 1) {
      await this.confirm();
      return;
    }
    if (!this.total) this.#suggest();
    await this.#fit();
  }

  /** Units picked by hand go together if they can; overland where land units can march, else as the server says. */
  #bestManner(): string {
    const party = this.here.filter((group) => !this.total || this.picked[groupKey(group)]);
    const onFoot = party.filter((group) => this.#game.book.units.get(group.kind)?.domain === "land");
    const marches = onFoot.flatMap((group) => this.ways(group)).filter((way) => !BY_SEA.has(way.manner));
    const ways = [...marches, ...party.flatMap((group) => this.ways(group))];
    const together = ways.find(({ manner }) =>
      party.every((group) => this.ways(group).some((way) => way.manner === manner)),
    );
    return ((this.total ? together : null) ?? ways[0])?.manner ?? "";
  }

  /** Whether a group can be part of the party: who can only sail does not march along. */
  joins(group: UnitGroup): boolean {
    return this.ways(group).some((way) => BY_SEA.has(this.manner) || !BY_SEA.has(way.manner));
  }

  /** Nobody is picked for whom the ships have no room; then the party is weighed. */
  async #fit(tell = false): Promise<void> {
    const { to, manner } = this;
    const asked = ++this.#asked;
    if (to && BY_SEA.has(manner) && this.total > 1) {
      const reach = await api.reach(this.#game.id, this.#game.snapshot.version, this.units).catch(() => null);
      if (asked !== this.#asked) return; // the party has changed again since
      const ways = reach?.destinations.find((place) => place.space === to)?.choices ?? [];
      const way = ways.find((one) => one.manner === manner);
      if (way && !way.complete) {
        const going = new Set([...way.units, ...way.via]);
        const counts = this.here.map((group) => [groupKey(group), group.ids.filter((id) => going.has(id)).length]);
        this.picked = Object.fromEntries(counts);
        if (tell) notices.say("news", "orders.room");
      }
    }
    await this.#weigh();
  }

  /** Everybody who can go this way. */
  #suggest(): void {
    const going = this.here.filter((group) => this.ways(group).some((way) => way.manner === this.manner));
    this.picked = Object.fromEntries(going.map((group) => [groupKey(group), group.ids.length]));
  }

  /** Choose how the party goes, where there are several ways (attack or raid, by sea or on foot). */
  setManner(manner: string): void {
    this.manner = manner;
    this.#suggest();
    void this.#fit();
  }

  /** How the attack that is being put together would end. */
  async #weigh(): Promise<void> {
    const to = this.to;
    const asked = ++this.#asked;
    if (!to || !settings.odds || this.#game.decision?.kind !== "combat_move" || !this.total) {
      this.preview = null;
      return;
    }
    try {
      const { version } = this.#game.snapshot;
      const question = { version, space: to, add: this.units, raid: this.manner === "raid" };
      const odds = await api.oddsOf(this.#game.id, question);
      if (asked === this.#asked) this.preview = odds.kind === "none" ? null : odds;
    } catch {
      if (asked === this.#asked) this.preview = null;
    }
  }

  cancelParty(): void {
    this.to = null;
    this.picked = {};
    this.preview = null;
  }

  /** The party that was put together sets off: land units march or sail, aircraft fly, all in one order. */
  async confirm(): Promise<void> {
    if (this.to && this.total) await this.#go(this.units, this.to, this.manner);
  }

  /** Hands are free at once, so that a quick player can pick up the next units; a refusal puts these back. */
  async #go(units: Id[], to: Id, manner: string): Promise<void> {
    const hand = { from: this.from, picked: this.picked };
    let refusal: unknown = null;
    this.clear();
    if (await this.#game.order(units, to, manner, (error) => (refusal = error))) return;
    if (refusal && (await this.#goInPart(units, to, manner))) return;
    if (!this.from) Object.assign(this, hand);
    if (refusal) this.#refused(refusal);
  }

  /** Not all of them can go: those that can, do (two of three where a transport has room for two). */
  async #goInPart(units: Id[], to: Id, manner: string): Promise<boolean> {
    const reach = await api.reach(this.#game.id, this.#game.snapshot.version, units).catch(() => null);
    const ways = reach?.destinations.find((place) => place.space === to)?.choices ?? [];
    const way = ways.find((one) => !manner || one.manner === manner);
    if (!way || !(await this.#game.act(...way.actions))) return false;
    notices.say("news", "orders.behind");
    return true;
  }

  /** Units were dragged somewhere: send them, or say which rule is against it. */
  async drag(from: Id, groups: readonly UnitGroup[], to: Id): Promise<void> {
    if (this.from !== from || (groups.length && !groups.some((group) => this.picked[groupKey(group)]))) {
      this.clear();
      this.from = from;
      this.picked = Object.fromEntries(groups.map((group) => [groupKey(group), group.ids.length]));
    }
    await this.aim(to);
  }

  /** Nothing is lit there: the rules say why not, or have a way after all. */
  async explain(space: Id): Promise<void> {
    await this.#game.order(this.units, space, "", (error) => this.#refused(error));
  }
}
