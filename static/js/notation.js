/**
 * Canonical order text taken apart, put into words, and found again from what a person typed. Knows how orders are written,
 * not what is allowed: that is the server's list.
 *
 * @typedef {import("./types.d.ts").Choice} Choice
 * @typedef {import("./types.d.ts").Verb} Verb
 * @typedef {import("./types.d.ts").Geometry} Geometry
 */
import { baseOf, spoken } from "./language.js";
import { marksOf, saidMarks, standingMarks } from "./marks.js";

const KINDS = /** @type {Record<string, string>} */ ({ A: "Army", F: "Fleet", C: "Unit", S: "Starship", Q: "Fold" });
const BUILDS = /** @type {Record<string, string>} */ ({ A: "an army", F: "a fleet", C: "a unit", S: "a starship", Q: "a fold" });
const COASTS = /** @type {Record<string, string>} */ ({ nc: "north coast", sc: "south coast", ec: "east coast", wc: "west coast" });

/** @param {string} region "stp/nc" @returns {string} "stp" */
export const provinceOf = (region) => region.split("/", 1)[0] ?? region;

/** @param {string} text @returns {string[]} its words without marks */
const bareWords = (text) => text.split(" ").filter((token) => !token.startsWith("("));

/** @param {string} token @returns {boolean} whether it stands for a kind of unit */
const isKind = (token) => /^\d*[A-Z]$/.test(token) && token.slice(-1) in KINDS;

/** @param {string} token "2S" @returns {string} "2 starships" */
function kindOf(token) {
  const kind = KINDS[token.slice(-1)] ?? token;
  return token.length > 1 ? `${token.slice(0, -1)} ${kind.toLowerCase()}s` : kind;
}

/**
 * @param {string} unit as it is keyed in the list of legal orders, "F stp/sc"
 * @returns {string | null} the region it stands in; null for what stands nowhere, an ability or a warp
 */
export function regionOf(unit) {
  const stands = spoken().stands?.(baseOf(unit));
  if (stands !== undefined) return stands;
  const tokens = bareWords(baseOf(unit));
  const region = tokens.find((token, index) => index > 0 || !isKind(token)) ?? "";
  return /^[A-Z]*$/.test(region) ? null : region;
}

/**
 * @param {string} unit key in the list of legal orders
 * @param {string} text a legal order in canonical notation
 * @returns {Choice}
 */
export function takeApart(unit, text) {
  const tokens = text.split(" ").filter((token) => !token.startsWith("("));
  const marks = marksOf(text);
  /** @type {(verb: Verb, places: string[], rest: string[]) => Choice} */
  const choice = (verb, places, rest) => ({ text, unit, verb, places, rest: rest.filter(Boolean).join(" "), marks });
  const own = spoken().takeApart?.(text, unit);
  if (own) return { ...choice(own.verb, own.places ?? [], []), rest: own.rest ?? "", marks: own.marks ?? marks };
  const [first = "", second = "", third = "", ...tail] = tokens;
  if (first === "WAIVE") return choice("waive", [], []);
  if (first === "place") return choice("place", [third], []);
  if (first === "CHOOSE") return choice("choose", [], [second, third]);
  if ((first === "B" || first === "D") && isKind(second)) return choice(first === "B" ? "build" : "disband", [], first === "B" ? [second, third] : []);
  const helped = isKind(tail[0] ?? "") ? tail.slice(1) : tail;
  const at = provinceOf(helped[0] ?? "");
  const goal = helped[1] === "-" ? provinceOf(helped[2] ?? "") : at;
  const goalRegion = helped[1] === "-" && (helped[2] ?? "").includes("/") ? [helped[2] ?? ""] : [];
  switch (third) {
    case "H":
      return choice("hold", [], []);
    case "-":
      if (tail.includes("-")) return choice("steps", [provinceOf(tail[0] ?? ""), provinceOf(tail[2] ?? "")], tail.filter((token) => token.includes("/")));
      return choice("move", [provinceOf(tail[0] ?? "")], [...((tail[0] ?? "").includes("/") ? [tail[0] ?? ""] : []), ...tail.slice(1)]);
    case "S":
      return choice("support", [at, goal], goalRegion);
    case "C":
      return choice("convoy", [at, goal], goalRegion);
    case "R":
      return choice("retreat", [provinceOf(tail[0] ?? "")], (tail[0] ?? "").includes("/") ? [tail[0] ?? ""] : []);
    case "scan":
      return choice("scan", [provinceOf(tail[0] ?? "")], []);
    case "D":
      return choice("disband", [], []);
    default:
      return choice("other", [], tokens.slice(2));
  }
}

/**
 * The list of legal orders as a sheet shows it: one entry for each unit; builds by the place where something can be built.
 * @param {Record<string, string[]>} legal as the server sends it, where every unit that can be built has an entry of its own
 * @returns {Record<string, string[]>}
 */
export function byPlace(legal) {
  /** @type {Record<string, string[]>} */
  const grouped = {};
  for (const [unit, texts] of Object.entries(spoken().slots?.(legal) ?? legal)) {
    const build = regionOf(unit) !== null && texts.every((text) => text.startsWith("B "));
    const key = build ? provinceOf(regionOf(unit) ?? unit) : unit;
    grouped[key] = [...(grouped[key] ?? []), ...texts];
  }
  return grouped;
}

export class Speaker {
  /** @param {Geometry} geometry whose provinces have the names */
  constructor(geometry) {
    this.geometry = geometry;
  }

  /** @param {string} region @returns {string} "Saint Petersburg, south coast" */
  place(region) {
    const [province = region, coast] = region.split("/");
    const name = this.geometry.provinces[province]?.name ?? province;
    return coast ? `${name}, ${COASTS[coast] ?? coast}` : name;
  }

  /** @param {string} unit @returns {string} "Army Vienna" */
  unit(unit) {
    const own = spoken().unit?.(baseOf(unit), this);
    if (own) return own;
    if (unit === "WAIVE") return "A build";
    if (unit.startsWith("place ")) return `Unit ${unit.slice(6)}`;
    return this.#spell(bareWords(baseOf(unit))).join(" ") + standingMarks(unit);
  }

  /** @param {string[]} tokens @returns {string[]} kinds and places written out, the rest as it is */
  #spell(tokens) {
    return tokens.map((token) => (isKind(token) ? kindOf(token) : provinceOf(token) in this.geometry.provinces ? this.place(token) : token));
  }

  /**
   * @param {string} unit key in the list of legal orders
   * @param {string} text canonical order
   * @returns {string} what the order does, without naming the unit again: "moves to Galicia"
   */
  deed(unit, text) {
    const own = spoken().deed?.(text, this, baseOf(unit));
    if (own) return own;
    const { verb } = takeApart(unit, text);
    const tokens = bareWords(text);
    const marked = saidMarks(text);
    const tail = tokens.slice(3);
    const goal = this.place(tail[0] ?? "");
    const dash = tail.indexOf("-");
    const helped = this.#spell(dash < 0 ? tail : tail.slice(0, dash)).join(" ");
    const aim = dash < 0 ? "" : this.place(tail[dash + 1] ?? "");
    switch (verb) {
      case "hold":
        return `holds${marked}`;
      case "move":
        return `moves to ${goal}${tail[1] === "via" ? " by convoy" : ""}${marked}`;
      case "steps":
        return `${tail[0] === tokens[1] ? "holds" : `moves to ${goal}`}, then moves to ${this.place(tail[2] ?? "")}${marked}`;
      case "scan":
        return `scans ${goal}${marked}`;
      case "place":
        return `is placed in ${this.place(tokens[2] ?? "")}`;
      case "choose":
        return `becomes ${tokens[1] === "A" ? "an army" : "a fleet"} in ${this.place(tokens[2] ?? "")}`;
      case "support":
        return aim ? `supports ${helped} to ${aim}${marked}` : `supports ${helped} to hold${marked}`;
      case "convoy":
        return `convoys ${helped} to ${aim}${marked}`;
      case "retreat":
        return `retreats to ${goal}`;
      case "disband":
        return "disbands";
      case "build":
        return `builds ${BUILDS[tokens[1] ?? ""] ?? tokens[1]} in ${this.place(tokens[2] ?? "")}${marked}`;
      case "waive":
        return "is left unused";
      default:
        return this.#spell(tokens.slice(2)).join(" ") + marked;
    }
  }

  /**
   * @param {string} rest what distinguishes choices once every province is pointed at
   * @param {Choice} choice
   * @returns {string} the words on the button that asks for it
   */
  rest(rest, choice) {
    const own = spoken().rest?.(choice, this);
    if (own) return own;
    const [kind = "", region = ""] = rest.split(" ");
    if (choice.verb === "build" || choice.verb === "choose") return [KINDS[kind] ?? kind, COASTS[region.split("/")[1] ?? ""]].filter(Boolean).join(", ");
    if (choice.verb === "other") return this.deed(choice.unit, choice.text);
    const parts = rest.split(" ").filter(Boolean).map((part) => {
      if (part === "via") return "by convoy";
      const coast = part.split("/")[1];
      return coast ? COASTS[coast] ?? coast : part;
    });
    if (parts.length) return parts.join(", ");
    return choice.verb === "move" ? "by itself" : "plain";
  }
}

/** Ways to write the fixed signs of the notation. */
const SIGNS = /** @type {Record<string, string[]>} */ ({
  a: ["army"], f: ["fleet"], "-": ["to", "moves", "move", "m"], s: ["supports", "support"], h: ["holds", "hold"],
  c: ["convoys", "convoy"], r: ["retreats", "retreat"], d: ["disbands", "disband", "remove", "removes"], b: ["builds", "build"], via: ["convoy"],
});

/** @param {string} text @returns {string[]} the words somebody typed, arrows made alike */
export function typedTokens(text) {
  return text.toLowerCase().replace(/-+>|→|–|—/g, " - ").replace(/[(),.;:]/g, " ").replace(/(\S)-(\S)/g, "$1 - $2").split(/\s+/).filter(Boolean);
}

/**
 * @typedef {{ways: string[], implied: boolean}} Part one sign of an order, the ways to say it, and whether it may go unsaid
 * @typedef {{unit: string, text: string, parts: Part[]}} Entry
 */

export class Finder {
  /**
   * @param {Geometry} geometry
   * @param {Record<string, string[]>} legal
   */
  constructor(geometry, legal) {
    /** @type {Entry[]} */
    this.entries = Object.entries(legal).flatMap(([unit, texts]) => texts.map((text) => ({
      unit,
      text,
      parts: text.replaceAll(")(", ") (").split(" ").map((token, index) => {
        const low = token.toLowerCase().replace(/[():]/g, "");
        const name = geometry.provinces[provinceOf(low)]?.name.toLowerCase() ?? "";
        const ways = [low, ...(SIGNS[low] ?? []), ...name.split(/[\s.]+/).filter(Boolean), ...(low.includes("/") ? low.split("/") : [])];
        return { ways, implied: token === "A" || token === "F" || (token === "C" && index === 0) };
      }),
    })));
  }

  /**
   * @param {string} typed
   * @param {number} limit
   * @returns {{unit: string, text: string}[]} legal orders that what was typed may be the beginning of, plainest first
   */
  complete(typed, limit = 8) {
    const wanted = typedTokens(typed);
    if (!wanted.length) return [];
    /** @type {(Entry & {cost: number})[]} */
    const found = [];
    for (const entry of this.entries) {
      const cost = costOf(wanted, entry.parts);
      if (cost !== null) found.push({ ...entry, cost });
    }
    found.sort((a, b) => a.cost - b.cost || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
    return [...found, ...(spoken().complete?.(typed) ?? [])].slice(0, limit);
  }

  /**
   * @param {string} typed one line
   * @returns {{unit: string, text: string} | null} the one legal order it writes out in full, in whatever spelling
   */
  exact(typed) {
    const wanted = typedTokens(typed);
    const plain = wanted.join(" ");
    const same = this.entries.find((entry) => entry.text.toLowerCase() === plain);
    if (same) return same;
    const full = this.entries.filter((entry) => costOf(wanted, entry.parts) === 0);
    if (full.length) return full.length === 1 ? full[0] ?? null : null;
    return spoken().read?.(typed) ?? null;
  }
}

/**
 * @param {string[]} wanted typed words, in order
 * @param {Part[]} parts of an order
 * @returns {number | null} how much of the order is not said yet (0: all said in full), or null where it is another order
 */
function costOf(wanted, parts) {
  let at = -1; // the part the last word belonged to; a name of several words stays there
  let cost = 0;
  /** @type {(from: number, to: number) => number} parts nobody said, but for the kinds of units, which are understood */
  const unsaid = (from, to) => parts.slice(from, to).filter(({ implied }) => !implied).length * 2;
  for (const token of wanted) {
    // A sign is never the beginning of a name's next word: `bla s ank` is a support, not the Black Sea.
    let next = token in SIGNS ? at + 1 : Math.max(0, at);
    while (next < parts.length && !parts[next]?.ways.some((way) => way.startsWith(token))) next += 1;
    if (next >= parts.length) return null;
    cost += unsaid(at + 1, next) + (parts[next]?.ways.includes(token) ? 0 : 1);
    at = next;
  }
  return cost + unsaid(at + 1, parts.length);
}
