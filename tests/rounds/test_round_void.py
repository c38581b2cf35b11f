"""Taking a round back and in again, and the message after a change, one press on which turns it."""

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.present import differences
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, forms, html, text
from tests.seated import answer, join, wish

NOTHING = dict.fromkeys(AFTER_DOBON, 0)


def test_page_leaves_out_what_changes_where_many_rounds_follow(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Voiding round 1 leaves two to be scored again, one too many here; it can be done all the same."""
    phone.record(DOBON, OUT, OUT)
    monkeypatch.setattr(differences, "MOST_COMPARED", 1)
    page = text(phone.show("round_void", 1))
    assert "Many rounds follow" in page
    assert "becomes" not in page
    assert "Many rounds follow" in text(phone.get(phone.url("round_move", 1) + "?to=down"))
    assert "becomes" in text(phone.show("round_void", 2))
    assert phone.confirm_change("round_void", 1).status_code == 302
    assert phone.points() == {name: 2 * points for name, points in AFTER_OUT.items()}


def test_page_shows_what_changes_and_is_confirmed(phone: Phone, second: Phone) -> None:
    """The round stays in the list, struck through, with its history, and comes back as it was."""
    phone.record(DOBON, OUT)
    before, points = phone.show("export").json(), phone.points()
    page = text(phone.show("round_void", 1))
    for words in ("Void round 1?", "あき 390 becomes −10", "Chie 10 becomes 80"):
        assert words in page
    response = second.confirm_change("round_void", 1)
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert phone.points() == AFTER_OUT
    assert "Round 1 voided." in text(second.show("table"))
    assert RoundEdit.objects.get(action="void").before == Round.objects.get(position=1).facts
    rounds, receipt = html(phone.show("rounds")), phone.show("round", 1)
    assert 'class="round voided">' in rounds
    assert "<s>Dobon!" in rounds
    assert "voided" in text(receipt)
    assert "iPhone" in text(receipt)
    assert phone.url("round_restore", 1) in html(receipt)
    assert phone.url("round_edit", 1) not in html(receipt)

    page = text(phone.show("round_restore", 1))
    assert "Restore voided round before round 1?" in page
    assert "あき −10 becomes 390" in page
    assert phone.confirm_change("round_restore", 1).status_code == 302
    assert (phone.points(), phone.show("export").json()) == (points, before)
    receipt = phone.show("round", 1)
    assert "restored" in text(receipt)
    assert html(receipt).count("<del>") == 1  # that it was taken back


def test_a_change_of_rules_that_a_round_needs_says_which(phone: Phone) -> None:
    """A burst is played from the change on; without it the burst could not be read."""
    facts = {"kind": "rules", "options": {"burst": "on"}}
    add_round(Table(phone.session), facts, FormVersion(phone.session.revision, new_key(), None))
    phone.record({"kind": "burst", "player": "1"})
    page, url = phone.show("round_void", 1), phone.url("round_void", 1)
    assert "Not possible yet" in text(page)
    refused = phone.post(url, forms(page)[url])
    assert refused.status_code == 422
    for shown in (page, refused):
        assert "Round 1: Ben burst – these rules have no such ending." in text(shown)
    assert phone.points()["Ben"] == -30


# ── the message ─────────────────────────────────────────────────────────────────────────────────


def turn(phone: Phone, name: str, number: int, label: str) -> None:
    """Press the button of the message on the table's page."""
    url, page = phone.url(name, number), phone.show("table")
    assert label in text(page).split("Total 0")[1].split("Standings")[0]
    response = phone.post(url, {**forms(page)[url], "action": "confirm"})
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))


def test_said_once_taken_back_and_made_again_with_a_press_each(phone: Phone) -> None:
    form = phone.fill(DOBON)
    assert [phone.send(form).status_code for _ in range(2)] == [302, 302], "also where it came twice"
    turn(phone, "round_void", 1, "Saved. Undo")
    assert phone.points() == NOTHING
    turn(phone, "round_restore", 1, "Round 1 voided. Redo")
    assert phone.points() == AFTER_DOBON
    turn(phone, "round_void", 1, "Round 1 restored. Undo")
    assert phone.points() == NOTHING
    assert 'data-testid="toast"' in html(phone.show("table"))
    assert 'data-testid="toast"' not in html(phone.show("table"))


def test_means_the_round_that_was_recorded(phone: Phone) -> None:
    """A round put in before another one is not the last."""
    phone.play(OUT)
    phone.show("table")
    phone.play(DOBON, "round_insert", 1)
    turn(phone, "round_void", 1, "Saved. Undo")
    assert phone.points() == AFTER_OUT


def test_two_presses_do_it_once(phone: Phone) -> None:
    phone.play(DOBON)
    url = phone.url("round_void", 1)
    form = {**forms(phone.show("table"))[url], "action": "confirm"}
    assert [phone.post(url, form).status_code for _ in range(2)] == [302, 302]
    assert RoundEdit.objects.count() == 2
    shown = text(phone.show("table"))
    assert "Round 1 voided. Redo" in shown
    assert "It has been voided. Redo" in shown


def test_what_cannot_be_taken_back_yet_only_says_so(phone: Phone) -> None:
    """A correction, and a round that waits for a second person."""
    phone.play(DOBON)
    phone.show("table")
    phone.play({"hand-3": "2 10"}, "round_edit", 1)
    page = html(phone.show("round", 1))
    assert "Saved." in page
    assert 'data-testid="toast"' not in page

    other = join(phone, "Ben")
    wish(phone, second_person="on")
    phone.show("table")
    phone.play(OUT)
    assert 'data-testid="toast"' not in html(phone.show("second"))
    assert answer(other, "ok") == 302
    turn(other, "round_void", 2, "Saved. Undo")
