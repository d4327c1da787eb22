/**
 * The little panel beside the unit being ordered: what it can do, what is asked next, one step back. Shows the composer's state.
 *
 * @typedef {import("./composer.js").Composer} Composer
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./notation.js").Speaker} Speaker
 * @typedef {import("./types.d.ts").Verb} Verb
 */
import { spoken } from "./language.js";
import { keyOfWay, nameOfWay } from "./marks.js";
import { provinceOf, regionOf } from "./notation.js";

// Where the panel may stand around the unit, how far off, and what it keeps clear of, in CSS pixels.
const SIDES = /** @type {[number, number][]} */ ([[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]]);
const DISTANCES = [24, 60, 110, 170];
const CLEAR = 30;
const MARGIN = 6;

/** Verb, its key on the keyboard, its word on a button. */
export const VERBS = /** @type {Record<string, {key: string, word: string}>} */ ({
  move: { key: "m", word: "Move" },
  hold: { key: "h", word: "Hold" },
  support: { key: "s", word: "Support" },
  convoy: { key: "c", word: "Convoy" },
  steps: { key: "2", word: "Two steps" },
  scan: { key: "n", word: "Scan" },
  place: { key: "p", word: "Place" },
  choose: { key: "k", word: "Choose" },
  retreat: { key: "r", word: "Retreat" },
  disband: { key: "d", word: "Disband" },
  build: { key: "b", word: "Build" },
  waive: { key: "w", word: "Waive" },
  other: { key: "o", word: "Other" },
});

/** @param {Verb} verb @returns {{key: string, word: string}} */
const wordOf = (verb) => spoken().verbs?.[verb] ?? VERBS[verb] ?? VERBS["other"] ?? { key: "o", word: verb };

/** @param {Composer} composer @param {Speaker} speaker @returns {string} the question that is open */
export function question(composer, speaker) {
  if (composer.unit === null) return "";
  const own = spoken().ask?.(composer, speaker);
  if (own) return own;
  if (composer.unit.startsWith("@")) return `${speaker.place(composer.unit.slice(1))}: what?`;
  const unit = speaker.unit(composer.unit);
  if (composer.via) return `${unit}: by convoy to where?`;
  const [verb, helped] = composer.path;
  if (composer.stage === "verb") return composer.targets().size ? `${unit}: where to, or what?` : `${unit}: what?`;
  if (composer.stage === "rest") return `${unit}: which way?`;
  if (verb === "move" || verb === "retreat" || verb === "place") return `${unit}: where to?`;
  if (verb === "scan") return `${unit}: look into which space?`;
  if (verb === "steps") return helped ? `${unit}: and from ${speaker.place(helped)} to where?` : `${unit}: where to first? Its own space again: to wait there.`;
  const word = verb === "convoy" ? "convoys" : "supports";
  if (!helped) return `${unit} ${word} which unit?`;
  return verb === "convoy" ? `${unit} convoys from ${speaker.place(helped)} to where?` : `${unit} ${word} ${speaker.place(helped)}: to where? Itself again: to hold.`;
}

/** @param {Composer} composer @param {Speaker} speaker @returns {{word: string, key: string, choose: () => void}[]} what can be answered in words */
export function answers(composer, speaker) {
  if (composer.stage === "verb") {
    return composer.verbs().map((verb) => ({ ...wordOf(verb), choose: () => composer.say(verb) }));
  }
  if (composer.stage !== "rest") return [];
  return composer.choices().map((choice, index) => ({
    word: sentenceCase(speaker.rest(choice.rest, choice)),
    key: String(index + 1),
    choose: () => composer.choose(choice.text),
  }));
}

/** @param {Composer} composer @returns {{word: string, key: string, pressed: boolean, choose: () => void}[]} the ways to mark the order, where there are several */
export function toggles(composer) {
  const ways = composer.ways();
  if (ways.length < 2) return [];
  return ways.map((way) => ({ word: nameOfWay(way, ways), key: keyOfWay(way, ways), ...spoken().way?.(way, ways), pressed: way === composer.marks, choose: () => composer.mark(way) }));
}

/** @param {Composer} composer @returns {{word: string, key: string, pressed: boolean, choose: () => void}[]} a convoy, where the unit could do without */
export function detours(composer) {
  const [verb = "move", ...more] = composer.path;
  if (verb !== "move" || more.length || !composer.convoyed) return [];
  return [{ word: "By convoy", key: "y", pressed: composer.via, choose: () => composer.byConvoy(!composer.via) }];
}

/** @param {string} text @returns {string} */
const sentenceCase = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Choices {
  /**
   * @param {HTMLElement} panel
   * @param {Composer} composer
   * @param {Board} board
   * @param {Speaker} speaker
   */
  constructor(panel, composer, board, speaker) {
    this.panel = panel;
    this.composer = composer;
    this.board = board;
    this.speaker = speaker;
    composer.addEventListener("change", () => this.show());
    board.svg.addEventListener("viewport", () => this.place());
  }

  show() {
    this.panel.hidden = this.composer.unit === null;
    if (this.composer.unit === null) return;
    const asked = document.createElement("p");
    asked.className = "choices-question";
    asked.textContent = question(this.composer, this.speaker);
    const row = document.createElement("div");
    row.className = "choices-row";
    for (const answer of answers(this.composer, this.speaker)) row.append(this.#button(answer));
    for (const detour of detours(this.composer)) {
      const button = this.#button(detour);
      button.setAttribute("aria-pressed", String(detour.pressed));
      row.append(button);
    }
    const marks = document.createElement("div");
    marks.className = "choices-marks";
    marks.setAttribute("role", "group");
    marks.setAttribute("aria-label", "How the order is marked");
    for (const toggle of toggles(this.composer)) {
      const button = this.#button(toggle);
      button.classList.add("mark");
      button.setAttribute("aria-pressed", String(toggle.pressed));
      marks.append(button);
    }
    const back = document.createElement("button");
    back.type = "button";
    back.className = "choices-back";
    back.textContent = this.composer.path.length ? "←" : "×";
    back.setAttribute("aria-label", this.composer.path.length ? "Back" : "Cancel");
    back.title = `${this.composer.path.length ? "Back" : "Cancel"} (Esc)`;
    back.addEventListener("click", () => {
      this.composer.back();
      this.board.box.focus({ preventScroll: true });
    });
    const head = document.createElement("div");
    head.className = "choices-head";
    head.append(asked, back);
    this.panel.replaceChildren(head, ...[marks, row].filter((part) => part.childElementCount));
    this.place();
  }

  /** @param {{word: string, key: string, choose: () => void}} answer @returns {HTMLButtonElement} */
  #button({ word, key, choose }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "choice";
    const letter = document.createElement("kbd");
    letter.textContent = key.toUpperCase();
    letter.setAttribute("aria-hidden", "true");
    button.append(word, letter);
    button.addEventListener("click", () => {
      choose();
      this.board.box.focus({ preventScroll: true });
    });
    return button;
  }

  /** Put the panel beside what was pointed at last, inside the board's box and off the unit itself. Narrow screens dock it by style. */
  place() {
    const unit = this.composer.unit;
    if (unit === null || this.panel.hidden) return;
    if (getComputedStyle(this.panel).position !== "absolute") {
      this.panel.removeAttribute("style");
      return;
    }
    const last = this.composer.stage === "rest" ? this.composer.path[1] : undefined;
    const proposed = unit.startsWith("@") ? unit.slice(1) : undefined;
    const spot = (proposed !== undefined ? this.board.arrows.unitAt(proposed) : null) ?? (last !== undefined ? this.board.arrows.unitAt(last) : null) ?? this.board.spot(unit) ?? this.board.arrows.unitAt(provinceOf(regionOf(unit) ?? unit));
    if (!spot) {
      this.#dock();
      return;
    }
    const box = this.board.box.getBoundingClientRect();
    const at = this.board.view.toScreen(spot[0], spot[1]);
    const { offsetWidth: width, offsetHeight: height } = this.panel;
    const [x, y] = [at.x - box.left, at.y - box.top];
    const free = this.#spots(unit).map((point) => ({ x: point.x - box.left, y: point.y - box.top }));
    let best = { left: MARGIN, top: MARGIN, cost: Infinity };
    for (const [toX, toY] of SIDES) {
      for (const away of DISTANCES) {
        const left = Math.min(Math.max(x + toX * (width / 2 + away) - width / 2, MARGIN), box.width - width - MARGIN);
        const top = Math.min(Math.max(y + toY * (height / 2 + away) - height / 2, MARGIN), box.height - height - MARGIN);
        const hidden = free.filter((point) => Math.abs(point.x - left - width / 2) < width / 2 + CLEAR && Math.abs(point.y - top - height / 2) < height / 2 + CLEAR);
        const cost = hidden.length * 1000 + Math.hypot(left + width / 2 - x, top + height / 2 - y);
        if (cost < best.cost) best = { left, top, cost };
      }
    }
    this.panel.style.left = `${best.left}px`;
    this.panel.style.top = `${best.top}px`;
  }

  /** What belongs to no place on the board is asked at its upper edge. */
  #dock() {
    const { offsetWidth: width } = this.panel;
    this.panel.style.left = `${Math.max(MARGIN, (this.board.box.clientWidth - width) / 2)}px`;
    this.panel.style.top = `${MARGIN}px`;
  }

  /** @param {string} unit @returns {{x: number, y: number}[]} what must stay free to be pointed at, in pixels of the window */
  #spots(unit) {
    const points = [this.board.spot(unit), ...[...this.composer.targets()].map((province) => this.board.arrows.unitAt(province))];
    return points.filter((point) => point !== null).map(([x, y]) => this.board.view.toScreen(x, y));
  }
}
