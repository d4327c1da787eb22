/** The form of a new table: fields that only one variant has are shown while that variant is chosen. */

const select = document.querySelector("select[name=variant]");
const sets = document.querySelectorAll("fieldset[data-variant]");

function show() {
  for (const set of sets) {
    if (set instanceof HTMLElement && select instanceof HTMLSelectElement) set.hidden = set.dataset["variant"] !== select.value;
  }
}

select?.addEventListener("change", show);
show();
