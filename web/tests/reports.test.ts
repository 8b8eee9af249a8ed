/** How battles ended, from the lines of a log. */

import { describe, expect, it } from "vitest";
import type { LogLine } from "../src/api/types";
import { newsFor, reportsOf } from "../src/state/reports";

const line = (n: number, kind: string, event: Record<string, unknown>, space = "karelia_ssr"): LogLine => ({
  ...{ n, entry: n, round: 1, turn: "germany", phase: "combat", kind, power: "", space, text: {} },
  event: { kind, ...event },
});

const began = { battle: "land", power: "germany", defenders: { ussr: { infantry: 2 } } };
const BATTLE = [
  line(1, "battle_began", began),
  line(2, "dice_rolled", {}),
  line(3, "units_lost", { power: "ussr", kinds: { infantry: 1 } }),
  line(4, "units_lost", { power: "ussr", kinds: { infantry: 1 } }),
  line(5, "battle_ended", { result: "won" }),
  line(6, "captured", {}),
  line(7, "phase_began", {}, ""),
];

describe("news", () => {
  it("are what the others did since the last own turn", () => {
    const turns = ["germany", "ussr", "germany", "ussr", "uk", "uk"];
    const lines = turns.map((turn, n) => ({ ...line(n, "captured", {}), turn }));
    expect(newsFor(lines, ["uk"]).map((one) => one.n)).toEqual([0, 1, 2, 3]);
    expect(newsFor(lines, ["ussr", "uk"]).map((one) => one.n)).toEqual([2]);
    expect(newsFor(lines, ["germany", "ussr", "uk"])).toEqual([]);
  });
});

describe("reports", () => {
  it("add up the losses and tell the end", () => {
    const [report] = reportsOf(BATTLE, 0);
    expect(report?.power).toBe("germany");
    expect(report?.losses).toEqual([{ power: "ussr", kinds: { infantry: 2 } }]);
    expect(report?.ending.map((one) => one.kind)).toEqual(["battle_ended", "captured"]);
  });

  it("leave out what is known already", () => {
    expect(reportsOf(BATTLE, 5)).toEqual([]);
  });

  it("leave out raids that lapsed and land that was walked into", () => {
    expect(reportsOf([...BATTLE, line(8, "battle_ended", { result: "lapsed" })], 7)).toEqual([]);
    const empty = line(1, "battle_began", { ...began, defenders: {} });
    expect(reportsOf([empty, line(2, "battle_ended", { result: "won" })], 0)).toEqual([]);
  });
});
