/**
 * The form of a new table: kinds of phase of the chosen variant only, and what a rhythm means in deadlines, asked of
 * the server. Knows no rule of time itself.
 */

import { refreshTimes } from "./clock.js";

const part = document.querySelector(".clock-form");
const form = part?.closest("form");
const preview = document.getElementById("rhythm-preview");

if (part instanceof HTMLElement && form && preview) {
  let asked = 0;

  /** Show the kinds of phase of the chosen variant, and what else belongs to one variant alone. */
  const fit = () => {
    const variant = new FormData(form).get("variant");
    for (const kind of form.querySelectorAll("[data-variants]")) {
      if (kind instanceof HTMLElement) kind.hidden = !(kind.dataset.variants ?? "").split(" ").includes(String(variant));
    }
    for (const own of form.querySelectorAll("[data-variant]")) {
      if (own instanceof HTMLElement) own.hidden = own.dataset.variant !== variant;
    }
  };

  const ask = async () => {
    const turn = ++asked;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value && name !== "csrfmiddlewaretoken") fields.append(name, value);
    }
    const answer = await fetch(`${part.dataset.preview}?${fields}`, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok || turn !== asked) return;
    preview.innerHTML = await answer.text();
    refreshTimes();
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  form.addEventListener("input", () => {
    fit();
    clearTimeout(waiting);
    waiting = setTimeout(ask, 300);
  });
  fit();
}
