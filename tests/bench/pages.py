"""The game page in a real browser, measured: its weight on the first visit, when it can be used, how long a
pointer waits. Runs against a site that is up; prints the table of the README.

python -m tests.bench.pages http://127.0.0.1:8000 <slug of a game> [--login NAME --password WORD]
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass, field

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.services.chromium import chromium

ROUNDS = 5
POINTS = 60

# Milliseconds from a pointer to the end of the script that answers it, and to the frame after next.
LATENCY = """async points => {
  const svg = document.querySelector("#board > svg");
  const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = svg.getBoundingClientRect();
  const script = [], painted = [];
  const at = (type, x, y) => {
    const target = document.elementFromPoint(x, y) ?? svg;
    target.dispatchEvent(new PointerEvent(type, {
      bubbles: true, clientX: x, clientY: y, button: 0, pointerId: 1, pointerType: "mouse", isPrimary: true,
    }));
  };
  for (let i = 0; i < points; i++) {
    const x = box.left + box.width * (0.15 + 0.7 * ((i * 37) % points) / points);
    const y = box.top + box.height * (0.2 + 0.6 * ((i * 17) % points) / points);
    const began = performance.now();
    at("pointerover", x, y);
    at("pointerdown", x, y);
    at("pointerup", x, y);
    script.push(performance.now() - began);
    await frame();
    painted.push(performance.now() - began);
  }
  return {script, painted};
}"""


@dataclass
class Visit:
    """One first visit: encoded bytes by kind of resource, and milliseconds from the start of navigation."""

    bytes: dict[str, int] = field(default_factory=dict)
    first_paint: float = 0.0
    usable: float = 0.0
    script: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)


def sign_in(browser: Browser, root: str, name: str, word: str) -> list[dict[str, object]]:
    """The cookies of a session."""
    context = browser.new_context(base_url=root)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", word)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/login" not in url)
    cookies = [dict(cookie) for cookie in context.cookies()]
    context.close()
    return cookies


def weigh(session: CDPSession, visit: Visit) -> None:
    """Count what comes over the wire, by kind."""
    kinds: dict[str, str] = {}
    session.send("Network.enable")
    session.on("Network.responseReceived", lambda told: kinds.__setitem__(told["requestId"], told["type"]))

    def done(told: dict[str, object]) -> None:
        kind = kinds.get(str(told["requestId"]), "Other")
        size = told["encodedDataLength"]
        visit.bytes[kind] = visit.bytes.get(kind, 0) + int(size if isinstance(size, (int, float)) else 0)

    session.on("Network.loadingFinished", done)


def visited(page: Page, session: CDPSession, url: str) -> Visit:
    """A visit with an empty cache, and the pointer's share of it."""
    visit = Visit()
    weigh(session, visit)
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.querySelector('#game.ready')) {"
        "window.usableAt ??= performance.now(); watch.disconnect(); } })"
        ".observe(document, {subtree: true, attributes: true, childList: true});"
    )
    page.goto(url, wait_until="networkidle")
    visit.usable = page.evaluate("window.usableAt")
    visit.first_paint = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    )
    told = page.evaluate(LATENCY, POINTS)
    visit.script, visit.painted = told["script"], told["painted"]
    return visit


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root")
    parser.add_argument("slug")
    parser.add_argument("--login")
    parser.add_argument("--password", default="")
    given = parser.parse_args()
    executable = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        cookies = sign_in(browser, given.root, given.login, given.password) if given.login else []
        visits = []
        for _ in range(ROUNDS):
            context = browser.new_context(base_url=given.root, viewport={"width": 1280, "height": 800})
            context.add_cookies(cookies)  # type: ignore[arg-type]
            page = context.new_page()
            visits.append(visited(page, context.new_cdp_session(page), f"/games/{given.slug}/"))
            context.close()
        browser.close()
    report(visits)


def report(visits: list[Visit]) -> None:
    """The table, in Markdown: medians of the visits; of the pointer also the slowest in twenty."""
    lines = ["| measure | value |", "|---|---:|"]
    kinds = sorted({kind for visit in visits for kind in visit.bytes})
    total = statistics.median(sum(visit.bytes.values()) for visit in visits)
    lines.append(f"| first visit, over the wire | {total / 1000:.1f} kB |")
    for kind in kinds:
        size = statistics.median(visit.bytes.get(kind, 0) for visit in visits)
        lines.append(f"| … {kind.lower()} | {size / 1000:.1f} kB |")
    lines.append(f"| first contentful paint | {statistics.median(v.first_paint for v in visits):.0f} ms |")
    lines.append(f"| usable (orders can be given) | {statistics.median(v.usable for v in visits):.0f} ms |")
    for words, times in (
        ("pointer: script done", [t for visit in visits for t in visit.script]),
        ("pointer: second frame after it", [t for visit in visits for t in visit.painted]),
    ):
        slow = statistics.quantiles(times, n=20)[-1]
        lines.append(f"| {words} | {statistics.median(times):.1f} ms, slowest of twenty {slow:.1f} ms |")

    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
