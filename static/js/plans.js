/** The plans one keeps for a phase: listed, loaded, saved, renamed and deleted through the server. Knows neither board nor rules. */
import { ask } from "./ask.js";
import { part } from "./sheet.js";

/** @typedef {{name: string, text: string}} Plan */

export class Plans {
  /**
   * @param {HTMLFormElement} form
   * @param {number} ordinal of the phase
   * @param {{read: () => string, load: (text: string) => void, tell: (text: string, kind: string) => void}} acts
   */
  constructor(form, ordinal, acts) {
    this.url = form.dataset["plans"] ?? "";
    this.token = new FormData(form).get("csrfmiddlewaretoken")?.toString() ?? "";
    this.ordinal = ordinal;
    this.acts = acts;
    /** @type {Plan[]} */
    this.plans = [];
    this.list = part(form, "#plan-list", HTMLSelectElement);
    this.name = part(form, "#plan-name", HTMLInputElement);
    this.rename = part(form, "#plan-rename", HTMLButtonElement);
    this.remove = part(form, "#plan-delete", HTMLButtonElement);
    this.list.addEventListener("change", () => this.#load());
    this.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#save();
    });
    part(form, "#plan-save", HTMLButtonElement).addEventListener("click", () => this.#save());
    this.rename.addEventListener("click", () => this.#act("rename", { to: this.name.value }, `Renamed to “${this.name.value}”.`));
    this.remove.addEventListener("click", () => this.#act("delete", {}, `“${this.#chosen()?.name ?? ""}” is deleted.`));
    this.#show(null);
    void this.#ask(`${this.url}?ordinal=${ordinal}`, undefined, "");
  }

  /** @returns {Plan | undefined} */
  #chosen() {
    return this.plans.find((plan) => plan.name === this.list.value);
  }

  #load() {
    const plan = this.#chosen();
    this.#enable();
    if (!plan) return;
    this.name.value = plan.name;
    this.acts.load(plan.text);
    this.acts.tell(`“${plan.name}” is on the board.`, "good");
  }

  #save() {
    const name = this.name.value;
    void this.#ask(this.url, { ordinal: this.ordinal, name, text: this.acts.read() }, `Kept as “${name.trim()}”. Only you can see it.`);
  }

  /** @param {string} deed @param {object} body @param {string} words */
  #act(deed, body, words) {
    const plan = this.#chosen();
    if (plan) void this.#ask(`${this.url}/${deed}`, { ordinal: this.ordinal, name: plan.name, ...body }, words);
  }

  /** @param {string} url @param {object | undefined} body @param {string} words said when it is done */
  async #ask(url, body, words) {
    try {
      const answer = await ask(url, body, this.token);
      this.plans = answer.plans;
      this.#show(answer.saved);
      if (words) this.acts.tell(words, "good");
    } catch (error) {
      this.acts.tell(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {string | null} chosen the name of a plan */
  #show(chosen) {
    const first = new Option(this.plans.length ? `Your plans (${this.plans.length})` : "No plans yet", "");
    this.list.replaceChildren(first, ...this.plans.map((plan) => new Option(plan.name, plan.name)));
    this.list.value = chosen ?? "";
    this.#enable();
  }

  #enable() {
    const none = this.#chosen() === undefined;
    this.rename.disabled = none;
    this.remove.disabled = none;
  }
}
