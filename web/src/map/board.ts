/** A game's map, ready to draw: made once from the TopoJSON file the server hands out (docs/maps.md). */

import type { Language } from "../state/settings.svelte";

export type Point = readonly [number, number];

export interface MapSpace {
  readonly id: string;
  readonly kind: "land" | "sea";
  /** SVG path of its shape. */
  readonly path: string;
  readonly label: {
    readonly at: Point;
    readonly size: number;
    readonly angle: number;
    readonly lines: Readonly<Record<Language, readonly string[]>>;
  };
  /** Where units stand, best places first. */
  readonly anchors: readonly Point[];
  /** A box beside a space that is too small for its units, and the line that leads to it. */
  readonly blowup: {
    readonly box: readonly [number, number, number, number];
    readonly leader: readonly Point[];
  } | null;
  readonly centre: Point;
  /** Places of the marks: value, factory, city. */
  readonly marks: Readonly<Record<string, Point>>;
  /** Radius of the places for units: a round piece of that radius fits. */
  readonly room: number;
}

export interface GameMap {
  readonly width: number;
  readonly height: number;
  /** How far shapes reach beyond the side edges. */
  readonly overhang: number;
  readonly spaces: ReadonlyMap<string, MapSpace>;
  /** Land and water that is no space. */
  readonly scenery: readonly { readonly path: string; readonly kind: string }[];
  /** Lines, in pieces that lie close together: what is out of sight need not be drawn. */
  readonly coasts: readonly string[];
  readonly landBorders: readonly string[];
  readonly seaBorders: readonly string[];
  readonly links: readonly (readonly Point[])[];
}

/** The same point in the copy of the world nearest to `from`, since the map wraps at its side edges. */
export function near(from: Point, to: Point, width: number): Point {
  const turns = Math.round((from[0] - to[0]) / width);
  return [to[0] + turns * width, to[1]];
}
