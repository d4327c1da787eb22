/** The shapes of what the server sends (trekdip/games/wire.py), and of what the modules hand each other. */

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
  status: "open" | "stuck" | "paused" | "finished" | "resolved";
  viewer: string;
  deadline: string | null;
  now: string;
  view: View;
  legal: Record<string, string[]>;
  board: string;
  sheet: Sheet | null;
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
  provinces: Record<string, { name: string; kind: string; centre: boolean }>;
  places: Record<string, { province: string; unit: Point; second: Point; anchor: Point }>;
}

export type Verb = "hold" | "move" | "steps" | "support" | "convoy" | "scan" | "place" | "retreat" | "disband" | "build" | "choose" | "waive" | "other";

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
