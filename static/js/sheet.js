/**
 * The order sheet on the page: every unit with its order in words, what is saved and what is not, and the way to send it.
 *
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./notation.js").Speaker} Speaker
 * @typedef {import("./types.d.ts").Receipt} Receipt
 * @typedef {import("./types.d.ts").Meanings} Meanings
 */
import { localTime } from "./clock.js";
import { baseOf, spoken } from "./language.js";
import { bare, consequences, marksOf, nameOfWay, waysToMark } from "./marks.js";
import { takeApart } from "./notation.js";

/** @param {string} tag @param {string} className @param {string} text @returns {HTMLElement} */
function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

const VOWED = new Set(["move", "steps"]); // orders that have a goal
const STANDING = { none: "no order", draft: "not saved yet", saved: "saved" };

export class Sheet extends EventTarget {
  /**
   * @param {HTMLFormElement} form
   * @param {Speaker} speaker
   * @param {Draft} draft
   */
  constructor(form, speaker, draft) {
    super();
    this.form = form;
    this.speaker = speaker;
    this.draft = draft;
    this.list = part(form, "#sheet-list", HTMLElement);
    this.state = part(form, "#sheet-state", HTMLElement);
    this.count = part(form, "#sheet-count", HTMLElement);
    this.text = part(form, "textarea[name=orders]", HTMLTextAreaElement);
    this.final = part(form, "input[name=final]", HTMLInputElement);
    this.submit = part(form, "button[type=submit]", HTMLButtonElement);
    this.undo = part(form, "#sheet-undo", HTMLButtonElement);
    this.clear = part(form, "#sheet-clear", HTMLButtonElement);
    /** @type {string | null} */
    this.selected = null;
    /** how many orders are given, of how many */
    this.tally = "";
    this.sending = false;
    this.offline = false;
    this.problem = "";
    this.change = () => this.show();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send();
    });
    this.undo.addEventListener("click", () => this.draft.undo());
    this.clear.addEventListener("click", () => this.draft.clearAll());
    this.text.addEventListener("input", () => {
      const { selectionStart } = this.text;
      this.draft.type(this.text.value);
      this.text.selectionStart = selectionStart;
    });
    this.text.addEventListener("blur", () => {
      this.draft.typed();
      this.show();
    });
    this.final.addEventListener("change", () => this.show());
    this.use(draft);
  }

  /** @param {Draft} draft the sheet of another phase, or the first */
  use(draft) {
    this.draft.removeEventListener("change", this.change);
    this.draft = draft;
    this.draft.addEventListener("change", this.change);
    this.problem = "";
    this.show();
  }

  /** @param {string | null} unit being ordered now */
  select(unit) {
    this.selected = unit;
    for (const line of this.list.children) {
      if (line instanceof HTMLElement) line.classList.toggle("selected", line.dataset["unit"] === unit);
    }
  }

  /** Send the whole sheet; what the server understood replaces what the browser supposed. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    this.problem = "";
    this.show();
    const sent = this.draft.text();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) if (typeof value === "string") body.set(name, value);
    body.set("orders", sent);
    try {
      const response = await fetch(this.form.action, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
      this.offline = false;
      const answer = await response.json();
      if (answer.type === "receipt") this.#received(answer, sent);
      else this.problem = answer.problem ?? "The server could not save the sheet.";
    } catch (error) {
      if (error instanceof TypeError) this.offline = true;
      else this.problem = "The server's answer could not be read. Reload the page; your draft is kept.";
    }
    this.sending = false;
    this.show();
    this.dispatchEvent(new CustomEvent("sent", { detail: this.state.textContent }));
  }

  /** @param {Receipt} receipt @param {string} sent */
  #received(receipt, sent) {
    this.problem = receipt.saved ? "" : receipt.problem ?? "The server did not take the sheet.";
    this.draft.received(receipt, sent);
    if (receipt.saved) this.final.checked = receipt.final;
  }

  show() {
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement) ? document.activeElement.dataset["key"] : undefined;
    const units = this.draft.present();
    this.list.replaceChildren(...units.map((unit) => this.#line(unit)), ...this.draft.extra.map((text, index) => this.#stray(text, index)));
    const again = focused === undefined ? null : this.list.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
    if (document.activeElement !== this.text) this.text.value = this.draft.text();
    const given = units.filter((unit) => this.#counts(unit)).length;
    const due = this.form.querySelector("[data-due]")?.getAttribute("data-due"); // builds and disbands: fewer than there are choices
    this.tally = units.length ? `${given} of ${due ?? units.length}` : "";
    this.count.textContent = this.tally && !given ? `${this.tally}: point at the board` : this.tally;
    this.undo.disabled = !this.draft.past.length;
    this.clear.disabled = !this.draft.text();
    this.submit.disabled = this.sending;
    this.form.classList.toggle("idle", !units.length && !this.draft.extra.length);
    this.#tell();
  }

  /** @param {string} unit @returns {boolean} does it have an order that is understood? */
  #counts(unit) {
    const text = this.draft.orders.get(unit);
    return text !== undefined && !this.draft.problem(text);
  }

  /** @returns {number} lines that are kept and will not count */
  #faulty() {
    return [...this.draft.orders.values(), ...this.draft.extra].filter((text) => this.draft.problem(text)).length;
  }

  #tell() {
    const { draft } = this;
    const changed = draft.dirty || (draft.savedAt !== null && this.final.checked !== draft.final);
    let [words, kind] = ["", ""];
    if (this.sending) words = "Sending…";
    else if (this.problem) [words, kind] = [this.problem, "bad"];
    else if (this.offline) [words, kind] = ["No connection. The draft is kept in this browser; submit again when you are back.", "warn"];
    else if (changed || draft.savedAt === null) {
      const before = draft.savedAt ? ` The server still has your sheet of ${localTime(new Date(draft.savedAt))}.` : "";
      words = changed ? `Not saved yet.${before}` : "Nothing is saved for this phase yet.";
      kind = changed ? "warn" : "";
    } else {
      words = `Saved at ${localTime(new Date(draft.savedAt))} by the server's clock, ${draft.final ? "final" : "not final"}.`;
      kind = "good";
      const idle = this.#faulty();
      if (idle) [words, kind] = [`${words} ${idle === 1 ? "One line does" : `${idle} lines do`} not count.`, "warn"];
    }
    this.state.textContent = words;
    this.state.className = `sheet-state ${kind}`;
    this.form.classList.toggle("unsaved", changed);
  }

  /** @param {string} unit @returns {HTMLElement} */
  #line(unit) {
    const text = this.draft.orders.get(unit);
    const problem = text === undefined ? null : this.draft.problem(text);
    const standing = this.draft.standing(unit);
    const line = element("li", `line ${problem ? "problem" : standing}`);
    line.dataset["unit"] = unit;
    line.classList.toggle("selected", unit === this.selected);
    const main = element("button", "line-main");
    main.setAttribute("type", "button");
    main.dataset["key"] = `order ${unit}`;
    const name = this.speaker.unit(unit);
    main.append(element("span", "line-unit", name));
    const deed = text === undefined ? "no order yet" : problem ? text : this.speaker.deed(unit, text);
    main.append(element("span", "line-deed", deed));
    if (problem) main.append(element("span", "line-problem", problem));
    else if (text !== undefined) for (const words of this.#consequences(unit, text)) main.append(element("span", "line-follows", words));
    if (text !== undefined) main.append(element("span", "visually-hidden", `, ${STANDING[standing]}`));
    main.addEventListener("click", () => this.dispatchEvent(new CustomEvent("take", { detail: unit })));
    line.append(main);
    if (text !== undefined && !problem) line.append(...this.#switch(unit, text, name));
    if (text !== undefined) line.append(this.#remover(`Take back the order of ${name}`, `clear ${unit}`, () => this.draft.clear(unit)));
    return line;
  }

  /** @param {string} unit @param {string} text @returns {string[]} what follows from the order beyond its words */
  #consequences(unit, text) {
    const own = spoken().follows?.(text, this.speaker, [...this.draft.orders.values()]) ?? [];
    return [...own, ...this.#meant(unit, text)];
  }

  /** @param {string} unit @param {string} text @returns {string[]} what the server tells of marks and far goals */
  #meant(unit, text) {
    const told = this.form.querySelector("[data-live=meanings]")?.textContent?.trim();
    if (!told) return [];
    /** @type {Meanings} */
    const meanings = JSON.parse(told);
    const choice = takeApart(unit, text);
    const goal = VOWED.has(choice.verb) ? choice.places.at(-1) ?? null : null;
    return consequences(meanings, unit, text, goal, (province) => this.speaker.place(province), [...this.draft.orders.values()]);
  }

  /** @param {string} unit @param {string} text @param {string} name @returns {HTMLElement[]} a switch between the ways to mark this order */
  #switch(unit, text, name) {
    const same = (this.draft.legal[baseOf(unit)] ?? []).filter((other) => bare(other) === bare(text));
    const ways = waysToMark(same);
    if (ways.length < 2) return [];
    const marked = ways.at(-1) ?? "";
    const on = marksOf(text) === marked;
    const other = same.find((candidate) => on ? marksOf(candidate) !== marked : marksOf(candidate) === marked);
    const button = element("button", "mark-choice", nameOfWay(marked, ways));
    button.setAttribute("type", "button");
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", `${nameOfWay(marked, ways)}: ${name}`);
    button.dataset["key"] = `mark ${unit}`;
    button.addEventListener("click", () => this.draft.set(unit, other ?? text));
    return [button];
  }

  /** @param {string} text @param {number} index @returns {HTMLElement} */
  #stray(text, index) {
    const line = element("li", "line problem stray");
    const main = element("div", "line-main");
    main.append(element("span", "line-unit", text), element("span", "line-problem", this.draft.problem(text) ?? "Belongs to none of your units."));
    const unit = this.draft.keeps(text);
    if (unit !== null) main.append(element("span", "line-follows", `${this.speaker.unit(unit)} keeps its order.`));
    line.append(main, this.#remover(`Remove the line ${text}`, `stray ${index}`, () => this.draft.clearExtra(index)));
    return line;
  }

  /** @param {string} label @param {string} key @param {() => void} remove @returns {HTMLElement} */
  #remover(label, key, remove) {
    const button = element("button", "line-clear", "×");
    button.setAttribute("type", "button");
    button.setAttribute("aria-label", label);
    button.dataset["key"] = key;
    button.addEventListener("click", remove);
    return button;
  }
}

/**
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} type
 * @returns {E} the one element the template promises there
 */
export function part(root, selector, type) {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page lacks ${selector}.`);
  return found;
}
