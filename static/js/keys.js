/**
 * The board by keyboard alone: arrows walk the provinces, letters choose what a unit does or find a province by its name,
 * Enter picks, Escape steps back. A slash begins a name whose first letter would otherwise choose an order.
 *
 * @typedef {import("./composer.js").Composer} Composer
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./notation.js").Speaker} Speaker
 */
import { answers, detours, toggles } from "./choices.js";

const FORGET = 1200; // milliseconds after which typed letters begin a new word

export class Keys {
  /**
   * @param {Board} board
   * @param {Composer} composer
   * @param {Speaker} speaker
   * @param {object} acts
   * @param {(province: string, unit: string | null) => void} acts.pick
   * @param {() => void} acts.undo
   * @param {() => string} acts.start province where the walk begins
   * @param {(text: string) => void} acts.say
   */
  constructor(board, composer, speaker, acts) {
    this.board = board;
    this.composer = composer;
    this.speaker = speaker;
    this.acts = acts;
    this.typed = "";
    this.typedAt = 0;
    this.seeking = false;
    board.box.addEventListener("keydown", (event) => {
      if (event.target === board.box && this.#press(event)) event.preventDefault();
    });
    board.box.addEventListener("blur", () => {
      this.typed = "";
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
  #press(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      this.acts.undo();
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (performance.now() - this.typedAt > FORGET) this.typed = "";
    if (event.key.startsWith("Arrow")) return this.#walk(event.key);
    switch (event.key) {
      case "Enter":
      case " ":
        this.typed = "";
        if (this.board.cursor === null) return false;
        this.acts.pick(this.board.cursor, null);
        return true;
      case "Escape":
        this.typed = "";
        this.seeking = false;
        if (!this.composer.back()) this.board.hideCursor();
        else if (this.composer.unit === null) this.acts.say("Nothing is chosen.");
        return true;
      case "+":
        this.board.view.scale(1.4);
        return true;
      case "-":
        this.board.view.scale(1 / 1.4);
        return true;
      case "0":
        if (this.typed) return this.#letter("0"); // a space called 40
        this.board.view.fit();
        return true;
      default:
        return event.key.length === 1 && this.#letter(event.key.toLowerCase());
    }
  }

  /** @param {string} key @returns {boolean} */
  #walk(key) {
    const reached = this.board.walk(key, this.acts.start());
    if (reached === null) this.acts.say("Nothing farther that way.");
    else this.#tell(reached);
    return true;
  }

  /** @param {string} letter @returns {boolean} */
  #letter(letter) {
    if (letter === "/") {
      this.seeking = true; // what is typed now is a name, also where its first letter would choose an order
      this.typed = "";
      this.typedAt = performance.now();
      this.acts.say("Type a province's name.");
      return true;
    }
    const same = this.composer.stage === "verb" || this.composer.via ? [...toggles(this.composer), ...detours(this.composer)].filter(({ key }) => key === letter) : [];
    const toggle = same.find(({ pressed }) => !pressed) ?? same[0];
    const answer = answers(this.composer, this.speaker).find(({ key }) => key === letter) ?? toggle;
    if (answer && !this.typed && !this.seeking) {
      answer.choose();
      if (answer === toggle) this.acts.say(`${toggle?.word ?? ""}.`);
      return true;
    }
    if (!/[a-z0-9']/.test(letter)) return false;
    this.seeking = false;
    this.typed += letter;
    this.typedAt = performance.now();
    const found = this.#find(this.typed);
    if (found === null) {
      this.acts.say(`No province begins with “${this.typed}”.`);
      this.typed = "";
    } else {
      this.board.goto(found);
      this.#tell(found);
    }
    return true;
  }

  /** @param {string} start @returns {string | null} the province meant: possible goals first, then by its letters, then by name */
  #find(start) {
    const all = [...this.board.provinces.keys()].map((id) => ({ id, name: this.speaker.place(id).toLowerCase() }));
    const fits = all.filter(({ id, name }) => id.startsWith(start) || name.startsWith(start));
    const possible = fits.filter(({ id }) => this.board.targets.has(id));
    const ranked = (possible.length ? possible : fits).sort((a, b) => Number(b.id === start) - Number(a.id === start) || a.name.localeCompare(b.name));
    return ranked[0]?.id ?? null;
  }

  /** @param {string} province */
  #tell(province) {
    const name = this.speaker.place(province);
    const here = [...this.board.svg.querySelectorAll(`#dynamic .unit[data-province="${CSS.escape(province)}"] title`)].map((title) => title.textContent);
    const possible = this.board.targets.size ? (this.board.targets.has(province) ? ", possible" : ", not possible") : "";
    this.acts.say([`${name}${possible}`, ...here].join(". "));
  }
}
