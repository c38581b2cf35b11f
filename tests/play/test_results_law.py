"""Whatever two phones do to an evening, its rows are what a replay gives, and every account sums to zero."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle
from scorekeeper.play.idempotency import FormVersion, StaleForm, new_key
from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.play.models import GameSession, Round, RoundResult, SeatResult
from scorekeeper.play.moving import move_round
from scorekeeper.play.payments import dues_of, pay, payment_at, undo_payment
from scorekeeper.play.results import differences
from scorekeeper.play.rule_changes import begin_of
from scorekeeper.play.services import (
    add_round,
    change_seats,
    edit_round,
    end_session,
    start_session,
    void_round,
)
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.scoring.document import read_document
from tests.scoring.strategies import GAMES, rule_changes, sessions

EXAMPLES = settings().max_examples * 5 if settings().max_examples > 500 else 50
"""5,000 with --full."""

KINDS = (
    *("record", "edit", "rules") * 2,
    *("insert", "void", "restore", "move", "seats", "streak", "end", "pay", "give", "unpay"),
)
KEPT = f"""
    SELECT session.standing, result.round_id, result.number, result.state
    FROM {GameSession._meta.db_table} session
    LEFT JOIN {RoundResult._meta.db_table} result ON result.session_id = session.id
    WHERE session.id = %s ORDER BY result.number
"""
Operation = tuple[str, int, int, int, bool]
"""What is done, two numbers that choose on what, which phone does it, and whether it looked before."""


@dataclass
class Evening:
    """A session, rounds that may be played in it, rules it may take, and what each of two phones has seen."""

    session: GameSession
    pool: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    seen: list[int] = field(default_factory=lambda: [0, 0])

    def do(self, kind: str, one: int, two: int, phone: int, looks: bool) -> None:
        """Do it on what the phone has seen; a form that comes too late changes nothing."""
        self.session = GameSession.objects.get(pk=self.session.pk)
        if looks:
            self.seen[phone] = self.session.revision
        form_version = FormVersion(self.seen[phone], new_key(), None)
        before = self.kept()
        try:
            with transaction.atomic():
                self.write(kind, one, two, form_version)
        except StaleForm:
            assert self.kept() == before

    def kept(self) -> list[Any]:
        """What is derived, as it stands in the rows; in plain SQL, since it is asked before every change."""
        with connection.cursor() as cursor:
            cursor.execute(KEPT, [self.session.pk])
            return cursor.fetchall()

    def write(self, kind: str, one: int, two: int, form_version: FormVersion) -> None:
        facts = self.pool[one % len(self.pool)]
        if kind == "record":
            add_round(Table(self.session), facts, form_version)
        elif kind == "seats":
            self.reseat(one, two, form_version)
        elif kind == "streak":
            wins = {str(one % self.session.seats.count()): two}
            add_round(Table(self.session), {"kind": "streak", "wins": wins}, form_version)
        elif kind == "rules":
            self.change_rules(one, two, form_version)
        elif kind == "end":
            end_session(self.session, form_version, self.session.ended_at is None)
        elif kind in ("pay", "give", "unpay"):
            self.settle(kind, one, form_version)
        elif rows := list(self.session.rounds.all()):
            self.correct(kind, *self.chosen(rows, one, two), facts, form_version)

    def chosen(self, rows: list[Round], one: int, two: int) -> tuple[Round, Round | None]:
        """The round that is changed, and the one before which it goes or another one comes in."""
        return rows[two % len(rows)], [*rows, None][one % (len(rows) + 1)]

    def correct(
        self, kind: str, row: Round, follower: Round | None, facts: dict[str, Any], form_version: FormVersion
    ) -> None:
        if kind == "move":
            move_round(Table(self.session), row, follower, form_version)
        elif kind == "insert":
            add_round(Table(self.session), facts, form_version, row)
        elif kind == "edit" and not row.voided:
            edit_round(row, facts, form_version)
        elif kind in ("void", "restore"):
            void_round(row, form_version, void=kind == "void")

    def change_rules(self, one: int, two: int, form_version: FormVersion) -> None:
        """From the next round on, for the whole evening, or from some round on."""
        facts = {"kind": "rules", "options": self.rules[one % len(self.rules)]}
        rows = list(self.session.rounds.order_by("position"))
        followers = (None, begin_of(rows), rows[two % len(rows)] if rows else None)
        add_round(Table(self.session), facts, form_version, followers[two % 3])

    def reseat(self, one: int, two: int, form_version: FormVersion) -> None:
        table = Table(self.session)
        seated = [table.numbers[name] for name in table.state.seats]
        if one % 3 == 0 or len(seated) < 2:
            change_seats(self.session, ("Kim", "L", "M")[two % 3], "", (), form_version)
        elif one % 3 == 1:
            change_seats(self.session, "", seated[two % len(seated)], (), form_version)
        else:
            change_seats(self.session, "", "", (seated[0], seated[1 + two % (len(seated) - 1)]), form_version)

    def settle(self, kind: str, one: int, form_version: FormVersion) -> None:
        table = Table(self.session)
        debts, ticks = table.final.debts, table.paid
        if kind == "pay" and debts:
            pay(self.session, table.payment(debts[one % len(debts)]), form_version)
        elif kind == "give":
            seats = list(table.names)
            payee, payer = seats[one % len(seats) - 1], seats[one % len(seats)]
            transfer = MoneyTransfer(payer, payee, Decimal(10 * one + 10))
            pay(self.session, payment_at(table, transfer), form_version, suggested=False)
        elif kind == "unpay" and ticks:
            undo_payment(self.session, ticks[one % len(ticks)].pk, form_version)

    def check(self) -> None:
        table = Table(GameSession.objects.get(pk=self.session.pk))
        assert not list(differences(table))
        assert table.state == table.replay.state
        assert table.recorded(table.played) == {
            row.pk: scored for row, scored in zip(table.played, table.replay.scored, strict=True)
        }
        assert sum(dues_of(table).balances.values()) == 0
        start = len(table.state.balances) * (table.stake.start if table.stake else 0)
        assert sum(table.state.balances.values()) + table.state.elsewhere == start
        assert table.session.standing == {
            "points": {table.numbers[name]: points for name, points in table.state.balances.items()},
            "rounds": sum(scored.outcome.counts for scored in table.replay.scored),
            "elsewhere": table.state.elsewhere,
            **({"low": True} if table.options.traits.low_wins else {}),
        }
        for result in RoundResult.objects.filter(session=table.session):
            assert sum(result.change.values()) == 0
        gains = SeatResult.objects.filter(result__session=table.session).values_list("seat__number", "gain")
        for number, name in table.names.items():
            begin = table.stake.start if table.stake else 0
            gained = sum(gain for seat, gain in gains if str(seat) == number)
            assert table.state.balances.get(name, begin) == begin + gained


@st.composite
def evenings(draw: Any) -> tuple[Prepared, list[dict[str, Any]], list[dict[str, Any]]]:
    """A session of any game, rounds that its people may play, and changes of rules that they may agree on."""
    data = draw(sessions())
    game, rules = data["game"], dict(data["options"])
    for facts in data["rounds"]:
        rules |= facts["options"] if facts["kind"] == "rules" else {}
    ready = prepare(read_document(data))
    more = [draw(GAMES[game](game, rules, list(ready.names))) for _ in range(3)]
    pool = prepare(read_document({**data, "rounds": [*data["rounds"], *more]})).rounds
    return ready, list(pool), [draw(rule_changes(game, rules))["options"] for _ in range(2)]


operations = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, 9),
        st.integers(0, 9),
        st.integers(0, 1),
        st.sampled_from([True, True, True, False]),
    ),
    min_size=3,
    max_size=10,
)


@pytest.mark.django_db
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(begun=evenings(), done=operations)
def test_rows_are_what_a_replay_gives(
    begun: tuple[Prepared, list[dict[str, Any]], list[dict[str, Any]]], done: list[Operation]
) -> None:
    with transaction.atomic():
        circle = Circle.objects.create(name="law")
        evening = Evening(start_session(circle, begun[0]), *begun[1:])
        for operation in done:
            evening.do(*operation)
        evening.check()
        transaction.set_rollback(True)
