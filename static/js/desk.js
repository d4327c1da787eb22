/** Going through the list of open tasks by keys: j and k walk, Enter opens (the link has the focus), x ticks. */

const list = document.querySelector("[data-keys]");
const rows = list ? [...list.querySelectorAll("li")] : [];
/** @param {Element} row */
const link = (row) => row.querySelector("a");

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof HTMLElement && target.matches("textarea, select, input:not([type=checkbox])"))) return;
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
  if (step) {
    const next = rows[here < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, here + step))];
    const focus = next ? link(next) : null;
    if (focus) {
      focus.focus();
      event.preventDefault();
    }
  } else if (event.key === "x" && here >= 0) {
    const box = rows[here]?.querySelector("input[type=checkbox]");
    if (box instanceof HTMLInputElement) {
      box.checked = !box.checked;
      event.preventDefault();
    }
  }
});
