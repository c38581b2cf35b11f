"""Whatever is done at one table, nothing of another one changes, not even within the same circle."""

from copy import copy
from typing import Any

from scorekeeper.play.models import (
    GameSession,
    Hand,
    Round,
    RoundEdit,
    RoundResult,
    Seat,
    SeatResult,
    SettlementPaid,
)
from scorekeeper.play.services import rescore
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.helpers import DOBON, OUT, Phone
from tests.money.test_settle import press, values
from tests.rounds.test_seats import change
from tests.seated import collect, confirm, opened, send_hand, sit, wish

OWNED = {
    GameSession: "pk",
    Seat: "session",
    Round: "session",
    Hand: "round__session",
    RoundResult: "session",
    SeatResult: "result__session",
    RoundEdit: "session",
    SettlementPaid: "session",
    OpenRound: "session",
    OpenHand: "open_round__session",
}
"""Rows of a table, and by what they name it."""


def rows_of(phone: Phone) -> list[list[dict[str, Any]]]:
    """Everything that is kept of a table."""
    pk = phone.session.pk
    return [list(model.objects.filter(**{by: pk}).order_by("pk").values()) for model, by in OWNED.items()]


def rounds(phone: Phone) -> None:
    """Rounds are recorded, corrected, inserted, taken back and brought back."""
    phone.record(DOBON)
    phone.play(OUT, "round_edit", 1)
    phone.play(DOBON, "round_insert", 1)
    phone.confirm_change("round_void", 1)
    phone.confirm_change("round_restore", 1)


def seats(phone: Phone) -> None:
    change(phone, join="えみ")
    change(phone, leave="4")
    rescore(phone.session)


def ending(phone: Phone) -> None:
    press(phone, paid=values(phone)[0])
    press(phone, undo=str(SettlementPaid.objects.latest("pk").pk))
    phone.press("session_end")


def together(phone: Phone) -> None:
    """Somebody sends a hand and takes it back, the round is cancelled; the next one is recorded."""
    phone.press("session_reopen")
    sit(phone, "あき")
    for cards in ("K 2", " "):
        collect(phone)
        send_hand(phone, cards)
    phone.post(phone.url("pads_cancel"), {"round": opened(phone).pk})
    collect(phone)
    send_hand(phone, "5")
    confirm(phone, **{"hand-1": "K", "hand-3": "2 10"})
    wish(phone, hidden_hands="on")


def test_nothing_of_another_table_changes(phone: Phone) -> None:
    """Both have the same people, the same device, and the same things done before."""
    other = copy(phone).open_table(cid=phone.session.circle.public_id)
    for one in (phone, other):
        one.record(DOBON, OUT)
        press(one, paid=values(one)[0])
        sit(one, "あき")
        collect(one)
        send_hand(one, "K")
    before = rows_of(other)
    for done in (rounds, seats, ending, together):
        mine = rows_of(phone)
        done(phone)
        assert rows_of(phone) != mine
        assert rows_of(other) == before
    assert all(before)
