/**
 * The order sheet as it stands in this browser: one text for each unit, lines that fit no unit, and what the server last said
 * it has. Survives a reload and a lost connection. Knows nothing of the page.
 *
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {import("./types.d.ts").Sheet} Sheet
 * @typedef {import("./types.d.ts").Receipt} Receipt
 * @typedef {import("./notation.js").Finder} Finder
 */

import { baseOf, entryOf, spoken } from "./language.js";
import { provinceOf, regionOf, typedTokens } from "./notation.js";

/** @param {string} text @returns {string[]} its lines that say something */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

export class Draft extends EventTarget {
  /**
   * @param {string} key under which this phase's draft is kept in the browser
   * @param {Record<string, string[]>} legal
   * @param {Finder} finder
   * @param {Sheet | null} sheet what the server has
   */
  constructor(key, legal, finder, sheet) {
    super();
    this.key = key;
    this.legal = legal;
    this.finder = finder;
    /** @type {Map<string, string>} unit -> order text, legal or not */
    this.orders = new Map();
    /** @type {string[]} lines that belong to no unit of the list */
    this.extra = [];
    /** @type {{orders: [string, string][], extra: string[]}[]} */
    this.past = [];
    this.savedText = "";
    /** @type {Line[]} */
    this.savedLines = [];
    /** @type {string | null} */
    this.savedAt = null;
    this.final = false;
    /** @type {Map<string, string>} unit -> the possible order that stays while another is typed over it */
    this.held = new Map();
    this.#accept(sheet?.text ?? "", sheet?.lines ?? [], sheet?.final ?? false, sheet?.saved_at ?? null);
    this.#read(this.savedText);
    this.#understand();
    this.savedText = this.text();
    this.restored = this.#restore();
  }

  /** @returns {string[]} the units that are there to be ordered: of those still to be placed, where this sheet places them */
  present() {
    const all = Object.keys(this.legal);
    const seized = all.filter((key) => key.includes("(D)")); // others' units stand after one's own
    const keys = [...all.filter((key) => !seized.includes(key)), ...seized].flatMap((key) => this.#entries(key));
    const places = keys.filter((key) => key.startsWith("place "));
    if (!places.length) return keys;
    const placed = places.map((key) => this.orders.get(key)?.split(" ").at(-1));
    const standing = keys.filter((key) => !places.includes(key) && (this.orders.has(key) || placed.includes(provinceOf(regionOf(key) ?? ""))));
    return [...places, ...standing];
  }

  /** @param {string} base @returns {string[]} its entries that hold an order, and one more where there is room for it */
  #entries(base) {
    const given = this.#given(base);
    const more = !given.length || spoken().more?.(base, given.map((key) => this.orders.get(key) ?? ""));
    const keys = more ? [...given, this.vacant(base)] : given;
    return keys.length ? keys : [base];
  }

  /** @param {string} base @returns {string[]} its entries that hold an order, in the order they were given */
  #given(base) {
    return [...this.orders.keys()].filter((key) => baseOf(key) === base);
  }

  /** @param {string} base @returns {string} its first entry without an order */
  vacant(base) {
    let number = 1;
    while (this.orders.has(entryOf(base, number))) number += 1;
    return entryOf(base, number);
  }

  /** @returns {string} the whole sheet, one order a line */
  text() {
    const known = Object.keys(this.legal).flatMap((base) => this.#given(base).map((key) => this.orders.get(key) ?? ""));
    return [...known, ...this.extra].join("\n");
  }

  /** @returns {boolean} whether the browser has something the server has not */
  get dirty() {
    return this.text() !== this.savedText;
  }

  /**
   * @param {string} unit
   * @returns {"none" | "draft" | "saved"} whether its order is the one the server has
   */
  standing(unit) {
    const text = this.orders.get(unit);
    if (text === undefined) return "none";
    return linesOf(this.savedText).includes(text) ? "saved" : "draft";
  }

  /**
   * @param {string} text a line of the sheet
   * @returns {string | null} what is wrong with it, as far as the list of legal orders or the server's answer tells
   */
  problem(text) {
    const told = this.savedLines.find((line) => line.text === text || line.order === text);
    if (told) return told.ok ? null : told.problem ?? "This order will not count.";
    return this.finder.exact(text) ? null : "Not possible, as far as this page can tell. Submit, and the server says what it makes of it.";
  }

  /** @param {string} line of `extra` @returns {string | null} the unit whose good order stays in its place */
  keeps(line) {
    const unit = this.#unitOf(line);
    return unit !== null && this.orders.has(unit) ? unit : null;
  }

  /** @param {string} unit @param {string} text */
  set(unit, text) {
    this.#remember();
    this.orders.set(unit, text);
    this.#dropStrays(baseOf(unit));
    this.#makeRoom(unit);
    this.#changed();
  }

  /** What no longer fits beside an order that was just given is taken back, the last first. @param {string} unit */
  #makeRoom(unit) {
    const base = baseOf(unit);
    const fits = () => spoken().fits?.(base, this.#given(base).map((key) => this.orders.get(key) ?? "")) ?? true;
    for (const key of this.#given(base).filter((other) => other !== unit).reverse()) {
      if (fits()) return;
      this.orders.delete(key);
    }
  }

  /** @param {string} unit */
  clear(unit) {
    if (!this.orders.has(unit)) return;
    this.#remember();
    this.orders.delete(unit);
    this.held.delete(unit);
    this.#changed();
  }

  /** @param {number} index of a line that fits no unit */
  clearExtra(index) {
    this.#remember();
    this.extra.splice(index, 1);
    this.#changed();
  }

  clearAll() {
    this.#remember();
    this.orders.clear();
    this.extra = [];
    this.#changed();
  }

  /** @param {string} text a whole sheet */
  replace(text) {
    this.#remember();
    this.#read(text);
    this.#changed();
  }

  /**
   * A whole sheet as it is typed or pasted by hand: where a line is no possible order of its unit (yet), the good one that was
   * there stays beside it, until `typed`.
   * @param {string} text
   */
  type(text) {
    this.#remember();
    this.#hold();
    this.#read(text);
    for (const [unit, line] of [...this.orders]) {
      const good = this.held.get(unit);
      if (good === undefined || this.finder.exact(line)) continue;
      this.orders.set(unit, good);
      this.extra.push(line);
    }
    this.#changed();
  }

  /** The hand has left the sheet: what is not there any more is not wanted. */
  typed() {
    this.held.clear();
  }

  /** @param {string} line one typed order @returns {string | null} the unit it went to */
  add(line) {
    this.#remember();
    const typed = line.trim();
    const found = this.finder.exact(typed);
    if (found) this.#dropStrays(found.unit);
    const unit = this.#place(typed);
    this.#changed();
    return unit;
  }

  /** @returns {boolean} whether there was something to undo */
  undo() {
    const last = this.past.pop();
    if (!last) return false;
    this.orders = new Map(last.orders);
    this.extra = last.extra;
    this.#changed();
    return true;
  }

  /** @param {Receipt} receipt @param {string} sent the text it answers */
  received(receipt, sent) {
    if (receipt.saved) {
      const untouched = this.text() === sent;
      this.#accept(sent, receipt.lines, receipt.final, receipt.saved_at);
      if (untouched) {
        this.#understand();
        this.savedText = this.text();
      }
    }
    this.#changed();
  }

  /** @param {Sheet | null} sheet the server's, read again: from another tab or device */
  reread(sheet) {
    if (!sheet || sheet.saved_at === this.savedAt) return;
    const untouched = !this.dirty;
    this.#accept(sheet.text, sheet.lines, sheet.final, sheet.saved_at);
    if (untouched) {
      this.#read(sheet.text);
      this.#understand();
      this.savedText = this.text();
    }
    this.#changed();
  }

  /**
   * @param {string} text
   * @param {Line[]} lines
   * @param {boolean} final
   * @param {string | null} savedAt
   */
  #accept(text, lines, final, savedAt) {
    this.savedText = text;
    this.savedLines = lines;
    this.final = final;
    this.savedAt = savedAt;
  }

  /** @param {string} text */
  #read(text) {
    this.orders = new Map();
    this.extra = [];
    for (const line of linesOf(text)) this.#place(line, true);
  }

  /** What was typed in vain for a unit is done with once it has a good order. @param {string} base */
  #dropStrays(base) {
    this.extra = this.extra.filter((stray) => this.#unitOf(stray) !== base);
  }

  /**
   * To the unit a line is for; what cannot be read, or is not possible where a good order stands, to the lines beside.
   * @param {string} line
   * @param {boolean} whole it is one of a whole sheet, of which nothing is dropped
   * @returns {string | null}
   */
  #place(line, whole = false) {
    if (!line) return null;
    const found = this.finder.exact(line);
    const base = found?.unit ?? this.#unitOf(line);
    const unit = base === null ? null : this.entryFor(base, found?.text ?? line);
    const before = unit === null ? undefined : this.orders.get(unit);
    if (unit === null || (!found && before !== undefined && this.finder.exact(before))) {
      this.extra.push(line);
      return null;
    }
    if (whole && found && before !== undefined && !this.finder.exact(before)) this.extra.push(before);
    this.orders.set(unit, found?.text ?? line);
    return unit;
  }

  /** The server reads more than this page does: what it has understood is written as it wrote it. */
  #understand() {
    const read = (/** @type {string} */ text) => {
      const told = this.savedLines.find((line) => line.text === text);
      return told?.ok && told.order && !this.finder.exact(text) ? told.order : null;
    };
    for (const [unit, text] of [...this.orders]) this.orders.set(unit, read(text) ?? text);
    const strays = this.extra;
    this.extra = strays.filter((text) => read(text) === null);
    for (const text of strays) this.#place(read(text) ?? "");
  }

  /** Note the good orders there are, for what is typed over them. */
  #hold() {
    for (const [unit, text] of this.orders) if (this.finder.exact(text)) this.held.set(unit, text);
  }

  /** @param {string} base @param {string} text @returns {string} the entry a typed order belongs to: a new one where there is room for several */
  entryFor(base, text) {
    const given = this.#given(base);
    const same = given.find((key) => this.orders.get(key) === text);
    if (same !== undefined || !given.length) return same ?? base;
    return spoken().more?.(base, given.map((key) => this.orders.get(key) ?? "")) ? this.vacant(base) : given.at(-1) ?? base;
  }

  /** @param {string} line @returns {string | null} the unit of the list it begins with, its kind said or not */
  #unitOf(line) {
    const [first, second] = typedTokens(line);
    const named = (/** @type {string} */ key) => (key.startsWith("place ") ? key : regionOf(key) ?? key).toLowerCase();
    return Object.keys(this.legal).find((key) => first === named(key) || (second === named(key) && key.toLowerCase().startsWith(`${first} `))) ?? null;
  }

  #remember() {
    this.past.push({ orders: [...this.orders], extra: [...this.extra] });
    if (this.past.length > 50) this.past.shift();
  }

  #changed() {
    this.#keep();
    this.dispatchEvent(new Event("change"));
  }

  #keep() {
    try {
      if (this.dirty) localStorage.setItem(this.key, this.text());
      else localStorage.removeItem(this.key);
    } catch {
      return; // storage is forbidden or full: the draft lasts as long as the page
    }
  }

  /** @returns {boolean} whether a draft was found that the server does not have */
  #restore() {
    let kept = null;
    try {
      kept = localStorage.getItem(this.key);
    } catch {
      return false; // as above
    }
    if (kept === null || kept === this.savedText) return false;
    this.#read(kept);
    return this.dirty;
  }
}

/** @param {string} prefix drafts of one game @param {string} current the key still in use: older phases' drafts are swept out */
export function forgetOldDrafts(prefix, current) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key !== current) localStorage.removeItem(key);
    }
  } catch {
    return; // storage is forbidden: nothing is kept there either
  }
}
