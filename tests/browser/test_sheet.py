"""記録用紙 on a small phone and on paper: names stay in sight, and all of it is printed."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, SMALL, Phone, Shape
from tests.browser.screens import HANDS, NAMES
from tests.browser.test_layout import expect_none, faults

ROUNDS = 12
SPARE = 1.5
"""CSS pixels by which edges may differ."""
BOX = "(part) => { const box = part.getBoundingClientRect(); return [box.x, box.y, box.right, box.bottom]; }"
WIDER = "document.documentElement.scrollWidth - innerWidth"


def document(count: int) -> dict[str, Any]:
    """An evening of so many with claims, a change of seats and six digits that went from hand to hand."""
    names = NAMES[:count]
    claim = {"kind": "dobon", "callers": [names[1]], "victim": names[0], "card": "9"}
    hands = dict(zip(names[2:], HANDS, strict=False)) | {names[0]: ["A", "2"], names[1]: ["4", "5"]}
    carried = {"from": names[0], "to": names[1], "points": 123_456, "reason": "前回からの持ち越し"}
    before = [{"kind": "adjust", "transfers": [carried]}, {"kind": "seats", "swap": [names[0], names[1]]}]
    rounds = [*before, *[claim | {"hands": hands}] * ROUNDS]
    return {"format": 1, "game": "gamble", "players": names, "rounds": rounds}


def box_of(phone: Phone, what: str) -> list[float]:
    result: list[float] = phone.page.locator(what).first.evaluate(BOX)
    return result


def test_on_a_broad_screen_points_stand_beside_long_names(phones: OpenPhone) -> None:
    phone = phones(Shape(1280, 800))
    phone.go(f"{phone.bring(document(6))}sheet/")
    for row in phone.page.locator(".standing li").all():
        _left, top, _right, bottom = row.locator("bdi").evaluate(BOX)
        middle = sum(row.locator("b").evaluate(BOX)[1::2]) / 2
        assert top < middle < bottom


def test_four_players_with_six_figures_fit_a_phone(phones: OpenPhone) -> None:
    """Each of twelve rounds costs the victim 3 × (1 + 50 + 4 + 5) = 180, and two others 18 → 20 and 10."""
    phone = phones(LARGE)
    phone.go(f"{phone.bring(document(4))}sheet/")
    assert phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollWidth - frame.clientWidth") == 0
    shown = phone.page.locator(".sheet thead b").all_inner_texts()
    assert shown == ["−125,616", "125,976", "−240", "−120"]
    columns = [one.evaluate(BOX) for one in phone.page.locator(".sheet tbody tr:last-child > *").all()]
    assert all(left[2] <= right[0] + SPARE for left, right in pairwise(columns))


@pytest.mark.parametrize("scripts", [True, False])
def test_ten_players_move_in_their_frame(phones: OpenPhone, scripts: bool) -> None:
    """It begins with the last line, whose first column and whose head stay wherever it is moved."""
    phone = phones(js=scripts)
    phone.go(f"{phone.bring(document(10))}sheet/")
    _x, top, right, bottom = box_of(phone, ".grid-frame")
    assert phone.page.evaluate(WIDER) <= 0
    assert right <= SMALL.width
    assert bottom <= box_of(phone, "#bar")[1]
    assert abs(box_of(phone, "tbody tr:last-child")[3] - bottom) <= SPARE
    head, first = box_of(phone, "thead th:nth-child(3)"), box_of(phone, "tbody tr:last-child th")
    frame = phone.page.locator(".grid-frame")
    frame.evaluate("(frame) => frame.scrollBy(100, 0)")
    assert abs(box_of(phone, "thead th:nth-child(3)")[0] - (head[0] - 100)) <= SPARE
    frame.evaluate("(frame) => frame.scrollBy(0, -150)")
    assert abs(box_of(phone, "thead th:nth-child(3)")[1] - top) <= SPARE, "the names"
    moved = box_of(phone, "tbody tr:last-child th")
    assert abs(moved[0] - first[0]) <= SPARE, "the numbers"
    assert abs(moved[1] - (first[1] + 150)) <= SPARE
    phone.picture("sheet-ten")


def test_a_line_leads_to_its_receipt_wherever_it_is_tapped(phones: OpenPhone) -> None:
    phone = phones()
    path = phone.bring(document(10))
    phone.go(f"{path}sheet/")
    phone.page.locator(".grid-frame").evaluate("(frame) => frame.scrollBy(200, 0)")
    _x, top, right, bottom = box_of(phone, "tbody tr:last-child th")
    phone.page.touchscreen.tap(right + 150, (top + bottom) / 2)
    phone.page.wait_for_url(f"**{path}rounds/{ROUNDS + 2}/")


@pytest.mark.parametrize(("lang", "dark", "count"), [("ja", False, 10), ("en", True, 4)])
def test_everybody_can_use_it(phones: OpenPhone, lang: str, dark: bool, count: int) -> None:
    phone = phones(lang=lang, dark=dark)
    phone.go(f"{phone.bring(document(count))}sheet/")
    expect_none({"sheet": faults(phone, SMALL, axe=True)})


def test_it_follows_what_another_phone_records(phones: OpenPhone) -> None:
    phone, other = phones(), phones()
    path = phone.start_table(["あき", "ベン"])
    other.context.add_cookies(phone.context.cookies())
    other.go(f"{path}sheet/")
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.hands("10 10")
    phone.record()
    expect(other.page.locator("tbody td b")).to_have_text(["+20", "−20"])
    expect(other.page.locator("thead b")).to_have_text(["20", "−20"])


def test_all_of_it_is_printed_with_places_for_signatures(phones: OpenPhone) -> None:
    """A4 less its margins is 710 pixels wide, and everything stands side by side in that, and in ink."""
    phone = phones(dark=True)
    phone.go(f"{phone.bring(document(10))}sheet/?all")
    phone.page.set_viewport_size({"width": 710, "height": 1020})
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(WIDER) <= 0
    assert box_of(phone, ".grid")[2] <= 710 + SPARE
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
    phone.picture("sheet-printed")
