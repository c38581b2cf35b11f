"""What is said once a round was recorded, taken back or restored: one press turns it."""

from scorekeeper.play.models import RoundEdit
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, forms, html, text
from tests.seated import answer, join, wish

NOTHING = dict.fromkeys(AFTER_DOBON, 0)


def turn(phone: Phone, name: str, number: int, label: str) -> None:
    """Press the button of the message on the table's page."""
    url, page = phone.url(name, number), phone.show("table")
    assert label in text(page).split("Total 0")[1].split("Standings")[0]
    response = phone.post(url, {**forms(page)[url], "action": "confirm"})
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))


def test_said_once_taken_back_and_made_again_with_a_press_each(phone: Phone) -> None:
    phone.play(DOBON)
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


def test_a_form_that_came_twice_is_taken_back_all_the_same(phone: Phone) -> None:
    form = phone.fill(DOBON)
    assert [phone.send(form).status_code for _ in range(2)] == [302, 302]
    turn(phone, "round_void", 1, "Saved. Undo")
    assert phone.points() == NOTHING


def test_a_correction_only_says_so(phone: Phone) -> None:
    phone.play(DOBON)
    phone.show("table")
    phone.play({"hand-3": "2 10"}, "round_edit", 1)
    page = html(phone.show("round", 1))
    assert "Saved." in page
    assert 'data-testid="toast"' not in page


def test_a_round_that_waits_for_a_second_person_cannot_be_taken_back_yet(phone: Phone) -> None:
    other = join(phone, "Ben")
    wish(phone, second_person="on")
    phone.show("table")
    phone.play(DOBON)
    assert 'data-testid="toast"' not in html(phone.show("second"))
    assert answer(other, "ok") == 302
    turn(other, "round_void", 1, "Saved. Undo")
    assert phone.points() == NOTHING
