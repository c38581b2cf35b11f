"""Between rows and the engine: a session with its seats and rounds as a ``Document``, and back."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.functional import cached_property

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.document import Debt, Document, Final, read_round, write_round
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay, replay
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.settlement import Rate, Stake, read_rate, read_stake

from .memory import REPLAYS
from .models import GameSession, Hand, Round, Seat, SettlementPaid, with_hands

READS = 3
"""How often a table is read anew because somebody was writing, before the writers are made to wait."""

MOVING = ("revision", "standing", "ended_at", "pad", "hidden_hands", "second_person")
"""Columns of a session that change while it is played."""


class Table:
    """卓: a session read once from its rows; everything shown about it comes from here.

    ``seats`` are all who ever sat down, in the order of their numbers; ``rounds`` all rounds, voided too.
    The session and its rows are of one moment: every change raises the revision in its own transaction, so
    rows that were read between two looks at the same revision belong to it.  ``prefetched`` tells that the
    session came with its rows, looked after in the same way.  With ``fresh`` nothing is taken from memory:
    for use inside a transaction that changes the session, whose row keeps others from changing it.
    """

    def __init__(self, session: GameSession, prefetched: bool = False, fresh: bool = False) -> None:
        self.session = session
        self._fresh = fresh
        self.seats: list[Seat] = []
        self.rounds: list[Round] = []
        if prefetched:
            self.seats, self.rounds = list(session.seats.all()), list(session.rounds.all())
            self.paid = _ticked(session.payments.all())
        elif fresh:
            self._read()
        else:
            self._read_at_once()

    @cached_property
    def paid(self) -> list[SettlementPaid]:
        """The payments ticked as made, in the order of the ticks."""
        return _ticked(self.session.payments.select_related("device"))

    def _read(self) -> int:
        """Read the rows, the seats last; gives the revision that the session had then."""
        session, hands = self.session, Hand.objects.filter(round__session=self.session)
        self.rounds = with_hands(session.rounds.select_related("entered_by"), hands)
        if not self._fresh:
            self.paid = _ticked(session.payments.select_related("device"))
        found = session.seats.select_related("player").annotate(revision=F("session__revision"))
        self.seats = list(found)
        return int(found[0].revision)

    def _read_at_once(self) -> None:
        """Read all rows as they were at one revision, which the session then has too."""
        for _ in range(READS):
            if self._read() == self.session.revision:
                return
            self.session.refresh_from_db(fields=MOVING)
        with transaction.atomic():  # on SQLite it has the whole database to itself
            held = GameSession.objects.select_for_update(no_key=True)
            self.session.refresh_from_db(fields=MOVING, from_queryset=held)
            self._read()

    @property
    def ruleset(self) -> Ruleset:
        """The session's game."""
        return RULESETS[self.session.game]

    @cached_property
    def options(self) -> Options:
        """The session's house rules."""
        options: Options = house_rules.load(self.ruleset.defaults, self.session.options)
        return options

    @cached_property
    def stake(self) -> Stake | None:
        """配給点: what everybody started with, if anything."""
        return read_stake(self.session.stake) if self.session.stake else None

    @cached_property
    def rate(self) -> Rate | None:
        """What points are turned into, if anything."""
        return read_rate(self.session.rate) if self.session.rate else None

    @cached_property
    def names(self) -> dict[str, str]:
        """Player names by seat number as facts write it."""
        return {str(seat.number): seat.player.name for seat in self.seats}

    @cached_property
    def numbers(self) -> dict[str, str]:
        """Seat numbers as facts write them, by player name."""
        return {name: number for number, name in self.names.items()}

    @cached_property
    def played(self) -> list[Round]:
        """The rounds that count: those not voided."""
        return [row for row in self.rounds if not row.voided]

    @cached_property
    def replay(self) -> Replay:
        """The session scored."""
        if self._fresh:
            return self._replay()
        rounds = tuple([row.pk for row in self.played])
        key = (self.session.public_id, self.session.revision, tuple(self.names.values()), rounds)
        return REPLAYS.get(key, self._replay)

    def _replay(self) -> Replay:
        return self.replay_of(row.facts for row in self.played)

    def replay_of(self, facts: Iterable[dict[str, Any]]) -> Replay:
        """The session scored as if ``facts`` (JSON, by seat number) were its rounds."""
        chosen = list(facts)
        begun = self._begun(chosen)
        document = self.document(chosen[len(begun.scored) :] if begun else chosen)
        state = begun.state if begun else document.opening
        found = replay(self.ruleset, self.options, state, document.rounds, self.stake)
        return replace(found, scored=(*begun.scored, *found.scored)) if begun else found

    def _begun(self, chosen: list[dict[str, Any]]) -> Replay | None:
        """The session as it is, where ``chosen`` are its rounds and more after them."""
        now = [row.facts for row in self.played]
        longer = len(chosen) > len(now) and all(map(is_, now, chosen))
        return self.replay if longer else None

    @property
    def elsewhere(self) -> int:
        """Points that lie with nobody at the table: those in the pot, and what the bank has taken in."""
        return self.replay.state.elsewhere

    @cached_property
    def final(self) -> Final:
        """精算: who still owes whom besides what is paid."""
        return self.document(()).settle_up(self.replay.state, map(self.debt, self.paid))

    def debt(self, row: SettlementPaid) -> Debt:
        """A payment that was made, with player names."""
        payer, payee = (self.names.get(who, who) for who in (row.payer, row.payee))
        return Debt(payer, payee, row.points, row.money)

    def payment(self, debt: Debt) -> dict[str, str]:
        """A payment with seat numbers, as forms and the history write it."""
        numbers: Mapping[str, str] = {**dict(zip(ACCOUNTS, ACCOUNTS, strict=True)), **self.numbers}
        return {
            "from": numbers[debt.payer],
            "to": numbers[debt.payee],
            "points": str(debt.points),
            "money": debt.money,
        }

    def document(self, facts: Iterable[dict[str, Any]] | None = None) -> Document:
        """The session as the engine reads it, with ``facts`` for rounds where they are given."""
        chosen = [row.facts for row in self.played] if facts is None else facts
        return Document(
            ruleset=self.ruleset,
            options=self.options,
            players=tuple(seat.player.name for seat in self.seats if seat.initial),
            rounds=tuple(self.read(data, f"rounds[{index}]") for index, data in enumerate(chosen)),
            stake=self.stake,
            rate=self.rate,
        )

    def read(self, data: dict[str, Any], where: str = "") -> Any:
        """Facts with player names from their JSON with seat numbers; raises ReadError."""
        return read_round(self.ruleset, self.options, data, self.names, where)

    def write(self, facts: Any) -> dict[str, Any]:
        """The JSON of facts, players written as seat numbers."""
        return write_round(self.ruleset, facts, self.numbers)


def _ticked(payments: Iterable[SettlementPaid]) -> list[SettlementPaid]:
    return [row for row in payments if row.undone_at is None]
