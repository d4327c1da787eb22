/**
 * The game page in the browser: the board, the sheet, and what happens when a new phase arrives.
 *
 * @typedef {import("./types.d.ts").GameState} GameState
 * @typedef {import("./types.d.ts").Geometry} Geometry
 */
import { Board } from "./board.js";
import { refreshTimes, setServerClock } from "./clock.js";
import { learn } from "./language.js";
import { Live } from "./live.js";
import { Speaker } from "./notation.js";
import { Orders } from "./orders.js";
import { linkResults } from "./results.js";
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
if (root.dataset["language"]) learn(await import(root.dataset["language"]));
const board = new Board(box, part(box, "svg.board", SVGSVGElement), geometry);
const speaker = new Speaker(geometry);
/** The board on the page: the real one, or a copy to plan on. */
let shown = board;
const markResult = linkResults(part(document, "#results", HTMLElement), () => shown.svg);

/** @param {string} text */
const say = (text) => {
  announcer.textContent = text;
};

for (const [selector, act] of /** @type {[string, () => void][]} */ ([
  ["#zoom-in", () => shown.view.scale(1.5)],
  ["#zoom-out", () => shown.view.scale(1 / 1.5)],
  ["#zoom-fit", () => shown.view.fit()],
])) part(box.parentElement ?? document, selector, HTMLButtonElement).addEventListener("click", act);

/** @param {Event} event from a board: what the pointer or the cursor is over */
const captionOf = (event) => {
  const { province, order } = event instanceof CustomEvent ? event.detail : { province: null, order: null };
  markResult(order?.dataset["power"] ?? "", order?.dataset["order"] ?? "");
  caption.textContent = order?.getAttribute("aria-label") ?? (province === null ? "" : speaker.place(province));
};
board.addEventListener("hover", captionOf);

const form = document.querySelector("#order-form");
const orders = form instanceof HTMLFormElement ? new Orders(board, form, state, say) : null;
const panel = part(root, ".panel", HTMLElement);
/** @type {import("./whatif.js").WhatIf | null} */
let whatif = null;
panel.addEventListener("tab", (event) => {
  if (!(event instanceof CustomEvent)) return;
  if (event.detail === "whatif") openWhatIf().catch(() => say("What-if could not be loaded. Reload the page."));
  else if (whatif?.leave()) orders?.resume();
});
makeTabs(panel, form?.classList.contains("idle") ? "results" : "orders");
/** @type {import("./types.d.ts").Attached | null} what the variant adds to the page */
let added = null;
if (root.dataset["part"]) {
  import(root.dataset["part"]).then(({ attach }) => {
    added = attach({ root, board, orders, state, say, geometry });
  }, () => say("A part of the page was not loaded. Reload the page."));
}
root.classList.add("ready");

/** What-if is loaded by those who want it. */
async function openWhatIf() {
  const section = part(panel, "#whatif", HTMLElement);
  if (!whatif) {
    const { WhatIf } = await import("./whatif.js");
    whatif ??= new WhatIf(section, board, say);
    whatif.addEventListener("board", (event) => {
      shown = event instanceof CustomEvent ? event.detail : board;
      if (shown !== board) shown.addEventListener("hover", captionOf);
    });
    whatif.addEventListener("adopt", (event) => {
      if (!(event instanceof CustomEvent) || !orders) return;
      part(panel, "#tab-orders", HTMLElement).click();
      orders.draft.replace(event.detail);
      say("Your part of the plan is on the order sheet. It counts once you submit it.");
    });
  }
  if (!section.hidden) await whatif.enter(state);
}

/** Press is a tab of its own, with what is unread beside its name. @param {Live} live */
function pressTab(live) {
  const section = panel.querySelector("#press");
  const tab = panel.querySelector("#tab-press");
  if (!(section instanceof HTMLElement) || !tab) return;
  const badge = document.createElement("span");
  /** @param {number} unread */
  const show = (unread) => {
    badge.className = "press-count";
    badge.textContent = String(unread);
    badge.setAttribute("aria-label", `${unread} new`);
    if (unread) tab.append(badge);
    else badge.remove();
  };
  show(Number(section.dataset["unread"]));
  const seen = () => !section.hidden && document.visibilityState === "visible";
  const loaded = import("./press.js").then(({ Press }) => {
    const frame = document.createElement("div");
    frame.className = "press-frame";
    const press = new Press(frame, section.dataset["press"] ?? "", { embedded: true, seen });
    press.addEventListener("unread", (event) => {
      if (event instanceof CustomEvent) show(event.detail);
    });
    return { frame, press };
  });
  const open = async () => {
    const { frame, press } = await loaded;
    if (press.room) return press.refresh();
    section.querySelector(".press-shell")?.replaceWith(frame);
    return press.load(section.dataset["press"] ?? "");
  };
  const fail = () => say("The press could not be loaded. Its own page is linked in the tab.");
  panel.addEventListener("tab", (event) => {
    if (event instanceof CustomEvent && event.detail === "press") open().catch(fail);
  });
  if (!section.hidden) open().catch(fail);
  live.addEventListener("press", () => void loaded.then(({ press }) => press.refresh()).catch(fail));
}

let asked = 0;

/** Fetch the words that go with the newest phase and put them in their places; an answer that is overtaken by a later one is let go. */
async function refreshWords() {
  asked += 1;
  const number = asked;
  const response = await fetch(root.dataset["panels"] ?? "", { credentials: "same-origin", cache: "no-store" });
  if (!response.ok) return;
  const text = await response.text();
  if (number !== asked) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const name = fresh.getAttribute("data-live") ?? "";
    document.querySelector(`[data-live="${CSS.escape(name)}"]`)?.replaceChildren(...fresh.childNodes);
  }
  orders?.sheet.show();
  refreshTimes();
}

/** Read out what was declared last. */
function tellDeclared() {
  const last = document.querySelector("[data-declared]:last-of-type");
  if (last?.textContent) say(last.textContent.trim());
}

// What is declared goes out at once, and the page stays where it is.
panel.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches("form.declare")) return;
  event.preventDefault();
  const { target: form } = event;
  const body = new FormData(form, event.submitter);
  fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" }).then(async (response) => {
    if (!response.ok) say((await response.json()).problem ?? "That could not be declared.");
    await refreshWords();
    part(panel, "#part", HTMLElement).querySelector("button")?.focus();
  }, () => say("No connection: nothing was declared. Try again."));
});

orders?.sheet.addEventListener("sent", () => {
  refreshWords().catch(() => say("The page could not be refreshed; your sheet's standing is told beside the button."));
});

const steps = document.querySelector("main > header.steps");
if (steps instanceof HTMLElement) {
  import("./timeline.js").then(({ Timeline }) => {
    const timeline = new Timeline(board, steps, say);
    timeline.addEventListener("state", (event) => {
      if (event instanceof CustomEvent) state = event.detail;
      added?.take?.(state);
    });
    panel.addEventListener("tab", () => timeline.stop());
  }, () => say("Stepping was not loaded; the links still work."));
}

if (root.dataset["live"] !== undefined) {
  const live = new Live(state.game, root.dataset["state"] ?? "", state.ordinal);
  /** @param {GameState} fresh what the server has just told */
  const take = (fresh) => {
    if (fresh.viewer !== state.viewer) {
      location.reload(); // a seat changed hands: the page itself is another one now
      return;
    }
    const turned = fresh.ordinal !== state.ordinal;
    const declared = !turned && (fresh.declared ?? 0) > (state.declared ?? 0);
    const changed = turned || declared || fresh.status !== state.status || fresh.deadline !== state.deadline;
    state = fresh;
    if (turned) {
      if (whatif?.orders) part(panel, `#tab-${orders ? "orders" : "results"}`, HTMLElement).click();
      board.replaceDynamic(fresh.board);
      say(`New phase: ${fresh.title}. The board has changed.`);
    }
    orders?.take(fresh);
    // What is pushed goes to all who see as this viewer and carries no sheet; a phase can begin with one, after a correction.
    if (turned && orders && fresh.sheet === null) void live.check(true);
    added?.take?.(fresh);
    const advance = document.querySelector("#advance");
    if (turned && advance instanceof HTMLElement) {
      advance.hidden = !fresh.turn.endsWith("M");
      part(advance, "input[name=ordinal]", HTMLInputElement).value = String(fresh.ordinal);
    }
    root.dataset["ordinal"] = String(fresh.ordinal);
    // Many spectators are told at the same moment: let them not ask at the same moment too.
    const patience = fresh.viewer === "public" ? Math.random() * 1500 : 0;
    if (changed) setTimeout(() => refreshWords().then(() => declared && tellDeclared(), () => live.check(true)), patience);
  };
  /** @type {GameState | null} the newest state, while nobody looks at the page: it is drawn once somebody does */
  let unseen = null;
  live.addEventListener("state", (event) => {
    /** @type {GameState} */
    const fresh = event instanceof CustomEvent ? event.detail : state;
    setServerClock(fresh.now);
    if (document.hidden) unseen = fresh;
    else take(fresh);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !unseen) return;
    const fresh = unseen;
    unseen = null;
    take(fresh);
  });
  pressTab(live);
  live.addEventListener("standing", (event) => {
    const offline = event instanceof CustomEvent && event.detail === "offline";
    line.hidden = !offline;
    line.textContent = offline ? "Connection lost. Trying again; what you draft is kept." : "";
  });
}
