/** Planned moves as curved arrows, the short way round the world. */

import { curveCatmullRom, line } from "d3-shape";
import type { Id, MoveView } from "../api/types";
import { near, type GameMap, type Point } from "./board";

export interface Arrow {
  key: string;
  path: string;
  tone: "attack" | "move" | "raid";
  move: MoveView;
  end: Point;
}

const smooth = line<Point>().curve(curveCatmullRom.alpha(0.5));

function through(map: GameMap, stops: readonly Id[]): Point[] {
  const points: Point[] = [];
  for (const stop of stops) {
    const centre = map.spaces.get(stop)?.centre;
    if (!centre) continue;
    const last = points.at(-1);
    points.push(last ? near(last, centre, map.width) : centre);
  }
  return points;
}

/** A route of two points is bent a little, so that there and back stay apart. */
function bend(points: readonly Point[]): Point[] {
  const [a, b] = points;
  if (points.length !== 2 || !a || !b) return [...points];
  const bow = 0.12;
  return [a, [(a[0] + b[0]) / 2 + (b[1] - a[1]) * bow, (a[1] + b[1]) / 2 - (b[0] - a[0]) * bow], b];
}

/** Shorten the last stretch, so that the head ends before the units standing there. */
function stop(points: Point[], gap: number): Point[] {
  const [a, b] = [points.at(-2), points.at(-1)];
  if (!a || !b) return points;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < gap * 2) return points;
  const share = (length - gap) / length;
  return [...points.slice(0, -1), [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]];
}

/** Moves of a combat move are attacks, or on their way to one. */
export function arrows(map: GameMap, moves: readonly MoveView[], combat: boolean, gap: number): Arrow[] {
  return moves.flatMap((move) => {
    const stops = move.target && move.target !== move.route.at(-1) ? [...move.route, move.target] : move.route;
    const points = through(map, stops);
    if (points.length < 2) return [];
    const tone = move.manner === "raid" ? "raid" : combat ? "attack" : "move";
    return [{ key: String(move.n), path: smooth(stop(bend(points), gap)) ?? "", tone, move, end: points.at(-1)! }];
  });
}
