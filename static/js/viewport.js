/**
 * The window onto the board: drag, pinch, wheel and buttons move the SVG's viewBox. Tells a tap from a drag; knows nothing of
 * what is drawn.
 */

const DRAG_FROM = 7; // CSS pixels of movement that make a press a drag: fingers are never quite still
const CLOSEST = 6; // times the whole board

export class Viewport {
  /**
   * @param {SVGSVGElement} svg
   * @param {(event: PointerEvent) => void} tap called for a press that did not move
   */
  constructor(svg, tap) {
    this.svg = svg;
    this.tap = tap;
    const { width, height } = svg.viewBox.baseVal;
    this.full = { width, height };
    this.zoom = 1;
    this.centre = { x: width / 2, y: height / 2 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = false;
    this.pinched = false;
    this.pending = false;
    this.window = "";
    /** @type {{zoom: number, centre: {x: number, y: number}} | undefined} where one looked before `frame` */
    this.before = undefined;
    new ResizeObserver(() => this.#apply()).observe(svg);
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", (event) => this.#forget(event));
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @param {number} factor above 1: closer */
  scale(factor) {
    this.#zoomAt(factor, this.centre);
  }

  fit() {
    this.before = undefined;
    this.zoom = 1;
    this.centre = { x: this.full.width / 2, y: this.full.height / 2 };
    this.#apply();
  }

  /**
   * Look closer at some points of the board until `release`, unless they are large enough already.
   * @param {[number, number][]} points
   * @param {number} enough CSS pixels a unit of the board should have
   */
  frame(points, enough) {
    if (this.pixels >= enough || points.length < 2) return;
    this.before ??= { zoom: this.zoom, centre: { ...this.centre } };
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const box = this.svg.getBoundingClientRect();
    const base = Math.min(box.width / this.full.width, box.height / this.full.height);
    const margin = 90;
    const fits = Math.min(box.width / (right - left + 2 * margin), box.height / (bottom - top + 2 * margin)) / base;
    this.zoom = Math.min(CLOSEST, Math.max(1, Math.min(fits, enough / base)));
    this.centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
    this.#apply();
  }

  /** Look from where one looked before `frame`, unless the person has moved the board since. */
  release() {
    if (!this.before) return;
    this.zoom = this.before.zoom;
    this.centre = this.before.centre;
    this.before = undefined;
    this.#apply();
  }

  /** Bring a point of the board into sight, moving no more than needed. @param {number} x @param {number} y */
  show(x, y) {
    const { width, height } = this.svg.viewBox.baseVal;
    const halfWidth = width * 0.4;
    const halfHeight = height * 0.4;
    this.centre.x = Math.min(Math.max(this.centre.x, x - halfWidth), x + halfWidth);
    this.centre.y = Math.min(Math.max(this.centre.y, y - halfHeight), y + halfHeight);
    this.#apply();
  }

  /** @param {number} x @param {number} y @returns {{x: number, y: number}} a point of the board, in CSS pixels of the window */
  toScreen(x, y) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : { x: 0, y: 0 };
  }

  /** @param {number} x @param {number} y @returns {{x: number, y: number}} */
  toBoard(x, y) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /** @returns {number} CSS pixels for one unit of the board */
  get pixels() {
    return this.svg.getScreenCTM()?.a ?? 1;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    if (!this.fingers.size) {
      this.moved = false;
      this.pinched = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) this.pinched = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.start) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.moved && !this.pinched && Math.hypot(now.x - this.start.x, now.y - this.start.y) < DRAG_FROM) return;
    if (!this.moved) {
      this.moved = true;
      this.before = undefined;
      this.svg.setPointerCapture(event.pointerId);
      this.svg.classList.add("dragging");
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.#zoomAt(factor, this.toBoard((now.x + other.x) / 2, (now.y + other.y) / 2));
    }
    const share = other ? 2 : 1;
    this.centre.x -= (now.x - before.x) / this.pixels / share;
    this.centre.y -= (now.y - before.y) / this.pixels / share;
    this.fingers.set(event.pointerId, now);
    this.#apply();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const known = this.fingers.has(event.pointerId);
    this.#forget(event);
    if (known && !this.moved && !this.pinched) this.tap(event);
  }

  /** @param {PointerEvent} event */
  #forget(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.svg.classList.remove("dragging");
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.#zoomAt(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.toBoard(event.clientX, event.clientY));
  }

  /** @param {number} factor @param {{x: number, y: number}} at the point of the board that stays where it is */
  #zoomAt(factor, at) {
    this.before = undefined;
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const ratio = this.zoom / zoom;
    this.centre.x = at.x + (this.centre.x - at.x) * ratio;
    this.centre.y = at.y + (this.centre.y - at.y) * ratio;
    this.zoom = zoom;
    this.#apply();
  }

  #apply() {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const scale = Math.min(box.width / this.full.width, box.height / this.full.height) * this.zoom;
    const width = box.width / scale;
    const height = box.height / scale;
    this.centre.x = within(this.centre.x, width, this.full.width);
    this.centre.y = within(this.centre.y, height, this.full.height);
    this.window = `${this.centre.x - width / 2} ${this.centre.y - height / 2} ${width} ${height}`;
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.svg.setAttribute("viewBox", this.window);
      this.svg.dispatchEvent(new Event("viewport"));
    });
  }
}

/** @param {number} centre @param {number} seen @param {number} whole @returns {number} the centre nearest to it that shows no outside */
function within(centre, seen, whole) {
  return seen >= whole ? whole / 2 : Math.min(Math.max(centre, seen / 2), whole - seen / 2);
}
