/**
 * The orders of the sheet as arrows on the board: drawn from what the player is about to order, nothing else.
 *
 * @typedef {import("./types.d.ts").Geometry} Geometry
 * @typedef {import("./types.d.ts").Point} Point
 * @typedef {import("./types.d.ts").Choice} Choice
 */
import { spoken } from "./language.js";
import { provinceOf, regionOf, takeApart } from "./notation.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {Point} from @param {Point} to @param {number} distance @returns {Point} `distance` before `to` */
function before(from, to, distance) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.max(0, length - distance) / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

const BEND = 0.08; // of its length: two units that change places get two arrows beside each other

/** @param {Point} a @param {Point} b @returns {Point} what the line from `a` to `b` bends towards, always on the same side seen from `a` */
function bendOf(a, b) {
  return [(a[0] + b[0]) / 2 - (b[1] - a[1]) * BEND, (a[1] + b[1]) / 2 + (b[0] - a[0]) * BEND];
}

/** @param {Point} a @param {Point} b @returns {string} path of a gently bent line */
function bow(a, b) {
  const [x, y] = bendOf(a, b);
  return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
}

export class Arrows {
  /**
   * @param {SVGElement} layer the board's `#draft`
   * @param {Geometry} geometry
   */
  constructor(layer, geometry) {
    this.layer = layer;
    this.geometry = geometry;
    this.group = this.layer.appendChild(shape("g", { class: "draft-orders" }));
    this.cursor = this.layer.appendChild(shape("g", { class: "draft-cursor" }));
  }

  /** @param {string} region @returns {Point | null} where a unit stands in it */
  unitAt(region) {
    const place = this.geometry.places[region] ?? this.geometry.places[provinceOf(region)];
    return place?.unit ?? null;
  }

  /**
   * @param {[string, string][]} orders unit and order text
   * @param {string} power whose colour they get
   */
  draw(orders, power) {
    this.group.replaceChildren();
    for (const [unit, text] of orders) {
      const mark = this.#mark(unit, text, power);
      if (mark) this.group.append(mark);
    }
  }

  /** @param {string | null} region under the keyboard's cursor */
  point(region) {
    this.cursor.replaceChildren();
    const at = region === null ? null : this.unitAt(region);
    if (at) this.cursor.append(shape("circle", { class: "cursor-ring", cx: at[0], cy: at[1], r: this.geometry.radius * 1.7 }));
  }

  /** @param {string} unit @param {string} text @param {string} power @returns {SVGElement | null} */
  #mark(unit, text, power) {
    const own = spoken().draws?.(text);
    if (own) return this.#way(own, power);
    const choice = takeApart(unit, text);
    const home = this.unitAt(choice.verb === "build" || choice.verb === "place" ? text.split(" ")[2] ?? "" : regionOf(unit) ?? "");
    if (!home) return null;
    const radius = this.geometry.radius;
    const mark = shape("g", { class: `draft-order ${choice.verb} power-${power}` });
    const [x, y] = home;
    if (choice.verb === "hold") mark.append(shape("circle", { class: "draft-hold", cx: x, cy: y, r: radius * 1.45 }));
    else if (choice.verb === "disband") {
      const d = radius * 1.1;
      mark.append(shape("path", { class: "draft-cross", d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}` }));
    } else if (choice.verb === "build") this.#build(mark, home, text.split(" ")[1] ?? "");
    else if (choice.verb === "place") this.#build(mark, home, "");
    else if (choice.verb === "scan") mark.append(shape("circle", { class: "draft-hold", cx: x, cy: y, r: radius * 1.45 }), this.#glance(home, this.unitAt(target(text))));
    else if (choice.verb === "steps") {
      const between = this.unitAt(target(text));
      const goal = this.unitAt(text.split(" ").at(-1) ?? "");
      if (choice.places[0] !== provinceOf(regionOf(unit) ?? "")) this.#arrow(mark, "move", power, home, between);
      if (between) this.#arrow(mark, "move", power, between, goal);
    }
    else if (choice.verb === "move" || choice.verb === "retreat") this.#arrow(mark, choice.verb, power, home, this.unitAt(target(text)));
    else if (choice.verb === "support" || choice.verb === "convoy") this.#help(mark, choice, power, home);
    else if (this.geometry.wheel && choice.places.length === 1) this.#along(mark, choice, power, home);
    return mark;
  }

  /** @param {{a: string, b: string, opens: boolean, from: string[]}} way opened or closed between two provinces @param {string} power @returns {SVGElement | null} */
  #way({ a, b, opens, from }, power) {
    const [first, second] = (opens ? [a, b].sort() : [a, b].sort().reverse()).map((region) => this.unitAt(region));
    if (!first || !second) return null;
    const radius = this.geometry.radius;
    const mark = shape("g", { class: `draft-order ${opens ? "joins" : "parts"} power-${power}` });
    const [x, y] = bendOf(first, second);
    const middle = /** @type {Point} */ ([(first[0] + second[0]) / 4 + x / 2, (first[1] + second[1]) / 4 + y / 2]);
    for (const home of from.map((region) => this.unitAt(region))) {
      if (home) mark.append(shape("path", { class: "draft-aim", d: bow(before(middle, home, radius * 1.15), middle) }));
    }
    mark.append(shape("path", { class: `draft-arrow way ${opens ? "joins" : "parts"} power-${power}`, d: bow(before(second, first, radius * 1.75), before(first, second, radius * 1.75)) }));
    const d = radius * 0.6;
    if (opens) mark.append(shape("circle", { class: `draft-joint power-${power}`, cx: middle[0], cy: middle[1], r: radius * 0.35 }));
    else mark.append(shape("path", { class: "draft-cross", d: `M${middle[0] - d} ${middle[1] - d}L${middle[0] + d} ${middle[1] + d}M${middle[0] + d} ${middle[1] - d}L${middle[0] - d} ${middle[1] + d}` }));
    return mark;
  }

  /** @param {SVGElement} mark @param {string} verb @param {string} power @param {Point} from @param {Point | null} to */
  #arrow(mark, verb, power, from, to) {
    if (!to) return;
    const radius = this.geometry.radius;
    const start = before(to, from, radius * 1.15);
    const end = before(from, to, radius * 1.05);
    mark.append(shape("path", { class: `draft-arrow ${verb} power-${power}`, d: bow(start, end) }));
    mark.append(this.#head(bendOf(start, end), end, power));
  }

  /** @param {SVGElement} mark @param {Choice} choice @param {string} power @param {Point} home */
  #help(mark, choice, power, home) {
    const helped = this.unitAt(choice.places[0] ?? "");
    const goal = this.unitAt(choice.places[1] ?? choice.places[0] ?? ""); // a support may name the place alone
    if (!helped || !goal) return;
    const radius = this.geometry.radius;
    const holds = helped === goal;
    const end = holds ? before(home, helped, radius * 1.5) : /** @type {Point} */ ([(helped[0] + goal[0]) / 2, (helped[1] + goal[1]) / 2]);
    mark.append(shape("path", { class: `draft-arrow ${choice.verb} power-${power}`, d: bow(before(end, home, radius * 1.15), end) }));
    if (holds) mark.append(shape("circle", { class: "draft-hold", cx: helped[0], cy: helped[1], r: radius * 1.6 }));
    else {
      mark.append(shape("circle", { class: `draft-joint power-${power}`, cx: end[0], cy: end[1], r: radius * 0.3 }));
      mark.append(shape("path", { class: "draft-aim", d: bow(before(goal, helped, radius * 1.2), before(helped, goal, radius * 1.1)) }));
    }
  }

  /** A way along a ring, inside of it; `rest` begins with the direction, + for anticlockwise. @param {SVGElement} mark @param {Choice} choice @param {string} power @param {Point} home */
  #along(mark, choice, power, home) {
    const goal = this.unitAt(choice.places[0] ?? "");
    const [x, y] = this.geometry.wheel?.centre ?? home;
    const ring = this.geometry.wheel?.rings.find(({ planets }) => planets.includes(choice.places[0] ?? ""));
    if (!goal || !ring) return;
    const steps = Number(choice.rest);
    const inside = (ring.radius - this.geometry.radius * 2.1) / ring.radius;
    const [from, to] = [home, goal].map(([a, b]) => /** @type {Point} */ ([x + (a - x) * inside, y + (b - y) * inside]));
    if (!from || !to) return;
    const radius = (ring.radius * inside).toFixed(1);
    const long = Math.abs(steps) * 2 > ring.planets.length ? 1 : 0;
    mark.append(shape("path", { class: `draft-arrow warp power-${power}`, d: `M${from[0].toFixed(1)} ${from[1].toFixed(1)}A${radius} ${radius} 0 ${long} ${steps > 0 ? 0 : 1} ${to[0].toFixed(1)} ${to[1].toFixed(1)}` }));
    mark.append(this.#head(to, before(to, goal, this.geometry.radius * 1.05), power));
  }

  /** @param {Point} from @param {Point | null} to @returns {SVGElement} the line of sight of a scan */
  #glance(from, to) {
    const radius = this.geometry.radius;
    return shape("path", { class: "draft-aim", d: to ? bow(before(to, from, radius * 1.45), before(from, to, radius)) : "" });
  }

  /** @param {SVGElement} mark @param {Point} at @param {string} kind */
  #build(mark, at, kind) {
    const radius = this.geometry.radius;
    mark.append(shape("circle", { class: "draft-new", cx: at[0], cy: at[1], r: radius * 1.1 }));
    const letter = shape("text", { class: "draft-letter", x: at[0], y: at[1], "text-anchor": "middle", "dominant-baseline": "central" });
    letter.textContent = `+${kind}`;
    mark.append(letter);
  }

  /** @param {Point} from @param {Point} tip @param {string} power */
  #head(from, tip, power) {
    const size = this.geometry.radius * 0.75;
    const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
    const corner = (/** @type {number} */ turn) => `${(tip[0] - size * Math.cos(angle + turn)).toFixed(1)} ${(tip[1] - size * Math.sin(angle + turn)).toFixed(1)}`;
    return shape("path", { class: `draft-head power-${power}`, d: `M${tip[0].toFixed(1)} ${tip[1].toFixed(1)}L${corner(0.45)}L${corner(-0.45)}Z` });
  }
}

/** @param {string} text a move or retreat @returns {string} the region it goes to */
function target(text) {
  const tokens = text.split(" ").filter((token) => !token.startsWith("("));
  return tokens[3] ?? "";
}
