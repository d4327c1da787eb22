/**
 * An order being given, step by step: a unit, what it does, the provinces pointed at, and what is left to ask in words.
 * Every step comes from the list of legal orders; nothing here knows a rule, a page or a pointer.
 *
 * @typedef {import("./types.d.ts").Choice} Choice
 * @typedef {import("./types.d.ts").Verb} Verb
 */
import { baseOf, spoken } from "./language.js";
import { marksOf } from "./marks.js";
import { provinceOf, regionOf, takeApart } from "./notation.js";

/** What a province pointed at means before a verb is chosen. */
const POINTED = /** @type {Verb[]} */ (["move", "retreat", "place"]);

/** @param {string} province @returns {string} the key under which stands what can be done there by no unit */
const deedsAt = (province) => `@${province}`;

/** @param {Choice} choice @returns {boolean} whether it insists on a convoy */
const insists = ({ rest }) => rest === "via" || rest.endsWith(" via");

/** @param {Choice} choice @param {Choice[]} own @returns {boolean} whether the same move is possible without insisting on a convoy */
const optional = (choice, own) => insists(choice) && own.some(({ verb, places, rest }) => verb === choice.verb && places[0] === choice.places[0] && choice.rest === `${rest} via`.trim());

/** @param {Choice} choice @returns {string[]} its steps, from the verb on */
const pathOf = (choice) => [choice.verb, ...choice.places, choice.rest];

export class Composer extends EventTarget {
  /** @param {Record<string, string[]>} legal */
  constructor(legal) {
    super();
    /** @type {Map<string, Choice[]>} */
    this.all = new Map();
    /** @type {string | null} */
    this.unit = null;
    /** @type {string[]} */
    this.path = [];
    /** how the order is to be marked */
    this.marks = "";
    /** whether a move goes by convoy where the unit could go by itself too */
    this.via = false;
    /** whether an order can be given to an entry beside what is given already @type {(unit: string, text: string) => boolean} */
    this.fits = () => true;
    /** whether a unit can go from one province to another by itself; where it cannot, a convoy needs no choosing @type {(from: string, to: string) => boolean} */
    this.goesAlone = () => true;
    this.replace(legal);
  }

  /** @param {Record<string, string[]>} legal the list of another phase; what was half said is dropped */
  replace(legal) {
    this.all = new Map(Object.entries(legal).map(([unit, texts]) => [unit, texts.map((text) => takeApart(unit, text))]));
    this.unit = null;
    this.path = [];
    this.via = false;
    this.#changed();
  }

  /** @returns {Choice[]} the orders that agree with everything said so far */
  choices() {
    return this.#along(this.path);
  }

  /** @returns {string[]} the ways in which the unit's orders can be marked, one of them chosen at any time */
  ways() {
    return [...new Set(this.#own().map((choice) => choice.marks))];
  }

  /** @param {string} marks one of the ways; what is said so far stays where it can */
  mark(marks) {
    if (!this.ways().includes(marks)) return;
    this.marks = marks;
    if (!this.choices().length) this.path = [];
    this.#skipOnlyVerb();
    this.#changed();
  }

  /** @returns {boolean} whether a convoy can be chosen for a way that the unit could go by itself */
  get convoyed() {
    const own = this.#marked();
    return own.some((choice) => optional(choice, own) && this.#alone(choice));
  }

  /** @param {boolean} via whether the move goes by convoy; what was said so far is asked again */
  byConvoy(via) {
    this.via = via && this.convoyed;
    this.path = [];
    this.#skipOnlyVerb();
    this.#changed();
  }

  /** @returns {"unit" | "verb" | "place" | "rest"} what is to be said next */
  get stage() {
    if (this.unit === null) return "unit";
    if (!this.path.length) return "verb";
    return this.choices().some((choice) => choice.places.length >= this.path.length) ? "place" : "rest";
  }

  /** @returns {Verb[]} what the unit may do */
  verbs() {
    return [...new Set(this.choices().map((choice) => choice.verb))];
  }

  /** @returns {Set<string>} provinces that may be pointed at now */
  targets() {
    if (this.stage === "verb") {
      return new Set(this.choices().filter((choice) => POINTED.includes(choice.verb)).map((choice) => choice.places[0] ?? ""));
    }
    if (this.stage !== "place") return new Set();
    return new Set(this.choices().map((choice) => choice.places[this.path.length - 1] ?? ""));
  }

  /**
   * @param {string | null} unit
   * @param {string} [marks] how its order is marked already; without one as the unit stands
   */
  take(unit, marks = marksOf(unit ?? "")) {
    this.unit = unit !== null && this.all.has(baseOf(unit)) ? unit : null;
    this.path = [];
    this.via = false;
    const ways = this.ways();
    this.marks = ways.includes(marks) ? marks : ways[0] ?? "";
    this.#skipOnlyVerb();
    if (this.path[0] !== "waive" || !this.#finished()) this.#changed();
  }

  /**
   * Ask what to do with a province that was pointed at, of what no unit does.
   * @param {string} province
   * @param {Choice[]} choices
   */
  propose(province, choices) {
    this.all.set(deedsAt(province), choices);
    this.unit = deedsAt(province);
    this.path = [];
    this.marks = "";
    this.via = false;
    this.#changed();
  }

  /** @param {Verb} verb */
  say(verb) {
    if (!this.verbs().includes(verb)) return;
    this.path = [verb];
    if (!this.#finished()) this.#changed();
  }

  /** @param {string} province @returns {boolean} whether that was possible */
  point(province) {
    if (!this.targets().has(province)) return false;
    if (this.stage === "verb") {
      const verb = POINTED.find((candidate) => this.choices().some((choice) => choice.verb === candidate && choice.places[0] === province));
      this.path = [verb ?? "move", province];
    } else {
      this.path = [...this.path, province];
    }
    if (!this.#finished()) this.#changed();
    return true;
  }

  /** @param {string} text one of the orders left */
  choose(text) {
    const choice = this.choices().find((candidate) => candidate.text === text);
    if (choice) this.#complete(choice);
  }

  /** One step back: Escape. @returns {boolean} whether there was one */
  back() {
    if (this.unit === null) return false;
    if (this.via && this.path.length < 2) {
      this.byConvoy(false);
      return true;
    }
    const onlyVerb = this.path.length === 1 && new Set(this.#along([]).map((choice) => choice.verb)).size === 1;
    if (this.path.length && !onlyVerb) this.path = this.path.slice(0, -1);
    else this.take(null);
    this.#changed();
    return true;
  }

  /** @param {string[]} path @returns {Choice[]} the orders that begin so, listed or not */
  #along(path) {
    const listed = this.#bySea(this.#marked());
    const more = this.unit === null ? [] : spoken().further?.(baseOf(this.unit), path) ?? [];
    return [...listed, ...more].filter((choice) => path.every((step, index) => pathOf(choice)[index] === step));
  }

  /** @returns {Choice[]} the unit's orders that are marked as chosen */
  #marked() {
    return this.#own().filter((choice) => choice.marks === this.marks);
  }

  /** @returns {Choice[]} the orders of the unit, marked in any way */
  #own() {
    const { unit } = this;
    return unit === null ? [] : (this.all.get(baseOf(unit)) ?? []).filter((choice) => this.fits(unit, choice.text));
  }

  #skipOnlyVerb() {
    if (this.path.length) return;
    const verbs = this.verbs();
    const [only] = verbs;
    if (verbs.length === 1 && only && (only === "waive" || this.choices().length > 1)) this.path = [only];
  }

  /** @returns {boolean} whether all is said; the order is announced then */
  #finished() {
    const [only, ...others] = this.choices();
    const proposed = this.unit?.startsWith("@");
    if (!only || !this.path.length || (this.stage === "place" && !proposed)) return false;
    if (others.length) return false;
    this.#complete(only);
    return true;
  }

  /** @param {Choice[]} own @returns {Choice[]} those by convoy alone where that is chosen; else all but those that could as well go unsaid */
  #bySea(own) {
    return own.filter((choice) => (this.via ? insists(choice) && this.#alone(choice) : !optional(choice, own)));
  }

  /** @param {Choice} choice a move @returns {boolean} whether the unit could go there by itself */
  #alone(choice) {
    return this.unit !== null && this.goesAlone(provinceOf(regionOf(this.unit) ?? ""), provinceOf(choice.places[0] ?? ""));
  }

  /** @param {Choice} choice */
  #complete(choice) {
    const proposed = this.unit?.startsWith("@") ?? false;
    const unit = proposed ? choice.unit : this.unit ?? choice.unit;
    this.unit = null;
    this.path = [];
    this.dispatchEvent(new CustomEvent("order", { detail: { ...choice, unit, proposed } }));
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
