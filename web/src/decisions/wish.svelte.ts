import type { Book } from "../state/book";

/** How a battle that is resolved at one click is to be fought. */
class Wish {
  losses = $state<"cheap" | "air">("cheap");
  keepLand = $state(true);
  /** Break off after this many rounds (0: never). */
  rounds = $state(0);
  submarines = $state<"stay" | "leave">("stay");

  body(book: Book): Record<string, unknown> {
    return {
      losses: { keep_land: this.keepLand, order: this.losses === "air" ? book.aircraftLast() : [] },
      retreat: { after: this.rounds },
      submarines: this.submarines,
    };
  }
}

export const wish = new Wish();
