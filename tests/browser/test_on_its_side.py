"""A phone on its side, and one upright: what one looks for is there without scrolling."""

from typing import Any

from playwright.sync_api import Locator

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, Phone, Shape

SIDE = Shape(844, 390)
NAMES = ["あき", "Ben", "Chie", "だい"]
EVENING: dict[str, Any] = {
    "format": 1,
    "game": "gamble",
    "players": NAMES,
    "rate": {"unit": "円", "per_point": "2", "round_to": 10},
    "rounds": [
        {"kind": "adjust", "transfers": [{"from": "あき", "to": "Ben", "points": 12_340}]},
        {
            "kind": "dobon",
            "callers": ["Ben"],
            "victim": "あき",
            "card": "9",
            "hands": {"あき": ["A", "2", "2", "J"], "Ben": ["4", "5"], "Chie": ["K", "8"], "だい": ["Q"]},
        },
    ],
}


def heights(rows: Locator) -> list[tuple[float, float]]:
    boxes = [row.bounding_box() for row in rows.all()]
    return [(box["y"], box["y"] + box["height"]) for box in boxes if box]


def foot(phone: Phone) -> float:
    box = phone.page.locator("#bar").bounding_box()
    assert box
    return box["y"]


def test_scores_and_payments_are_in_sight(phones: OpenPhone) -> None:
    """All four scores, and all payments of a round with the formula of the main one."""
    phone = phones(SIDE)
    path = phone.bring(EVENING)
    for where, rows in (("", "#scores > li"), ("rounds/2/", ".slip-head, .slip .formula, .pays-row")):
        phone.go(path + where)
        result = heights(phone.page.locator(rows))
        assert len(result) == 4
        assert max(bottom for _top, bottom in result) <= foot(phone)


def test_a_payment_has_one_line(phones: OpenPhone) -> None:
    """Who, how much and the tick; あき owes 25,400 yen, the most that is there."""
    phone = phones(LARGE)
    phone.go(f"{phone.bring(EVENING)}settle/")
    for row in phone.page.locator("#payments .flow").all():
        marks, amounts, ticks = (heights(row.locator(part)) for part in (".mark", ".flow-amt", ".tick"))
        tops = [top for top, _bottom in (*marks, *amounts, *ticks)]
        assert len(tops) == 4
        assert max(tops) < min(bottom for _top, bottom in (*marks, *amounts, *ticks))
