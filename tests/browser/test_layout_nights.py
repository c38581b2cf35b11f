"""Pages of a night and of what it leaves to be paid, with long names and large numbers."""

import re
from functools import partial
from typing import Any

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL, Phone, Shape
from tests.browser.test_layout import EVENING, circle_of, look_at

WIDE = Shape(1280, 800)
YEN = {"unit": "円", "per_point": "1", "round_to": 10}
SHORT = {"format": 1, "game": "dotenko", "players": ["あき", "Ben"], "rounds": []}
LONG_NAMES = """() => [...document.querySelectorAll('.payments .who bdi')]
  .map((e) => [e.getBoundingClientRect(), parseFloat(getComputedStyle(e).lineHeight)])
  .filter(([box, line]) => box.height > 2.5 * line).length"""
"""How many names in payments have more than two lines."""
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
    places = {
        "night": night,
        "share": f"{night}share/",
        "page": link[0],
        "payment": f"{night}payment/?unit=円",
        "bills": f"{circle}bills/",
        "part": part[1].replace("&amp;", "&"),
        "me": f"{circle}me/",
        "circle": circle,
    }
    visits = [(name, partial(Phone.go, path=path)) for name, path in places.items()]
    look_at(phone, visits, "layout-night", without_axe={"part"})
    # on the page of the circle who was ahead has a mark; the name of the game has no other, and is whole
    assert phone.page.locator(".night-tables .grow bdi").count() == 1
    assert phone.page.evaluate(CUT_GAMES) == []
    phone.go(night)
    for shape in (WIDE, SMALL):  # in the narrow column of a wide screen too
        phone.page.set_viewport_size({"width": shape.width, "height": shape.height})
        assert phone.page.locator(".payments .who bdi").count() >= 4
        assert phone.page.evaluate(LONG_NAMES) == 0, shape


def test_running_tables_of_two_nights_stand_apart(phone: Phone) -> None:
    """A group without an ended night has nothing to choose."""
    table = phone.bring(SHORT)
    circle = circle_of(phone)
    phone.go(circle)
    assert phone.page.locator(".cal, #person").count() == 0
    phone.post(f"{circle}new/", game="dotenko", name=("あき", "Ben"))
    phone.post(f"{table}settings/", day="2024-02-03", title="", revision="0", key="another-night-then")
    phone.go(circle)
    gaps = phone.page.evaluate(GAPS)
    assert gaps
    assert min(gaps) >= 8
