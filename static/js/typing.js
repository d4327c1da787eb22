/**
 * One line in which an order can be typed, with completion out of the legal orders (a combobox with a list box).
 *
 * @typedef {import("./notation.js").Finder} Finder
 * @typedef {import("./notation.js").Speaker} Speaker
 */

export class Typing extends EventTarget {
  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list
   * @param {Finder} finder
   * @param {Speaker} speaker
   */
  constructor(input, list, finder, speaker) {
    super();
    this.input = input;
    this.list = list;
    this.finder = finder;
    this.speaker = speaker;
    /** @type {{unit: string, text: string}[]} */
    this.found = [];
    this.at = 0;
    input.addEventListener("input", () => this.#search());
    input.addEventListener("keydown", (event) => {
      if (this.#press(event.key)) event.preventDefault();
    });
    input.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
      const index = option ? [...list.children].indexOf(option) : -1;
      if (index >= 0) this.#take(index);
    });
  }

  #search() {
    this.found = this.finder.complete(this.input.value);
    this.at = 0;
    this.list.replaceChildren(...this.found.map(({ unit, text }, index) => {
      const option = document.createElement("li");
      option.id = `${this.list.id}-${index}`;
      option.setAttribute("role", "option");
      const words = document.createElement("span");
      words.textContent = `${this.speaker.unit(unit)} ${this.speaker.deed(unit, text)}`;
      const code = document.createElement("code");
      code.textContent = text;
      option.append(words, code);
      return option;
    }));
    this.#light();
  }

  #light() {
    const open = this.found.length > 0;
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
    for (const [index, option] of [...this.list.children].entries()) option.setAttribute("aria-selected", String(index === this.at));
    if (open) {
      this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
      this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {string} key @returns {boolean} whether it was ours */
  #press(key) {
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (!this.found.length) return false;
      this.at = (this.at + (key === "ArrowDown" ? 1 : this.found.length - 1)) % this.found.length;
      this.#light();
      return true;
    }
    if (key === "Escape" && this.input.value) {
      this.input.value = "";
      this.#close();
      return true;
    }
    if (key !== "Enter") return false;
    const typed = this.input.value.trim();
    const exact = this.finder.exact(typed);
    if (exact) this.#done(exact.text);
    else if (this.found.length) this.#take(this.at);
    else if (typed) this.#done(typed);
    return true;
  }

  /** @param {number} index */
  #take(index) {
    const found = this.found[index];
    if (found) this.#done(found.text);
  }

  /** @param {string} text */
  #done(text) {
    this.input.value = "";
    this.#close();
    this.dispatchEvent(new CustomEvent("line", { detail: text }));
  }

  #close() {
    this.found = [];
    this.list.replaceChildren();
    this.#light();
  }
}
