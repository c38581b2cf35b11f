"""記録用紙 on phones and on paper: the names stay visible, and everything is printed."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import HANDS, NAMES, claim
from tests.browser.looks import faults
from tests.browser.phone import LARGE, SMALL, Phone, Shape

ROUNDS = 12
SPARE = 1.5
"""CSS pixels by which edges may differ."""
CUT = """() => [...document.querySelectorAll('.sheet :is(thead, td) b')].filter((b) => b.checkVisibility())
  .filter((b) => {
    const text = new Range(), cell = b.closest('th, td').getBoundingClientRect();
    text.selectNodeContents(b);
    const { left, right } = text.getBoundingClientRect();
    return left < cell.left - 1 || right > cell.right + 1 || parseFloat(getComputedStyle(b).fontSize) < 13;
  }).map((b) => b.textContent)"""
"""Numbers of the sheet that do not fit in their cell, or are small."""
WIDER = "document.documentElement.scrollWidth - innerWidth"


def document(count: int) -> dict[str, Any]:
    """A session of so many players with claims, a swap of seats and a move of six digits."""
    names = NAMES[:count]
    hands = dict(zip(names[2:], HANDS, strict=False)) | {names[0]: ["A", "2"], names[1]: ["4", "5"]}
    carried = {"from": names[0], "to": names[1], "points": 123_456, "reason": "前回からの持ち越し"}
    before = [{"kind": "adjust", "transfers": [carried]}, {"kind": "seats", "swap": [names[0], names[1]]}]
    rounds = [*before, *[claim([names[1]], names[0], hands=hands)] * ROUNDS]
    return {"format": 1, "game": "gamble", "players": names, "rounds": rounds}


def short_document(count: int) -> dict[str, Any]:
    """Rounds with changes of at most three digits, and rounds that do not count."""
    names = NAMES[:count]
    hands = dict(zip(names[1:], HANDS, strict=False))
    dobon = claim(names[:1], names[1], hands=hands | {names[0]: ["4", "5"], names[1]: ["A", "2"]})
    rounds = [{"kind": "out", "winner": names[0], "hands": hands}, {"kind": "nogame"}, dobon]
    return {"format": 1, "game": "gamble", "players": names, "rounds": rounds * 4}


def rows_of(phone: Phone, what: str) -> list[int]:
    """The number of these parts in each visual row, from the top."""
    tops = [round(box.top) for box in phone.boxes(what)]
    return [tops.count(top) for top in sorted(set(tops))]


def expect_nothing_sideways(phone: Phone) -> None:
    assert phone.page.evaluate(WIDER) <= 0
    assert phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollWidth - frame.clientWidth") == 0
    assert phone.page.evaluate(CUT) == []


def test_four_players_with_six_figures_fit_a_phone(phones: OpenPhone) -> None:
    """Each of twelve rounds costs the victim 3 × (1 + 50 + 4 + 5) = 180, and two others 18 → 20 and 10."""
    phone = phones(LARGE)
    phone.go(f"{phone.bring(document(4))}sheet/")
    assert phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollWidth - frame.clientWidth") == 0
    shown = phone.page.locator(".sheet thead b").all_inner_texts()
    assert shown == ["−125,616", "125,976", "−240", "−120"]
    columns = phone.boxes(".sheet tbody tr:last-child > *")
    assert all(left.right <= right.left + SPARE for left, right in pairwise(columns))


def test_seven_players_scroll_in_their_frame(phone: Phone) -> None:
    """The frame starts at the last line; first column and head stay while it scrolls."""
    path = phone.bring(document(7))
    phone.go(f"{path}sheet/")
    _x, top, right, bottom = phone.box(".grid-frame")
    assert phone.page.evaluate(WIDER) <= 0
    assert right <= SMALL.width
    assert bottom <= phone.box("#bar").top
    assert abs(phone.box("tbody tr:last-child").bottom - bottom) <= SPARE
    head, first = phone.box("thead th:nth-child(3)"), phone.box("tbody tr:last-child th")
    frame = phone.page.locator(".grid-frame")
    frame.evaluate("(frame) => frame.scrollBy(100, 0)")
    assert abs(phone.box("thead th:nth-child(3)").left - (head.left - 100)) <= SPARE
    frame.evaluate("(frame) => frame.scrollBy(0, -150)")
    assert abs(phone.box("thead th:nth-child(3)").top - top) <= SPARE, "the names"
    moved = phone.box("tbody tr:last-child th")
    assert abs(moved.left - first.left) <= SPARE, "the numbers"
    assert abs(moved.top - (first.top + 150)) <= SPARE
    a_line_leads_to_its_receipt(phone, path)


def a_line_leads_to_its_receipt(phone: Phone, path: str) -> None:
    """A tap anywhere in it will do."""
    phone.go(f"{path}sheet/")
    phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollBy(200, 0)")
    _x, top, right, bottom = phone.box("tbody tr:last-child th")
    phone.page.touchscreen.tap(right + 150, (top + bottom) / 2)
    phone.page.wait_for_url(f"**{path}rounds/{ROUNDS + 2}/")


@pytest.mark.parametrize(("count", "fold", "scripts"), [(9, [5, 4], True), (10, [5, 5], False)])
def test_many_players_stand_in_rows_of_five(
    phones: OpenPhone, count: int, fold: list[int], scripts: bool
) -> None:
    """The changes of a round are below the points of their players, which stay visible.

    The first line is the move of six digits.
    """
    phone = phones(js=scripts)
    phone.go(f"{phone.bring(document(count))}sheet/")
    expect_nothing_sideways(phone)
    assert rows_of(phone, ".sheet thead th:not(:first-child)") == fold
    assert rows_of(phone, ".sheet tbody tr:last-child td") == fold
    for column in (2, 3):
        head, cell = (
            phone.box(f"{row} > :nth-child({column})") for row in ("thead tr", "tbody tr:last-child")
        )
        assert abs(head.left - cell.left) <= SPARE
    top = phone.box("thead th:nth-child(2)").top
    phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollBy(0, -1000)")
    assert abs(phone.box("thead th:nth-child(2)").top - top) <= SPARE
    first = phone.page.locator(".sheet tbody tr").first
    expect(first.locator("td b:visible")).to_have_text(["−123,456", "+123,456"])
    expect(phone.page.locator(".sheet td small:visible, .standing:visible")).to_have_count(0)


def test_short_changes_of_ten_players_take_one_line_each_round(phones: OpenPhone) -> None:
    phone = phones(lang="en", dark=True)
    path = phone.bring(short_document(10))
    phone.go(f"{path}sheet/")
    expect_nothing_sideways(phone)
    assert rows_of(phone, ".sheet tbody tr:last-child td") == [10]
    assert rows_of(phone, ".sheet-marks .mark") == [10]
    marks, cells = phone.boxes(".sheet-marks td"), phone.boxes("tbody tr:last-child td")
    for mark, cell in zip(marks, cells, strict=True):
        assert abs(mark.left - cell.left) <= SPARE
    marked = phone.page.locator("tbody tr:last-child td.won").evaluate(
        "(td) => getComputedStyle(td).boxShadow"
    )
    assert marked != "none", "the winner has more than a colour"

    table = phone.page.get_by_role("table")
    heads = table.get_by_role("columnheader")
    for head, name in zip(heads.all()[1:], NAMES, strict=True):
        expect(head).to_have_accessible_name(re.compile(f"^{name} −?[0-9,]+$"))
    row = table.get_by_role("row").last
    expect(row.get_by_role("rowheader")).to_have_accessible_name(re.compile("^8 .*Dobon!"))
    expect(row.get_by_role("cell")).to_have_count(10)
    expect(row.get_by_role("cell").first).to_have_accessible_name(re.compile(r"^won \+"))
    assert faults(phone) == []
    enlarged_they_need_nothing_sideways(phone)
    phone.show(Shape(700, 900))
    assert rows_of(phone, ".sheet thead th") == [11], "a column each"
    expect(phone.page.locator(".sheet-marks")).to_be_hidden()
    expect(phone.page.locator(".sheet td small").first).to_be_visible()

    # A change of five characters comes to rounds of short ones: they fold into rows of five.
    phone.show(SMALL)
    phone.report(path, kind="adjust", **{"from-0": "0", "to-0": "9", "points-0": "1000"})
    expect(phone.page.locator("tbody tr:last-child td b")).to_have_text(["−1,000", "+1,000"])
    assert rows_of(phone, ".sheet tbody tr:last-child td") == [5, 5]
    expect_nothing_sideways(phone)


def enlarged_they_need_nothing_sideways(phone: Phone) -> None:
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect_nothing_sideways(phone)
    frame, head = phone.box(".grid-frame"), phone.box(".sheet thead")
    assert head.bottom <= frame.top + SPARE, "the last rounds are in sight, not the head"
    phone.page.evaluate("document.documentElement.style.fontSize = ''")


def test_large_changes_of_ten_players_on_the_screen_and_on_paper(phones: OpenPhone) -> None:
    phone = phones()
    path = phone.bring(document(10))
    phone.go(f"{path}sheet/")
    assert faults(phone) == []
    enlarged_they_need_nothing_sideways(phone)
    a_line_leads_to_its_receipt(phone, path)
    phone.page.emulate_media(color_scheme="dark")
    phone.go(f"{path}sheet/?all")
    phone.show(Shape(710, 1020))
    phone.page.emulate_media(media="print", color_scheme="dark")
    # A4 less its margins is 710 pixels wide, and everything stands side by side in that, and in ink.
    assert phone.page.evaluate(WIDER) <= 0
    assert phone.box(".grid").right <= 710 + SPARE
    expect(phone.page.locator(".signs li")).to_have_count(10)
    expect(phone.page.locator(".signs li").last).to_be_visible()
    expect(phone.page.locator("tfoot td").last).to_be_visible()
    expect(phone.page.locator("header.felt")).to_be_hidden()
    expect(phone.page.locator("#bar")).to_be_hidden()
    rows = phone.page.locator("tbody tr")
    expect(rows).to_have_count(ROUNDS + 2)
    expect(rows.first).to_be_in_viewport()
    ink = phone.page.locator(".signs b").first.evaluate("(b) => getComputedStyle(b).color")
    assert ink == "rgb(27, 32, 29)", "that of the light theme"
