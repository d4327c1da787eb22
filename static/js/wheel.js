/**
 * A board that turns: planets travel along their rings with all that lies on them, while spaces and lanes stand still. Moves
 * what the server has drawn; knows no rule.
 *
 * @typedef {import("./types.d.ts").Geometry} Geometry
 * @typedef {import("./types.d.ts").Point} Point
 */

const TURNING = 1000; // milliseconds a season's turn takes
const STILL = "(prefers-reduced-motion: reduce)";

/** @param {number} share of the time @returns {number} share of the way: slowly off, slowly in */
const ease = (share) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

export class Wheel {
  /** @param {SVGSVGElement} svg the board @param {Geometry} geometry with a `wheel` */
  constructor(svg, geometry) {
    this.svg = svg;
    this.geometry = geometry;
    const { wheel } = geometry;
    if (!wheel) throw new Error("This board does not turn.");
    this.wheel = wheel;
    /** @type {Map<string, {ring: {radius: number, planets: string[]}, at: number}>} */
    this.seats = new Map(wheel.rings.flatMap((ring) => ring.planets.map((planet, at) => /** @type {const} */ ([planet, { ring, at }]))));
    /** how many seasons ahead of the drawing things lie now */
    this.shown = 0;
    this.frame = 0;
  }

  /** @returns {number} how often the wheel has turned in what is drawn */
  get turned() {
    return Number(this.#dynamic?.getAttribute("data-turned") ?? 0);
  }

  get #dynamic() {
    return this.svg.querySelector("#dynamic");
  }

  /** @param {number} [ahead] seasons @returns {Geometry} where everything lies then */
  places(ahead = 0) {
    const places = { ...this.geometry.places };
    for (const [planet, { ring, at }] of this.seats) {
      const old = places[planet];
      const angle = ((at + this.turned + ahead + 0.5) * 2 * Math.PI) / ring.planets.length;
      const [x, y] = this.wheel.centre;
      /** @type {Point} */
      const here = [x - ring.radius * Math.sin(angle), y - ring.radius * Math.cos(angle)];
      const shift = old ? [old.second[0] - old.unit[0], old.second[1] - old.unit[1]] : [0, 0];
      places[planet] = { province: planet, unit: here, anchor: here, second: [here[0] + (shift[0] ?? 0), here[1] + (shift[1] ?? 0)] };
    }
    return { ...this.geometry, places };
  }

  /** What is drawn lies where it is drawn again. */
  reset() {
    cancelAnimationFrame(this.frame);
    this.#put(0);
    this.svg.classList.remove("turning");
  }

  /**
   * Let everything travel to where it lies so many seasons ahead of the drawing.
   * @param {number} ahead
   * @param {number} [from] where it starts, if not where it lies now
   */
  go(ahead, from = this.shown) {
    cancelAnimationFrame(this.frame);
    if (matchMedia(STILL).matches || from === ahead) {
      this.#put(ahead);
      this.svg.classList.remove("turning");
      return;
    }
    this.svg.classList.add("turning");
    this.#put(from);
    const way = TURNING * Math.min(1.6, Math.sqrt(Math.abs(ahead - from)));
    /** @type {number | undefined} */
    let began;
    const step = (/** @type {number} */ now) => {
      began ??= now;
      const share = Math.min(1, (now - began) / way);
      this.#put(from + (ahead - from) * ease(share));
      if (share < 1) this.frame = requestAnimationFrame(step);
      else this.svg.classList.remove("turning");
    };
    this.frame = requestAnimationFrame(step);
  }

  /** @param {number} ahead */
  #put(ahead) {
    this.shown = ahead;
    const here = this.places().places;
    const [cx, cy] = this.wheel.centre;
    for (const element of this.#dynamic?.querySelectorAll("[data-province]:not(.order)") ?? []) {
      if (!(element instanceof SVGElement)) continue;
      const planet = element.dataset["province"] ?? "";
      const seat = this.seats.get(planet);
      if (!seat) continue;
      const turn = (ahead * 2 * Math.PI) / seat.ring.planets.length;
      const [x, y] = drawnAt(element) ?? here[planet]?.unit ?? [cx, cy];
      const [dx, dy] = [x - cx, y - cy];
      const [toX, toY] = [dx * Math.cos(turn) + dy * Math.sin(turn) - dx, dy * Math.cos(turn) - dx * Math.sin(turn) - dy];
      element.style.translate = ahead ? `${toX.toFixed(2)}px ${toY.toFixed(2)}px` : "";
      if (element.classList.contains("name")) lean(element, (turn * 180) / Math.PI);
    }
  }
}

/** @param {SVGElement} element of the drawing @returns {Point | null} the point it is drawn at, where that is not its planet's own */
function drawnAt(element) {
  const moved = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  if (moved) return [Number(moved[1]), Number(moved[2])];
  const written = element.localName === "text" ? element.querySelector("tspan") ?? element : null;
  return written?.hasAttribute("x") ? [Number(written.getAttribute("x")), Number(written.getAttribute("y"))] : null;
}

/** A name along its ring leans as the ring does there, never head down. @param {SVGElement} name @param {number} turn in degrees */
function lean(name, turn) {
  name.dataset["drawn"] ??= name.getAttribute("transform") ?? "";
  const drawn = /rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)/.exec(name.dataset["drawn"]);
  if (!drawn) return;
  const angle = ((((Number(drawn[1]) - turn) % 180) + 270) % 180) - 90;
  name.setAttribute("transform", `rotate(${angle.toFixed(1)} ${drawn[2]} ${drawn[3]})`);
}
