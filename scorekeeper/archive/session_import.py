"""到着: an evening out of a circle's file is written down, with results of our own."""

from collections.abc import Mapping, Sequence

from scorekeeper.circles.models import Circle
from scorekeeper.play import results
from scorekeeper.play.debts import store_bill_debts, store_open_debts
from scorekeeper.play.ledger import Prepared
from scorekeeper.play.models import Bill as BillRow
from scorekeeper.play.models import BillPayment, GameSession, Night, Seat, SettlementPaid
from scorekeeper.play.models import StandIn as StandInRow
from scorekeeper.play.nights import night_at, night_of
from scorekeeper.play.results import RoundLine, new_rounds
from scorekeeper.play.services import new_session
from scorekeeper.play.table import Keys, Table
from scorekeeper.scoring.document import write_round
from scorekeeper.scoring.names import same_name
from scorekeeper.server.database import Value, insert

from .circle import Bill, Evening

GIVEN = ("bill", "payer", "payee", "amount", "key", "at", "undone_at")
PAYMENT = ("session", "payer", "payee", "points", "money", "unit", "at", "undone_at")
People = Mapping[str, int]
"""The keys of people by ``same_name`` of how a file calls them."""


def save_evening(circle: Circle, evening: Evening, ready: Prepared, people: People) -> GameSession:
    """Write an evening with all that was entered, and what it was scored to; to be called within a
    transaction, for which everybody else waits."""
    session = _session(circle, evening, ready)
    playing = {one.seat: one for one in evening.playing}
    Seat.objects.bulk_create(
        Seat(
            session=session,
            player_id=people[same_name(name)],
            number=number,
            initial=number < ready.players,
            played_by_id=people[same_name(playing[name].by)] if name in playing else None,
            keeps_figures=name in playing and playing[name].keeps_figures,
        )
        for number, name in enumerate(evening.seats)
    )
    table = Table(session, writes=True)
    keys = new_rounds(table, _lines(evening, ready))
    _stand_in(keys, evening, table.keys, people)
    counted = [key for key, one in zip(keys, evening.entries, strict=True) if one.taken_back is None]
    results.store_results(table, zip(counted, ready.kept, strict=True))
    _pay(session, evening)
    store_open_debts(table)
    return session


def _session(circle: Circle, evening: Evening, ready: Prepared) -> GameSession:
    session = new_session(
        night_at(circle, evening.night or night_of(evening.started)),
        ready,
        origin=evening.id,
        title=evening.title,
        rules_name=evening.rules_name,
        ended_at=evening.ended,
        hidden_hands=evening.hidden_hands,
        second_person=evening.second_person,
    )
    session.started_at = evening.started
    session.save(update_fields=("started_at",))
    return session


def _lines(evening: Evening, ready: Prepared) -> list[RoundLine]:
    """All rounds in their order, with those taken back in their places."""
    ruleset, numbers, counted = evening.document.ruleset, evening.numbers, iter(ready.rounds)
    return [
        RoundLine(next(counted), one.at)
        if one.taken_back is None
        else RoundLine(write_round(ruleset, one.taken_back, numbers), one.at, voided=True)
        for one in evening.entries
    ]


def _stand_in(keys: Sequence[int], evening: Evening, seats: Keys, people: People) -> None:
    numbers = evening.numbers
    rows: list[tuple[Value, ...]] = [
        (key, seats[numbers[one.seat]], people[same_name(one.by)], one.keeps_figures)
        for key, entry in zip(keys, evening.entries, strict=True)
        for one in entry.stand_ins
    ]
    insert(StandInRow, ("round", "seat", "player", "keeps_figures"), rows)


def _pay(session: GameSession, evening: Evening) -> None:
    numbers = evening.numbers
    now = evening.document.rate.unit if evening.document.rate else ""
    rows: list[tuple[Value, ...]] = [
        (
            session.pk,
            numbers[one.payer],
            numbers[one.payee],
            one.points,
            one.money,
            (one.unit or now) if one.money else "",
            one.at,
            one.taken_back,
        )
        for one in evening.payments
    ]
    insert(SettlementPaid, PAYMENT, rows)


def save_bill(circle: Circle, bill: Bill, people: People, sessions: Mapping[str, GameSession]) -> bool | None:
    """Settle evenings together as a file says, once; whether that is new, None where it cannot be.

    It cannot where one of them is not there, goes on, is settled with others, or for something else.
    """
    if circle.bills.filter(created_at=bill.at, unit=bill.unit, game=bill.game).exists():
        return False
    rows = [sessions[uid] for uid in bill.sessions if uid in sessions]
    wanted = bill.unit, bill.game
    if len(rows) < len(bill.sessions) or any(
        row.ended_at is None or row.bill_id or row.kind != wanted for row in rows
    ):
        return None
    made = BillRow.objects.create(
        circle=circle,
        unit=bill.unit,
        game=bill.game,
        dissolved_at=bill.dissolved,
        night=_night_of(circle, bill),
    )
    BillRow.objects.filter(pk=made.pk).update(created_at=bill.at)
    GameSession.objects.filter(pk__in=[row.pk for row in rows]).update(bill=made)
    given: list[tuple[Value, ...]] = [
        (
            made.pk,
            people.get(same_name(one.payer)),  # nobody is the bank
            people.get(same_name(one.payee)),
            one.amount,
            f"file-{number}",
            one.at,
            one.taken_back,
        )
        for number, one in enumerate(bill.payments)
    ]
    insert(BillPayment, GIVEN, given)
    store_bill_debts(made)
    return True


def _night_of(circle: Circle, bill: Bill) -> Night | None:
    """The night that a bill is about, unless that has one already: then it is a bill like any other."""
    night = circle.nights.filter(day=bill.night).first() if bill.night else None
    if night and not bill.dissolved and night.bills.filter(unit=bill.unit, dissolved_at=None).exists():
        return None
    return night
