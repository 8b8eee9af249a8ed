/** What lies on the player's desk: the bright button, the open panel, the rule that is being read. */

export interface Primary {
  label: string;
  run: () => void;
  disabled?: boolean;
}

export type Tab = "now" | "log" | "charts";

export class Desk {
  primary = $state.raw<Primary | null>(null);
  tab = $state<Tab>("now");
  open = $state(true);
  /** The rule reference is open, at this rule ("" = from the beginning). */
  rule = $state<string | null>(null);
  help = $state(false);
  /** The standing orders are being looked at. */
  standing = $state(false);
  battleFolded = $state(false);
  /** The bought kind that a click on the map places. */
  placing = $state("");
  /** How many of them at a time. */
  placingCount = $state(1);
  /** The rocket that is being aimed: the gun that fires it and the factory it is to hit. */
  rocket = $state({ gun: "", target: "" });
  /** Clicking the map adds to the bid in this space. */
  bidSpace = $state("");

  /** Brings a space of the map into view; the table sets it. */
  look: (space: string) => void = () => undefined;

  press(): void {
    if (this.primary && !this.primary.disabled) this.primary.run();
  }
}
