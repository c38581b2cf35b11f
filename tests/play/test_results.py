"""Rows of a round: its hands and who entered them, its results, and what a check finds."""

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.circles.models import Player
from scorekeeper.play.hands import RANKS, HandText, hand_json, merge_hands, split_hands
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Flow, GameSession, Hand, Round, RoundResult, Seat, SeatResult
from scorekeeper.play.results import differences
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.scoring.dobon.family import GAMBLE
from tests.circle_pages import membership
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone

pytestmark = pytest.mark.postgresql


def seats(phone: Phone, number: int) -> dict[str, tuple[int, int, str]]:
    rows = SeatResult.objects.filter(result__session=phone.session, result__number=number)
    return {row.seat.player.name: (row.gain, row.balance, row.parts.strip()) for row in rows}


def test_stored_results_of_a_round(phone: Phone) -> None:
    phone.record(DOBON, {"kind": "nogame"}, OUT)
    assert Round.objects.get(position=1).happened == {
        "kind": "dobon", "callers": ["0"], "victim": "1", "card": "K", "hands": {},
    }, "cards are stored only as hands"  # fmt: skip
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


def test_check_names_wrong_missing_and_surplus_rows(phone: Phone) -> None:
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
    right = phone.session.standing
    wrong = {**right, "points": {**right["points"], "0": 401}}
    GameSession.objects.update(standing=wrong)
    out = StringIO()
    with pytest.raises(CommandError, match=r"1 session\(s\) and 0 bill\(s\) would change") as caught:
        call_command("rescore", "--check", stdout=out)
    assert (caught.value.returncode, phone.session.standing) == (1, wrong)
    assert out.getvalue().splitlines() == [
        f"{phone.sid} gamble version {GAMBLE.version}",
        "  あき: 401 -> 390",
        "  round 1: problems 7 -> 0",
        "  round 3: a row too many",
        "  round 2 seat 0: gain -11 -> -10",
        "  round 2 seat 3: no row",
    ]
    call_command("rescore", stdout=StringIO())
    assert not list(differences(Table(phone.session)))
    assert phone.session.standing == right
    call_command("rescore", "--check")


def test_differences_are_in_the_order_of_the_rounds(phone: Phone) -> None:
    for facts in (DOBON, OUT):
        phone.record(facts)
    phone.play({"kind": "nogame"}, "round_insert", 1)
    RoundResult.objects.update(problems=7)
    result = differences(Table(phone.session))
    assert list(result) == [f"round {number}: problems 7 -> 0" for number in (1, 2, 3)]


def test_payments_that_are_wrong_are_named_by_seats(phone: Phone) -> None:
    """Eva, who plays for Ben, pays あき 10 for a king; then Ben puts 7 in the pot."""
    Seat.objects.filter(number=1).update(played_by=phone.session.circle.players.create(name="Eva"))
    for revision, facts in enumerate((
        {"kind": "out", "winner": "0", "hands": {"1": ["K"]}},
        {"kind": "adjust", "transfers": [{"from": "1", "to": "pot", "points": 7}]},
    )):  # fmt: skip
        add_round(Table(phone.session), facts, FormVersion(revision, new_key(), None))
    Flow.objects.update(points=8)
    assert list(differences(Table(phone.session))) == [
        "round 1 payment 1 to 0: points 8 -> 10",
        "round 2 payment 1 to -: points 8 -> 7",
    ]


HANDS: list[tuple[object, HandText]] = [
    (["2", "J"], ("2 J", None, None, "2J")),
    ([], ("", None, None, "")),
    (["K", "SA", "H10", "JkB", "Jk"], ("K SA H10 JkB Jk", None, None, "00ATK")),
    ({"points": 74}, ("", 74, None, "")),
    ({"points": 0}, ("", 0, None, "")),
    ({"count": 0}, ("", None, 0, "")),
]


@pytest.mark.parametrize(("hand", "columns"), HANDS)
def test_a_hand_and_its_columns(hand: object, columns: HandText) -> None:
    facts = {"kind": "out", "hands": {"1": hand}, "winner": "0"}
    happened, hands = split_hands(facts)
    assert (happened, hands) == ({"kind": "out", "hands": {}, "winner": "0"}, {"1": columns})
    assert hand_json(*columns[:3]) == hand
    again = merge_hands(happened, {"1": hand})
    assert (again, list(again)) == (facts, list(facts)), "in their place among the keys"


def test_a_letter_for_each_rank() -> None:
    names = ["0", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
    assert [RANKS[rank] for rank in range(14)] == names


def entered(row: Round) -> dict[int, tuple[int | None, datetime]]:
    """Who entered the hand of each seat, and when."""
    columns = row.hands.values_list("seat__number", "entered_by", "entered_at")
    return {seat: (device, at) for seat, device, at in columns}


def test_who_entered_which_hand(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    first, other = (membership(each).device.pk for each in (phone, second))
    row = Round.objects.get()
    before = entered(row)
    assert {device for device, _at in before.values()} == {first}
    second.play({"hand-1": "A 2 4"}, "round_edit", 1)
    after = entered(row)
    assert {**after, 1: before[1]} == before, "what stays as it was stays whose it was"
    assert after[1][0] == other
    assert after[1][1] > before[1][1]
    assert list(Hand.objects.filter(entered_by=other).values_list("cards")) == [("A 2 4",)]
    phone.play({"card": "Q"}, "round_edit", 1)
    assert entered(row) == after
    for name in ("round_void", "round_restore"):
        phone.confirm_change(name, 1)
        assert entered(row) == after, name
    phone.play({"kind": "nogame"}, "round_edit", 1)
    assert entered(row) == {}


def test_who_entered_hands_of_inserted_and_imported_rounds(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    second.play(OUT, "round_insert", 1)
    device = membership(second).device.pk
    assert {who for who, _at in entered(Round.objects.get(position=1)).values()} == {device}
    brought = Phone().bring_in(phone.show("export").json())
    rows = list(brought.session.rounds.all())
    assert [row.facts for row in rows] == [row.facts for row in phone.session.rounds.all()]
    assert {who for row in rows for who, _at in entered(row).values()} == {None}
    assert Player.objects.count() == 8
