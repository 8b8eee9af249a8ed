/** The geometry of the real maps: reading, going round the world, arrows, where pieces stand, arrow keys. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { arrows } from "../src/map/arrows";
import { near, type GameMap, type Point } from "../src/map/board";
import { stand } from "../src/map/layout";
import { readMap } from "../src/map/read";
import { steer } from "../src/map/steer";
import type { UnitGroup } from "../src/state/stacks";

const MAPS = join(import.meta.dirname, "../../src/sandtable/server/maps");
const games = ["classic", "1942"] as const;
const maps = Object.fromEntries(
  games.map((game) => [game, readMap(JSON.parse(readFileSync(join(MAPS, `${game}.topo.json`), "utf8")))]),
) as Record<(typeof games)[number], GameMap>;

const group = (power: string, kind: string, count: number, more: Partial<UnitGroup> = {}): UnitGroup => ({
  ...{ power, kind, ids: Array.from({ length: count }, (_, index) => `${kind}${index}`), damage: 0, left: 1 },
  ...{ done: false, airborne: false, aboard: "", task: "", target: "", cargo: {} },
  ...more,
});

const move = (route: string[], manner = "move", target = "") => ({
  ...{ n: 1, manner, power: "ussr", units: ["infantry1"], kinds: { infantry: 1 }, route, target },
});

/** The numbers of a path, in pairs. */
const points = (path: string): Point[] => {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return numbers.flatMap((x, index) => (index % 2 ? [] : [[x, numbers[index + 1]!] as const]));
};

describe.each(games)("the map of %s", (game) => {
  const map = maps[game];

  it("has a shape, a label in both languages and room for units everywhere", () => {
    expect(map.spaces.size).toBeGreaterThan(100);
    for (const space of map.spaces.values()) {
      expect(space.path, space.id).toMatch(/^M/);
      expect(space.anchors.length, space.id).toBeGreaterThan(0);
      expect(space.label.lines.en.join("") && space.label.lines.de.join(""), space.id).toBeTruthy();
      expect(space.room, space.id).toBeGreaterThan(0);
      expect(space.centre[1], space.id).toBeGreaterThanOrEqual(0);
      expect(space.centre[1], space.id).toBeLessThanOrEqual(map.height);
    }
  });

  it("cuts its lines into pieces that are drawn only where they are seen", () => {
    for (const lines of [map.coasts, map.landBorders, map.seaBorders]) {
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.every((line) => line.startsWith("M"))).toBe(true);
    }
  });

  it("lets arrow keys reach every space", () => {
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const found = new Set<string>();
    const open = [[...map.spaces.keys()][0]!];
    for (let at = open.pop(); at; at = open.pop()) {
      if (found.has(at)) continue;
      found.add(at);
      for (const key of keys) {
        const next = steer(map, at, [], key);
        if (next) open.push(next);
      }
    }
    // Without neighbours to prefer a few are hidden behind others.
    expect(found.size).toBeGreaterThan(map.spaces.size * 0.9);
  });
});

describe("going round the world", () => {
  it("takes the nearest copy of a point", () => {
    expect(near([10, 5], [990, 7], 1000)).toEqual([-10, 7]);
    expect(near([990, 5], [10, 7], 1000)).toEqual([1010, 7]);
    expect(near([500, 5], [510, 7], 1000)).toEqual([510, 7]);
  });

  it("steers over the edge of the map", () => {
    const { spaces, width } = maps.classic;
    const west = [...spaces.values()].reduce((most, space) => (space.centre[0] < most.centre[0] ? space : most));
    const next = spaces.get(steer(maps.classic, west.id, [], "ArrowLeft") ?? "");
    expect(next).toBeDefined();
    expect(near(west.centre, next!.centre, width)[0]).toBeLessThan(west.centre[0]);
    expect(steer(maps.classic, west.id, [], "Enter")).toBeNull();
    expect(steer(maps.classic, "nowhere", [], "ArrowLeft")).toBeNull();
  });

  it("prefers neighbours", () => {
    const borders = ["russia", "karelia_ssr", "caucasus"];
    expect(borders).toContain(steer(maps.classic, "ukraine_ssr", borders, "ArrowRight"));
  });

  it("draws arrows the short way", () => {
    const map = maps.classic;
    const ends = ["hawaiian_islands", "japan"];
    const [arrow] = arrows(map, [move(ends)], true, 2);
    const path = points(arrow!.path);
    const span = Math.max(...path.map(([x]) => x)) - Math.min(...path.map(([x]) => x));
    expect(span).toBeLessThan(map.width / 2);
  });
});

describe("arrows", () => {
  const map = maps.classic;

  it("tell attacks, moves and raids apart", () => {
    const tones = (combat: boolean) =>
      arrows(map, [move(["germany", "ukraine_ssr"]), move(["germany", "russia"], "raid")], combat, 2).map(
        (a) => a.tone,
      );
    expect(tones(true)).toEqual(["attack", "raid"]);
    expect(tones(false)).toEqual(["move", "raid"]);
  });

  it("go on to the target of a landing, and need two places", () => {
    const [arrow] = arrows(map, [move(["north_sea_zone"], "land", "germany")], true, 2);
    expect(arrow!.end).toEqual(
      near(map.spaces.get("north_sea_zone")!.centre, map.spaces.get("germany")!.centre, map.width),
    );
    expect(arrows(map, [move(["germany"]), move(["nowhere", "germany"])], true, 2)).toEqual([]);
  });

  it("end before the units they point at", () => {
    const end = map.spaces.get("ukraine_ssr")!.centre;
    const [near2, near20] = [2, 20].map((gap) => {
      const last = points(arrows(map, [move(["germany", "ukraine_ssr"])], true, gap)[0]!.path).at(-1)!;
      return Math.hypot(last[0] - end[0], last[1] - end[1]);
    });
    expect(near2).toBeCloseTo(2, 0);
    expect(near20).toBeCloseTo(20, 0);
  });
});

describe("pieces", () => {
  const land = maps.classic.spaces.get("russia")!;
  const order = ["infantry", "armour", "fighter"];

  it("stand apart where there is room, in the order of the purchase table", () => {
    const { tokens, side } = stand(land, [group("ussr", "fighter", 1), group("ussr", "infantry", 3)], 8, 36, 18, order);
    expect(tokens.map(({ kind, count }) => [kind, count])).toEqual([
      ["infantry", 3],
      ["fighter", 1],
    ]);
    expect(side * 8).toBeLessThanOrEqual(36);
    expect(new Set(tokens.map((token) => token.at.join())).size).toBe(2);
  });

  it("become one counter per power where there is none", () => {
    const groups = [group("ussr", "infantry", 3), group("ussr", "armour", 2), group("uk", "fighter", 1)];
    const { tokens } = stand(land, groups, 0.05, 36, 18, order);
    expect(tokens.map(({ kind, power, count }) => [kind, power, count])).toEqual([
      ["", "uk", 1],
      ["", "ussr", 5],
    ]);
  });

  it("are spent only if all of them are, and damaged if one is", () => {
    const groups = [group("ussr", "armour", 1, { done: true }), group("ussr", "armour", 1, { damage: 1 })];
    const [token] = stand(land, groups, 8, 36, 18, order).tokens;
    expect(token).toMatchObject({ count: 2, spent: false, damaged: true, airborne: false });
  });

  it("aboard a ship are counted on it, factories have a mark of their own", () => {
    const sea = maps.classic.spaces.get("north_sea_zone")!;
    const groups = [group("uk", "transport", 1), group("uk", "infantry", 2, { aboard: "transport0" })];
    expect(stand(sea, groups, 8, 36, 18, order).tokens.map((token) => token.kind)).toEqual(["transport"]);
    expect(stand(land, [group("ussr", "factory", 1)], 8, 36, 18, order).tokens).toEqual([]);
  });
});
