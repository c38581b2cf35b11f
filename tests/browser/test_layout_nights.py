"""Pages of a night and of what it leaves to be paid, with long names and large numbers."""

import re
from typing import Any

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL, Phone, Shape
from tests.browser.test_layout import EVENING, circle_of, enlarged, expect_none, faults

WIDE = Shape(1280, 800)
YEN = {"unit": "円", "per_point": "1", "round_to": 10}
SHORT = {"format": 1, "game": "dotenko", "players": ["あき", "Ben"], "rounds": []}
NAMES_IN_PAYMENTS = """() => [...document.querySelectorAll('.payments .who bdi')]
  .map((e) => [e.getBoundingClientRect(), parseFloat(getComputedStyle(e).lineHeight)])
  .filter(([box, line]) => box.height > 2.5 * line).length"""
CUT_GAMES = """() => [...document.querySelectorAll('.night-tables .grow bdi')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
GAPS = """() => { const boxes = [...document.querySelectorAll('main .panel.rows')]
  .map((e) => e.getBoundingClientRect());
  return boxes.slice(1).map((box, before) => box.top - boxes[before].bottom) }"""


def night_of(phone: Phone) -> tuple[str, str]:
    """A group and its night, with one table for money that has ended."""
    evening: dict[str, Any] = EVENING | {"rate": YEN}
    phone.end(phone.bring(evening))
    circle = circle_of(phone)
    found = re.search(rf"{circle}nights/[\d-]+/", phone.ask(circle))
    assert found
    return circle, found[0]


def test_pages_of_a_night_fit_a_small_phone_also_enlarged(phones: OpenPhone) -> None:
    phone = phones(SMALL)
    circle, night = night_of(phone)
    phone.post(f"{night}share/")
    link = re.search(r"/n/[\w.-]+/", phone.ask(f"{night}share/"))
    part = re.search(r'href="([^"]+/clear/part/[^"]+)"', phone.ask(f"{circle}bills/"))
    assert link
    assert part
    values = {}
    for name, path in (
        ("circle", circle),
        ("night", night),
        ("share", f"{night}share/"),
        ("page", link[0]),
        ("payment", f"{night}payment/?unit=円"),
        ("bills", f"{circle}bills/"),
        ("part", part[1].replace("&amp;", "&")),
        ("me", f"{circle}me/"),
    ):
        phone.go(path)
        phone.picture(f"layout-night-{name}")
        if name == "circle":  # who was ahead has a mark; the name of the game has no other, and is whole
            assert phone.page.locator(".night-tables .grow bdi").count() == 1
            assert phone.page.evaluate(CUT_GAMES) == []
        values[name] = faults(phone, SMALL, axe=True) + enlarged(phone, SMALL, f"night-{name}")
    expect_none(values)


def test_names_in_payments_have_two_lines_at_most(phones: OpenPhone) -> None:
    """Also in the narrow column of a wide screen."""
    phone = phones(WIDE)
    _circle, night = night_of(phone)
    phone.go(night)
    for shape in (WIDE, SMALL):
        phone.page.set_viewport_size({"width": shape.width, "height": shape.height})
        assert phone.page.locator(".payments .who bdi").count() >= 4
        assert phone.page.evaluate(NAMES_IN_PAYMENTS) == 0, shape


def test_a_group_without_an_ended_night_has_nothing_to_choose(phone: Phone) -> None:
    phone.bring(SHORT)
    phone.go(circle_of(phone))
    assert phone.page.locator(".cal, #person").count() == 0


def test_running_tables_of_two_nights_stand_apart(phone: Phone) -> None:
    table = phone.bring(SHORT)
    circle = circle_of(phone)
    phone.post(f"{circle}new/", game="dotenko", name=("あき", "Ben"))
    phone.post(f"{table}settings/", day="2024-02-03", title="", revision="0", key="another-night-then")
    phone.go(circle)
    gaps = phone.page.evaluate(GAPS)
    assert gaps
    assert min(gaps) >= 8
