// Dark or light: applied before the first paint (therefore a plain script in the head), changed by the button in the masthead.
(() => {
  const root = document.documentElement;
  const kept = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage is forbidden in this browser: the choice lasts as long as the page
    }
  })();
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;

  // Paper is light, whatever the screen is.
  let onScreen = root.dataset.theme;
  matchMedia("print").addEventListener("change", ({ matches }) => {
    if (matches) onScreen = root.dataset.theme;
    const theme = matches ? "light" : onScreen;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  });

  // Whoever signs out leaves no drafts behind in this browser, neither of orders nor of press.
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.action.endsWith("/accounts/logout/")) return;
    try {
      for (const key of Object.keys(localStorage)) if (/^(draft|press):/.test(key)) localStorage.removeItem(key);
    } catch {
      return; // storage is forbidden in this browser: nothing was kept
    }
  });

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme-toggle");
    if (!button) return;
    const system = matchMedia("(prefers-color-scheme: light)");
    const light = () => (root.dataset.theme ? root.dataset.theme === "light" : system.matches);
    const tell = () => {
      const words = light() ? "Change to dark" : "Change to light";
      button.setAttribute("aria-label", words);
      button.title = words;
    };
    button.hidden = false;
    tell();
    system.addEventListener("change", tell);
    button.addEventListener("click", () => {
      root.dataset.theme = light() ? "dark" : "light";
      tell();
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        return; // as above: the choice lasts as long as the page
      }
    });
  });
})();
