/** The map's colours as custom properties, taken from maps/palette.toml so that they stand in one place. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const NAME = "virtual:palette.css";
const SOURCE = fileURLToPath(new URL("../maps/palette.toml", import.meta.url));

type Colours = Record<string, string | Record<string, string>>;

function properties(colours: Colours): string {
  return Object.entries(colours)
    .flatMap(([name, value]) =>
      typeof value === "string"
        ? [`--map-${name.replaceAll("_", "-")}: ${value};`]
        : Object.entries(value).map(([part, colour]) => `--${part}-${name}: ${colour};`),
    )
    .join("\n  ");
}

export function palette(): Plugin {
  return {
    name: "palette",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(SOURCE);
      const themes = parse(readFileSync(SOURCE, "utf8")) as unknown as Record<string, Colours>;
      return Object.entries(themes)
        .map(([theme, colours]) => `:root[data-theme="${theme}"] {\n  ${properties(colours)}\n}`)
        .join("\n");
    },
  };
}
