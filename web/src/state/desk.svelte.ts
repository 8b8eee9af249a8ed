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
  battleFolded = $state(false);
  /** The bought kind that a click on the map places. */
  placing = $state("");
  /** Clicking the map adds to the bid in this space. */
  bidSpace = $state("");

  press(): void {
    if (this.primary && !this.primary.disabled) this.primary.run();
  }
}
