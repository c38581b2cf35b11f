"""Rounds confirmed one after the other without a line.

`after` names the form before; `Sent-By` asks for a receipt instead of a redirect.
"""

import pytest

from scorekeeper.play.models import Round, RoundEdit
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, html, text

KEYS = [f"offline-key-{number}" for number in range(4)]


def offline(
    phone: Phone, revision: int, key: int, after: int | None = None, **facts: object
) -> dict[str, object]:
    """A form that was confirmed on the page of `revision`, with the form before it."""
    data = {**OUT, **facts, "revision": str(revision), "key": KEYS[key]}
    return data if after is None else data | {"after": KEYS[after]}


def test_a_form_after_a_recorded_one_of_the_same_revision_is_recorded(phone: Phone) -> None:
    """Three times +80 for Chie, −60 for 大輔 and −10 for the others."""
    for number, after in enumerate((None, 0, 1)):
        assert phone.send(offline(phone, 0, number, after)).status_code == 302
    assert phone.session.revision == 3
    assert phone.points() == {name: 3 * points for name, points in AFTER_OUT.items()}


def test_without_after_the_second_is_stale(phone: Phone) -> None:
    assert phone.send(offline(phone, 0, 0)).status_code == 302
    assert phone.send(offline(phone, 0, 1)).status_code == 409
    assert Round.objects.count() == 1


def test_somebody_else_in_between_is_told(phone: Phone, second: Phone) -> None:
    """One line for what the other phone did, one on what to do now; the own round is no news."""
    assert phone.send(offline(phone, 0, 0)).status_code == 302
    second.play(DOBON)
    answer = phone.send(offline(phone, 0, 1, after=0))
    assert answer.status_code == 409
    assert "Dobon! あき hit Ben on K" in text(answer)
    message = html(answer).partition('data-testid="stale"')[2].partition("</section>")[0]
    assert message.count("<li") == 2
    assert Round.objects.count() == 2


def test_somebody_else_before_the_first_holds_up_the_chain(phone: Phone, second: Phone) -> None:
    second.play(DOBON)
    assert phone.send(offline(phone, 0, 0)).status_code == 409
    assert phone.send(offline(phone, 0, 1, after=0)).status_code == 409
    assert phone.points() == AFTER_DOBON


def test_after_looking_the_chain_goes_on(phone: Phone, second: Phone) -> None:
    second.play(DOBON)
    assert phone.send(offline(phone, 1, 0)).status_code == 302
    assert phone.send(offline(phone, 0, 1, after=0)).status_code == 302
    assert phone.session.revision == 3


def test_after_never_makes_a_form_older(phone: Phone, second: Phone) -> None:
    assert phone.send(offline(phone, 0, 0)).status_code == 302
    second.play(DOBON)
    assert phone.send(offline(phone, 2, 1, after=0)).status_code == 302


def test_an_after_that_names_nothing_changes_nothing(phone: Phone) -> None:
    assert phone.send(offline(phone, 0, 0)).status_code == 302
    for number, after in enumerate(("", "unknown-key", "x", "é" * 10, "a" * 100), 1):
        assert phone.send({**offline(phone, 0, 1), "after": after}).status_code == 409
        form = {**offline(phone, number, 2), "key": f"offline-key-after-{number}"}
        assert phone.send({**form, "after": after}).status_code == 302


def test_the_form_of_another_table_is_not_named(phone: Phone, stranger: Phone) -> None:
    assert stranger.send({"kind": "nogame", "revision": "0", "key": KEYS[0]}).status_code == 302
    phone.play(OUT)
    assert phone.send(offline(phone, 0, 1, after=0)).status_code == 409


def test_a_corrected_round_counts_as_seen_too(phone: Phone) -> None:
    phone.play(DOBON)
    edit = {**phone.fill({"hand-3": "2 10"}, "round_edit", 1), "key": KEYS[0]}
    assert phone.send(edit, "confirm", "round_edit", 1).status_code == 302
    assert phone.send(offline(phone, 1, 1, after=0)).status_code == 302
    assert RoundEdit.objects.count() == 3


@pytest.mark.parametrize(("sender", "said"), [("page", True), ("outbox", False)])
def test_a_phone_that_sends_by_script_gets_a_receipt(phone: Phone, sender: str, said: bool) -> None:
    data = {**offline(phone, 0, 0), "action": "confirm"}
    for _time in range(2):
        answer = phone.post(phone.url("round_new"), data, headers={"sent-by": sender})
        assert (answer.status_code, answer["Recorded"], answer.content) == (204, KEYS[0], b"")
    assert Round.objects.count() == 1
    assert ("Saved." in text(phone.show("table"))) is said


def test_what_is_refused_gets_its_page(phone: Phone) -> None:
    data = {**offline(phone, 0, 0, winner=""), "action": "confirm"}
    answer = phone.post(phone.url("round_new"), data, headers={"sent-by": "outbox"})
    assert answer.status_code == 422
    assert "Recorded" not in answer
    assert 'data-testid="errors"' in answer.content.decode()
