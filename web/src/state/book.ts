/** Names and figures of a game that never change while it is played. */

import { say } from "../i18n";
import type { Counts, GameBook, Id, PowerInfo, SpaceInfo, UnitInfo } from "../api/types";

export class Book {
  readonly spaces: ReadonlyMap<Id, SpaceInfo>;
  readonly units: ReadonlyMap<Id, UnitInfo>;
  readonly powers: ReadonlyMap<Id, PowerInfo>;

  constructor(readonly content: GameBook) {
    this.spaces = new Map(content.spaces.map((space) => [space.id, space]));
    this.units = new Map(content.units.map((unit) => [unit.id, unit]));
    this.powers = new Map(content.powers.map((power) => [power.id, power]));
  }

  name(id: Id): string {
    return say(this.content.names[id], id);
  }

  /** «3 infantry», «1 fighter». */
  count(kind: Id, number: number): string {
    const unit = this.units.get(kind);
    return `${number} ${say(number === 1 ? unit?.name : unit?.plural, kind)}`;
  }

  /** «infantry», «fighters». */
  unit(kind: Id, many = false): string {
    const unit = this.units.get(kind);
    return say(many ? unit?.plural : unit?.name, kind);
  }

  /** «3 infantry, 1 fighter», in the order of the purchase table. */
  forces(counts: Counts): string {
    return this.sorted(Object.keys(counts))
      .filter((kind) => counts[kind])
      .map((kind) => this.count(kind, counts[kind]!))
      .join(", ");
  }

  /** Kinds in the order of the purchase table. */
  sorted(kinds: readonly Id[]): Id[] {
    const order = [...this.units.keys()];
    return [...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }

  /** Everything but aircraft, cheapest first: an order of loss that keeps aircraft for last. */
  aircraftLast(): Id[] {
    const others = [...this.units.values()].filter((unit) => unit.domain !== "air");
    return others.toSorted((a, b) => a.cost - b.cost).map((unit) => unit.id);
  }

  enemies(one: Id, other: Id): boolean {
    const sides = [this.powers.get(one)?.side, this.powers.get(other)?.side];
    return sides[0] !== undefined && sides[1] !== undefined && sides[0] !== sides[1];
  }
}
