/**
 * Texts of cosmic's own orders: a warp found in one, and what a person typed read as one, however it is spelt. Knows how they are
 * written, not what is allowed.
 *
 * @typedef {import("../types.d.ts").CosmicSky} Sky
 * @typedef {{unit: string, text: string}} Found
 */

const WARP = /(?:^|\s)([a-z0-9]+)([+/])([a-z0-9]+)$/;
const KINDS = /** @type {Record<string, string>} */ ({ F: "fleet", Q: "fold" });

/** @param {string} text canonical @returns {{a: string, b: string, sign: string} | null} the warp that an order names */
export function warpIn(text) {
  const found = WARP.exec(text);
  return found ? { a: found[1] ?? "", sign: found[2] ?? "", b: found[3] ?? "" } : null;
}

/** @param {string} text canonical, or a pattern @returns {string[]} the folds given up for it */
export function crewOf(text) {
  const [head = ""] = text.split(" ");
  return /^Q[a-z0-9]+(,Q[a-z0-9]+)+$/.test(head) ? head.split(",").map((fold) => fold.slice(1)) : [];
}

/** @param {string} text @returns {string} as names are compared */
const plain = (text) => text.toLowerCase().replaceAll("\u2011", "-").trim();

/** Reads what somebody typed, for the entries of one sheet. */
export class Typed {
  /** @param {Sky} sky @param {string[]} entries */
  constructor(sky, entries) {
    this.sky = sky;
    this.entries = entries;
    /** @type {Map<string, string>} every way to write a space -> its id */
    this.places = new Map(sky.spaces.flatMap((id) => [[id, id], [plain(sky.geometry.provinces[id]?.name ?? id), id]]));
  }

  /** @param {string} typed @returns {Found | null} the order of this variant that it writes out in full */
  read(typed) {
    const text = plain(typed).replace(/-+>|→|–|—/g, "-").replace(/\s+/g, " ");
    if (this.entries.includes("WARP")) return this.#lasting(text);
    const [entry, rest] = this.#unit(text, this.entries);
    const order = entry && this.#order(rest);
    return entry && order ? { unit: entry, text: `${entry} ${order}` } : null;
  }

  /** @param {string} rest what follows the unit @returns {string | null} */
  #order(rest) {
    const [, verb = "", said = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
    if (/^(w|warps?)$/.test(verb)) return headed("W", this.#warp(said));
    if (/^(-|to|moves?)$/.test(verb)) return headed("-", this.#place(said.replace(/^to /, "")));
    if (!/^(s|b|supports?|backs?)$/.test(verb)) return null;
    const warp = this.#warp(said);
    if (warp) return `S ${warp}`;
    const [aim, goal] = this.#unit(said, this.sky.units.map(({ kind, place }) => `${kind} ${place}`));
    if (!aim) return null;
    if (!goal || /^(h|holds?)$/.test(goal)) return `S ${aim}`;
    const place = this.#place(goal.replace(/^(-|to|moves? to|moves?)\s*/, ""));
    return place && `S ${aim} - ${place}`;
  }

  /** @param {string} text an order of Omega @returns {Found | null} */
  #lasting(text) {
    const back = /^(s|supports?)\s+(.*)$/.exec(text);
    const plainly = this.#warp(back?.[2] ?? text);
    if (plainly) return { unit: "WARP", text: back ? `S ${plainly}` : plainly };
    for (let at = text.lastIndexOf(" "); at > 0; at = text.lastIndexOf(" ", at - 1)) {
      const warp = this.#warp(text.slice(at + 1));
      const head = text.slice(0, at);
      if (!warp || /[+/]$/.test(head)) continue;
      const crew = head.replaceAll(" and ", ",").replace(/\bq\s+/g, "q").split(/[\s,]+/).filter(Boolean).map((one) => this.#fold(one));
      return crew.every((one) => one !== null) ? { unit: "WARP", text: `${crew.map((one) => `Q${one}`).join(",")} ${warp}` } : null;
    }
    return null;
  }

  /** @param {string} text "q16" @returns {string | null} */
  #fold(text) {
    return (text.startsWith("q") ? this.#place(text.slice(1)) : null) ?? this.#place(text);
  }

  /** @param {string} text @returns {string | null} */
  #place(text) {
    return this.places.get(text.trim()) ?? null;
  }

  /** @param {string} text @returns {string | null} a warp as it is written; names may hold a plus */
  #warp(text) {
    for (let at = 1; at < text.length; at += 1) {
      const sign = text[at] ?? "";
      if (sign !== "+" && sign !== "/") continue;
      const [a, b] = [this.#place(text.slice(0, at)), this.#place(text.slice(at + 1))];
      if (a && b) return `${a}${sign}${b}`;
    }
    return null;
  }

  /** @param {string} text @param {string[]} units @returns {[string | null, string]} the unit it begins with, its kind said or not, and what follows */
  #unit(text, units) {
    for (const unit of units) {
      const [kind = "", place = ""] = unit.split(" ");
      const name = plain(this.sky.geometry.provinces[place]?.name ?? place);
      for (const head of [kind.toLowerCase(), KINDS[kind] ?? kind, ""]) {
        for (const called of [place, name]) {
          const begins = head ? `${head} ${called}` : called;
          if (text === begins || text.startsWith(`${begins} `)) return [unit, text.slice(begins.length).trim()];
        }
      }
    }
    return [null, text];
  }

  /** @param {string} typed @returns {Found[]} warps that it may be the beginning of */
  complete(typed) {
    const text = plain(typed).replace(/\s+/g, " ");
    if (this.entries.includes("WARP")) {
      const back = /^(?:s|supports?)\s+(.*)$/.exec(text);
      return this.#warps(back?.[1] ?? text).map((warp) => ({ unit: "WARP", text: back ? `S ${warp}` : warp }));
    }
    const [entry, rest] = this.#unit(text, this.entries);
    const [, verb = "", said = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
    if (!entry || !/^(w|warps?|s|supports?|backs?)$/.test(verb)) return [];
    const sign = verb.startsWith("w") ? "W" : "S";
    return this.#warps(said).map((warp) => ({ unit: entry, text: `${entry} ${sign} ${warp}` }));
  }

  /** @param {string} text @returns {string[]} with the sign typed its second space is guessed, else both, beginning with where somebody is */
  #warps(text) {
    if (!text) return [];
    const at = [...text].findIndex((sign, index) => index > 0 && (sign === "+" || sign === "/") && this.#place(text.slice(0, index)));
    const [first, sign, second] = at < 0 ? [text, "", ""] : [text.slice(0, at), text[at] ?? "", text.slice(at + 1).trim()];
    const starts = at < 0 ? this.#beginning(first) : [this.#place(first) ?? ""];
    const found = [];
    for (const a of starts.slice(0, 3)) {
      for (const b of this.#beginning(second)) {
        if (a !== b) found.push(`${a}${sign || (this.sky.open(a, b) ? "/" : "+")}${b}`);
      }
    }
    return found;
  }

  /** @param {string} start @returns {string[]} spaces whose id or name begins so; those with a unit before others */
  #beginning(start) {
    const found = [...new Set([...this.places].filter(([called]) => called.startsWith(start)).map(([, id]) => id))];
    const taken = new Set(this.sky.units.map(({ place }) => place));
    return found.sort((a, b) => Number(b === start) - Number(a === start) || Number(taken.has(b)) - Number(taken.has(a)));
  }
}

/** @param {string} verb @param {string | null} what @returns {string | null} */
const headed = (verb, what) => what && `${verb} ${what}`;
