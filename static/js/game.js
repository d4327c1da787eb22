/**
 * The game page in the browser: the board, the sheet, and what happens when a new phase arrives.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 * @typedef {import("./types.d.ts").Geometry} Geometry
 */
import { Board } from "./board.js";
import { refreshTimes, setServerClock } from "./clock.js";
import { Live } from "./live.js";
import { Speaker } from "./notation.js";
import { Orders } from "./orders.js";
import { part } from "./sheet.js";
import { makeTabs } from "./tabs.js";

/** @param {string} id of a JSON block in the page */
const data = (id) => JSON.parse(part(document, `#${id}`, HTMLScriptElement).textContent ?? "null");

const root = part(document, "#game", HTMLElement);
const box = part(document, "#board", HTMLElement);
const announcer = part(document, "#announcer", HTMLElement);
const caption = part(document, "#caption", HTMLElement);
const line = part(document, "#connection", HTMLElement);

/** @type {Geometry} */
const geometry = data("geometry-data");
/** @type {GameState} */
let state = data("state-data");
const board = new Board(box, part(box, "svg.board", SVGSVGElement), geometry);
const speaker = new Speaker(geometry);

/** @param {string} text */
const say = (text) => {
  announcer.textContent = text;
};

for (const [selector, act] of /** @type {[string, () => void][]} */ ([
  ["#zoom-in", () => board.view.scale(1.5)],
  ["#zoom-out", () => board.view.scale(1 / 1.5)],
  ["#zoom-fit", () => board.view.fit()],
])) part(box.parentElement ?? document, selector, HTMLButtonElement).addEventListener("click", act);

board.addEventListener("hover", (event) => {
  const { province, order } = event instanceof CustomEvent ? event.detail : { province: null, order: "" };
  caption.textContent = order || (province === null ? "" : speaker.place(province));
});

const form = document.querySelector("#order-form");
const orders = form instanceof HTMLFormElement ? new Orders(board, form, state, say) : null;
makeTabs(part(root, ".panel", HTMLElement), form?.classList.contains("idle") ? "results" : "orders");
root.classList.add("ready");

/** Fetch the words that go with the newest phase and put them in their places. */
async function refreshWords() {
  const response = await fetch(root.dataset["panels"] ?? "", { credentials: "same-origin", cache: "no-store" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const name = fresh.getAttribute("data-live") ?? "";
    document.querySelector(`[data-live="${CSS.escape(name)}"]`)?.replaceChildren(...fresh.childNodes);
  }
  orders?.sheet.show();
  refreshTimes();
}

orders?.sheet.addEventListener("sent", () => {
  refreshWords().catch(() => say("The page could not be refreshed; your sheet's standing is told beside the button."));
});

if (root.dataset["live"] !== undefined) {
  const live = new Live(state.game, root.dataset["state"] ?? "", state.ordinal);
  live.addEventListener("state", (event) => {
    /** @type {GameState} */
    const fresh = event instanceof CustomEvent ? event.detail : state;
    setServerClock(fresh.now);
    if (fresh.viewer !== state.viewer) {
      location.reload(); // a seat changed hands: the page itself is another one now
      return;
    }
    const turned = fresh.ordinal !== state.ordinal;
    const changed = turned || fresh.status !== state.status || fresh.deadline !== state.deadline;
    state = fresh;
    if (turned) {
      board.replaceDynamic(fresh.board);
      say(`New phase: ${fresh.title}. The board has changed.`);
    }
    orders?.take(fresh);
    root.dataset["ordinal"] = String(fresh.ordinal);
    // Many spectators are told at the same moment: let them not ask at the same moment too.
    const patience = fresh.viewer === "public" ? Math.random() * 1500 : 0;
    if (changed) setTimeout(() => refreshWords().catch(() => live.check(true)), patience);
  });
  live.addEventListener("standing", (event) => {
    const offline = event instanceof CustomEvent && event.detail === "offline";
    line.hidden = !offline;
    line.textContent = offline ? "Connection lost. Trying again; what you draft is kept." : "";
  });
}
