/**
 * The line to the server: a socket that is told about new phases, and one way to recover whatever it missed. Announces states, and
 * (event `press`) that there may be new press; knows nothing of the page.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 */

const HEARTBEAT = 45_000; // milliseconds
const LONGEST_WAIT = 30_000;
const SOMEBODY_ELSE = [4001, 4003]; // a seat changed hands, or the person signed out: this page is not theirs any more
const FRESH = 5_000; // a state this young is not asked for again on focus

export class Live extends EventTarget {
  /**
   * @param {string} slug
   * @param {string} stateUrl
   * @param {number} ordinal of the newest phase the page shows
   */
  constructor(slug, stateUrl, ordinal) {
    super();
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/games/${slug}/`;
    this.stateUrl = stateUrl;
    this.ordinal = ordinal;
    this.wait = 1000;
    this.checkedAt = performance.now();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    addEventListener("online", () => this.#wake());
    addEventListener("offline", () => this.#tell("offline"));
    addEventListener("focus", () => void this.check());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#wake();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.check();
    });
    setInterval(() => this.#beat(), HEARTBEAT);
    this.#connect();
  }

  /** Ask for the newest state and take it if it is not older than ours. @param {boolean} force even if we asked just now */
  async check(force = false) {
    if (!force && performance.now() - this.checkedAt < FRESH) return;
    this.checkedAt = performance.now();
    this.dispatchEvent(new CustomEvent("press"));
    try {
      const response = await fetch(this.stateUrl, { headers: { Accept: "application/json" }, credentials: "same-origin", cache: "no-store" });
      if (response.ok) this.#take(await response.json());
      else if (response.status === 403 || response.status === 404) location.reload();
    } catch {
      this.#tell("offline"); // the socket's own retries go on
    }
  }

  /** @param {GameState} state */
  #take(state) {
    if (state.type !== "state" || state.ordinal < this.ordinal) return;
    this.ordinal = state.ordinal;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  #connect() {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 1000;
      this.#tell("live");
      socket.send(JSON.stringify({ have: this.ordinal }));
      void this.check();
    });
    socket.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (told.type === "press") this.dispatchEvent(new CustomEvent("press"));
      else this.#take(told);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (SOMEBODY_ELSE.includes(event.code)) {
        location.reload();
        return;
      }
      this.#tell("offline");
      this.retry = setTimeout(() => this.#connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }

  /** The network is back, or the page is: do not sit out the wait. */
  #wake() {
    this.wait = 1000;
    if (this.socket === null) this.#connect();
    void this.check(true);
  }

  #beat() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ have: this.ordinal }));
    else void this.check(true);
  }

  /** @param {"live" | "offline"} standing */
  #tell(standing) {
    this.dispatchEvent(new CustomEvent("standing", { detail: standing }));
  }
}
