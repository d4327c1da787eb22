/**
 * The page of a game's clock, kept up to date: its words are asked for anew when the game has news, but never under the
 * hands of somebody who is filling in a form.
 */

import { refreshTimes } from "./clock.js";
import { Live } from "./live.js";

const words = document.getElementById("time-words");

if (words instanceof HTMLElement && words.dataset.state) {
  let stale = false;

  /** @param {Element} field */
  const touched = (field) => {
    if (field === document.activeElement) return true;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
    return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  };
  const busy = () => [...words.querySelectorAll("input, select")].some(touched);

  const refresh = async () => {
    if (busy()) {
      stale = true;
      return;
    }
    stale = false;
    const answer = await fetch("?part=words", { headers: { Accept: "text/html" }, credentials: "same-origin", cache: "no-store" }).catch(() => null);
    if (!answer?.ok || busy()) return;
    words.innerHTML = await answer.text();
    refreshTimes();
  };

  const live = new Live(words.dataset.slug ?? "", words.dataset.state, Number(words.dataset.ordinal));
  live.addEventListener("state", () => void refresh());
  words.addEventListener("focusout", () => setTimeout(() => stale && void refresh(), 200));
}
