"""Results are rows: what they hold, that they are made where they are missing, and what a check finds."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Avg, Max

from scorekeeper.play.models import Flow, Round, RoundResult, SeatResult
from scorekeeper.play.results import differences
from scorekeeper.play.table import Table
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone

pytestmark = pytest.mark.postgresql


def seats(phone: Phone, number: int) -> dict[str, tuple[int, int, str]]:
    rows = SeatResult.objects.filter(result__session=phone.session, result__number=number)
    return {row.seat.player.name: (row.gain, row.balance, row.parts.strip()) for row in rows}


def test_what_is_kept_of_a_round(phone: Phone) -> None:
    phone.record(DOBON, {"kind": "nogame"}, OUT)
    assert seats(phone, 1) == {
        "あき": (400, 400, "caller winner"),
        "Ben": (-330, -330, "victim"),
        "Chie": (-70, -70, ""),
        "大輔": (0, 0, ""),
    }
    rows = RoundResult.objects.filter(session=phone.session)
    assert list(rows.values_list("number", "kind", "counts", "claimed", "problems")) == [
        (1, "dobon", True, 13, 0),
        (2, "nogame", False, None, 0),
        (3, "out", True, None, 0),
    ]
    assert rows[2].state["counted"] == 2
    assert phone.session.standing["rounds"] == 2
    assert {name: row[1] for name, row in seats(phone, 3).items()} == {
        name: AFTER_DOBON[name] + AFTER_OUT[name] for name in AFTER_DOBON
    }


def test_questions_are_queries(phone: Phone) -> None:
    phone.record(DOBON, DOBON, OUT)
    own = SeatResult.objects.filter(seat__session=phone.session, result__counts=True)
    assert own.filter(seat__player__name="Ben", parts__contains=" victim ").count() == 2
    assert own.filter(seat__player__name="あき").aggregate(most=Max("streak"))["most"] == 2
    gain = own.filter(seat__player__name="Chie").aggregate(most=Avg("gain"))["most"]
    assert gain == pytest.approx((-70 - 70 + 80) / 3)
    assert set(own.filter(parts__contains=" caller ").values_list("result__claimed", flat=True)) == {13}


def flows(phone: Phone) -> list[tuple[int, str | None, str | None, int]]:
    rows = Flow.objects.filter(result__session=phone.session).order_by("result__number", "points")
    return list(rows.values_list("result__number", "giver__name", "taker__name", "points"))


FLOWS = [(1, "Chie", "あき", 70), (1, "Ben", "あき", 330)]
"""Of the first round: both losers pay the caller."""


def test_who_paid_whom_is_kept(phone: Phone) -> None:
    phone.record(DOBON)
    assert flows(phone) == FLOWS
    phone.confirm_change("round_void", 1)
    assert flows(phone) == []


def test_rows_that_are_wrong_missing_or_too_many_are_named(phone: Phone) -> None:
    phone.record(DOBON, OUT, {"kind": "nogame"})
    phone.confirm_change("round_void", 3)
    spare = Round.objects.get(position=3)
    second = RoundResult.objects.get(number=2)
    RoundResult.objects.create(
        round=spare, session=phone.session, number=3, kind="nogame", counts=False, change={}, outcome={},
        state=second.state, problems=0,
    )  # fmt: skip
    RoundResult.objects.filter(number=1).update(problems=7)
    SeatResult.objects.filter(result__number=2, seat__number=0).update(gain=-11)
    SeatResult.objects.filter(result__number=2, seat__number=3).delete()
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("rescore", "--check", stdout=out)
    assert out.getvalue().splitlines()[1:] == [
        "  round 1: problems 7 -> 0",
        "  round 3: a row too many",
        "  round 2 seat 0: gain -11 -> -10",
        "  round 2 seat 3: no row",
    ]
    call_command("rescore", stdout=StringIO())
    assert not list(differences(Table(phone.session)))


def test_what_differs_is_told_in_the_order_of_the_rounds(phone: Phone) -> None:
    for facts in (DOBON, OUT):
        phone.record(facts)
    phone.play({"kind": "nogame"}, "round_insert", 1)
    RoundResult.objects.update(problems=7)
    result = differences(Table(phone.session))
    assert list(result) == [f"round {number}: problems 7 -> 0" for number in (1, 2, 3)]
