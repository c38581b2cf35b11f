"""An edit that changes nothing, and rounds of documents that a form may leave as open as they came."""

from typing import Any

import pytest

from scorekeeper.play.models import Round, RoundEdit
from tests.helpers import DOBON, Phone, entry_form, html, text

Facts = dict[str, Any]
FOUR = ["A", "B", "C", "D"]
DECLARED: dict[str, Facts] = {
    "teyaku": {
        "kind": "dobon",
        "callers": ["B"],
        "victim": "A",
        "card": "9",
        "hands": {"B": ["4", "5"]},
        "riichi": ["D", "A", "D"],
    },
    "doudizhu": {
        "kind": "deal",
        "landlord": "B",
        "bid": 2,
        "bombs": 1,
        "rockets": 0,
        "winner": "landlord",
        "doubled": ["D", "A", "D"],
    },
}
"""Rounds in which the last seat declares first."""
ORDERS = [("teyaku", "riichi"), ("doudizhu", "doubled")]


def brought(game: str, *rounds: Facts, **options: object) -> Phone:
    """A table from a document."""
    document = {"format": 1, "game": game, "players": FOUR, "options": options, "rounds": list(rounds)}
    return Phone().bring_in(document)


def declared(game: str) -> Phone:
    return brought(game, DECLARED[game], **({"doubling": "on"} if game == "doudizhu" else {}))


@pytest.mark.parametrize(("game", "key"), ORDERS)
def test_an_edit_that_changes_nothing_is_none(db: None, game: str, key: str) -> None:
    phone = declared(game)
    before = Round.objects.get().facts
    revision = phone.session.revision
    answer = phone.play({}, "round_edit", 1)
    assert (answer.status_code, answer["Location"]) == (302, phone.url("round", 1))
    assert Round.objects.get().facts == before
    assert before[key] == ["3", "0", "3"]
    assert not RoundEdit.objects.filter(action="edit").exists()
    assert phone.session.revision == revision
    page = text(phone.show("round", 1))
    assert "Nothing was changed." in page
    assert "corrected" not in page


@pytest.mark.parametrize(("game", "key"), ORDERS)
def test_a_correction_keeps_the_order_of_declarations(db: None, game: str, key: str) -> None:
    """A declaration taken away leaves the others as they were, one that comes in is the last."""
    phone = declared(game)
    field = {"riichi": "riichi-{}", "doubled": "doubled-{}"}[key]
    assert phone.play({field.format(3): "1", field.format(1): "1"}, "round_edit", 1).status_code == 302
    assert Round.objects.get().facts[key] == ["3", "0", "1"]


def test_a_phone_that_sends_by_script_hears_that_its_form_was_taken(phone: Phone) -> None:
    phone.record(DOBON)
    filled = phone.fill({}, "round_edit", 1)
    filled["action"] = "confirm"
    answer = phone.post(phone.url("round_edit", 1), filled, headers={"Sent-By": "page"})
    assert (answer.status_code, answer["Recorded"]) == (204, filled["key"][0])
    assert RoundEdit.objects.count() == 1


OPEN = {"kind": "dobon", "callers": ["A"], "victim": "B", "card": "9", "hands": {"A": ["4", "5"], "C": ["K"]}}
"""ギャンブル: what the victim and D hold is not known."""


def test_a_hand_that_a_document_left_open_may_stay_open(db: None) -> None:
    """Who was not claimed on pays for the own hand: C 10 for a K, and 50 once it was a 2."""
    phone = brought("gamble", OPEN)
    assert phone.points()["C"] == -10
    filled = phone.fill({"hand-2": "2"}, "round_edit", 1)
    asked = phone.send(filled, "preview", "round_edit", 1)
    assert "The hand of B is missing." in text(asked)
    assert 'data-ready="1"' in html(asked)
    unseen = phone.send({**filled, "seen": ""}, "confirm", "round_edit", 1)
    assert unseen.status_code == 422
    assert phone.send(entry_form(asked), "confirm", "round_edit", 1).status_code == 302
    assert phone.points()["C"] == -50
    assert "1" not in Round.objects.get().facts["hands"]


def test_what_was_known_is_still_asked_for(db: None) -> None:
    """C's hand was there; a form of a new round may leave none open."""
    phone = brought("gamble", OPEN)
    gone = phone.fill({"hand-2": ""}, "round_edit", 1)
    asked = phone.send(gone, "preview", "round_edit", 1)
    assert 'data-ready="0"' in html(asked)
    assert phone.send(entry_form(asked), "confirm", "round_edit", 1).status_code == 422
    new = phone.fill({"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"})
    asked = phone.send(new, "preview")
    assert phone.send(entry_form(asked), "confirm").status_code == 422
    assert Round.objects.count() == 1
