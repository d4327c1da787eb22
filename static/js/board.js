/**
 * The board as something to point at: which province or unit is meant, what is lit up, where the keyboard's cursor stands.
 * It shows what it is told; the choices come from outside.
 *
 * @typedef {import("./types.d.ts").Geometry} Geometry
 */
import { Arrows } from "./arrows.js";
import { baseOf } from "./language.js";
import { bare } from "./marks.js";
import { regionOf } from "./notation.js";
import { Viewport } from "./viewport.js";
import { Wheel } from "./wheel.js";

const FINGER = 30; // CSS pixels around a press within which a possible goal is meant
const [FAR, NEAR] = [0.4, 0.52]; // CSS pixels for a unit of the board: below, names are hidden; above, written out
const NARROW = 640; // CSS pixels of board below which a chosen unit is looked at closely
const LEGIBLE = 13; // CSS pixels a unit's radius should have while its goals are pointed at
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class Board extends EventTarget {
  /**
   * @param {HTMLElement} box the element around the drawing, focusable
   * @param {SVGSVGElement} svg
   * @param {Geometry} geometry
   */
  constructor(box, svg, geometry) {
    super();
    this.box = box;
    this.svg = svg;
    this.geometry = geometry;
    this.view = new Viewport(svg, (event) => this.#tap(event));
    const layer = svg.querySelector("#draft");
    if (!(layer instanceof SVGElement)) throw new Error("The board's drawing has no layer for drafts.");
    this.arrows = new Arrows(layer, geometry);
    this.wheel = geometry.wheel ? new Wheel(svg, geometry) : null;
    /** how many seasons ahead the board is looked at; orders are for now */
    this.ahead = 0;
    /** @type {Map<string, SVGElement>} */
    this.provinces = new Map();
    this.#gather();
    /** @type {string | null} province under the keyboard's cursor */
    this.cursor = null;
    /** @type {Set<string>} provinces that may be pointed at; empty: any */
    this.targets = new Set();
    this.#quietArrows();
    svg.addEventListener("viewport", () => this.#suitDistance());
    svg.addEventListener("pointerover", (event) => this.#hover(event));
    svg.addEventListener("pointerleave", () => this.#hovered(null));
  }

  /** Swap the layers that change with the phase; zoom and drafts stay. @param {string} markup `<g id="dynamic">…</g>` */
  replaceDynamic(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
    const fresh = parsed.querySelector("#dynamic");
    const old = this.svg.querySelector("#dynamic");
    if (!fresh || !old) throw new Error("The server sent a board that cannot be read.");
    const before = this.wheel?.turned ?? 0;
    old.replaceWith(document.importNode(fresh, true));
    this.#quietArrows();
    this.#gather();
    if (this.wheel) this.wheel.go(0, before - this.wheel.turned);
  }

  /** What there is to point at in what is drawn, and where. */
  #gather() {
    this.ahead = 0;
    this.svg.classList.remove("back");
    this.provinces.clear();
    for (const element of this.svg.querySelectorAll("g.province")) {
      if (element instanceof SVGElement) this.provinces.set(element.dataset["province"] ?? "", element);
    }
    if (!this.wheel) return;
    this.geometry = this.wheel.places();
    this.arrows.geometry = this.geometry;
  }

  /** Show where everything will lie, on a board that turns. @param {number} ahead seasons from now */
  lookAhead(ahead) {
    if (!this.wheel) return;
    this.ahead = ahead;
    this.svg.classList.remove("back");
    this.svg.classList.toggle("ahead", ahead !== 0);
    this.geometry = this.wheel.places(ahead);
    this.arrows.geometry = this.geometry;
    this.wheel.go(ahead);
  }

  /** @returns {boolean} whether a board that has turned since its last orders lies as it lay then */
  get back() {
    return this.svg.classList.contains("back");
  }

  /** Turn the board back to where its last orders were given, if it has turned since, or let it lie as it does. @param {boolean} back */
  lookBack(back) {
    this.lookAhead(back && this.svg.querySelector("#dynamic[data-ordered]") ? -1 : 0);
    this.svg.classList.toggle("back", this.ahead < 0);
  }

  /** From afar names would be specks: they appear as one comes closer. */
  #suitDistance() {
    const { pixels } = this.view;
    this.svg.classList.toggle("far", pixels < FAR);
    this.svg.classList.toggle("hide-names", pixels < FAR);
    this.svg.classList.toggle("show-codes", pixels >= FAR && pixels < NEAR);
  }

  /** Past orders are read in the list of results: dozens of arrows would stand between the keyboard and everything else. */
  #quietArrows() {
    for (const arrow of this.svg.querySelectorAll("#dynamic .order[tabindex]")) arrow.removeAttribute("tabindex");
  }

  /**
   * @param {string} unit key in the list of legal orders
   * @returns {Element | null} its counter on the board
   */
  counter(unit) {
    const all = [...this.svg.querySelectorAll("#dynamic .unit")];
    const called = (/** @type {Element} */ element) => element.getAttribute("data-unit") ?? "";
    const exact = all.filter((element) => called(element) === baseOf(unit));
    const found = exact.length ? exact : all.filter((element) => bare(called(element)) === bare(unit) && !element.classList.contains("ghost"));
    return found.find((element) => element.classList.contains("dislodged")) ?? found[0] ?? null;
  }

  /** @param {string} unit @returns {[number, number] | null} where the menu of its orders belongs, on the board */
  spot(unit) {
    const counter = this.counter(unit);
    const moved = counter instanceof SVGGraphicsElement ? counter.transform.baseVal.consolidate()?.matrix : null;
    return moved ? [moved.e, moved.f] : this.arrows.unitAt(regionOf(unit) ?? unit);
  }

  /**
   * @param {object} marks
   * @param {string | null} marks.unit the one being ordered
   * @param {Set<string>} marks.targets
   * @param {string[]} marks.orderable units that may be given orders
   * @param {(unit: string) => boolean} marks.ordered
   */
  mark({ unit, targets, orderable, ordered }) {
    this.targets = targets;
    this.svg.classList.toggle("ordering", unit !== null);
    for (const [province, element] of this.provinces) {
      element.classList.toggle("target", targets.has(province));
      element.classList.toggle("dimmed", targets.size > 0 && !targets.has(province));
      element.classList.toggle("home-choice", unit === null && orderable.includes(province));
      element.classList.toggle("done", ordered(province));
    }
    // The owner's colour lies over the ground: it steps back where the ground says that one can go there.
    for (const element of this.svg.querySelectorAll("#dynamic .owners [data-province]")) element.classList.toggle("yields", targets.has(element.getAttribute("data-province") ?? ""));
    for (const element of this.svg.querySelectorAll("#dynamic .unit")) element.classList.remove("selected", "orderable", "ordered");
    for (const key of orderable) {
      const counter = this.counter(key);
      counter?.classList.add("orderable");
      counter?.classList.toggle("ordered", ordered(key));
    }
    if (unit !== null) this.counter(unit)?.classList.add("selected");
  }

  /** Look closely at a unit and what it can reach, where the drawing is small. @param {string} unit */
  closeUp(unit) {
    if (this.box.clientWidth > NARROW) return;
    const spots = [this.spot(unit), ...[...this.targets].map((province) => this.arrows.unitAt(province))];
    this.view.frame(spots.filter((spot) => spot !== null), LEGIBLE / this.geometry.radius);
  }

  /** @param {string} province put the keyboard's cursor there */
  goto(province) {
    this.cursor = province;
    const at = this.arrows.unitAt(province);
    this.arrows.point(province);
    if (at) this.view.show(at[0], at[1]);
    this.#hovered(province);
  }

  hideCursor() {
    this.cursor = null;
    this.arrows.point(null);
  }

  /**
   * Walk to the province next in the direction of an arrow key.
   * @param {string} key "ArrowLeft" …
   * @param {string} start where to begin when there is no cursor yet
   * @returns {string | null} the province reached
   */
  walk(key, start) {
    const direction = STEPS[key];
    if (!direction) return null;
    if (this.cursor === null) {
      this.goto(start);
      return start;
    }
    const from = this.arrows.unitAt(this.cursor);
    if (!from) return null;
    let best = null;
    let least = Infinity;
    for (const province of this.provinces.keys()) {
      const to = province === this.cursor ? null : this.arrows.unitAt(province);
      if (!to) continue;
      const along = (to[0] - from[0]) * direction[0] + (to[1] - from[1]) * direction[1];
      const aside = Math.abs((to[0] - from[0]) * direction[1]) + Math.abs((to[1] - from[1]) * direction[0]);
      if (along <= 0 || aside > along * 1.6) continue;
      const cost = along + aside * 1.8;
      if (cost < least) [best, least] = [province, cost];
    }
    if (best !== null) this.goto(best);
    return best;
  }

  /** @param {string | null} province under pointer or cursor @param {SVGElement | null} order the arrow of a past order there */
  #hovered(province, order = null) {
    for (const [name, element] of this.provinces) element.classList.toggle("hovered", name === province);
    this.dispatchEvent(new CustomEvent("hover", { detail: { province, order } }));
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const arrow = event.target instanceof Element ? event.target.closest(".order") : null;
    this.#hovered(this.#under(event).province, arrow instanceof SVGElement ? arrow : null);
  }

  /** @param {PointerEvent} event @returns {{province: string | null, unit: string | null}} what is meant there; arrows lie over places and are looked through */
  #under(event) {
    const element = document.elementsFromPoint(event.clientX, event.clientY).find((found) => this.svg.contains(found) && !found.closest(".order"));
    const counter = element?.closest(".unit");
    const place = element?.closest("[data-province]");
    return {
      unit: counter instanceof SVGElement ? counter.dataset["unit"] ?? null : null,
      province: place instanceof SVGElement ? place.dataset["province"] ?? null : null,
    };
  }

  /** @param {PointerEvent} event */
  #tap(event) {
    this.hideCursor();
    const { unit, province } = this.#under(event);
    const meant = this.targets.size && (province === null || !this.targets.has(province)) ? this.#near(event) ?? province : province;
    this.dispatchEvent(new CustomEvent("pick", { detail: { province: meant, unit } }));
  }

  /** @param {PointerEvent} event @returns {string | null} the possible goal a finger probably meant: small provinces are hard to hit */
  #near(event) {
    const at = this.view.toBoard(event.clientX, event.clientY);
    const reach = (event.pointerType === "mouse" ? FINGER / 3 : FINGER) / this.view.pixels;
    let best = null;
    let least = reach;
    for (const province of this.targets) {
      const to = this.arrows.unitAt(province);
      const distance = to ? Math.hypot(to[0] - at.x, to[1] - at.y) : Infinity;
      if (distance < least) [best, least] = [province, distance];
    }
    return best;
  }
}
