/**
 * Press in the browser: drafts that survive, sending without leaving, new messages as they come. The words are the server's: this
 * fetches the pages of press and puts their pieces in place. Works in the page of press and in the tab of the game page.
 */
import { refreshTimes } from "./clock.js";
import { Live } from "./live.js";
import { part } from "./sheet.js";

const DRAFTS = "press:";

/** The drafts this browser keeps. */
const drafts = {
  /** @param {string} key @returns {string} */
  read(key) {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return ""; // storage is forbidden in this browser: a draft lasts as long as the page
    }
  },
  /** @param {string} key @param {string} text */
  keep(key, text) {
    try {
      if (text.trim()) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    } catch {
      return; // as above
    }
  },
  /** Forget what others have written in this browser. @param {string} owner */
  onlyOf(owner) {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFTS) && !key.startsWith(`${DRAFTS}${owner || "-"}:`)) localStorage.removeItem(key);
    } catch {
      return; // as above
    }
  },
};

export class Press extends EventTarget {
  /**
   * @param {HTMLElement} frame in which the room stands or will stand; tells by `unread` (detail: a number) what is new
   * @param {string} base the URL of the game's press
   * @param {{embedded: boolean, seen: () => boolean}} manner embedded: links are followed inside; seen: whether somebody looks at it
   */
  constructor(frame, base, manner) {
    super();
    this.frame = frame;
    this.base = base;
    this.manner = manner;
    this.turn = 0;
    frame.addEventListener("click", (event) => this.#follow(event));
    frame.addEventListener("submit", (event) => this.#submit(event));
    frame.addEventListener("input", (event) => {
      if (event.target instanceof HTMLTextAreaElement) drafts.keep(this.#draftKey(), event.target.value);
    });
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
    });
    if (this.room) this.#dress();
  }

  /** @returns {HTMLElement | null} */
  get room() {
    return this.frame.querySelector("#press-room");
  }

  /** Show a page of press inside the frame. @param {string} url @param {RequestInit} [how] @returns {Promise<boolean>} whether nothing was refused */
  async load(url, how = {}) {
    const turn = ++this.turn;
    const answer = await this.#fetch(url, how);
    if (turn !== this.turn) return true; // somebody has gone elsewhere meanwhile
    const fresh = answer.querySelector("#press-room");
    if (!fresh) throw new Error(answer.querySelector("main p.soft")?.textContent ?? "The press could not be read.");
    this.frame.replaceChildren(fresh);
    this.#dress();
    const told = answer.querySelector(".messages li");
    if (told) this.#note(told.textContent ?? "", told.classList.contains("error"));
    return !told?.classList.contains("error");
  }

  /** Something may be new: take it, if somebody looks; else only count. */
  async refresh() {
    const room = this.room;
    if (!room || !this.manner.seen()) {
      await this.count();
      return;
    }
    const thread = room.dataset["thread"];
    const last = [...room.querySelectorAll(".press-messages .said")].at(-1)?.getAttribute("data-name");
    if (!thread) await this.#refreshList(room.dataset["here"] ?? this.base);
    else if (last) await this.#refreshList(`${thread}?after=${last}`);
    else if (!this.frame.querySelector("textarea")?.value) await this.load(thread);
    await this.count();
  }

  /** How much is unread, told by the event. */
  async count() {
    const response = await fetch(`${this.base}unread`, { headers: { Accept: "application/json" }, credentials: "same-origin", cache: "no-store" });
    if (response.ok) this.dispatchEvent(new CustomEvent("unread", { detail: (await response.json()).unread }));
  }

  /** @param {string} url whose list replaces ours, and whose messages come after ours */
  async #refreshList(url) {
    const turn = this.turn;
    const answer = await this.#fetch(url);
    const room = this.room;
    if (turn !== this.turn || !room) return;
    const list = answer.querySelector(".press-rooms");
    const old = room.querySelector(".press-rooms");
    if (list && old && !old.contains(document.activeElement)) old.replaceWith(list);
    const messages = room.querySelector("#press-messages");
    const scroll = room.querySelector(".press-scroll");
    if (!messages || !scroll || !url.includes("?after=")) return refreshTimes();
    const low = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 120;
    const season = [...messages.querySelectorAll("[data-season]")].at(-1)?.getAttribute("data-season");
    for (const item of answer.querySelectorAll("#press-messages > li")) {
      if (item.classList.contains("press-new-line") || item.getAttribute("data-season") === season) continue;
      if (!item.id || !document.getElementById(item.id)) messages.append(item);
    }
    if (low) scroll.scrollTop = scroll.scrollHeight;
    refreshTimes();
  }

  /** @param {string} url @param {RequestInit} [how] @returns {Promise<Document>} */
  async #fetch(url, how = {}) {
    const response = await fetch(url, { credentials: "same-origin", cache: "no-store", headers: { Accept: "text/html" }, ...how });
    return new DOMParser().parseFromString(await response.text(), "text/html");
  }

  /** @param {MouseEvent} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!this.manner.embedded || !link || link.dataset["plain"] !== undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(this.base)) return;
    event.preventDefault();
    this.#go(link.pathname + link.search);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const sending = form.classList.contains("press-compose");
    if (!sending && !this.manner.embedded) return;
    event.preventDefault();
    const data = new FormData(form);
    if (form.method === "get") {
      this.#go(`${new URL(form.action).pathname}?${new URLSearchParams(/** @type {[string, string][]} */ ([...data].filter(([, value]) => typeof value === "string")))}`);
      return;
    }
    const key = this.#draftKey();
    const text = data.get("text")?.toString() ?? "";
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    this.load(form.action, { method: "POST", body: data }).then(
      (taken) => {
        if (sending && taken) drafts.keep(key, "");
        const field = this.frame.querySelector("textarea");
        if (!sending || !field) return;
        field.value = taken ? "" : text;
        field.focus();
      },
      (problem) => {
        if (button) button.disabled = false;
        this.#note(problem instanceof TypeError ? "No connection. Your message is kept here; send it again." : String(problem.message), true);
      },
    ).then(() => this.count()).catch(() => this.#note("No connection.", true));
  }

  /** @param {string} url */
  #go(url) {
    this.load(url).then(
      () => {
        const head = this.room?.querySelector(this.room.classList.contains("open") ? ".press-thread-head h2" : ".press-room-link");
        if (head instanceof HTMLElement) {
          if (head.tagName === "H2") head.tabIndex = -1;
          head.focus({ preventScroll: true });
        }
        return this.count();
      },
      (problem) => this.#note(problem instanceof TypeError ? "No connection." : String(problem.message), true),
    ).catch(() => this.#note("No connection.", true));
  }

  /** What the server cannot do for a room that has just come. */
  #dress() {
    const room = this.room;
    if (!room) return;
    drafts.onlyOf(room.dataset["owner"] ?? "");
    const field = room.querySelector(".press-compose textarea");
    if (field instanceof HTMLTextAreaElement && !field.value) field.value = drafts.read(this.#draftKey());
    const scroll = room.querySelector(".press-scroll");
    const fresh = room.querySelector(".press-new-line");
    if (scroll && location.hash.length < 3) scroll.scrollTop = fresh instanceof HTMLElement ? fresh.offsetTop - 80 : scroll.scrollHeight;
    refreshTimes();
  }

  #draftKey() {
    return `${DRAFTS}${this.room?.dataset["owner"] ?? ""}:${this.room?.dataset["thread"] ?? ""}`;
  }

  /** @param {string} text @param {boolean} bad */
  #note(text, bad) {
    let note = this.frame.querySelector(".press-note");
    if (!note) {
      note = document.createElement("p");
      note.className = "press-note small";
      note.setAttribute("role", "status");
      this.frame.prepend(note);
    }
    note.textContent = text;
    note.classList.toggle("bad", bad);
  }
}

const own = document.querySelector("#press-frame");
if (own instanceof HTMLElement) {
  const press = new Press(own, part(own, "#press-room", HTMLElement).dataset["base"] ?? "", { embedded: false, seen: () => document.visibilityState === "visible" });
  const live = new Live(own.dataset["slug"] ?? "", own.dataset["state"] ?? "", Number(own.dataset["ordinal"]));
  live.addEventListener("press", () => void press.refresh().catch(() => undefined));
}
