"""卓: a session as its rows hold it: Table, between rows and the engine."""

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
"""Results that every table begins with: the last round's, and what that one began with.

``place`` is that of the round, ``changes`` how often it was corrected.
"""

LASTING = ("seats", "_newest", "length", "has_stand_ins", "begun_by", "state")
"""What a table has read that is as it was when a change of the session begins."""

Keys = Mapping[str, int]
"""The keys of a session's seats by their numbers as facts write them."""


def begun_by(session: GameSession) -> Options:
    usual = RULESETS[session.game].defaults_at(session.ruleset_version)
    options: Options = house_rules.load(usual, session.options)
    return options


class Share(NamedTuple):
    """What a round came to for one seat: points in it and after it, and the parts that the player had."""

    gain: int
    balance: int
    parts: frozenset[str]


def points_of(session: GameSession) -> tuple[dict[str, int], int]:
    """Everybody's points by the number of their seat, and those that lie with nobody.

    Of an ended session what was left in the pot is given out, as the settlement does.
    """
    points, elsewhere = session.standing.get("points", {}), int(session.standing.get("elsewhere", 0))
    if session.ended_at is None or not elsewhere:
        return points, elsewhere
    table = Table(session)
    final = table.bare.final_balances(table.state)
    return {table.numbers[name]: final[name] for name in final}, table.state.bank


class Table:
    """卓: a session as its rows hold it; everything shown about it comes from here.

    Its rows are read when they are asked for: the seats (all who ever sat down, in the order of their
    numbers), the last results, and what else a page shows.  A page reads them within its snapshot, and a
    change within its transaction, so that all are of one moment; ``revision`` is that of the session.
    ``prefetched`` says that the session came with its rows.  ``writes`` is for use inside a change: rounds
    come without their results, which are about to be made again.
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
        """Read what every page of a table begins with; the seats also where they were read before."""
        vars(self).pop("seats", None)
        _read = self.seats, self._newest

    def for_update(self, revision: int) -> "Table":
        """The table for use inside a change that loaded the session at that revision.

        What was read of that very revision is not read again; rounds always are, as the change moves them.
        """
        table = Table(self.session, writes=True)
        if self.revision == revision:
            known = {name: value for name, value in vars(self).items() if name in LASTING}
            vars(table).update(known)
        return table

    @cached_property
    def length(self) -> int:
        """How many rounds there are, with those taken back: the number of the last."""
        last = self.session.rounds.order_by("-position").values_list("position", flat=True).first()
        return last or 0

    @cached_property
    def paid(self) -> list[SettlementPaid]:
        """The payments ticked as made, in that order, each with who holds the phone (``holder``)."""
        payments = SettlementPaid.objects.filter(session=self.session, undone_at=None)
        return list(payments.select_related("device").annotate(holder=holder_of("device")))

    @cached_property
    def rounds(self) -> list[Round]:
        return self.rounds_from(1)

    @cached_property
    def played(self) -> list[Round]:
        return [row for row in self.rounds if not row.voided]

    def rounds_from(self, position: int) -> list[Round]:
        """The rounds from that number on, with those taken back."""
        if position not in self._later:
            self._later[position] = self.rounds_between(position, None)
        return self._later[position]

    def cache_last(self, row: Round, facts: Facts) -> None:
        """Save a query for facts that were just written."""
        row.facts = facts
        self.length = row.position
        self._later[row.position] = [row]

    def rounds_between(self, first: int, last: int | None) -> list[Round]:
        """The rounds from one number to another (to the last where that is None), with those taken back."""
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
        """A round by its own key where there is one, else by the number it has now.

        With ``later`` those after it are read too, for anyone who wants to change it.
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
        """Who starts the next round; empty where nobody does, and once the game is over."""
        return "" if self.session.ended_at or self.state.ended else self.state.starter

    @property
    def rounds_left(self) -> int | None:
        """How many rounds are to be played, where a number was agreed."""
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
        """What is left by the rounds before the one that a form is about: of a new one, all rounds so far."""
        return self.state

    def at(self, position: int) -> "Table":
        """The table as a form of the round with that number takes it: the house rules, and who is there."""
        table = copy(self)
        table.before = self.state_before(position)
        table.options = self.bare.options_in(table.before)
        return table

    @cached_property
    def stake(self) -> Stake | None:
        """配給点: what everybody started with, if anything."""
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
        """代打: by the key of the round, who played a seat for somebody else and has the figures of it."""
        result: dict[int, dict[str, int]] = {}
        if not self.has_stand_ins:
            return result
        rows = StandIn.objects.filter(round__session=self.session, keeps_figures=False).order_by()
        for row, seat, player in rows.values_list("round_id", "seat__number", "player_id"):
            result.setdefault(row, {})[str(seat)] = player
        return result

    def people_in(self, row: int) -> Keys:
        """The keys of who played in the round with that key, by the numbers of their seats."""
        return {**self.people, **self.stood_in.get(row, {})}

    @cached_property
    def names(self) -> dict[str, str]:
        """Player names by seat number as facts write it."""
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
        """The result of the last round that counts or moved points: no change of seats, and no void deal."""
        for result in self._newest:
            if result.counts or result.change:
                return result
        if self.last_number <= len(self._newest):
            return None
        played = RoundResult.objects.filter(Q(counts=True) | ~Q(change={}), session=self.session)
        return played.defer("state").order_by("-number").first()

    @cached_property
    def last(self) -> Round | None:
        """The last round that was not taken back, with what ``_read`` gives a round."""
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
        """What the rounds so far have left: balances, pot, streaks, who starts."""
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
        """Rounds (facts by seat number) scored on what those before them have left."""
        reader = Reader(self.ruleset, self.bare.options_in(state))
        facts = (reader.read(data, self.names) for data in rounds)
        return replay(self.ruleset, self.begun_by, state, facts, self.stake)

    def recorded(self, rows: Sequence[Round]) -> dict[int, Scored]:
        """Rounds that follow one another, by key, as their results were recorded; not those taken back."""
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
        """What rounds that follow one another came to, by their keys and the numbers of the seats."""
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
        """精算: who still owes whom, and what is paid."""
        return self.bare.settle_up(self.state, map(self.debt, self.paid))

    def debt(self, row: SettlementPaid) -> Debt:
        payer, payee = (self.names.get(who, who) for who in (row.payer, row.payee))
        return Debt(payer, payee, row.points, row.money)

    def payment(self, debt: Debt) -> dict[str, str]:
        """A payment with seat numbers, as forms and the history write it."""
        payer, payee = (self.numbers.get(who, who) for who in (debt.payer, debt.payee))
        return {"from": payer, "to": payee, "points": str(debt.points), "money": debt.money}

    @cached_property
    def bare(self) -> Document:
        """The session as the engine reads it, without its rounds."""
        version = self.session.ruleset_version
        return Document(self.ruleset, self.begun_by, self._players, (), self.stake, self.rate, version)

    def document(self, facts: Iterable[Facts] | None = None) -> Document:
        """The session as the engine reads it, with ``facts`` for rounds where they are given."""
        chosen = [row.facts for row in self.played] if facts is None else facts
        reader = Reader(self.ruleset, self.begun_by)
        rounds = (reader.read(data, self.names, f"rounds[{index}]") for index, data in enumerate(chosen))
        return replace(self.bare, rounds=tuple(rounds))

    def read(self, data: Facts) -> ReadFacts:
        """Facts of the next round with player names from their JSON with seat numbers; raises ReadError."""
        return read_round(self.ruleset, self.options, data, self.names, "")

    def recall(self, data: Facts) -> ReadFacts:
        """Facts that were recorded once, read by whatever house rules."""
        return recall_round(self.ruleset, self.begun_by, data, self.names)

    def write(self, facts: ReadFacts) -> Facts:
        return write_round(self.ruleset, facts, self.numbers)
