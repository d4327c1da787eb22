/** The shapes of what the server sends (trekdip/games/wire.py), and of what the modules hand each other. */

import type { Board } from "./board.js";
import type { Composer } from "./composer.js";
import type { Speaker } from "./notation.js";
import type { Orders } from "./orders.js";

export type { Composer, Speaker };

export interface View {
  viewer: string;
  turn: string;
  units: Record<string, string[]>;
  dislodged?: { power: string; unit: string; by?: string; retreats?: string[] }[];
  centers: Record<string, string[]>;
  adjustments?: Record<string, number>;
  awaiting?: string[];
  [more: string]: unknown;
}

export interface Line {
  text: string;
  order: string | null;
  unit: string | null;
  ok: boolean;
  problem: string | null;
}

export interface Sheet {
  text: string;
  lines: Line[];
  final: boolean;
  saved_at: string | null;
}

export interface GameState {
  type: "state";
  game: string;
  ordinal: number;
  turn: string;
  title: string;
  status: "open" | "held" | "stuck" | "paused" | "finished" | "resolved";
  viewer: string;
  deadline: string | null;
  now: string;
  view: View;
  legal: Record<string, string[]>;
  board: string;
  sheet: Sheet | null;
  declared?: number;
  proposals?: Proposal[] | null;
}

/** An open proposal to end the game, as the asker may know it. */
export interface Proposal {
  id: number;
  kind: "draw" | "concede" | "end";
  powers: string[];
  by: string | null;
  mine: boolean;
  answer: boolean | null;
  waits: boolean;
}

export interface Receipt {
  type: "receipt";
  ordinal: number;
  saved: boolean;
  saved_at: string | null;
  final: boolean;
  lines: Line[];
  problem: string | null;
}

export type Point = [number, number];

export interface Geometry {
  size: Point;
  radius: number;
  provinces: Record<string, { name: string; kind: string; centre: boolean; layer?: number }>;
  places: Record<string, { province: string; unit: Point; second: Point; anchor: Point }>;
  /** Of boards that turn: the rings with their planets, anticlockwise, in the order in which they lie before the first turn. */
  wheel?: { centre: Point; heart: string; great: string[]; rings: { radius: number; planets: string[] }[] };
  /** On boards of nodes: where the printed lanes lead. */
  lanes?: Record<string, string[]>;
  /** On maps with land: where armies can march. */
  byLand?: Record<string, string[]>;
}

export type Verb = "hold" | "move" | "steps" | "support" | "convoy" | "scan" | "place" | "retreat" | "disband" | "build" | "choose" | "waive" | "other" | (string & {});

/** What a variant adds to the language of orders; the core has the word on all that is left out. */
export interface Language {
  /** The list of legal orders regrouped: entry of the sheet -> orders it can be given. */
  slots?(legal: Record<string, string[]>): Record<string, string[]>;
  /** Whether an entry that holds these orders can be given one more beside them. */
  more?(base: string, texts: string[]): boolean;
  /** Where an entry stands on the board; null: nowhere; undefined: the core knows. */
  stands?(base: string): string | null | undefined;
  /** An order's verb, the provinces to point at in turn, and what is asked in words after them. */
  takeApart?(text: string, unit: string): { verb: Verb; places?: string[]; rest?: string; marks?: string } | null | undefined;
  /** Whether an entry can be given all of these orders together; what no longer fits is taken back. */
  fits?(base: string, texts: string[]): boolean;
  /** The name and key of a way to mark an order, where `takeApart` tells ways of its own. */
  way?(way: string, ways: string[]): { word: string; key: string };
  /** The entry in words; the order in words without the entry; the word on a button for `rest`; the open question. */
  unit?(base: string, speaker: Speaker): string | null | undefined;
  deed?(text: string, speaker: Speaker, base: string): string | null | undefined;
  rest?(choice: Choice, speaker: Speaker): string | null | undefined;
  ask?(composer: Composer, speaker: Speaker): string | null | undefined;
  /** What follows from an order beyond its words; `sheet` are all orders given. */
  follows?(text: string, speaker: Speaker, sheet: string[]): string[];
  /** Key and word of verbs the core does not have. */
  verbs?: Record<string, { key: string; word: string }>;
  /** The state and board that orders are now given on: told before anything else is asked. */
  know?(state: GameState, geometry: Geometry): void;
  /** Orders beyond the list, where it holds patterns: those of an entry that agree with what is said so far (verb, provinces …). */
  further?(base: string, path: string[]): Choice[];
  /** The order beyond the list that a typed line writes out; some that what is typed may be the beginning of. */
  read?(typed: string): { unit: string; text: string } | null;
  complete?(typed: string): { unit: string; text: string }[];
  /** Lines of an order on the board that the core does not draw: ways between two provinces, and who makes them. */
  draws?(text: string): { a: string; b: string; opens: boolean; from: string[] } | null;
  /** The entry and verb that pointing at a province begins while no unit is chosen. */
  opens?(province: string): { base: string; verb: Verb } | null;
}

/** What `static/js/parts/<variant>.js` exports as `attach` gets, and what it answers. */
export interface Page {
  root: HTMLElement;
  board: Board;
  orders: Orders | null;
  state: GameState;
  geometry: Geometry;
  say(text: string): void;
}
export interface Attached {
  take?(state: GameState): void;
}

/** What the words of an order do not tell: by letter of a mark, and by unit the goals that open something for ever. */
export interface Meanings {
  marks: Record<string, string>;
  without: Record<string, string>;
  once: Record<string, string>;
  finds: Record<string, { sure: string[]; maybe: string[] }>;
  sure: string;
  maybe: string;
}

/** One legal order, taken apart: its marks, verb, provinces to point at in turn, and what is left to be asked in words. */
export interface Choice {
  text: string;
  unit: string;
  verb: Verb;
  places: string[];
  rest: string;
  marks: string;
}
export type { Sky as CosmicSky } from "./parts/cosmic-sky.js";
