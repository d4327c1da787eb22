/**
 * The warning above the sheet of orders: which of one's units are beside a black hole and would be lost as the sheet stands.
 *
 * @typedef {import("../types.d.ts").Page} Page
 */
import { Sky } from "./cosmic-sky.js";

/** @param {Page} page @returns {import("../types.d.ts").Attached} */
export function attach({ root, orders, state, geometry }) {
  const list = root.querySelector("#sheet-list");
  if (!orders || !list) return {};
  const box = document.createElement("div");
  box.className = "note warn beside-hole";
  box.setAttribute("role", "status");
  list.before(box);
  root.querySelector("#order-input")?.setAttribute("placeholder", "sol - 48, or: 49 w 2+86");
  let now = state;
  const show = () => {
    const lost = now.turn.endsWith("M") ? lostUnits(new Sky(now, geometry), [...orders.draft.orders.values()]) : [];
    box.hidden = !lost.length;
    const words = document.createElement("p");
    words.textContent = lost.length === 1 ? "One of your units is lost beside a black hole as the sheet stands:" : `${lost.length} of your units are lost beside black holes as the sheet stands:`;
    const names = document.createElement("ul");
    for (const { kind, place } of lost) {
      const item = document.createElement("li");
      item.textContent = `${orders.speaker.unit(`${kind} ${place}`)}: move it away, or have its hold supported.`;
      names.append(item);
    }
    box.replaceChildren(words, names);
  };
  let draft = orders.draft;
  draft.addEventListener("change", show);
  show();
  return {
    take(fresh) {
      now = fresh;
      if (orders.draft !== draft) {
        draft = orders.draft;
        draft.addEventListener("change", show);
      }
      show();
    },
  };
}

/** @param {Sky} sky @param {string[]} sheet @returns {import("./cosmic-sky.js").Unit[]} own units that stay beside a hole without a support of one's own */
function lostUnits(sky, sheet) {
  return sky.units.filter(({ kind, place, power }) => {
    if (power !== sky.viewer || !sky.rim.has(place)) return false;
    const leaves = sheet.some((line) => line.startsWith(`${kind} ${place} - `));
    return !leaves && !sheet.some((line) => line.endsWith(` S ${kind} ${place}`));
  });
}
