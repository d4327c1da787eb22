"""Pages measured by axe-core: what it calls serious or critical. Rules it calls lesser are not run at all."""

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

CONTRAST = "color-contrast"

_GRAVE_RULES = """axe._audit.rules
  .filter(rule => rule.enabled && ["serious", "critical"].includes(rule.impact)).map(rule => rule.id)"""
_RUN = """async only => {
  const values = only ?? %s;
  const { violations } = await axe.run({ runOnly: { type: "rule", values }, resultTypes: ["violations"] });
  const where = nodes => nodes.slice(0, 4).map(({ html }) => html.slice(0, 160));
  return violations.map(({ id, impact, nodes }) => [id, impact, where(nodes)]);
}"""


def findings(page: Page, *rules: str) -> list[str]:
    """What axe finds grave on the page as it stands, by these rules alone if any are named."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{rule}: {elements}"
        for rule, impact, elements in page.evaluate(_RUN % _GRAVE_RULES, list(rules) or None)
        if impact in {"serious", "critical"}
    ]


def findings_in_both_colours(page: Page) -> list[str]:
    """The same, and the contrast of the page by day where it is shown by night, or the other way round: it
    differs in nothing but its colours, which change at once.
    """
    by_night = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = findings(page)
    page.emulate_media(color_scheme="light" if by_night else "dark", reduced_motion="reduce")
    found += findings(page, CONTRAST)
    page.emulate_media(color_scheme="dark" if by_night else "light", reduced_motion="reduce")
    return found
