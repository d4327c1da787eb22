/**
 * Giving orders on the game page: ties pointing, keys and typing to the one sheet, for one phase after the other.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 * @typedef {import("./types.d.ts").Sheet} SavedSheet
 * @typedef {import("./board.js").Board} Board
 */
import { Choices, question } from "./choices.js";
import { Composer } from "./composer.js";
import { Draft, forgetOldDrafts } from "./draft.js";
import { Keys } from "./keys.js";
import { baseOf, spoken } from "./language.js";
import { bare } from "./marks.js";
import { byPlace, Finder, provinceOf, regionOf, Speaker, takeApart } from "./notation.js";
import { part, Sheet } from "./sheet.js";
import { Typing } from "./typing.js";

export class Orders {
  /**
   * @param {Board} board
   * @param {HTMLFormElement} form
   * @param {GameState} state
   * @param {(text: string) => void} say to people who listen instead of look
   */
  constructor(board, form, state, say) {
    this.board = board;
    this.form = form;
    this.say = say;
    this.speaker = new Speaker(board.geometry);
    spoken().know?.(state, board.geometry);
    this.state = state;
    this.legal = byPlace(state.legal);
    this.finder = new Finder(board.geometry, this.legal);
    this.composer = new Composer(this.legal);
    const { byLand } = board.geometry;
    this.composer.goesAlone = (from, to) => !byLand || (byLand[from]?.includes(to) ?? false);
    this.composer.fits = (unit, text) => this.#fits(unit, text);
    this.draft = this.#draftOf(state);
    this.sheet = new Sheet(form, this.speaker, this.draft);
    this.typing = new Typing(part(form, "#order-input", HTMLInputElement), part(form, "#order-list", HTMLElement), this.finder, this.speaker);
    new Choices(part(board.box, "#choices", HTMLElement), this.composer, board, this.speaker);
    new Keys(board, this.composer, this.speaker, {
      pick: (province, unit) => this.pick(province, unit),
      undo: () => this.undo(),
      start: () => this.#start(),
      say,
    });
    this.#listen();
    this.paint();
    if (this.draft.restored) say("A draft that was not sent has been restored.");
  }

  /** @param {GameState} state another phase, or news of this one */
  take(state) {
    if (state.ordinal === this.state.ordinal) {
      this.state = state;
      this.draft.reread(state.sheet);
      return;
    }
    this.state = state;
    spoken().know?.(state, this.board.geometry);
    this.legal = byPlace(state.legal);
    this.finder = new Finder(this.board.geometry, this.legal);
    this.typing.finder = this.finder;
    this.composer.replace(this.legal);
    this.draft = this.#draftOf(state);
    this.draft.addEventListener("change", () => this.paint());
    part(this.form, "input[name=ordinal]", HTMLInputElement).value = String(state.ordinal);
    this.sheet.final.checked = state.sheet?.final ?? !state.turn.endsWith("M");
    this.sheet.use(this.draft);
    this.paint();
  }

  /** Orders are given here again after they were planned elsewhere on the page: the language speaks of this board once more. */
  resume() {
    spoken().know?.(this.state, this.board.geometry);
    byPlace(this.state.legal);
  }

  /**
   * Somebody pointed at the board.
   * @param {string | null} province
   * @param {string | null} unit the counter hit, if any
   */
  pick(province, unit) {
    const { composer } = this;
    if (this.board.ahead) return; // that board is looked at, not ordered on
    if (province !== null && composer.targets().has(province)) {
      composer.point(province);
      return;
    }
    const mine = this.#mine(province, unit);
    if (mine !== null && mine !== composer.unit) {
      this.#take(mine);
      return;
    }
    const unplaced = this.#unplaced(province);
    if (composer.unit === null && province !== null && unplaced !== undefined) {
      composer.take(unplaced);
      composer.point(province);
      return;
    }
    const deeds = province === null || (composer.unit !== null && !composer.unit.startsWith("@")) ? [] : this.#deedsAt(province);
    if (province !== null && deeds.length) {
      composer.propose(province, deeds);
      return;
    }
    const begun = province !== null && composer.unit === null ? spoken().opens?.(province) : null;
    if (province !== null && begun && begun.base in this.legal) {
      composer.take(this.draft.vacant(begun.base));
      composer.say(begun.verb);
      composer.point(province);
      return;
    }
    if (composer.unit === null) {
      if (province !== null) this.say(`${this.speaker.place(province)}: nothing of yours to order there.`);
      return;
    }
    if (province === null || mine === composer.unit) {
      composer.take(null);
      this.say("Nothing is chosen.");
    } else this.say(`${this.speaker.place(province)} is not possible here.`);
  }

  undo() {
    if (this.draft.undo()) this.say(`Undone. ${this.sheet.tally} ordered.`);
  }

  paint() {
    const unit = this.composer.unit;
    this.board.mark({
      unit,
      targets: this.composer.targets(),
      orderable: this.draft.present(),
      ordered: (key) => this.draft.orders.has(key),
    });
    this.board.arrows.draw([...this.draft.orders].filter(([, text]) => this.finder.exact(text)), this.state.viewer);
    this.sheet.select(unit);
  }

  /** @param {string | null} province @param {string | null} unit @returns {string | null} the unit of ours that is meant */
  #mine(province, unit) {
    const keys = this.draft.present();
    const free = (/** @type {string | undefined} */ found) => keys.find((key) => found !== undefined && baseOf(key) === baseOf(found) && !this.draft.orders.has(key)) ?? found;
    const hit = free(keys.find((key) => key === unit)) ?? keys.find((key) => unit !== null && bare(key) === bare(unit));
    if (hit !== undefined) return hit;
    return free(keys.find((key) => province !== null && provinceOf(regionOf(key) ?? key) === province)) ?? null;
  }

  /** @param {string} unit @param {string} text @returns {boolean} whether an entry without an order can be given this one beside what the others have */
  #fits(unit, text) {
    if (this.draft.orders.has(unit)) return true;
    const others = [...this.draft.orders].filter(([key]) => baseOf(key) === baseOf(unit)).map(([, given]) => given);
    return spoken().fits?.(baseOf(unit), [...others, text]) ?? true;
  }

  /** @param {string} unit whose order is to be given; it keeps the marks of the order it has */
  #take(unit) {
    const given = this.draft.orders.get(unit);
    this.composer.take(unit, given === undefined ? undefined : takeApart(unit, given).marks);
  }

  /** @param {string} province @returns {import("./types.d.ts").Choice[]} what can be done there by no unit: abilities */
  #deedsAt(province) {
    const keys = Object.keys(this.legal).filter((key) => regionOf(key) === null && !key.startsWith("place "));
    return keys.flatMap((key) => this.composer.all.get(key) ?? []).filter((choice) => choice.places.length === 1 && choice.places[0] === province);
  }

  /** @param {string | null} province @returns {string | undefined} a unit still to be placed that can be placed there */
  #unplaced(province) {
    const free = this.draft.present().filter((key) => key.startsWith("place ") && !this.draft.orders.has(key));
    return free.find((key) => this.legal[key]?.some((text) => text.endsWith(` ${province}`)));
  }

  /** @returns {string} where a walk over the board begins: at the first unit without an order */
  #start() {
    const keys = this.draft.present();
    const key = this.composer.unit ?? keys.find((candidate) => !this.draft.orders.has(candidate)) ?? keys[0];
    const province = key === undefined ? undefined : provinceOf(regionOf(key) ?? key);
    return province !== undefined && this.board.provinces.has(province) ? province : [...this.board.provinces.keys()][0] ?? "";
  }

  /** @param {GameState} state @returns {Draft} */
  #draftOf(state) {
    const prefix = `draft:${state.game}:${state.viewer}:`;
    const key = `${prefix}${state.ordinal}`;
    forgetOldDrafts(prefix, key);
    return new Draft(key, this.legal, this.finder, state.sheet);
  }

  #listen() {
    const { composer, board } = this;
    this.draft.addEventListener("change", () => this.paint());
    composer.addEventListener("change", () => {
      this.paint();
      if (composer.unit === null) board.view.release();
      else board.closeUp(composer.unit);
      const asked = question(composer, this.speaker);
      if (asked) this.say(this.#hint(asked));
    });
    composer.addEventListener("order", (event) => {
      if (!(event instanceof CustomEvent)) return;
      const { unit, text, proposed } = event.detail;
      this.draft.set(proposed ? this.draft.entryFor(unit, text) : unit, text);
      this.say(`${this.speaker.unit(unit)} ${this.speaker.deed(unit, text)}. ${this.sheet.tally} ordered.`);
    });
    board.addEventListener("pick", (event) => {
      if (event instanceof CustomEvent) this.pick(event.detail.province, event.detail.unit);
    });
    this.sheet.addEventListener("take", (event) => {
      if (!(event instanceof CustomEvent)) return;
      this.#take(event.detail);
      const at = board.spot(event.detail);
      if (at) board.view.show(at[0], at[1]);
    });
    this.sheet.addEventListener("sent", (event) => {
      if (event instanceof CustomEvent) this.say(event.detail);
    });
    this.typing.addEventListener("line", (event) => {
      if (!(event instanceof CustomEvent)) return;
      const unit = this.draft.add(event.detail);
      const problem = this.draft.problem(event.detail);
      const words = unit === null ? event.detail : `${this.speaker.unit(unit)} ${this.speaker.deed(unit, event.detail)}`;
      this.say(problem ? `${event.detail}: ${problem}` : `${words}. ${this.sheet.tally} ordered.`);
    });
  }

  /** @param {string} asked @returns {string} the open question and what can be answered in words or by pointing */
  #hint(asked) {
    const goals = [...this.composer.targets()].map((province) => this.speaker.place(province));
    return goals.length && goals.length <= 12 ? `${asked} Possible: ${goals.join(", ")}.` : asked;
  }
}
