/**
 * The list of results and the arrows on the board point at each other: over a line its arrow stands out, over an arrow its line,
 * with result and reason, is marked and told beside the board.
 */

/**
 * @param {HTMLElement} list around the lines, whose contents may be replaced
 * @param {() => SVGSVGElement} drawing on the page now
 * @returns {(label: string) => void} marks the line of the arrow that has this label; "" marks none
 */
export function linkResults(list, drawing) {
  /** @param {Element | null} line */
  const lightArrow = (line) => {
    const [power, order] = line instanceof HTMLElement ? [line.dataset["power"] ?? "", line.dataset["order"] ?? ""] : ["", ""];
    const svg = drawing();
    let found = false;
    for (const arrow of svg.querySelectorAll("#dynamic .order")) {
      const told = order !== "" && arrow.getAttribute("data-power") === power && (arrow.getAttribute("aria-label") ?? "").startsWith(order);
      arrow.classList.toggle("told", told);
      found ||= told;
    }
    svg.classList.toggle("telling", found);
  };
  /** @param {Event} event */
  const over = (event) => lightArrow(event.target instanceof Element ? event.target.closest("li.result") : null);
  list.addEventListener("pointerover", over);
  list.addEventListener("focusin", over);
  list.addEventListener("pointerleave", () => lightArrow(null));
  list.addEventListener("focusout", () => lightArrow(null));
  return (label) => {
    for (const line of list.querySelectorAll("li.result")) {
      const order = line instanceof HTMLElement ? line.dataset["order"] ?? "" : "";
      const told = order !== "" && label.startsWith(order);
      line.classList.toggle("told", told);
      if (told) line.scrollIntoView({ block: "nearest" });
    }
  };
}
