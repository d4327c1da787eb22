/**
 * The page of a game's clock, kept up to date: its words are asked for anew when the game has news, but never under the
 * hands of somebody who is filling in a form.
 */

import { refreshTimes } from "./clock.js";
import { Live } from "./live.js";

const words = document.getElementById("time-words");

if (words instanceof HTMLElement && words.dataset.state) {
  let first = true; // a state always comes on connecting; the page has it
  let stale = false;

  const busy = () => [...words.querySelectorAll("input, select")].some((field) => field === document.activeElement
    || (field instanceof HTMLInputElement && field.type !== "hidden" && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)));

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
  live.addEventListener("state", () => {
    if (first) first = false;
    else void refresh();
  });
  words.addEventListener("focusout", () => setTimeout(() => stale && void refresh(), 200));
}
