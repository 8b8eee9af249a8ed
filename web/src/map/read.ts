/** Reads the server's map file. */

import { geoPath } from "d3-geo";
import type { Feature, MultiLineString, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, GeometryObject, Topology } from "topojson-specification";
import type { GameMap, MapSpace, Point } from "./board";

interface SpaceProperties {
  kind: "land" | "sea";
  centre: Point;
  label: MapSpace["label"];
  anchors: Point[];
  room: number;
  blowup?: MapSpace["blowup"];
  marks?: Record<string, Point>;
}

interface MapFile extends Topology {
  wrap: number;
  height: number;
  links: { between: string[]; line: Point[] }[];
  objects: {
    spaces: GeometryCollection<SpaceProperties>;
    closed: GeometryCollection<{ kind: string }>;
    coasts: GeometryObject;
    land_borders: GeometryObject;
    sea_borders: GeometryObject;
  };
}

// The file's coordinates are flat already; the path generator only writes them out.
const draw = geoPath(null).digits(2);

/** Side of the squares in which lines are drawn together, in map units, and the longest stretch of a line. */
const TILE = 256;
const STRETCH = 40;

/** A net of lines cut into stretches, those of one square joined to one path. */
function pieces(file: MapFile, net: GeometryObject): string[] {
  const shape = feature(file, net) as Feature<MultiLineString>;
  const tiles = new Map<string, Position[][]>();
  for (const line of shape.geometry.coordinates) {
    for (let at = 0; at < line.length - 1; at += STRETCH) {
      const stretch = line.slice(at, at + STRETCH + 1);
      const [x = 0, y = 0] = stretch[stretch.length >> 1] ?? [];
      const key = `${Math.floor(x / TILE)} ${Math.floor(y / TILE)}`;
      tiles.set(key, [...(tiles.get(key) ?? []), stretch]);
    }
  }
  return [...tiles.values()].map((coordinates) => draw({ type: "MultiLineString", coordinates }) ?? "");
}

/** The map; with `fine`, its lines for a close look instead of those for the whole world. */
export function readMap(content: unknown, fine: unknown = {}): GameMap {
  const file = { ...(content as MapFile), ...(fine as Pick<MapFile, "arcs" | "transform">) };
  const spaces = feature(file, file.objects.spaces).features.map((shape): MapSpace => {
    const { kind, centre, label, anchors, room, blowup, marks } = shape.properties;
    return {
      ...{ id: String(shape.id), kind, centre, label, anchors, room, blowup: blowup ?? null, marks: marks ?? {} },
      path: draw(shape) ?? "",
    };
  });
  const edges = feature(file, file.objects.spaces).features.map((shape) => draw.bounds(shape));
  const overhang = Math.max(0, ...edges.map(([[left], [right]]) => Math.max(-left, right - file.wrap)));
  const scenery = feature(file, file.objects.closed).features.map((shape) => ({
    path: draw(shape) ?? "",
    kind: shape.properties.kind,
  }));
  return {
    width: file.wrap,
    height: file.height,
    overhang,
    spaces: new Map(spaces.map((space) => [space.id, space])),
    scenery,
    coasts: pieces(file, file.objects.coasts),
    landBorders: pieces(file, file.objects.land_borders),
    seaBorders: pieces(file, file.objects.sea_borders),
    links: file.links.map((link) => link.line),
  };
}
