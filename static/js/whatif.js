/**
 * What if: orders for anybody, given on a copy of the board in the same ways as one's own, and played out by the server on
 * what this viewer knows. The real board and the real order sheet wait outside of the page meanwhile, untouched.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 * @typedef {import("./types.d.ts").Line} Line
 * @typedef {Record<string, Record<string, string[]>>} Legal what each power can order, by unit
 *
 * @typedef {object} Step a phase that is planned
 * @property {GameState} state
 * @property {Legal | null} legal null: not asked yet
 * @property {HTMLElement} box with the board to copy
 * @property {string | null} dynamic what the board shows instead, where it is only imagined
 * @property {string | null} sheet the orders planned, as text
 * @property {Record<string, string[]>} [orders] the same by power, as they were played out
 * @property {string} [whose] the power whose entries are shown where several powers have an entry of one name
 * @property {Record<string, [string, string][]>} [aside] what is planned in such entries for the others: entry and order
 *
 * @typedef {{turn: string, title: string, view: import("./types.d.ts").View, board: string, results: string, lines: Record<string, Line[]>, legal: Legal}} Played
 */
import { ask } from "./ask.js";
import { Board } from "./board.js";
import { baseOf } from "./language.js";
import { Orders } from "./orders.js";
import { Plans } from "./plans.js";
import { part } from "./sheet.js";

const WAIVED = "WAIVE"; // an entry of everybody who may build, the same for all: nobody has to choose whose it is

/** @param {HTMLElement} box with a board @param {Board} real the page's own @param {string} state a class that tells the copy from the original @returns {Board} a board of its own, looking like it */
function copyOf(box, real, state) {
  const copy = box.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error("The board cannot be copied.");
  copy.classList.remove("planned", "imagined");
  copy.classList.add(state);
  part(copy, "#draft", SVGElement).replaceChildren();
  part(copy, "#choices", HTMLElement).replaceChildren();
  part(copy, "#choices", HTMLElement).hidden = true;
  for (const marked of copy.querySelectorAll(".target, .dimmed, .selected, .orderable, .ordered, .home-choice, .done, .hovered")) {
    marked.classList.remove("target", "dimmed", "selected", "orderable", "ordered", "home-choice", "done", "hovered");
  }
  const svg = part(copy, "svg.board", SVGSVGElement);
  const { width, height } = real.view.full;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`); // the whole board, however close the real one is looked at
  const board = new Board(copy, svg, real.geometry);
  board.lookAhead(0); // wherever the original is looked at
  return board;
}

/** @param {string} power @returns {string} its name, as the table of powers has it */
const nameOf = (power) => document.querySelector(`[data-power-name="${CSS.escape(power)}"]`)?.textContent?.trim() ?? power;

export class WhatIf extends EventTarget {
  /**
   * @param {HTMLElement} section of the page
   * @param {Board} board the real one
   * @param {(text: string) => void} say
   */
  constructor(section, board, say) {
    super();
    this.section = section;
    this.real = board;
    this.shown = board;
    this.say = say;
    this.room = part(section, "#whatif-room", HTMLElement);
    this.outcome = part(section, "#whatif-outcome", HTMLElement);
    this.title = part(section, "#whatif-title", HTMLElement);
    /** @type {Record<string, string>} unit -> its power */
    this.owners = {};
    /** @type {Set<string>} entries that several powers have under one name */
    this.shared = new Set();
    /** @type {Orders | null} */
    this.orders = null;
    /** @type {Step | null} */
    this.step = null;
    /** @type {Played | null} what came of it */
    this.said = null;
    /** @type {Step[]} the phases planned before the one at hand, oldest first */
    this.before = [];
    /** @type {Comment} where the real order sheet belongs */
    this.gap = document.createComment("the order sheet");
    this.sheet = document.querySelector("#order-form");
    part(section, "#whatif-back", HTMLButtonElement).addEventListener("click", () => this.#backToPlan());
    part(section, "#whatif-on", HTMLButtonElement).addEventListener("click", () => this.#goOn());
  }

  /** @param {GameState} state on whose board to plan */
  async enter(state) {
    if (this.orders) return;
    this.before = [];
    await this.#open({ state, legal: null, box: this.real.box, sheet: null, dynamic: null });
  }

  /** Make the room in which a phase is planned. @param {Step} step */
  async #open(step) {
    const { state } = step;
    this.step = step;
    this.section.classList.add("busy");
    const made = part(this.section, "#whatif-parts", HTMLTemplateElement).content.cloneNode(true);
    this.sheet?.replaceWith(this.gap);
    this.room.replaceChildren(made);
    const form = part(this.room, "#whatif-form", HTMLFormElement);
    this.form = form;
    this.told = part(form, "#whatif-state", HTMLElement);
    const ahead = this.before.length > 0;
    part(form, "#whatif-later", HTMLElement).hidden = !ahead;
    part(form, "#whatif-when", HTMLElement).textContent = `${state.title}, as planned`;
    part(form, "#whatif-step-back", HTMLButtonElement).addEventListener("click", () => this.#oneBack());
    if (ahead) for (const only of form.querySelectorAll(".plans, #whatif-adopt")) only.remove(); // plans and sheets are of the phase at hand
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      void this.#play(state);
    }, { capture: true });
    // Nothing can be typed before it is known what can be ordered: it would be lost.
    const waiting = [...form.querySelectorAll("input:enabled, button:enabled, select:enabled, textarea:enabled")];
    for (const field of waiting) field.toggleAttribute("disabled", true);
    try {
      step.legal ??= (await ask(`${form.action}?ordinal=${state.ordinal}`)).legal;
      for (const field of waiting) field.toggleAttribute("disabled", false);
      if (this.form === form) this.#begin(form, step);
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error), "bad");
    }
    this.section.classList.remove("busy");
  }

  /** Back to now: the real board and the real sheet return. @returns {boolean} whether anything was planned here */
  leave() {
    const planned = this.orders !== null;
    this.#show(this.real);
    if (this.gap.parentNode && this.sheet) this.gap.replaceWith(this.sheet);
    this.room.replaceChildren();
    this.room.hidden = false;
    this.outcome.hidden = true;
    this.orders = null;
    this.form = undefined;
    this.before = [];
    return planned;
  }

  /** @param {HTMLFormElement} form @param {Step} step */
  #begin(form, step) {
    const { state } = step;
    const legal = step.legal ?? {};
    const powers = [state.viewer, ...Object.keys(legal).filter((power) => power !== state.viewer)].filter((power) => legal[power]);
    const merged = this.#merge(step, powers);
    const board = copyOf(step.box, this.real, "planned");
    if (step.dynamic !== null) board.replaceDynamic(step.dynamic);
    this.planning = board;
    this.#show(board);
    const ahead = this.before.length ? `:${this.before.length}` : "";
    const viewer = step.whose ?? state.viewer;
    const orders = new Orders(board, form, { ...state, viewer, game: `${state.game}:whatif${ahead}`, legal: merged, sheet: null }, this.say);
    if (ahead || step.sheet !== null) orders.draft.replace(step.sheet ?? ""); // what was once planned for another turn of things is not meant here
    this.orders = orders;
    this.#offer(form, step, powers);
    for (const source of [orders.draft, orders.composer]) source.addEventListener("change", () => this.#paint());
    this.#paint();
    const adopt = form.querySelector("#whatif-adopt");
    adopt?.addEventListener("click", () => this.dispatchEvent(new CustomEvent("adopt", { detail: this.#linesOf(state.viewer).join("\n") })));
    if (form.querySelector("#plan-list")) {
      new Plans(form, state.ordinal, {
        read: () => powers.flatMap((power) => this.#linesOf(power).map((line) => `${power}: ${line}`)).join("\n"),
        load: (text) => this.#load(step, text),
        tell: (text, kind) => this.#tell(text, kind),
      });
    }
    this.#tell("", "");
  }

  /**
   * What can be ordered, for everybody at once; of entries that several powers have, those of one power, one's own first.
   * @param {Step} step @param {string[]} powers @returns {Record<string, string[]>}
   */
  #merge(step, powers) {
    const legal = step.legal ?? {};
    const keys = powers.flatMap((power) => Object.keys(legal[power] ?? {}));
    this.shared = new Set(keys.filter((key, index) => key !== WAIVED && keys.indexOf(key) !== index));
    const among = powers.filter((power) => Object.keys(legal[power] ?? {}).some((key) => this.shared.has(key)));
    step.whose = step.whose ?? among[0];
    step.aside ??= {};
    /** @type {Record<string, string[]>} */
    const merged = {};
    this.owners = {};
    for (const power of powers) {
      for (const [unit, texts] of Object.entries(legal[power] ?? {})) {
        if (this.shared.has(unit) ? power !== step.whose : unit in merged) continue;
        merged[unit] = texts;
        this.owners[unit] = power;
      }
    }
    return merged;
  }

  /** Ask whose entries are meant where several powers have them. @param {HTMLFormElement} form @param {Step} step @param {string[]} powers */
  #offer(form, step, powers) {
    const box = part(form, "#whatif-whose", HTMLElement);
    box.hidden = this.shared.size === 0;
    if (box.hidden) return;
    const list = part(box, "select", HTMLSelectElement);
    const among = powers.filter((power) => Object.keys(step.legal?.[power] ?? {}).some((key) => this.shared.has(key)));
    list.replaceChildren(...among.map((power) => {
      const option = document.createElement("option");
      const count = power === step.whose ? 0 : step.aside?.[power]?.length ?? 0;
      option.value = power;
      option.textContent = count ? `${nameOf(power)}, ${count} planned` : nameOf(power);
      return option;
    }));
    list.value = step.whose ?? "";
    list.addEventListener("change", () => {
      this.#putAside(step);
      step.whose = list.value;
      step.sheet = [...(step.sheet ?? "").split("\n"), ...(step.aside?.[list.value] ?? []).map(([, text]) => text)].filter(Boolean).join("\n");
      this.orders = null;
      void this.#open(step);
    });
  }

  /** Keep what is planned: in entries that several powers have, under the power whose they are now; the rest as the sheet. @param {Step} step */
  #putAside(step) {
    const { orders } = this;
    if (!orders || step.whose === undefined) return;
    const given = [...orders.draft.orders];
    step.aside = { ...step.aside, [step.whose]: given.filter(([unit]) => this.shared.has(baseOf(unit))) };
    step.sheet = [...given.filter(([unit]) => !this.shared.has(baseOf(unit))).map(([, text]) => text), ...orders.draft.extra].join("\n");
  }

  /** A plan that was kept: one order a line, after its power. @param {Step} step @param {string} text */
  #load(step, text) {
    const mine = [];
    step.aside = {};
    for (const line of text.split("\n")) {
      const [, power = "", order = line] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      const entry = Object.entries(step.legal?.[power] ?? {}).find(([, texts]) => texts.includes(order))?.[0];
      if (entry === WAIVED && this.owners[WAIVED] !== power) continue;
      const others = this.shared.size > 0 && power !== step.whose && power in (step.legal ?? {}) && (entry === undefined || this.shared.has(entry));
      if (others) step.aside[power] = [...(step.aside[power] ?? []), [entry ?? [...this.shared][0] ?? "", order]];
      else mine.push(order);
    }
    this.orders?.draft.replace(mine.join("\n"));
    if (this.form) this.#offer(this.form, step, Object.keys(step.legal ?? {}));
  }

  /** @param {string} unit key of the sheet @returns {string} its power */
  #ownerOf(unit) {
    const known = this.owners[baseOf(unit)];
    if (known) return known;
    const text = this.orders?.draft.orders.get(unit) ?? this.orders?.legal[unit]?.[0]; // builds stand under their place
    return Object.entries(this.owners).find(([key]) => text !== undefined && text.includes(key))?.[1] ?? "";
  }

  /** @returns {string[]} the powers that can be given orders in this phase */
  #planners() {
    return Object.keys(this.step?.legal ?? {});
  }

  /** @param {string} power @returns {string[]} the orders given for it */
  #linesOf(power) {
    const own = [...(this.orders?.draft.orders ?? [])].filter(([unit]) => this.#ownerOf(unit) === power);
    const aside = power === this.step?.whose ? [] : this.step?.aside?.[power] ?? [];
    return [...own, ...aside].map(([, text]) => text);
  }

  /** Everybody's arrows in their own colours, and in the list whose unit is whose. */
  #paint() {
    const { orders, planning } = this;
    if (!orders || !planning) return;
    const { arrows } = planning;
    const kept = [];
    for (const power of this.#planners()) {
      const aside = power === this.step?.whose ? [] : this.step?.aside?.[power] ?? [];
      arrows.draw([...[...orders.draft.orders].filter(([unit, text]) => this.#ownerOf(unit) === power && orders.finder.exact(text)), ...aside], power);
      kept.push(...arrows.group.childNodes);
    }
    arrows.group.replaceChildren(...kept);
    for (const line of orders.sheet.list.querySelectorAll("li[data-unit]")) {
      const power = line instanceof HTMLElement ? this.#ownerOf(line.dataset["unit"] ?? "") : "";
      const name = document.createElement("span");
      name.className = `line-power power-${power}`;
      name.textContent = nameOf(power);
      if (power && !line.querySelector(".line-power")) line.querySelector(".line-unit")?.prepend(name, " ");
    }
  }

  /** @param {GameState} state */
  async #play(state) {
    const { orders, form } = this;
    if (!orders || !form) return;
    this.#tell("Playing it out…", "");
    const lines = Object.fromEntries(this.#planners().map((power) => [power, this.#linesOf(power)]));
    try {
      const before = this.before.map((step) => step.orders ?? {});
      if (this.step) this.step.orders = lines;
      const said = await ask(form.action, { ordinal: state.ordinal, orders: lines, before }, new FormData(form).get("csrfmiddlewaretoken")?.toString());
      if (this.form === form) this.#played(said, orders.draft.extra);
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {Played} said @param {string[]} extra lines that belong to no unit */
  #played(said, extra) {
    this.#tell("", "");
    const board = copyOf(this.shown.box, this.real, "imagined");
    board.replaceDynamic(said.board);
    board.lookBack(true); // where the orders were given: on from here, it lies as it would then
    board.box.removeAttribute("tabindex");
    board.box.setAttribute("role", "region");
    board.box.setAttribute("aria-label", "Board as it would be");
    this.#show(board);
    this.title.textContent = `Then: ${said.title}`;
    this.said = said;
    part(this.outcome, "#whatif-on", HTMLButtonElement).hidden = Object.keys(said.legal).length === 0;
    const wrong = Object.values(said.lines).flat().filter((line) => !line.ok).map((line) => `${line.text}: ${line.problem ?? "it would not count."}`);
    part(this.outcome, "#whatif-problems", HTMLElement).replaceChildren(...[...wrong, ...extra.map((text) => `${text}: belongs to no unit you know of.`)].map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    const page = new DOMParser().parseFromString(said.results, "text/html");
    part(this.outcome, "#whatif-results", HTMLElement).replaceChildren(...page.body.childNodes);
    this.room.hidden = true;
    this.outcome.hidden = false;
    this.say(`Played out. ${said.title}, as it would be. Results are in the panel.`);
    part(this.outcome, "#whatif-back", HTMLButtonElement).focus();
  }

  /** Plan the phase that follows, on the board as it would be. */
  #goOn() {
    const { said, step, orders } = this;
    if (!said || !step || !orders) return;
    step.sheet = [...orders.draft.orders.values(), ...orders.draft.extra].join("\n");
    this.before.push(step);
    this.outcome.hidden = true;
    this.room.hidden = false;
    this.orders = null;
    const state = { ...step.state, turn: said.turn, title: said.title, view: said.view };
    this.say(`${said.title}, as planned. Give orders for it.`);
    void this.#open({ state, legal: said.legal, box: this.real.box, sheet: null, dynamic: said.board });
  }

  /** Back to the phase before the one that is planned, with the orders planned for it. */
  #oneBack() {
    const step = this.before.pop();
    if (!step) return;
    this.orders = null;
    this.say(`Back to ${step.state.title}.`);
    void this.#open(step);
  }

  #backToPlan() {
    this.outcome.hidden = true;
    this.room.hidden = false;
    if (this.planning) this.#show(this.planning);
    this.say("Back to the plan.");
  }

  /** Put a board in place of the one on the page, seen from the same distance. @param {Board} board */
  #show(board) {
    if (board === this.shown) return;
    const { zoom, centre } = this.shown.view;
    this.shown.box.replaceWith(board.box);
    this.shown = board;
    Object.assign(board.view, { zoom, centre: { ...centre } });
    board.view.scale(1);
    this.dispatchEvent(new CustomEvent("board", { detail: board }));
  }

  /** @param {string} text @param {string} kind "" | "good" | "bad" */
  #tell(text, kind) {
    if (!this.told) return;
    this.told.textContent = text;
    this.told.className = `sheet-state ${kind}`;
  }
}
