"""Every page at its tightest: six players, long names, other scripts, large numbers, both themes."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, SMALL, Phone, Shape

LONG = "Wolfeschlegelsteinhausenberger"
LONG_TOO = "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う"
ARABIC = "عبد الرحمن بن محمد"
FAMILY = "👩‍👩‍👧‍👦🎉"
NAMES = [LONG, LONG_TOO, ARABIC, FAMILY, "だい", "I"]
HANDS = {LONG: ["4", "5"], LONG_TOO: ["2", "7"], FAMILY: list("A23") + ["10", "K"], "だい": ["8", "8", "K"]}
EVENING: dict[str, Any] = {
    "format": 1,
    "game": "gamble",
    "players": NAMES,
    "rounds": [
        {
            "kind": "adjust",
            "transfers": [
                {"from": ARABIC, "to": LONG, "points": 12340, "reason": "前回からの持ち越し"},
                {"from": "I", "to": LONG_TOO, "points": 98760, "reason": "forgotten last week " * 5},
            ],
        },
        {
            "kind": "dobon",
            "callers": [LONG, LONG_TOO],
            "victim": ARABIC,
            "card": "9",
            "hands": HANDS | {ARABIC: ["K", "Q", "2", "2", "J", "3", "5", "6"], "I": {"points": 64}},
        },
        {
            "kind": "dobon",
            "callers": ["I"],
            "victim": FAMILY,
            "card": "9",
            "hands": HANDS | {ARABIC: [], "I": ["3", "5"]},
        },
        {"kind": "out", "winner": "だい", "hands": HANDS | {"だい": [], ARABIC: ["A"], "I": ["5"]}},
    ],
}

OVERFLOW = """(width) => [...document.querySelectorAll('body *')]
  .filter((e) => e.getBoundingClientRect().right > width + 1 && e.checkVisibility()
    && !e.closest('.vh, .skip, svg') && getComputedStyle(e).position !== 'absolute')
  .map((e) => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().right)}`).slice(0, 6)"""
SMALL_TARGETS = """() => [...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, label')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('.vh, .skip'))
  .filter((e) => !(e.matches('a') && getComputedStyle(e).display === 'inline' && e.closest('p, li')))
  .filter((e) => !(e.matches('label') && (e.htmlFor || !e.querySelector('input:not([type=text]), select'))))
  .filter((e) => !e.closest('.source') && !(e.matches('[type=radio], [type=checkbox]') && e.labels.length))
  .map((e) => [e, (getComputedStyle(e, '::after').position === 'absolute' && e.closest('li') || e)
    .getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height < 43.5)
  .map(([e, box]) => `${e.tagName}.${e.className} "${e.textContent.trim().slice(0, 20)}" ${box.height}`)"""
BROKEN_WORD = """() => [...document.querySelectorAll('[data-testid=kind-dobon] span')].filter((e) => {
    const word = new Range();
    word.selectNodeContents(e);
    return e.checkVisibility() && word.getClientRects().length !== 1;
  }).map((e) => `${e.textContent} has several lines`)"""
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ['violations'], preload: {assets: ['media']},
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary.slice(0, 260)}`))"""

MOST_BAR = 0.35
"""Most of a screen that a bar with ways to other pages takes where the text is twice as large."""

Visit = Callable[[Phone], None]


def settle(phone: Phone) -> None:
    """Wait for the preview of the last tap."""
    expect(phone.page.locator("#preview")).not_to_have_attribute("aria-busy", "true")


def ending(phone: Phone, kind: str) -> None:
    """Goes on to a way of ending and who did it; hands that were entered stay."""
    phone.kind(kind)
    if kind == "dobon":
        phone.who(0)
        phone.tap("add-caller")
        phone.who(1, 2)
        phone.keys("9")
    if kind == "out":
        phone.who(5)
        phone.hands("4 5", "2 7 A 3", "K Q J 10 9 8 7 6")
    settle(phone)


def complete(phone: Phone) -> None:
    """Goes on from a dobon to a whole round, its payments unfolded, before it is confirmed."""
    for seat, hand in ((3, "10 10"), (4, "K"), (5, "A")):
        phone.who(seat)
        phone.keys(hand)
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.tap("[data-testid=payments] summary")


def overruled(phone: Phone) -> None:
    """Goes on from a whole round: the last hand becomes one that makes the claim wrong."""
    phone.tap("key-undo")
    phone.keys("3")
    expect(phone.page.get_by_test_id("problems")).to_be_visible()
    settle(phone)


def exhausted(phone: Phone) -> None:
    """Goes on from any hand to more aces than there are."""
    phone.keys("A A A A")
    expect(phone.page.locator("[data-notice]")).to_be_visible()


def typed(phone: Phone) -> None:
    """Goes on from any entry with the fields for a keyboard."""
    phone.tap("key-type")
    phone.page.get_by_test_id("hand-0").fill("17")
    settle(phone)


def new_table(phone: Phone, circle: str) -> None:
    phone.go(circle)
    phone.tap("#bar a.btn")
    phone.page.wait_for_url("**/new/")
    for fold in phone.page.locator("main details").all():
        phone.tap(fold.locator("> summary"))


def two_people(phone: Phone, circle: str) -> None:
    phone.go(f"{circle}versus/")
    phone.go(f"{circle}versus/{phone.page.locator('.matrix a').first.get_attribute('href')}")


def circle_of(phone: Phone) -> str:
    phone.go("/")
    return phone.page.locator('main a[href^="/circles/"]').first.get_attribute("href") or ""


def pages(phone: Phone, path: str) -> Iterator[tuple[str, Visit]]:
    """Every page by name, and how one gets there."""
    circle = circle_of(phone)
    phone.post(f"{path}share/", sheet="1", key="the-page-of-the-result")
    shared = re.search(r'value="https?://[^/]+(/r/[^"]+)"', phone.ask(f"{path}share/"))
    assert shared
    for name, where in (
        ("start", "/"),
        ("new", "/new/"),
        ("table", path),
        ("rounds", f"{path}rounds/"),
        ("sheet", f"{path}sheet/"),
        ("receipt", f"{path}rounds/2/"),
        ("receipt-overruled", f"{path}rounds/3/"),
        ("settle", f"{path}settle/"),
        ("share", f"{path}share/"),
        ("shared", shared[1]),
        ("rules", f"{path}rules/"),
        ("referee", f"{path}referee/?hand=2+J&card=K"),
        ("referee-anywhere", "/referee/?game=dotenko&hand=A+A+9+Jk&card=K"),
        ("new-teyaku", "/new/?game=teyaku"),
        ("circle", circle),
        ("versus", f"{circle}versus/"),
        ("import", "/import/"),
        ("confirm", f"{path}rounds/2/void/"),
        ("missing", "/t/nothing/"),
    ):
        yield name, partial(Phone.go, path=where)  # type: ignore[misc]
    yield "new-in-circle", partial(new_table, circle=circle)
    yield "pair", partial(two_people, circle=circle)
    yield "entry", partial(Phone.enter, path=path)  # type: ignore[misc]
    for kind in ("out", "deckout", "dobon"):
        yield f"entry-{kind}", partial(ending, kind=kind)
    yield "entry-complete", complete
    yield "entry-overruled", overruled
    yield "entry-exhausted", exhausted
    yield "entry-typed", typed
    for kind in ("nogame", "adjust"):
        yield f"entry-{kind}", partial(ending, kind=kind)


def width(phone: Phone) -> int:
    result: int = phone.page.evaluate("document.documentElement.scrollWidth")
    return result


def overflow(phone: Phone, shape: Shape, spare: int = 0) -> list[str]:
    if width(phone) <= shape.width + spare:
        return []
    return [f"{width(phone)} px wide", *phone.page.evaluate(OVERFLOW, shape.width)]


def enlarged(phone: Phone, shape: Shape, picture: str) -> list[str]:
    """What does not fit of the page that is open when its text is twice as large, for a moment."""
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.picture(f"large-{picture}")
    result = overflow(phone, shape, spare=8)
    if phone.page.locator(".bar-nav").count():
        top = phone.page.locator("#bar").evaluate("(bar) => bar.getBoundingClientRect().top")
        if shape.height - top > MOST_BAR * shape.height:
            result.append(f"the bar takes {shape.height - top} px")
    result += phone.page.evaluate(BROKEN_WORD)
    phone.page.evaluate("document.documentElement.style.fontSize = ''")
    return [f"twice as large: {fault}" for fault in result]


def faults(phone: Phone, shape: Shape, axe: bool) -> list[str]:
    """What is wrong with the page that is open."""
    result: list[str] = overflow(phone, shape) + phone.page.evaluate(SMALL_TARGETS)
    confirm = phone.page.get_by_test_id("confirm")
    box = confirm.bounding_box() if confirm.count() else None
    if box and not 0 <= box["y"] <= box["y"] + box["height"] <= shape.height:
        result.append(f"confirm is out of sight: {box}")
    for key in phone.page.locator(".key:visible").all()[:1]:
        size = key.bounding_box()
        if size and min(size["width"], size["height"]) < (44 if phone.page.locator(".suits").count() else 48):
            result.append(f"keys are small: {size}")
    if axe:
        phone.page.evaluate("document.getElementById('bar').style.position = 'static'")
        if not phone.page.evaluate("'axe' in window"):
            phone.page.evaluate(AXE)
        result += phone.page.evaluate(RUN_AXE)
        phone.page.evaluate("document.getElementById('bar').style.position = ''")
    return result


def expect_none(result: dict[str, list[str]]) -> None:
    lines = [f"{name}: {fault}" for name, faults_ in result.items() for fault in faults_]
    assert not lines, "\n".join(lines)


def look_at(
    phone: Phone,
    visits: Iterable[tuple[str, Visit]],
    picture: str,
    without_axe: Collection[str] = (),
    enlarge: Callable[[str], bool] = lambda _name: True,
) -> None:
    """Open one page after the other, and see what is wrong with each; perhaps also twice as large."""
    values = {}
    for name, visit in visits:
        visit(phone)
        shown = f"{picture}-{name.replace('/', '-')}"
        phone.picture(shown)
        values[name] = faults(phone, SMALL, axe=name not in without_axe)
        if enlarge(name):
            values[name] += enlarged(phone, SMALL, shown)
    expect_none(values)


ALIKE = {"new-teyaku", "new-in-circle", "receipt-overruled", "referee-anywhere"}
"""What looks like another page; the full run opens that too."""
IN_PARTS = {"entry", "entry-nogame", "entry-deckout", "entry-dobon"}
"""Steps to a round of which axe sees every part at another one."""
LARGE_ENTRIES = {"entry", "entry-out", "entry-dobon"}


@pytest.mark.parametrize(
    ("lang", "dark", "whole"), [("ja", False, False), pytest.param("en", True, True, marks=pytest.mark.long)]
)
def test_every_page_fits_a_small_phone_also_enlarged(
    phones: OpenPhone, lang: str, dark: bool, whole: bool
) -> None:
    phone = phones(SMALL, lang=lang, dark=dark)
    phone.expected |= {404}
    visits = pages(phone, phone.bring(EVENING))
    look_at(
        phone,
        (one for one in visits if whole or one[0] not in ALIKE),
        f"layout-{lang}-{'dark' if dark else 'light'}",
        without_axe=() if whole else IN_PARTS,
        enlarge=lambda name: not name.startswith("entry") or name in LARGE_ENTRIES,
    )


@pytest.mark.long
def test_every_page_fits_a_larger_phone_in_english(phones: OpenPhone) -> None:
    phone = phones(LARGE, lang="en")
    phone.expected |= {404}
    values = {}
    for name, visit in pages(phone, phone.bring(EVENING)):
        visit(phone)
        values[name] = faults(phone, LARGE, axe=False)
    expect_none(values)


def test_ten_players_fit(phones: OpenPhone) -> None:
    phone = phones()
    names = [f"{name}{index}" for index, name in enumerate(("さくら", "Maximilian") * 5)]
    path = phone.bring({"format": 1, "game": "gamble", "players": names, "rounds": []})
    phone.go(f"{path}rounds/new/")
    phone.who(0, 1)
    phone.keys("K")
    phone.hands("2 J", "A 2 3")
    phone.picture("layout-ten-entry")
    assert faults(phone, SMALL, axe=False) == []
    phone.go(path)
    phone.picture("layout-ten-table")
    assert faults(phone, SMALL, axe=False) == []
    assert re.search("第|Round", phone.page.locator("header").inner_text())


LARGER = [Shape(768, 1024), Shape(1280, 800), Shape(740, 360)]


def half_entered(phone: Phone, path: str) -> None:
    """Two call dobon, and the third hand is being entered."""
    phone.go(f"{path}rounds/2/edit/")
    phone.page.wait_for_selector(".entry.live")
    phone.who(2)
    expect(phone.page.get_by_test_id("hand-total")).to_be_visible()
    settle(phone)


def test_tablets_desktops_and_phones_on_their_side_fit(phones: OpenPhone) -> None:
    """Each page is opened on the first and then turned and stretched."""
    phone = phones(LARGER[0], lang="zh-CN", dark=True)
    path = phone.bring(EVENING)
    values = {}
    for where in ("", "rounds/2/", "settle/", "rounds/2/edit/"):
        if where.endswith("edit/"):
            half_entered(phone, path)
        else:
            phone.go(path + where)
        for shape in LARGER:
            phone.page.set_viewport_size({"width": shape.width, "height": shape.height})
            values[f"{where} {shape}"] = faults(phone, shape, axe=False)
    expect_none(values)
