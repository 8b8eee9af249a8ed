/** Every request the client makes. Problems come back as `Refused`, never as anything else. */

import { both } from "../i18n";
import type * as wire from "./types";

/** The server (or the way to it) said no; `problem.text` is written for the player. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: wire.Problem,
  ) {
    super(problem.text["en"]);
  }
}

function offline(): wire.Problem {
  return { code: "offline", text: both("offline"), rule: "", title: {}, topic: "", nearest: [], snapshot: null };
}

interface Ask {
  method?: string;
  body?: unknown;
  /** Already encoded text, sent as it is. */
  text?: string;
  query?: Record<string, string | number | undefined>;
}

async function ask<T>(path: string, { method = "GET", body, text, query = {} }: Ask = {}): Promise<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}${search.size ? `?${search}` : ""}`, {
      method,
      headers,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch {
    throw new Refused(0, offline());
  }
  if (answer.status === 204) return undefined as T;
  let content: unknown;
  try {
    content = await answer.json();
  } catch {
    throw new Refused(answer.status, offline());
  }
  if (!answer.ok) throw new Refused(answer.status, content as wire.Problem);
  return content as T;
}

const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>(path, { method: "POST", body });

export const api = {
  session: () => ask<wire.Session>("/session"),
  catalogue: () => ask<wire.GameCard[]>("/catalogue"),
  book: (game: string) => ask<wire.GameBook>(`/catalogue/${game}`),
  map: (game: string) => ask<unknown>(`/catalogue/${game}/map`),
  fineMap: (game: string) => ask<unknown>(`/catalogue/${game}/map/fine`),
  rules: (game: string, q = "") =>
    ask<wire.RuleChapter[]>(`/catalogue/${game}/rules`, { query: { q: q || undefined } }),
  options: (game: string, options: Record<string, unknown>) =>
    post<wire.OptionsAnswer>(`/catalogue/${game}/options`, { options }),

  games: () => ask<wire.SavedGame[]>("/games"),
  create: (game: wire.NewGame) => post<wire.Snapshot>("/games", game),
  change: (id: string, change: { name?: string; seats?: Record<string, string> }) =>
    ask<unknown>(`/games/${id}`, { method: "PATCH", body: change }),
  remove: (id: string) => ask<undefined>(`/games/${id}`, { method: "DELETE" }),
  importRecord: (text: string, name: string) =>
    ask<wire.Snapshot>("/games/import", { method: "POST", text, query: { name } }),
  recordAddress: (id: string) => `/api/games/${id}/record`,

  snapshot: (id: string) => ask<wire.Snapshot>(`/games/${id}`),
  at: (id: string, entry: number) => ask<wire.Snapshot>(`/games/${id}/at/${entry}`),
  act: (id: string, version: number, actions: wire.Action[], power?: string) =>
    post<wire.Snapshot>(`/games/${id}/actions`, { version, actions, ...(power ? { power } : {}) }),
  undo: (id: string, version: number, all: boolean) => post<wire.Snapshot>(`/games/${id}/undo`, { version, all }),
  auto: (id: string, version: number, finish: boolean) => post<wire.Snapshot>(`/games/${id}/auto`, { version, finish }),
  resolve: (id: string, version: number, wish: Record<string, unknown>) =>
    post<wire.Snapshot>(`/games/${id}/resolve`, { version, ...wish }),
  /** A policy answers a kind of decision from now on; null: the person is asked again. */
  standingOrder: (id: string, version: number, power: string, kind: string, policy: wire.Policy | null) =>
    post<wire.Snapshot>(`/games/${id}/orders`, { version, power, kind, policy }),
  hurry: (id: string) => post<unknown>(`/games/${id}/hurry`),

  reach: (id: string, version: number, units: string[]) => post<wire.Reach>(`/games/${id}/reach`, { version, units }),
  reachOfPhase: (id: string) => ask<wire.GroupReach[]>(`/games/${id}/reach`),
  /** Finds the way and goes; refused with the rule that is against it. */
  order: (id: string, version: number, order: { units: string[]; to: string; manner: string }) =>
    post<{ way: wire.Way; snapshot: wire.Snapshot }>(`/games/${id}/order`, { version, ...order }),
  reaching: (id: string, space: string) => ask<wire.Reaching>(`/games/${id}/reaching/${space}`),
  odds: (id: string) => ask<wire.Odds[]>(`/games/${id}/odds`),
  oddsOf: (id: string, question: { version: number; space: string; add?: string[]; raid?: boolean }) =>
    post<wire.Odds>(`/games/${id}/odds`, question),

  log: (id: string, query: { after?: number; limit?: number } = {}) =>
    ask<{ lines: wire.LogLine[]; total: number }>(`/games/${id}/log`, { query }),
  timeline: (id: string) => ask<wire.TimelineMark[]>(`/games/${id}/timeline`),
  charts: (id: string) => ask<wire.Charts>(`/games/${id}/charts`),
};

/** Listens to a game; `onlink` hears when the connection breaks and is made again. */
export function listen(
  id: string,
  since: number,
  onmessage: (message: wire.Live) => void,
  onlink: (up: boolean) => void,
): () => void {
  let socket: WebSocket | null = null;
  let closed = false;
  let timer = 0;
  let wait = 500;
  let first = true;

  const connect = (): void => {
    const address = new URL(`/api/games/${id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    if (first) address.searchParams.set("since", String(since)); // later ones begin with a fresh snapshot
    socket = new WebSocket(address);
    socket.onmessage = (event: MessageEvent<string>) => onmessage(JSON.parse(event.data) as wire.Live);
    socket.onopen = () => {
      wait = 500;
      first = false;
      onlink(true);
    };
    socket.onclose = () => {
      if (closed) return;
      onlink(false);
      timer = window.setTimeout(connect, wait);
      wait = Math.min(wait * 2, 5000);
    };
  };
  connect();
  return () => {
    closed = true;
    window.clearTimeout(timer);
    socket?.close();
  };
}
