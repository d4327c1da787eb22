/**
 * The three storeys of the board of quadrants: shown stacked or one at a time, and the neighbours of what is pointed at.
 *
 * @typedef {import("../types.d.ts").Page} Page
 * @typedef {import("../board.js").Board} Board
 */
import { shape } from "../arrows.js";

const STOREYS = [["", "All"], ["3", "Upper"], ["2", "Core"], ["1", "Lower"]];
const NAMES = /** @type {Record<number, string>} */ ({ 1: "lower hyperspace", 2: "core sector", 3: "upper hyperspace" });

/** @param {Page} page */
export function attach({ board, orders, geometry, say }) {
  if (orders) orders.typing.input.placeholder = "earth - vulcan, or: vulcan s earth - rigel";
  const layerOf = (/** @type {string} */ province) => geometry.provinces[province]?.layer;
  let shown = "";
  const group = document.createElement("div");
  group.className = "storeys";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Storeys of the board");
  const buttons = STOREYS.map(([value = "", word = ""]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.dataset["storey"] = value;
    button.addEventListener("click", () => show(value));
    return button;
  });
  group.append(...buttons);
  board.box.parentElement?.append(group);

  /** @param {string} value the storey to show; empty: all of them */
  function show(value) {
    shown = value;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["storey"] === value));
    paint();
    say(value ? `Only the ${NAMES[Number(value)]} is shown.` : "All storeys are shown.");
  }

  /** What does not belong to the storey shown steps back. */
  function paint() {
    for (const svg of document.querySelectorAll(".board-pane svg.board")) {
      svg.classList.toggle("one-storey", shown !== "");
      for (const storey of ["1", "2", "3"]) svg.classList.toggle(`storey-${storey}`, shown === storey);
      for (const element of svg.querySelectorAll("[data-province]")) {
        const layer = layerOf(element.getAttribute("data-province") ?? "");
        element.classList.toggle("elsewhere", shown !== "" && String(layer) !== shown);
      }
    }
  }

  // The page up and down keys walk the storeys while the board has the focus.
  document.addEventListener("keydown", (event) => {
    const step = { PageUp: 1, PageDown: -1 }[event.key];
    if (step === undefined || !(event.target instanceof Element) || !event.target.matches("#board")) return;
    const order = ["1", "2", "3"];
    const at = shown === "" ? (step > 0 ? -1 : 3) : order.indexOf(shown);
    show(order[at + step] ?? "");
    event.preventDefault();
  });

  const ways = shape("g", { class: "neighbour-lanes" });
  board.svg.querySelector("g.provinces")?.before(ways);
  const caption = document.querySelector("#caption");
  board.addEventListener("hover", (event) => {
    const { province, order } = event instanceof CustomEvent ? event.detail : { province: null, order: "" };
    neighbours(province);
    if (province !== null && caption && !order) caption.textContent += `, ${NAMES[layerOf(province) ?? 2]}`;
  });

  /** @param {string | null} province whose neighbours are lit */
  function neighbours(province) {
    const near = new Set(province === null ? [] : geometry.lanes?.[province] ?? []);
    for (const [name, element] of board.provinces) element.classList.toggle("neighbour", near.has(name));
    const from = province === null ? null : geometry.places[province]?.unit;
    ways.replaceChildren(...[...near].flatMap((name) => {
      const to = geometry.places[name]?.unit;
      if (!from || !to) return [];
      const kind = layerOf(name) === layerOf(province ?? "") ? "level" : "vertical";
      return [shape("line", { class: kind, x1: from[0], y1: from[1], x2: to[0], y2: to[1] })];
    }));
  }

  show("");
  return { take: paint };
}
