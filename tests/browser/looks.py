"""Checks of the open page: layout in its size, doubled letters, and accessibility (axe)."""

from pathlib import Path

import axe_playwright_python

from tests.browser.phone import Phone

LOOK = """([width, height]) => {
  const wrong = [], all = (what) => [...document.querySelectorAll(what)];
  const shown = (what) => all(what).filter((e) => e.checkVisibility({visibilityProperty: true}));
  const say = (what, elements, more = () => "") => {
    for (const e of elements.slice(0, 6))
      wrong.push(`${what}: ${e.tagName}.${e.className} "${e.textContent.trim().slice(0, 30)}" ${more(e)}`);
  };
  const box = (e) => e.getBoundingClientRect();
  if (document.documentElement.scrollWidth > width) {
    wrong.push(`${document.documentElement.scrollWidth} px wide`);
    say("too wide", shown("body *").filter((e) => box(e).right > width + 1 && !e.closest(".vh, .skip, svg")
      && getComputedStyle(e).position !== "absolute"), (e) => Math.round(box(e).right));
  }
  const row = (e) => getComputedStyle(e, "::after").position === "absolute" && e.closest("li") || e;
  say("small", shown("a[href], button, input, select, textarea, summary, label")
    .filter((e) => !e.closest(".vh, .skip, .source"))
    .filter((e) => !(e.matches("a") && getComputedStyle(e).display === "inline" && e.closest("p, li")))
    .filter((e) => !(e.matches("label") && (e.htmlFor || !e.querySelector("input:not([type=text]), select"))))
    .filter((e) => !(e.matches("[type=radio], [type=checkbox]") && e.labels.length))
    .filter((e) => box(row(e)).width > 1 && box(row(e)).height < 43.5), (e) => box(row(e)).height);
  say("long", shown(".payments .who bdi")
    .filter((e) => box(e).height > 2.5 * parseFloat(getComputedStyle(e).lineHeight)));
  say("cut", shown(".night-tables .grow bdi").filter((e) => e.scrollWidth > e.clientWidth + 1));
  const letters = (e) => parseFloat(getComputedStyle(e).fontSize);
  say("small letters", shown(".folds h3").filter((e) => letters(e) < letters(e.parentElement)));
  const least = all(".suits").length ? 44 : 48;
  say("a small key", shown(".key").slice(0, 1).filter((e) => Math.min(box(e).width, box(e).height) < least));
  say("out of sight", shown("[data-testid=confirm]")
    .filter((e) => box(e).top < 0 || box(e).bottom > height));
  return wrong;
}"""
"""Finds what is wider than the screen, too small to tap or to read, cut off, or out of sight."""
ENLARGED = """([width, height]) => {
  const wrong = [], bar = document.querySelector("#bar:has(.bar-nav)")?.getBoundingClientRect();
  const wide = document.getElementById("bar");
  if (wide?.scrollWidth > wide?.clientWidth) wrong.push("the bar is cut");
  const out = (e) => e.getBoundingClientRect().right > width + 8;
  if (document.documentElement.scrollWidth > width + 8)
    wrong.push(`${document.documentElement.scrollWidth} px wide: ${[...document.querySelectorAll("body *")]
      .filter(out).slice(0, 6).map((e) => `${e.tagName}.${e.className}`)}`);
  if (bar && height - bar.top > 0.35 * height) wrong.push(`the bar takes ${height - bar.top} px`);
  for (const e of document.querySelectorAll("[data-testid=kind-dobon] span")) {
    const word = new Range();
    word.selectNodeContents(e);
    if (e.checkVisibility() && word.getClientRects().length !== 1) wrong.push(`${e.textContent} is broken`);
  }
  return wrong;
}"""
"""Finds what does not fit with letters twice as large."""
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ['violations'], preload: {assets: ['media']},
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary.slice(0, 260)}`))"""


def faults(phone: Phone, axe: bool = True, enlarge: bool = False) -> list[str]:
    """The faults of the page; with `enlarge` also those with letters twice as large."""
    size = phone.page.viewport_size
    assert size
    shape = [size["width"], size["height"]]
    result: list[str] = phone.page.evaluate(LOOK, shape)
    if axe:
        result += judged(phone)
    if enlarge:
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        result += [f"twice as large: {fault}" for fault in phone.page.evaluate(ENLARGED, shape)]
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
    return result


def judged(phone: Phone) -> list[str]:
    """The violations that axe finds, with the bar out of the way of what it covers."""
    place = "(place) => document.getElementById('bar')?.style.setProperty('position', place)"
    phone.page.evaluate(place, "static")
    if not phone.page.evaluate("'axe' in window"):
        phone.page.evaluate(AXE)
    result: list[str] = phone.page.evaluate(RUN_AXE)
    phone.page.evaluate(place, "")
    return result
