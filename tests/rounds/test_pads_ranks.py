"""手役ドボン on one's own phone: ranks will do once the table has said which suits count."""

import json

import pytest

from scorekeeper.play.models import Hand
from tests.helpers import Phone, entry_form, html
from tests.seated import collect, confirm, join, send_hand, sit

CLAIM = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9"}


@pytest.fixture
def table(db: None) -> tuple[Phone, Phone]:
    """The phone of A, who opened the table, and that of B, who wins."""
    host = Phone()
    host.open_table(("A", "B", "C"), game="teyaku")
    return sit(host, "A"), join(host, "B")


def plan(phone: Phone) -> dict[str, object]:
    """What the pad of the hand asks."""
    page = html(phone.show("hand")).split("data-plan='")[1].split("'")[0]
    result: dict[str, object] = json.loads(page)["kinds"]["dobon"]
    return result


def test_ranks_once_every_suit_that_counts_is_known(table: tuple[Phone, Phone]) -> None:
    host, winner = table
    for typed, shown, declared in (
        ({}, [], []),
        ({"turnup": "♥"}, ["turnup"], []),
        ({"turnup": "-"}, ["turnup"], []),
        ({"turnup": "♥", "riichi-1": "1"}, [], []),
        ({"turnup": "♥", "riichi-1": "1", "bottom": "S"}, ["turnup"], ["bottom"]),
        ({"turnup": "♥", "riichi-0": "1"}, ["turnup"], []),
    ):
        collect(host, {**CLAIM, **typed})
        asked = plan(winner)
        assert asked["suits"] == ["winner"]
        assert (asked["shown"], asked["declared"]) == (shown, declared)


def test_how_many_are_dora_comes_along_with_the_hand(table: tuple[Phone, Phone]) -> None:
    """4 and 5, one of them a ♥: one yaku, 200 from A."""
    host, winner = table
    collect(host, {**CLAIM, "turnup": "♥"})
    assert send_hand(winner, "4 5 ♥×1").status_code == 302
    form = entry_form(host.show("round_new"))
    assert form["hand-1"] == ["4 5 ♥×1"]
    assert confirm(host).status_code == 302
    assert host.points() == {"A": -200, "B": 200, "C": 0}
    assert (Hand.objects.get().cards, Hand.objects.get().ranks) == ("4 5 Hx1", "45")
