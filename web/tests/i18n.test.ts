/** Every sentence exists in both languages, and every key that the source names exists. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { say, t, tCount, tOr, both, number, percent } from "../src/i18n";
import { de } from "../src/i18n/de";
import { en } from "../src/i18n/en";
import { settings } from "../src/state/settings.svelte";

const SOURCES = join(import.meta.dirname, "../src");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(svelte|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/i18n/") && !path.endsWith("schema.ts"));
}

const text = sources(SOURCES)
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

const names = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

afterEach(() => {
  settings.language = "en";
});

describe("the two languages", () => {
  it("have the same keys", () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });

  it("fill in the same names", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(new Set(names(de[key])), key).toEqual(new Set(names(en[key])));
    }
  });

  it("leave nothing empty and nothing untranslated by mistake", () => {
    const same = Object.entries(en).filter(([key, sentence]) => de[key as keyof typeof de] === sentence);
    // Longer sentences are never the same in both.
    expect(same.filter(([, sentence]) => sentence.replace(/\{\w+\}/g, "").split(" ").length > 3)).toEqual([]);
    expect(Object.values(de).filter((sentence) => !sentence.trim())).toEqual([]);
  });
});

describe("keys", () => {
  it("named in the source exist", () => {
    const named = [...text.matchAll(/\b(?:t|both|notices\.say)\(\s*(?:"news", |"problem", )?"([\w.]+)"/g)];
    expect(named.length).toBeGreaterThan(150);
    expect(named.map((found) => found[1]!).filter((key) => !(key in en))).toEqual([]);
  });

  it("that begin with a word made at run time exist in at least one form", () => {
    const stems = [...text.matchAll(/\bt(?:Or|Count)?\(\s*`([\w.]+)\$\{/g)].map((found) => found[1]!);
    expect(stems.length).toBeGreaterThan(5);
    const lost = stems.filter((stem) => !Object.keys(en).some((key) => key.startsWith(stem)));
    expect(lost).toEqual([]);
  });

  it("are all used", () => {
    const stems = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map((found) => found[1]!);
    const unused = Object.keys(en).filter(
      (key) =>
        !text.includes(`"${key}"`) &&
        !text.includes(`'${key}'`) &&
        !stems.some((stem) => key.startsWith(stem)) &&
        !(key.endsWith(".one") && text.includes(`"${key.slice(0, -4)}"`)),
    );
    expect(unused).toEqual([]);
  });
});

describe("sentences", () => {
  it("are filled in, in the chosen language", () => {
    expect(t("start.round", { round: 3 })).toBe("Round 3");
    settings.language = "de";
    expect(t("start.round", { round: 3 })).toBe("Runde 3");
    expect(both("undo")).toEqual({ en: en.undo, de: de.undo });
  });

  it("keep what is not given", () => {
    expect(t("start.round")).toBe("Round {round}");
  });

  it("have a form of their own for one of a thing", () => {
    expect(tCount("guide.choose_casualties", 1, "", { power: "X", hits: 1 })).toContain("1 hit to take");
    expect(tCount("guide.choose_casualties", 2, "", { power: "X", hits: 2 })).toContain("2 hits to take");
    expect(tOr("there.is.no.such.key", "otherwise")).toBe("otherwise");
  });

  it("of the server come in the chosen language, in English where there is no other", () => {
    settings.language = "de";
    expect(say({ en: "tank", de: "Panzer" })).toBe("Panzer");
    expect(say({ en: "tank" })).toBe("tank");
    expect(say(undefined, "?")).toBe("?");
  });

  it("write numbers as the language does", () => {
    expect(number(1234.5, 1)).toBe("1,234.5");
    expect(percent(0.625, 1)).toBe("62.5%");
    settings.language = "de";
    expect(number(3.5, 1)).toBe("3,5");
    expect(percent(0.625, 1).replace(/\s/u, " ")).toBe("62,5 %");
  });
});
