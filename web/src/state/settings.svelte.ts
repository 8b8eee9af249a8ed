/** What a person chose for this browser: language, colours, pace. Kept between visits. */

export type Language = "en" | "de";
export type Theme = "dark" | "light";

interface Stored {
  language: Language;
  theme: Theme;
  pace: number;
  odds: boolean;
  labels: boolean;
  powers: boolean;
}

const KEY = "sandtable";

function preferred(): Stored {
  return {
    language: navigator.language.toLowerCase().startsWith("de") ? "de" : "en",
    theme: matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark",
    pace: 1,
    odds: true,
    labels: true,
    powers: true,
  };
}

function load(): Stored {
  const settings = preferred();
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return settings;
    const read = stored as Partial<Record<keyof Stored, unknown>>;
    if (read.language === "en" || read.language === "de") settings.language = read.language;
    if (read.theme === "dark" || read.theme === "light") settings.theme = read.theme;
    if (typeof read.pace === "number" && read.pace >= 0 && read.pace <= 4) settings.pace = read.pace;
    if (typeof read.odds === "boolean") settings.odds = read.odds;
    if (typeof read.labels === "boolean") settings.labels = read.labels;
    if (typeof read.powers === "boolean") settings.powers = read.powers;
  } catch {
    // Storage may be switched off or hold something else: the browser's own preferences are used.
  }
  return settings;
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("dark");
  /** Speed at which computer turns are played back; 0 shows only the result. */
  pace = $state(1);
  odds = $state(true);
  labels = $state(true);
  /** The card of the powers shows all of them, not only the one on turn. */
  powers = $state(true);

  constructor() {
    Object.assign(this, load());
  }

  /** Writes the choices down and puts them on the page; runs again whenever one of them changes. */
  keep(): void {
    const { language, theme, pace, odds, labels, powers } = this;
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, pace, odds, labels, powers }));
    } catch {
      // Without storage the choices hold until the page is closed.
    }
  }
}

export const settings = new Settings();
