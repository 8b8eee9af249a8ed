import { settings, type Language } from "../state/settings.svelte";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
export type Params = Record<string, string | number>;

const books: Record<Language, Record<Key, string>> = { en, de };

/**
 * The sentence for a key in the chosen language; `{name}` stands for a parameter.
 * Read inside a component it changes with the language.
 */
export function t(key: Key, params: Params = {}): string {
  return fill(books[settings.language][key], params);
}

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The sentence for a number of things; one of them may have a sentence of its own (`….one`). */
export function tCount(key: string, n: number, otherwise: string, params: Params = {}): string {
  const single = `${key}.one`;
  return tOr(n === 1 && single in en ? single : key, otherwise, params);
}

/** The sentence for a key made at run time, or `otherwise` if there is none. */
export function tOr(key: string, otherwise: string, params: Params = {}): string {
  return key in en ? t(key as Key, params) : otherwise;
}

/** A sentence of ours in every language, as the server would send it. */
export function both(key: Key, params: Params = {}): Record<Language, string> {
  return { en: fill(en[key], params), de: fill(de[key], params) };
}

/** A text of the server, which comes in every language, in the chosen one. */
export function say(text: Partial<Record<string, string>> | undefined | null, otherwise = ""): string {
  return text?.[settings.language] ?? text?.["en"] ?? otherwise;
}

/** Dates and numbers as usual where the reader lives, if that fits the language. */
function region(): string {
  return navigator.languages.find((one) => one.startsWith(settings.language)) ?? settings.language;
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(region(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function percent(share: number, digits = 0): string {
  return share.toLocaleString(region(), { style: "percent", maximumFractionDigits: digits });
}

export function when(moment: string | number): string {
  return new Date(moment).toLocaleString(region(), { dateStyle: "medium", timeStyle: "short" });
}
