/**
 * Looking ahead on the wheel: a slider turns the board to any season to come, with all that lies on it now, and shows where a
 * chosen ship can be by then. What can be reached was worked out by the server from the viewer's own board.
 *
 * @typedef {import("../types.d.ts").Page} Page
 * @typedef {import("../types.d.ts").Attached} Attached
 * @typedef {import("../types.d.ts").GameState} GameState
 */
import { Speaker } from "../notation.js";

const FARTHEST = 8; // seasons: the inner ring's whole way round

/** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children @returns {HTMLElement} */
function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} turn "S2371R" @param {number} ahead @returns {string} "Fall 2371" */
export function seasonAfter(turn, ahead) {
  const winter = turn.startsWith("W");
  const first = Number(turn.slice(1, -1)) * 2 + (turn.startsWith("S") ? 0 : winter ? 2 : 1);
  const season = first + ahead;
  return `${season % 2 ? "Fall" : "Spring"} ${Math.floor(season / 2)}`;
}

class Ahead {
  /** @param {Page} page */
  constructor({ root, board, state, say }) {
    this.root = root;
    this.board = board;
    this.state = state;
    this.say = say;
    this.speaker = new Speaker(board.geometry);
    /** @type {string | null} key of what `reach` tells */
    this.traced = null;
    this.slider = /** @type {HTMLInputElement} */ (made("input", { type: "range", id: "wheel-ahead", min: "0", max: String(FARTHEST), step: "1", value: "0", "aria-describedby": "wheel-season" }));
    this.season = made("output", { id: "wheel-season", for: "wheel-ahead" });
    this.ships = /** @type {HTMLSelectElement} */ (made("select", { id: "wheel-ship", "aria-label": "Where can these ships be by then?" }));
    this.count = made("output", { id: "wheel-reach", for: "wheel-ahead wheel-ship" });
    this.past = /** @type {HTMLButtonElement} */ (made("button", { type: "button", class: "button small quiet", "aria-pressed": "false", title: "The board as it lay when the last orders were given, with their arrows" }, "Last orders"));
    this.bar = made("div", { class: "wheel-bar", role: "group", "aria-label": "Seasons to come" },
      made("label", { for: "wheel-ahead" }, "Turn ahead"), this.slider, this.season, this.ships, this.count, this.past);
    board.box.parentElement?.append(this.bar);
    this.slider.addEventListener("input", () => this.#look());
    this.past.addEventListener("click", () => this.#lookBack(!this.board.back));
    for (const event of ["focus", "pointerdown"]) this.ships.addEventListener(event, () => this.#offer());
    this.ships.addEventListener("change", () => {
      this.traced = this.ships.value || null;
      if (this.traced && !this.ahead) this.slider.value = "1";
      this.#look();
    });
    board.addEventListener("pick", (event) => {
      if (!(event instanceof CustomEvent) || !this.ahead) return;
      const { unit, province } = event.detail;
      const key = this.#keyOf(unit ?? "") ?? province;
      if (!(key in this.#told().reach)) return;
      this.traced = key;
      this.#look();
    });
    this.#offer();
    this.#light();
  }

  /** @param {boolean} back */
  #lookBack(back) {
    this.slider.value = "0";
    this.board.lookBack(back);
    this.#light();
    this.say(back ? "The board as it lay when the last orders were given." : "The board as it lies now.");
  }

  get ahead() {
    return Number(this.slider.value);
  }

  /** A new season is looked at from the start; news of the same one leave what is looked at. @param {GameState} state */
  take(state) {
    if (state.ordinal !== this.state.ordinal) {
      this.traced = null;
      this.slider.value = "0";
    } else if (this.ahead) {
      this.board.lookAhead(this.ahead);
    }
    this.state = state;
    this.#offer();
    this.#light();
  }

  /** @returns {{reach: Record<string, string[][]>, own: string[]}} start -> where one can be after 1, 2 … seasons; whose starts come first */
  #told() {
    const text = this.root.ownerDocument.querySelector("#reach-data")?.textContent?.trim();
    return text ? JSON.parse(text) : { reach: {}, own: [] };
  }

  /** @param {string} unit "2S warp aja" @returns {string | null} "warp aja" */
  #keyOf(unit) {
    const words = unit.split(" ").slice(1);
    return words.length ? words.join(" ") : null;
  }

  /** The viewer's own ships to choose from; for those without, everybody's. */
  #offer() {
    const { own } = this.#told();
    const options = own.map((key) => made("option", { value: key },
      key.startsWith("warp ") ? `In warp to ${this.speaker.place(key.slice(5))}` : this.speaker.place(key)));
    this.ships.replaceChildren(made("option", { value: "" }, "Where can I be?"), ...options);
    this.ships.value = this.traced ?? "";
  }

  #look() {
    this.board.lookAhead(this.ahead);
    this.#light();
    this.say(`${this.season.textContent}. ${this.count.textContent}`);
  }

  #light() {
    const { ahead, board, traced } = this;
    this.past.hidden = !board.svg.querySelector("#dynamic[data-ordered]");
    this.past.setAttribute("aria-pressed", String(this.board.back));
    this.season.textContent = this.board.back ? "as it lay" : ahead ? `${seasonAfter(this.state.turn, ahead)}, ${ahead} ahead` : "now";
    this.bar.classList.toggle("looking", ahead > 0 || this.board.back);
    if (traced !== null && ![...this.ships.options].some((option) => option.value === traced)) {
      this.ships.append(made("option", { value: traced }, this.speaker.place(traced)));
    }
    this.ships.value = traced ?? "";
    const places = ahead && traced !== null ? this.#told().reach[traced]?.[ahead - 1] : undefined;
    for (const [province, element] of board.provinces) {
      element.classList.toggle("reached", places?.includes(province) ?? false);
      element.classList.toggle("out-of-reach", places !== undefined && !places.includes(province));
    }
    const far = ahead && traced !== null && !places;
    this.count.textContent = places ? `${places.length} places` : far ? "told for four seasons" : "";
  }
}

/** @param {Page} page @returns {Attached} */
export function attach(page) {
  const ahead = new Ahead(page);
  if (page.orders) page.orders.typing.input.placeholder = "2s aga - aha, or: bda s borg - aha, or: aga warp -3";
  return { take: (state) => ahead.take(state) };
}
