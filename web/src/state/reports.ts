/** How battles ended, read from the log. */

import type { Counts, Id, LogLine } from "../api/types";

export interface Report {
  space: Id;
  /** land, sea or raid. */
  kind: string;
  /** Who attacked. */
  power: Id;
  losses: { power: Id; kinds: Counts }[];
  /** The last dice. */
  rolls: LogLine[];
  /** How it ended, and who holds the land now. */
  ending: LogLine[];
}

const ROLLS_SHOWN = 2;
const AFTERMATH = new Set(["captured", "installations_taken", "factory_damaged"]);

function lossesIn(story: readonly LogLine[]): Report["losses"] {
  const powers = new Map<Id, Counts>();
  for (const line of story) {
    if (line.kind !== "units_lost") continue;
    const { power, kinds } = line.event as unknown as { power: Id; kinds: Counts };
    const sum = { ...powers.get(power) };
    for (const [kind, count] of Object.entries(kinds)) sum[kind] = (sum[kind] ?? 0) + count;
    powers.set(power, sum);
  }
  return [...powers].map(([power, kinds]) => ({ power, kinds }));
}

/** Whether there was anybody to fight; walking in is no battle. */
const fought = (began: LogLine): boolean =>
  began.event["battle"] === "raid" || Object.keys((began.event["defenders"] ?? {}) as object).length > 0;

/** The battles that ended in a log after some entry, in their order. */
export function reportsOf(lines: readonly LogLine[], after: number): Report[] {
  const found: Report[] = [];
  lines.forEach((line, end) => {
    if (line.kind !== "battle_ended" || line.entry <= after) return;
    const start = lines.slice(0, end).findLastIndex((one) => one.kind === "battle_began" && one.space === line.space);
    const began = lines[start];
    const story = lines.slice(start, end);
    if (!began || !fought(began) || story.some((one) => one.kind === "battle_ended" && one.space === line.space))
      return; // lapsed
    const next = lines.slice(end + 1);
    const other = next.findIndex((one) => one.kind === "battle_began" || one.kind === "phase_began");
    const aftermath = next
      .slice(0, other < 0 ? undefined : other)
      .filter((one) => one.space === line.space && AFTERMATH.has(one.kind));
    found.push({
      space: line.space,
      kind: String(began.event["battle"] ?? ""),
      power: String(began.event["power"] ?? ""),
      losses: lossesIn(story),
      rolls: story.filter((one) => one.kind === "dice_rolled").slice(-ROLLS_SHOWN),
      ending: [line, ...story.filter((one) => one.kind === "factory_damaged"), ...aftermath],
    });
  });
  return found;
}

const NEWS = new Set(["battle_ended", "captured", "factory_damaged", "development_gained"]);

/** What the others did between the last turn of these powers and the present one. */
export function newsFor(lines: readonly LogLine[], powers: readonly Id[]): LogLine[] {
  const end = lines.findLastIndex((line) => !powers.includes(line.turn));
  const start = lines.slice(0, Math.max(0, end)).findLastIndex((line) => powers.includes(line.turn));
  return lines.slice(start + 1, end + 1).filter((line) => NEWS.has(line.kind));
}
