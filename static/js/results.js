/**
 * The list of results and the arrows on the board point at each other: over a line its arrow stands out, over an arrow its line,
 * with result and reason, is marked and told beside the board.
 */

/**
 * @param {HTMLElement} list around the lines, whose contents may be replaced
 * @param {() => SVGSVGElement} drawing on the page now
 * @returns {(power: string, order: string) => void} marks the line of that order; "" marks none
 */
export function linkResults(list, drawing) {
  /** @param {Element | null} line */
  const lightArrow = (line) => {
    const [power, order] = line instanceof HTMLElement ? [line.dataset["power"] ?? "", line.dataset["order"] ?? ""] : ["", ""];
    const svg = drawing();
    let found = false;
    for (const arrow of svg.querySelectorAll("#dynamic .order")) {
      const told = order !== "" && arrow.getAttribute("data-power") === power && arrow.getAttribute("data-order") === order;
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
  return (power, order) => {
    for (const line of list.querySelectorAll("li.result")) {
      const told = order !== "" && line.getAttribute("data-power") === power && line.getAttribute("data-order") === order;
      line.classList.toggle("told", told);
      if (told) line.scrollIntoView({ block: "nearest" });
    }
  };
}
