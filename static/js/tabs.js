/** Sections of a page as tabs where scripts run; without scripts they simply follow each other. */

/**
 * @param {HTMLElement} root whose `section[data-tab]` become panels; tells by an event `tab` which one is open
 * @param {string} first id of the panel to begin with, where the address names none
 */
export function makeTabs(root, first) {
  const panels = [...root.querySelectorAll(":scope > section[data-tab]")].filter((panel) => panel instanceof HTMLElement);
  const strip = document.createElement("div");
  strip.className = "tabs";
  strip.setAttribute("role", "tablist");
  strip.setAttribute("aria-label", root.getAttribute("aria-label") ?? "Sections");
  const tabs = panels.map((panel) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "tab";
    tab.id = `tab-${panel.id}`;
    tab.textContent = panel.dataset["tab"] ?? "";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.tabIndex = 0;
    return tab;
  });

  /** Bring a tab into sight by the strip alone: the page itself stays where it is. @param {HTMLElement | undefined} tab */
  const show = (tab) => {
    if (tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
    tellMore();
  };
  /** The strip fades where there is more of it. */
  const tellMore = () => {
    strip.classList.toggle("more-left", strip.scrollLeft > 2);
    strip.classList.toggle("more-right", strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 2);
  };
  strip.addEventListener("scroll", tellMore, { passive: true });
  const sizes = new ResizeObserver(tellMore);
  for (const grown of [strip, ...tabs]) sizes.observe(grown);

  /** @param {number} chosen */
  const open = (chosen) => {
    for (const [index, panel] of panels.entries()) {
      panel.hidden = index !== chosen;
      tabs[index]?.setAttribute("aria-selected", String(index === chosen));
      if (tabs[index]) tabs[index].tabIndex = index === chosen ? 0 : -1;
    }
    show(tabs[chosen]);
    root.dispatchEvent(new CustomEvent("tab", { detail: panels[chosen]?.id }));
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(index));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = (index + step + tabs.length) % tabs.length;
      open(next);
      tabs[next]?.focus();
    });
  }
  strip.append(...tabs);
  root.prepend(strip);
  root.classList.add("tabbed");
  const asked = panels.findIndex((panel) => location.hash === `#${panel.id}`);
  open(Math.max(0, asked >= 0 ? asked : panels.findIndex((panel) => panel.id === first)));
}
