"""卓: ``Table``, which loads the rows of a session and translates between them and the engine."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.closing import Debt, Final
from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import Document, Reader, read_round, recall_round, write_round
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay, Scored, opening, recorded, replay
from scorekeeper.scoring.ruleset import Facts as ReadFacts
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.settlement import Rate, Stake, read_rate, read_stake
from scorekeeper.server.unreadable import number_in

from .hands import Facts
from .ledger import read_outcome, read_state
from .models import (
    GameSession,
    Round,
    RoundEdit,
    RoundResult,
    Seat,
    SeatResult,
    SettlementPaid,
    StandIn,
    holder_of,
    with_hands,
)
from .numbering import with_counted

NEWEST = """SELECT result.*, round.position AS place,
        (SELECT COUNT(*) FROM play_roundedit WHERE round_id = round.id AND action = 'edit') AS changes
    FROM play_roundresult AS result JOIN play_round AS round ON round.id = result.round_id
    WHERE result.session_id = %s ORDER BY result.number DESC LIMIT 2
"""
"""The results of the last two rounds.

``place`` is the position of the round, ``changes`` how often it was corrected.
"""

LASTING = ("seats", "_newest", "length", "has_stand_ins", "begun_by", "state")
"""Attributes that ``for_update`` takes over where the revision is the same."""

Keys = Mapping[str, int]
"""Primary keys (of seats, or of people) by seat number."""


def begun_by(session: GameSession) -> Options:
    usual = RULESETS[session.game].defaults_at(session.ruleset_version)
    options: Options = house_rules.load(usual, session.options)
    return options


class Share(NamedTuple):
    """The result of a round for one seat."""

    gain: int
    balance: int  # after the round
    parts: frozenset[str]  # the roles of the player


def points_of(session: GameSession) -> tuple[dict[str, int], int]:
    """Points by seat number, and those in the pot and with the bank.

    After the end the pot is distributed as in the settlement.
    """
    points, elsewhere = session.standing.get("points", {}), int(session.standing.get("elsewhere", 0))
    if session.ended_at is None or not elsewhere:
        return points, elsewhere
    table = Table(session)
    final = table.bare.final_balances(table.state)
    return {table.numbers[name]: final[name] for name in final}, table.state.bank


class Table:
    """卓: a session with its rows, which are loaded when they are first used.

    Pages use it within a snapshot, changes within a transaction.  ``seats`` are all who ever sat down, by
    number.  With ``prefetched`` the session comes with its rows.  With ``writes`` (in a change) rounds are
    loaded without their results, which are about to be replaced.
    """

    def __init__(self, session: GameSession, prefetched: bool = False, writes: bool = False) -> None:
        self.session = session
        self.revision = session.revision
        self._writes = writes
        self._later: dict[int, list[Round]] = {}
        self._states: dict[int, State] = {}
        if prefetched:
            self.seats, self._newest = list(session.seats.all()), list(session.results.all())
            self.paid = [row for row in session.payments.all() if row.undone_at is None]
            self.has_stand_ins = False
        elif not writes and "length" in vars(session):  # read together with its revision
            self.length, self.has_stand_ins = vars(session)["length"], bool(vars(session)["has_stand_ins"])
            if not vars(session)["has_payments"]:
                self.paid = []

    @cached_property
    def seats(self) -> Sequence[Seat]:
        return list(Seat.objects.filter(session=self.session).select_related("player"))

    @cached_property
    def has_stand_ins(self) -> bool:
        return StandIn.objects.filter(round__session=self.session).exists()

    @cached_property
    def _newest(self) -> Sequence[RoundResult]:
        return list(RoundResult.objects.raw(NEWEST, (self.session.pk,)))

    def load(self) -> None:
        """Load what every page of a table needs; the seats again."""
        vars(self).pop("seats", None)
        _read = self.seats, self._newest

    def for_update(self, revision: int) -> "Table":
        """The table for a change of that revision; rounds are loaded again, since the change moves them."""
        table = Table(self.session, writes=True)
        if self.revision == revision:
            known = {name: value for name, value in vars(self).items() if name in LASTING}
            vars(table).update(known)
        return table

    @cached_property
    def length(self) -> int:
        """How many rounds there are, with voided ones."""
        last = self.session.rounds.order_by("-position").values_list("position", flat=True).first()
        return last or 0

    @cached_property
    def paid(self) -> list[SettlementPaid]:
        """The payments that are not undone, each with the ``holder`` of the device."""
        payments = SettlementPaid.objects.filter(session=self.session, undone_at=None)
        return list(payments.select_related("device").annotate(holder=holder_of("device")))

    @cached_property
    def rounds(self) -> list[Round]:
        return self.rounds_from(1)

    @cached_property
    def played(self) -> list[Round]:
        return [row for row in self.rounds if not row.voided]

    def rounds_from(self, position: int) -> list[Round]:
        """The rounds from that position on, with voided ones."""
        if position not in self._later:
            self._later[position] = self.rounds_between(position, None)
        return self._later[position]

    def cache_last(self, row: Round, facts: Facts) -> None:
        """Cache a round that was just inserted at the end."""
        row.facts = facts
        self.length = row.position
        self._later[row.position] = [row]

    def rounds_between(self, first: int, last: int | None) -> list[Round]:
        """The rounds from one position to another (None: to the last), with voided ones."""
        bounds = {"position__gte": first} if last is None else {"position__range": (first, last)}
        return self._read(self.session.rounds.filter(**bounds))

    def _read(self, rounds: "QuerySet[Round]") -> list[Round]:
        if self._writes:
            return with_hands(rounds)
        edits = RoundEdit.objects.filter(round=OuterRef("pk"), action=RoundEdit.Action.EDIT)
        corrections = edits.order_by().values("round").annotate(count=Count("pk")).values("count")
        rows = with_counted(rounds.select_related("entered_by", "result").defer("result__state"))
        return with_hands(rows.annotate(changes=Coalesce(Subquery(corrections), 0)))

    def find(self, number: int, key: str = "", later: bool = False) -> Round | None:
        """A round by its primary key if given, else by its position.

        With ``later`` the rounds after it are loaded in the same query, for who wants to change it.
        """
        wanted = {"pk": number_in(key)} if key else {"position": number}
        named = self.session.rounds.filter(**wanted).order_by()
        bound = {"position__gte" if later else "position": Subquery(named.values("position"))}
        result = self._read(self.session.rounds.filter(**bound))
        if result and later:
            self._later[result[0].position] = result
        return result[0] if result else None

    @property
    def starter(self) -> str:
        """Who starts the next round; empty if nobody, and after the end."""
        return "" if self.session.ended_at or self.state.ended else self.state.starter

    @property
    def rounds_left(self) -> int | None:
        """How many rounds are left to be played; None where no number was agreed."""
        planned = self.stake.rounds if self.stake else None
        return None if planned is None else max(0, planned - self.state.counted)

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.session.game]

    @cached_property
    def begun_by(self) -> Options:
        return begun_by(self.session)

    @cached_property
    def options(self) -> Options:
        return self.bare.options_in(self.state)

    @cached_property
    def before(self) -> State:
        """The state before the round that a form is about (``at``), by default a new one."""
        return self.state

    def at(self, position: int) -> "Table":
        """The table for a form of the round at that position: with the house rules and players then."""
        table = copy(self)
        table.before = self.state_before(position)
        table.options = self.bare.options_in(table.before)
        return table

    @cached_property
    def stake(self) -> Stake | None:
        """配給点: the points that everybody starts with, if any."""
        return read_stake(self.session.stake) if self.session.stake else None

    @cached_property
    def rate(self) -> Rate | None:
        return read_rate(self.session.rate) if self.session.rate else None

    @property
    def keys(self) -> Keys:
        return {str(seat.number): seat.pk for seat in self.seats}

    @property
    def people(self) -> Keys:
        return {str(seat.number): seat.player_id for seat in self.seats}

    @cached_property
    def stood_in(self) -> Mapping[int, Keys]:
        """代打: by the key of the round, the stand-ins for whom statistics count it."""
        result: dict[int, dict[str, int]] = {}
        if not self.has_stand_ins:
            return result
        rows = StandIn.objects.filter(round__session=self.session, keeps_figures=False).order_by()
        for row, seat, player in rows.values_list("round_id", "seat__number", "player_id"):
            result.setdefault(row, {})[str(seat)] = player
        return result

    def people_in(self, row: int) -> Keys:
        """The keys of who played in the round with that key, by seat number."""
        return {**self.people, **self.stood_in.get(row, {})}

    @cached_property
    def names(self) -> dict[str, str]:
        """Names by seat number."""
        return {str(seat.number): seat.player.name for seat in self.seats}

    @cached_property
    def numbers(self) -> dict[str, str]:
        return {name: number for number, name in self.names.items()}

    @cached_property
    def opening(self) -> State:
        return opening(self._players, self.stake)

    @property
    def _players(self) -> tuple[str, ...]:
        return tuple(seat.player.name for seat in self.seats if seat.initial)

    @property
    def last_result(self) -> RoundResult | None:
        return self._newest[0] if self._newest else None

    @cached_property
    def last_played(self) -> RoundResult | None:
        """The result of the last round that counts or moved points."""
        for result in self._newest:
            if result.counts or result.change:
                return result
        if self.last_number <= len(self._newest):
            return None
        played = RoundResult.objects.filter(Q(counts=True) | ~Q(change={}), session=self.session)
        return played.defer("state").order_by("-number").first()

    @cached_property
    def last(self) -> Round | None:
        """The last round that is not voided, with the annotations of ``_read``."""
        result = self.last_result
        if result is None:
            return None
        [row] = with_hands(Round.objects.filter(pk=result.round_id))
        row.session, row.result = self.session, result
        vars(row).update(
            changes=vars(result)["changes"], counts=result.counts, counted=result.state["counted"]
        )
        return row

    @property
    def last_number(self) -> int:
        return self._newest[0].number if self._newest else 0

    @cached_property
    def state(self) -> State:
        """The state after the last round."""
        return self._after(self.last_result)

    def _after(self, result: RoundResult | None) -> State:
        return read_state(result.state, self.names) if result else self.opening

    def state_before(self, position: int) -> State:
        if position not in self._states:
            self._states[position] = self._state_before(position)
        return self._states[position]

    def _state_before(self, position: int) -> State:
        for result in self._newest:
            if vars(result)["place"] < position:
                return self.state if result is self._newest[0] else self._after(result)
        if position <= 1 or self.last_number <= len(self._newest):
            return self.opening
        earlier = RoundResult.objects.filter(session=self.session, round__position__lt=position)
        return self._after(earlier.order_by("-round__position").first())

    def replay_on(self, state: State, rounds: Iterable[Facts]) -> Replay:
        """Score rounds (facts by seat number) from a state."""
        reader = Reader(self.ruleset, self.bare.options_in(state))
        facts = (reader.read(data, self.names) for data in rounds)
        return replay(self.ruleset, self.begun_by, state, facts, self.stake)

    def recorded(self, rows: Sequence[Round]) -> dict[int, Scored]:
        """The stored results of consecutive rounds, by primary key; voided ones have none."""
        played = sorted((row for row in rows if not row.voided), key=lambda row: row.position)
        state = self.state_before(played[0].position) if played else self.opening
        names, options = self.names, type(self.begun_by)
        outcomes = (
            (self.recall(row.facts), read_outcome(row.result.outcome, names, options)) for row in played
        )
        result = recorded(self.begun_by, state, outcomes, self.stake)
        return {row.pk: one for row, one in zip(played, result, strict=True)}

    @cached_property
    def last_recorded(self) -> Scored | None:
        return self.recorded([self.last])[self.last.pk] if self.last else None

    def shares(self, rows: Sequence[Round]) -> dict[int, dict[str, Share]]:
        """The shares of consecutive rounds, by primary key and seat number."""
        result: dict[int, dict[str, Share]] = {}
        numbers = [row.result.number for row in rows if not row.voided]
        if not numbers:
            return result
        shares = SeatResult.objects.filter(
            result__session=self.session, result__number__range=(min(numbers), max(numbers))
        ).order_by()
        columns = ("result_id", "seat__number", "gain", "balance", "parts")
        for row, seat, gain, balance, parts in shares.values_list(*columns):
            result.setdefault(row, {})[str(seat)] = Share(gain, balance, frozenset(parts.split()))
        return result

    @cached_property
    def replay(self) -> Replay:
        return self.replay_on(self.opening, (row.facts for row in self.played))

    @cached_property
    def final(self) -> Final:
        """精算: what is paid, and what is still owed."""
        return self.bare.settle_up(self.state, map(self.debt, self.paid))

    def debt(self, row: SettlementPaid) -> Debt:
        payer, payee = (self.names.get(who, who) for who in (row.payer, row.payee))
        return Debt(payer, payee, row.points, row.money)

    def payment(self, debt: Debt) -> dict[str, str]:
        """A payment with seat numbers, as forms and the log write it."""
        payer, payee = (self.numbers.get(who, who) for who in (debt.payer, debt.payee))
        return {"from": payer, "to": payee, "points": str(debt.points), "money": debt.money}

    @cached_property
    def bare(self) -> Document:
        """The document of the session, without its rounds."""
        version = self.session.ruleset_version
        return Document(self.ruleset, self.begun_by, self._players, (), self.stake, self.rate, version)

    def document(self, facts: Iterable[Facts] | None = None) -> Document:
        """The document of the session, with ``facts`` instead of its rounds where they are given."""
        chosen = [row.facts for row in self.played] if facts is None else facts
        reader = Reader(self.ruleset, self.begun_by)
        rounds = (reader.read(data, self.names, f"rounds[{index}]") for index, data in enumerate(chosen))
        return replace(self.bare, rounds=tuple(rounds))

    def read(self, data: Facts) -> ReadFacts:
        """Read facts of the next round (JSON by seat number); raises ReadError."""
        return read_round(self.ruleset, self.options, data, self.names, "")

    def recall(self, data: Facts) -> ReadFacts:
        """Read facts that were recorded, under any house rules."""
        return recall_round(self.ruleset, self.begun_by, data, self.names)

    def write(self, facts: ReadFacts) -> Facts:
        return write_round(self.ruleset, facts, self.numbers)
