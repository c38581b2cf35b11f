"""Taking a round back."""

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.present import differences
from tests.helpers import AFTER_OUT, DOBON, OUT, Phone, forms, html, text


def test_page_leaves_out_what_changes_where_many_rounds_follow(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Voiding round 1 leaves two to be scored again, one too many here; it can be done all the same."""
    for facts in (DOBON, OUT, OUT):
        phone.record(facts)
    monkeypatch.setattr(differences, "MOST_COMPARED", 1)
    page = text(phone.show("round_void", 1))
    assert "Many rounds follow" in page
    assert "becomes" not in page
    assert "Many rounds follow" in text(phone.get(phone.url("round_move", 1) + "?to=down"))
    assert "becomes" in text(phone.show("round_void", 2))
    assert phone.confirm_change("round_void", 1).status_code == 302
    assert phone.points() == {name: 2 * points for name, points in AFTER_OUT.items()}


def test_page_shows_what_changes_and_is_confirmed(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    page = text(phone.show("round_void", 1))
    assert "Void round 1?" in page
    assert "あき 390 becomes −10" in page
    assert "Chie 10 becomes 80" in page
    assert phone.points()["あき"] == 390
    response = phone.confirm_change("round_void", 1)
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert phone.points() == AFTER_OUT
    assert Round.objects.count() == 2
    table = phone.show("table")
    assert "Round 1 voided." in text(table)
    assert phone.url("round_void", 2) in html(table)


def test_stays_in_the_list_struck_through_with_its_history(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    second.confirm_change("round_void", 1)
    rounds = html(phone.show("rounds"))
    assert 'class="round voided">' in rounds
    assert "<s>Dobon!" in rounds
    receipt = phone.show("round", 1)
    assert "voided" in text(receipt)
    assert "iPhone" in text(receipt)
    assert phone.url("round_restore", 1) in html(receipt)
    assert phone.url("round_edit", 1) not in html(receipt)
    assert phone.show("export").json()["rounds"] == []
    assert RoundEdit.objects.get(action="void").before == Round.objects.get().facts


def test_a_change_of_rules_that_a_round_needs_says_which(phone: Phone) -> None:
    """A burst is played from the change on; without it the burst could not be read."""
    facts = {"kind": "rules", "options": {"burst": "on"}}
    add_round(Table(phone.session), facts, FormVersion(phone.session.revision, new_key(), None))
    phone.record({"kind": "burst", "player": "1"})
    page = phone.show("round_void", 1)
    assert "Not possible yet" in text(page)
    assert "Round 1: Ben burst – these rules have no such ending." in text(page)
    answer = phone.post(phone.url("round_void", 1), forms(page)[phone.url("round_void", 1)])
    assert answer.status_code == 422
    assert "Round 1: Ben burst – these rules have no such ending." in text(answer)
    assert phone.points()["Ben"] == -30
