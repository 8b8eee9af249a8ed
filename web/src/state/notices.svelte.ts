/** Short messages above the map: what was refused and why, what went wrong, what was done. */

import { Refused } from "../api/client";
import { both, type Key } from "../i18n";
import type { Texts } from "../api/types";

export interface Notice {
  id: number;
  tone: "refusal" | "problem" | "news";
  text: Texts;
  rule: string;
  title: Texts;
}

class Notices {
  list = $state<Notice[]>([]);
  #last = 0;

  show(tone: Notice["tone"], text: Texts, rule = "", title: Texts = {}): void {
    this.#last += 1;
    const id = this.#last;
    this.list = [
      ...this.list.filter((notice) => notice.text["en"] !== text["en"]).slice(-2),
      { id, tone, text, rule, title },
    ];
    window.setTimeout(() => this.close(id), tone === "news" ? 4000 : 12000);
  }

  /** A sentence of the client itself. */
  say(tone: Notice["tone"], key: Key): void {
    this.show(tone, both(key));
  }

  close(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  clear(): void {
    this.list = [];
  }

  /** An answer of the server that was a "no". */
  refusal(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    const { code, text, rule, title } = error.problem;
    this.show(code === "refused" ? "refusal" : "problem", text, rule, title);
  }
}

export const notices = new Notices();
