/** Units in words and in groups: stacks, flights, rockets, standing orders. */

import { describe, expect, it } from "vitest";
import type { DecisionView, UnitView } from "../src/api/types";
import { byKind, kindOf } from "../src/decisions/about";
import { aimed, shotsOf } from "../src/decisions/rocket";
import { flights } from "../src/state/flights";
import { gather, groupKey } from "../src/state/stacks";
import { alike, CHOICES, choiceOf, shifted } from "../src/state/standing";

const unit = (kind: string, space: string, more: Partial<UnitView> = {}): UnitView =>
  ({ kind, power: "japan", space, ...more }) as UnitView;

describe("ids", () => {
  it("tell the kind", () => {
    expect(kindOf("aa_gun12")).toBe("aa_gun");
    expect([...byKind(["infantry3", "armour1", "infantry9"])]).toEqual([
      ["infantry", ["infantry3", "infantry9"]],
      ["armour", ["armour1"]],
    ]);
  });
});

describe("stacks", () => {
  it("gather what cannot be told apart", () => {
    const units = {
      infantry1: unit("infantry", "japan", { left: 1 }),
      infantry2: unit("infantry", "japan", { left: 1 }),
      infantry3: unit("infantry", "japan", { left: 0, done: true }),
      infantry4: unit("infantry", "manchuria", { left: 1 }),
    };
    const stacks = gather(units);
    expect(stacks.get("japan")!.map((group) => group.ids)).toEqual([["infantry1", "infantry2"], ["infantry3"]]);
    expect(groupKey(stacks.get("manchuria")![0]!)).toBe("infantry4");
  });

  it("keep a loaded ship apart, with its cargo", () => {
    const units = {
      transport1: unit("transport", "sz_1"),
      transport2: unit("transport", "sz_1"),
      infantry3: unit("infantry", "sz_1", { aboard: "transport2" }),
    };
    const groups = gather(units).get("sz_1")!;
    expect(groups.map((group) => [group.ids.join(), group.cargo])).toEqual([
      ["transport1", {}],
      ["transport2", { transport2: ["infantry3"] }],
      ["infantry3", {}],
    ]);
  });
});

describe("flights", () => {
  it("say what it is, where it took off and where it is", () => {
    const units = {
      fighter1: unit("fighter", "sz_53"),
      fighter2: unit("fighter", "sz_53"),
      bomber3: unit("bomber", "sz_53"),
    };
    const moves = [
      { units: ["fighter1"], route: ["japan", "sz_60", "sz_53"] },
      { units: ["fighter2", "bomber3"], route: ["manchuria", "sz_53"] },
      { units: ["fighter1"], route: ["sz_53", "sz_54"] },
    ];
    expect(
      flights(["fighter1", "fighter2", "bomber3"], units, moves).map(({ kind, from, at }) => [kind, from, at]),
    ).toEqual([
      ["fighter", "japan", "sz_53"],
      ["fighter", "manchuria", "sz_53"],
      ["bomber", "manchuria", "sz_53"],
    ]);
  });

  it("put those together that came the same way, and leave out who is gone", () => {
    const units = { fighter1: unit("fighter", "sz_53"), fighter2: unit("fighter", "sz_53") };
    expect(flights(["fighter1", "fighter9", "fighter2"], units, [])).toEqual([
      { kind: "fighter", power: "japan", from: "", at: "sz_53", ids: ["fighter1", "fighter2"] },
    ]);
  });
});

describe("rockets", () => {
  const fire = (gun: string, target: string, damage: number) => ({
    ...{ action: { kind: "fire_rocket", gun, target }, text: {}, damage },
  });
  const decision = {
    default: { kind: "fire_rocket", gun: "gun1", target: "germany" },
    choices: [
      { action: { kind: "pass" }, text: {}, damage: null },
      fire("gun1", "germany", 3.5),
      fire("gun1", "italy", 3.5),
      fire("gun2", "japan", 1.8),
    ],
  } as unknown as DecisionView;

  it("are the choices that fire", () => {
    expect(shotsOf(decision).map((shot) => shot.target)).toEqual(["germany", "italy", "japan"]);
  });

  it("are aimed as suggested until something is chosen", () => {
    const target = (gun: string, aim: string) => aimed(decision, { gun, target: aim })?.target;
    expect(target("", "")).toBe("germany");
    expect(target("gun2", "")).toBe("japan");
    expect(target("", "italy")).toBe("italy");
    expect(target("gun1", "italy")).toBe("italy");
    expect(aimed({ ...decision, choices: [] }, { gun: "", target: "" })).toBeNull();
  });
});

describe("standing orders", () => {
  it("are recognised whatever the order of their fields", () => {
    expect(alike({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(alike({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(alike([1, 2], [2, 1])).toBe(false);
    expect(alike(null, {})).toBe(false);
    for (const [kind, choices] of Object.entries(CHOICES)) {
      for (const [name, policy] of Object.entries(choices)) {
        expect(choiceOf(kind, JSON.parse(JSON.stringify(policy)) as typeof policy)).toBe(name);
      }
    }
    expect(choiceOf("retreat", undefined)).toBe("ask");
    expect(choiceOf("retreat", { policy: "retreat_after", rounds: 7 })).toBe("other");
  });

  it("are moved up and down a list", () => {
    expect(shifted(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(shifted(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(shifted(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(shifted(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
});
