"""A session holds so many rounds; what it holds can always be saved as a file and brought in again."""

import json

import pytest

from scorekeeper.play import services
from scorekeeper.play.models import Round
from scorekeeper.play.services import rescore
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.limits import MOST_ROUNDS
from tests.helpers import DOBON, OUT, Phone, text
from tests.rounds.test_seats import change


@pytest.fixture(name="three")
def _three(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of three rounds is full."""
    monkeypatch.setattr(services, "MOST_ROUNDS", 3)


def no_games(phone: Phone, rounds: int) -> None:
    Round.objects.bulk_create(
        Round(session=phone.session, position=number, happened={"kind": "nogame"})
        for number in range(1, rounds + 1)
    )
    rescore(phone.session)


@pytest.mark.usefixtures("three")
def test_the_last_round_is_recorded_and_no_other(phone: Phone) -> None:
    no_games(phone, 2)
    assert phone.play().status_code == 302
    answer = phone.send(phone.fill(OUT))
    assert answer.status_code == 409
    assert "4 rounds; at most 3" in text(answer)
    assert change(phone, join="えみ").status_code == 409
    assert phone.session.rounds.count() == 3
    assert phone.session.seats.count() == 4


@pytest.mark.usefixtures("three")
def test_one_that_was_taken_back_leaves_room_until_it_comes_back(phone: Phone) -> None:
    phone.record()
    phone.confirm_change("round_void", 1)
    for _ in range(3):
        assert phone.play().status_code == 302
    answer = phone.confirm_change("round_restore", 1)
    assert "4 rounds; at most 3" in text(answer)
    assert Round.objects.get(position=1).voided


@pytest.mark.postgresql
def test_how_many_there_are_at_a_table_that_came_with_its_rows(phone: Phone) -> None:
    assert Table(phone.session, prefetched=True).length == 0
    phone.record(DOBON, OUT)
    assert Table(phone.session, prefetched=True).length == 2


@pytest.mark.long
def test_a_full_session_is_brought_in_again_and_a_longer_one_still_opens(phone: Phone) -> None:
    no_games(phone, MOST_ROUNDS)
    assert len(read_document(json.loads(phone.show("export").content)).rounds) == MOST_ROUNDS
    Round.objects.create(session=phone.session, position=MOST_ROUNDS + 1, happened={"kind": "nogame"})
    rescore(phone.session)
    for name in ("table", "rounds", "sheet", "settle"):
        assert phone.show(name).status_code == 200
    assert phone.show("round_edit", MOST_ROUNDS + 1).status_code == 200


def test_as_many_payments_as_a_file_can_hold(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three losers pay in each round: the third round would make nine payments."""
    monkeypatch.setattr(services, "MOST_PAYMENTS", 6)
    for _ in range(2):
        assert phone.send(phone.fill(OUT)).status_code == 302
    answer = phone.send(phone.fill(OUT))
    assert answer.status_code == 409
    assert "more than 6 payments at one table What you typed is still here." in text(answer)
    assert "Confirm again" not in text(answer)
    assert phone.session.rounds.count() == 2
    assert phone.confirm_change("round_void", 2).status_code == 302
    assert phone.send(phone.fill(OUT)).status_code == 302


def test_more_people_than_the_game_takes_can_be_read_back(phone: Phone) -> None:
    """One leaves and another joins, over and over; then those who left are said never to have left."""
    for number, name in enumerate("ABCDEFGHIJ"):
        assert change(phone, join=name).status_code == 302
        assert change(phone, leave=str(number)).status_code == 302
    for number in range(10):
        assert phone.confirm_change("round_void", 2 * number + 2).status_code == 302
    assert len(Table(phone.session).replay.state.seats) == 14
    read = read_document(phone.show("export").json())
    assert dict(read.replay().state.balances) == phone.points()
