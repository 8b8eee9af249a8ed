/** Moving over the map with the arrow keys. */

import type { Id } from "../api/types";
import { near, type GameMap, type Point } from "./board";

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The space that lies in the direction of an arrow key: a neighbour if there is one that way. */
export function steer(map: GameMap, at: Id, borders: readonly Id[], key: string): Id | null {
  const way = WAYS[key];
  const here = map.spaces.get(at)?.centre;
  if (!way || !here) return null;
  const best = (candidates: Iterable<Id>, narrow: number): Id | null => {
    let found: Id | null = null;
    let least = Infinity;
    for (const id of candidates) {
      const centre = map.spaces.get(id)?.centre;
      if (!centre || id === at) continue;
      const [x, y] = near(here, centre, map.width);
      const [dx, dy] = [x - here[0], y - here[1]];
      const distance = Math.hypot(dx, dy);
      const along = (dx * way[0] + dy * way[1]) / distance;
      const cost = distance * (2.2 - along);
      if (along > narrow && cost < least) [found, least] = [id, cost];
    }
    return found;
  };
  return best(borders, 0.5) ?? best(map.spaces.keys(), 0.6) ?? best(borders, 0);
}
