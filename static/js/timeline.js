/**
 * Stepping through the phases of a game without leaving the page: the next phase's page is fetched, and what differs is put in
 * place. The board keeps its zoom, addresses stay right, and without scripts the links are plain links.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 * @typedef {import("./board.js").Board} Board
 */
import { refreshTimes } from "./clock.js";

const PACE = 2500; // milliseconds a phase is shown while playing

export class Timeline extends EventTarget {
  /**
   * @param {Board} board
   * @param {HTMLElement} header with the links to the phase before and after
   * @param {(text: string) => void} say
   */
  constructor(board, header, say) {
    super();
    this.board = board;
    this.header = header;
    this.say = say;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.playing = undefined;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "button quiet small";
    this.button.addEventListener("click", () => (this.playing === undefined ? this.#play() : this.stop()));
    header.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[rel]") : null;
      if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.stop();
      void this.go(link.href, true);
    });
    addEventListener("popstate", () => {
      this.stop();
      void this.go(location.href, false);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.playing !== undefined) this.stop(); // nobody looks on
    });
    this.#show();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = undefined;
    this.#show();
  }

  /**
   * @param {string} url of a phase's page
   * @param {boolean} fresh whether the address is to change
   * @returns {Promise<boolean>} whether the phase is shown here
   */
  async go(url, fresh) {
    let page;
    try {
      const response = await fetch(url, { credentials: "same-origin", cache: "no-store" });
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      this.stop();
      this.say("No connection. The phase could not be shown.");
      return false;
    }
    const dynamic = page.querySelector("#dynamic");
    const data = page.querySelector("#state-data")?.textContent;
    const header = page.querySelector("header.steps");
    if (!dynamic || !data || !header) {
      location.assign(url);
      return false;
    }
    const focused = document.activeElement instanceof HTMLAnchorElement && this.header.contains(document.activeElement) ? document.activeElement.rel : "";
    if (fresh) history.pushState(null, "", url);
    document.title = page.title;
    this.board.replaceDynamic(new XMLSerializer().serializeToString(dynamic));
    for (const part of page.querySelectorAll("[data-live]")) {
      const name = part.getAttribute("data-live") ?? "";
      if (name) document.querySelector(`[data-live="${CSS.escape(name)}"]`)?.replaceChildren(...part.childNodes);
    }
    this.header.replaceChildren(...header.childNodes);
    this.#show();
    const again = focused ? this.header.querySelector(`a[rel=${focused}]`) : null;
    if (again instanceof HTMLElement) again.focus();
    refreshTimes();
    /** @type {GameState} */
    const state = JSON.parse(data);
    this.say(state.title);
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
    return true;
  }

  #play() {
    this.playing = setTimeout(() => void this.#next(), PACE / 3);
    this.#show();
  }

  async #next() {
    const next = this.#following();
    if (!next || !(await this.go(next.href, true)) || this.playing === undefined) {
      this.stop();
      return;
    }
    if (this.#following()) this.playing = setTimeout(() => void this.#next(), PACE);
    else this.stop();
  }

  /** @returns {HTMLAnchorElement | null} */
  #following() {
    const link = this.header.querySelector("a[rel=next]");
    return link instanceof HTMLAnchorElement ? link : null;
  }

  /** The button stands before the link to the next phase; with nothing to come there is nothing to play. */
  #show() {
    this.button.textContent = this.playing === undefined ? "▶ Play" : "❚❚ Pause";
    this.button.disabled = this.playing === undefined && !this.#following();
    if (!this.button.isConnected) this.header.insertBefore(this.button, this.header.lastElementChild);
  }
}
