/** The server's values under the names the client uses; `schema.ts` is generated from its OpenAPI description. */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** What the server sends is complete; fields it would accept as left out are always there. */
type Sent<T> = T extends (infer Item)[]
  ? Sent<Item>[]
  : T extends object
    ? { [Field in keyof T]-?: Sent<Exclude<T[Field], undefined>> }
    : T;

export type Id = string;
export type Counts = Record<string, number>;
/** A sentence in every language. */
export type Texts = Record<string, string>;

/** An action of the engine, tagged by its kind. */
export interface Action {
  kind: string;
  [field: string]: unknown;
}

/** A standing order: how decisions of one kind are answered for a power. */
export interface Policy {
  policy: string;
  [field: string]: unknown;
}

export type Session = Sent<Schemas["SessionView"]>;
export type Level = Sent<Schemas["LevelView"]>;
export type GameCard = Sent<Schemas["GameCard"]>;
export type GameBook = Sent<Schemas["GameBook"]>;
export type OptionInfo = Sent<Schemas["OptionView"]>;
export type PowerInfo = Sent<Schemas["PowerInfo"]>;
export type SpaceInfo = Sent<Schemas["SpaceInfo"]>;
export type UnitInfo = Sent<Schemas["UnitInfo"]>;
export type RuleChapter = Sent<Schemas["ChapterView"]>;
export type OptionsAnswer = Sent<Schemas["OptionsAnswer"]>;
export type SavedGame = Sent<Schemas["GameSummary"]>;
export type NewGame = Schemas["NewGame"];

/** Units leave out what is 0, false or empty. */
export type UnitView = Schemas["UnitView"];
export type SpaceView = Sent<Schemas["SpaceView"]>;
export type PowerView = Sent<Schemas["PowerView"]>;
export type SideTotals = Sent<Schemas["SideView"]>;
export type MoveView = Sent<Schemas["MoveView"]>;
export type BattleMark = Sent<Schemas["BattleMark"]>;
export type Fighters = Sent<Schemas["FighterView"]>;
export type Waiting = Sent<Schemas["WaitingView"]>;
export type Refusal = Sent<Schemas["Refusal"]>;
export type Odds = Sent<Schemas["OddsView"]>;
export type TimelineMark = Sent<Schemas["TimelineMark"]>;
export type Charts = Sent<Schemas["Charts"]>;
export type Reaching = Sent<Schemas["Reaching"]>;

type Loose<Name extends keyof Schemas, Fields extends PropertyKey> = Omit<Sent<Schemas[Name]>, Fields>;

export interface LogLine extends Loose<"LogLine", "event"> {
  event: Record<string, unknown>;
}

export interface BattleView extends Loose<"BattleView", "lines"> {
  lines: LogLine[];
}

export interface DecisionView extends Loose<"DecisionView", "about" | "default" | "choices"> {
  about: Record<string, unknown>;
  default: Action | null;
  choices: { action: Action; text: Texts; damage: number | null }[];
}

export interface Snapshot extends Loose<"Snapshot", "decisions" | "battle" | "options" | "units" | "orders"> {
  /** Standing orders of the own seats: power → kind of decision → policy. */
  orders: Record<Id, Record<string, Policy>>;
  options: Record<string, unknown>;
  units: Record<Id, UnitView>;
  decisions: DecisionView[];
  battle: BattleView | null;
}

export interface Way extends Loose<"Way", "actions"> {
  actions: Action[];
}

export interface Destination {
  space: Id;
  choices: Way[];
}

export interface Reach extends Loose<"Reach", "destinations"> {
  destinations: Destination[];
}

export interface GroupReach extends Loose<"GroupReach", "destinations"> {
  destinations: Destination[];
}

export interface Problem extends Loose<"Problem", "snapshot"> {
  snapshot: Snapshot | null;
}

export interface Step extends Loose<"Step", "lines" | "units"> {
  lines: LogLine[];
  units: Record<Id, UnitView | null>;
}

/** What comes over a game's socket. */
export type Live = Step | Sent<Schemas["Hello" | "Ready" | "Thinking" | "Changed" | "Trouble"]>;
