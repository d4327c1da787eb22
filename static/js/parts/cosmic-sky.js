/**
 * What a player of cosmic knows of the board when giving orders: who stands where, which lanes are open, which a warp could
 * make, what lies beside a black hole. The same for everybody, and told by the view.
 *
 * @typedef {import("../types.d.ts").GameState} GameState
 * @typedef {import("../types.d.ts").Geometry} Geometry
 * @typedef {{kind: string, place: string, power: string}} Unit
 */
import { warpIn } from "./cosmic-text.js";

const HELP = /** @type {Record<string, number>} */ ({ F: 4, Q: 5 });

/**
 * @typedef {{units: Record<string, string[]>, centers: Record<string, string[]>, memory: {warps: string[], empires: Record<string, string[]>}}} Seen
 */

/** @returns {Seen} what the page shows already: it is not sent a second time */
function shown() {
  /** @type {Seen} */
  const view = { units: {}, centers: {}, memory: { warps: [], empires: {} } };
  for (const one of document.querySelectorAll("svg.board #dynamic .unit[data-unit]:not(.dislodged)")) {
    const power = one.getAttribute("data-power") ?? "";
    view.units[power] = [...(view.units[power] ?? []), one.getAttribute("data-unit") ?? ""];
  }
  for (const one of document.querySelectorAll("svg.board #dynamic .owned-centre")) {
    const power = [...one.classList].find((name) => name.startsWith("power-"))?.slice(6) ?? "";
    view.centers[power] = [...(view.centers[power] ?? []), one.getAttribute("data-province") ?? ""];
  }
  const told = document.querySelector("[data-cosmos]")?.getAttribute("data-cosmos");
  return told ? { ...view, memory: JSON.parse(told) } : view;
}

export class Sky {
  /** @param {GameState} state @param {Geometry} geometry */
  constructor(state, geometry) {
    this.geometry = geometry;
    this.viewer = state.viewer;
    const view = "units" in state.view ? /** @type {Seen} */ (/** @type {unknown} */ (state.view)) : shown();
    /** every space that a unit can be in */
    this.spaces = Object.keys(geometry.provinces).filter((id) => geometry.provinces[id]?.kind !== "hole");
    /** @type {Unit[]} */
    this.units = Object.entries(view.units).flatMap(([power, units]) => units.map((text) => {
      const [kind = "", place = ""] = text.split(" ");
      return { kind, place, power };
    }));
    /** @type {Record<string, string>} centre -> owner */
    this.owner = Object.fromEntries(Object.entries(view.centers).flatMap(([power, centres]) => centres.map((centre) => [centre, power])));
    this.empires = view.memory.empires;
    /** @type {Map<string, boolean>} */
    this.changed = new Map(view.memory.warps.flatMap((text) => {
      const warp = warpIn(text);
      return warp ? [[pairOf(warp.a, warp.b), warp.sign === "+"]] : [];
    }));
    /** spaces beside a black hole, as the board shows them */
    this.rim = new Set([...document.querySelectorAll("svg.board #dynamic .note.danger")].map((ring) => ring.getAttribute("data-province") ?? ""));
  }

  /** @param {string} name "Q 49" @returns {Unit | null} */
  unit(name) {
    const [kind, place] = name.split(" ");
    return this.units.find((one) => one.kind === kind && one.place === place) ?? null;
  }

  /** @param {string} base an entry of the sheet @returns {string} whose it is */
  ownerOf(base) {
    return this.unit(base)?.power ?? this.viewer;
  }

  /** @param {string} power @returns {string} */
  powerName(power) {
    return document.querySelector(`[data-power-name="${CSS.escape(power)}"]`)?.textContent?.trim() ?? power;
  }

  /** @returns {number} how many orders of type B the viewer has */
  warpsDue() {
    return 1 + (this.empires[this.viewer]?.length ?? 0);
  }

  /** @param {string} a @param {string} b @returns {boolean} whether a lane connects them, lasting warps counted */
  open(a, b) {
    return this.changed.get(pairOf(a, b)) ?? this.geometry.lanes?.[a]?.includes(b) ?? false;
  }

  /** @param {string} place @returns {boolean} */
  #centre(place) {
    return this.geometry.provinces[place]?.centre ?? false;
  }

  /** @param {string} a @param {string} b @param {string[]} busy spaces whose folds do something else @returns {boolean} whether there is a lane, or some fold could make one */
  couldLink(a, b, busy) {
    if (this.open(a, b)) return true;
    const owners = new Set([a, b].filter((place) => this.#centre(place)).map((place) => this.owner[place] ?? ""));
    if (owners.size > 1) return false;
    return this.units.some(({ kind, place, power }) => kind === "Q" && !busy.includes(place) && (!owners.size || owners.has(power)));
  }

  /** @param {Unit} unit @param {string} goal @returns {boolean} */
  reaches(unit, goal) {
    if (goal === unit.place || !this.spaces.includes(goal) || !this.couldLink(unit.place, goal, [unit.place])) return false;
    return unit.kind !== "Q" || !this.units.some((other) => other.place === goal && other.kind === "F" && other.power !== unit.power);
  }

  /** @param {Unit} unit @param {Unit} aim @param {string} goal its own space: to hold @returns {boolean} */
  helps(unit, aim, goal) {
    if (aim.place === unit.place || goal === unit.place || twins(unit.place, goal) || !this.spaces.includes(goal)) return false;
    if (!this.couldLink(unit.place, goal, [unit.place])) return false;
    return goal === aim.place || this.couldLink(aim.place, goal, [unit.place, aim.place]);
  }

  /** @param {string} a @param {string} b @param {string} sign @param {string | null} owner who connects, where foreign centres are closed @returns {boolean} */
  forbids(a, b, sign, owner) {
    if (a === b || !this.spaces.includes(a) || !this.spaces.includes(b)) return true;
    if (sign === "/") return twins(a, b);
    return owner !== null && [a, b].some((place) => this.#centre(place) && this.owner[place] !== owner);
  }

  /**
   * What an order leads to beyond its words: danger beside black holes, what a support adds.
   * @param {string} text @param {string[]} sheet all orders given @param {(place: string) => string} called
   * @returns {string[]}
   */
  warnings(text, sheet, called) {
    const [kind = "", here = "", verb = "", ...rest] = text.split(" ");
    const said = this.#idle(text, called);
    if (!HELP[kind] || !here) return said;
    const adds = verb === "S" && !warpIn(text) ? this.#adds(kind, here, rest) : "";
    if (adds) said.push(adds);
    const end = verb === "-" ? rest[0] ?? "" : here;
    if (verb === "R") return this.rim.has(rest[0] ?? "") ? [`${called(rest[0] ?? "")} lies beside a black hole: who retreats there is lost.`] : [];
    if (verb !== "D" && this.rim.has(end)) {
      const wanted = verb === "-" ? `S ${kind} ${here} - ${end}` : `S ${kind} ${here}`;
      const helped = sheet.some((line) => line.endsWith(wanted));
      const lost = verb === "-" ? "whether it gets there without a support or has to" : "without a support";
      said.push(helped ? `${called(end)} lies beside a black hole: your support saves it, unless that is cut.` : `Danger: ${called(end)} lies beside a black hole. It is lost ${lost}${verb === "-" ? " stay beside one" : ""}.`);
    }
    if (verb === "-" && this.rim.has(here)) said.push("If it cannot get away, the black hole beside it takes it.");
    return said;
  }

  /** @param {string} text @param {(place: string) => string} called @returns {string[]} that a warp changes nothing by itself, if so */
  #idle(text, called) {
    const warp = warpIn(text);
    if (!warp || this.open(warp.a, warp.b) !== (warp.sign === "+")) return [];
    const ends = `${called(warp.a)} and ${called(warp.b)}`;
    const [state, others] = warp.sign === "+" ? ["connected already", "part"] : ["not connected", "join"];
    return [`${ends} are ${state}: this only counts against orders that ${others} them.`];
  }

  /** @param {string} kind @param {string} here @param {string[]} rest what is supported @returns {string} */
  #adds(kind, here, rest) {
    const goal = rest[3] ?? rest[1] ?? "";
    const across = !this.open(here, goal);
    const adds = (HELP[kind] ?? 0) - Number(this.rim.has(here)) - Number(across);
    return across ? `Adds ${adds}, if a warp connects ${here} and ${goal} this season.` : `Adds ${adds}.`;
  }
}

/** @param {string} a @param {string} b @returns {string} */
const pairOf = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** @param {string} a @param {string} b @returns {boolean} whether they are the halves of a double space */
const twins = (a, b) => a !== b && /^\d+[ab]$/.test(a) && /^\d+[ab]$/.test(b) && a.slice(0, -1) === b.slice(0, -1);
