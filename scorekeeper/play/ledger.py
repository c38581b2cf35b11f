"""帳簿: a scored round as JSON for storage; players by the numbers of their seats.

``write_state`` and ``read_state`` are exact inverses: a replay can continue from a stored state.  So are
``write_outcome`` and ``read_outcome``, which leave defaults out.  Among the values of a sentence, numbers and
words are written as they are, a tuple as a list, and other types as an object with one key: ``seat``,
``card``, ``cards``, ``note`` or ``rule`` (a house rule with its value).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.cards import SPELLINGS, SUIT_ONLY, Card, write_cards
from scorekeeper.scoring.core import (
    ACCOUNTS,
    NO_VALUES,
    Ended,
    Note,
    Operation,
    Outcome,
    Parts,
    Problem,
    State,
    Step,
    Transfer,
    Values,
)
from scorekeeper.scoring.document import Document, write_document, write_round
from scorekeeper.scoring.events import Event, Seats
from scorekeeper.scoring.options import Options, Setting, settings
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Ruleset

Numbers = Mapping[str, str]
"""Numbers of players by name, as facts write them."""


class SeatRecord(TypedDict):
    seat: str
    gain: int
    balance: int  # after the round
    streak: int  # after the round
    parts: list[str]


class RoundRecord(TypedDict):
    kind: str
    counts: bool  # ``Outcome.counts``
    change: dict[str, int]  # points by account
    state: Json  # after the round
    problems: int  # their number
    claimed: int | None  # the number claimed
    seats: list[SeatRecord]
    flows: list[tuple[str, str, int]]  # payer, payee and points, once for each pair of accounts
    outcome: Json  # with all reasons, by ``write_outcome``


def write_state(state: State, numbers: Numbers) -> Json:
    """Points are pairs, as their order decides ties and JSON objects may lose it."""
    data: Json = {
        "seats": [numbers[name] for name in state.seats],
        "balances": [[numbers[name], points] for name, points in state.balances.items()],
        "starter": numbers.get(state.starter, ""),
        "pot": state.pot,
        "limited": state.limited,
        "streak": {numbers[name]: wins for name, wins in state.streak.items()},
        "deposits": {numbers.get(who, who): points for who, points in state.deposits.items()},
        "bank": state.bank,
        "joined": [numbers[name] for name in state.joined],
        "entries": state.entries,
        "counted": state.counted,
        "payments": state.payments,
        "ended": [state.ended.by, state.ended.round] if state.ended else None,
    }
    data |= {"rules": dict(state.rules)} if state.rules else {}
    data |= {"begun": True} if state.begun and not state.counted else {}
    claimed = {numbers[name]: times for name, times in state.claimed.items()}
    return data | ({"claimed": claimed} if claimed else {})


def read_state(data: Json, names: Mapping[str, str]) -> State:
    return State(
        seats=tuple([names[number] for number in data["seats"]]),
        balances={names[number]: points for number, points in data["balances"]},
        starter=names.get(data["starter"], ""),
        pot=data["pot"],
        limited=data["limited"],
        streak={names[number]: wins for number, wins in data["streak"].items()},
        claimed={names[number]: times for number, times in data.get("claimed", {}).items()},
        deposits={names.get(who, who): points for who, points in data["deposits"].items()},
        bank=data["bank"],
        joined=tuple([names[number] for number in data["joined"]]),
        entries=data["entries"],
        begun=data.get("begun", data["counted"] > 0),
        counted=data["counted"],
        payments=data["payments"],
        ended=Ended(*data["ended"]) if data["ended"] else None,
        rules=data.get("rules", {}),
    )


def round_records(
    ruleset: Ruleset, before: State, scored: Iterable[Scored], numbers: Numbers
) -> Iterator[RoundRecord]:
    for one in scored:
        facts, outcome = one.facts, one.outcome
        parts = Parts() if isinstance(facts, Event) else ruleset.parts(before, facts, one.options, outcome)
        yield {
            "kind": facts.kind,
            "counts": outcome.counts,
            "change": {numbers.get(who, who): points for who, points in one.change.items() if points},
            "state": write_state(one.state, numbers),
            "problems": len(outcome.problems),
            "claimed": parts.number,
            "seats": list(_seats(before, one, parts, numbers)),
            "flows": [
                (numbers.get(payer, payer), numbers.get(payee, payee), points)
                for (payer, payee), points in outcome.flows().items()
            ],
            "outcome": write_outcome(outcome, numbers),
        }
        before = one.state


def _seats(before: State, scored: Scored, parts: Parts, numbers: Numbers) -> Iterator[SeatRecord]:
    """Everybody at the table before or after the round, and others with a change of points or a role."""
    after, named = scored.state, (name for names in parts.roles.values() for name in names)
    moved = (name for name, points in scored.change.items() if points)
    for name in dict.fromkeys((*before.seats, *after.seats, *moved, *named)):
        if name not in ACCOUNTS:
            yield {
                "seat": numbers[name],
                "gain": scored.change.get(name, 0),
                "balance": after.balances[name],
                "streak": after.streak.get(name, 0),
                "parts": [part for part, names in parts.roles.items() if name in names],
            }


def standing(state: State, numbers: Numbers, low_wins: bool) -> Json:
    """Points by number, how many rounds count, and the points in the pot and with the bank.

    ``low`` is there where the fewest points win.
    """
    points = {numbers[name]: points for name, points in state.balances.items()}
    low = {"low": True} if low_wins else {}
    return {"points": points, "rounds": state.counted, "elsewhere": state.elsewhere, **low}


WORDS = ("name", "operation", "reason", "to")
"""Keys of values that are texts and not names of players; ``to`` only beside ``unit`` (rounding)."""

Item = list[Any]
"""A step, a transfer, a note or a problem as a list of its fields, without defaults at its end."""


def write_outcome(outcome: Outcome, numbers: Mapping[str, str]) -> Json:
    return _Writer(numbers).outcome(outcome)


def read_outcome(data: Json, names: Mapping[str, str], options: type[Options]) -> Outcome:
    return _Reader(names, options).outcome(data)


class _Writer:
    def __init__(self, numbers: Mapping[str, str]) -> None:
        self._numbers = numbers

    def outcome(self, outcome: Outcome) -> Json:
        data: Json = {
            "transfers": list(map(self._transfer, outcome.transfers)),
            "claims": self._notes(outcome.claims),
            "remarks": self._notes(outcome.remarks),
            "notes": self._notes(outcome.notes),
            "problems": list(map(self._problem, outcome.problems)),
            "starter": self._who(outcome.starter),
        }
        data = {key: value for key, value in data.items() if value}
        if outcome.seats is not None:
            data["seats"] = list(map(self._who, outcome.seats))
        if not outcome.counts:
            data["counts"] = False
        if outcome.streak is not None:
            data["streak"] = {self._who(name): wins for name, wins in outcome.streak.items()}
        if outcome.claimed is not None:
            data["claimed"] = {self._who(name): times for name, times in outcome.claimed.items()}
        if outcome.rules is not None:
            data["rules"] = dict(outcome.rules)
        return data

    def _who(self, name: str) -> str:
        return self._numbers.get(name, name)

    def _transfer(self, transfer: Transfer) -> Item:
        accounts, steps = (transfer.payer, transfer.payee), list(map(self._step, transfer.steps))
        return _trimmed([*map(self._who, accounts), transfer.points, transfer.code, steps], 4)

    def _step(self, step: Step) -> Item:
        values = self._values(step.values)
        return _trimmed([step.code, step.gives, step.op, list(step.of), step.takes, values], 2, "given")

    def _notes(self, notes: Iterable[Note]) -> list[Item]:
        return [_trimmed([note.code, self._values(note.values)], 1) for note in notes]

    def _problem(self, problem: Problem) -> Item:
        return _trimmed([problem.code, self._who(problem.who), self._values(problem.values)], 1)

    def _values(self, values: Values) -> Json:
        words = [key for key in WORDS if key != "to" or "unit" in values]
        return {key: value if key in words else self._value(value) for key, value in values.items()}

    def _value(self, value: object) -> object:
        if isinstance(value, str):
            number = self._numbers.get(value)
            return value if number is None else {"seat": number}
        if isinstance(value, Card):
            return {"card": str(value)}
        if isinstance(value, Note):
            return {"note": [value.code, self._values(value.values)]}
        if isinstance(value, Setting):
            return {"rule": [value.spec.key, value.value]}
        if not isinstance(value, tuple):
            return value
        if value and all(isinstance(item, Card) for item in value):
            return {"cards": write_cards(value)}
        return list(map(self._value, value))


class _Reader:
    def __init__(self, names: Mapping[str, str], options: type[Options]) -> None:
        self._names, self._options = names, options
        self._kinds: Mapping[str, Callable[[Any], object]] = {
            "seat": self._who,
            "card": _card,
            "cards": lambda text: tuple(map(_card, text.split())),
            "note": lambda item: self._note(*item),
            "rule": lambda item: settings(options, dict([item]))[0],
        }

    def outcome(self, data: Json) -> Outcome:
        streak, claimed = data.get("streak"), data.get("claimed")
        return Outcome(
            transfers=tuple([self._transfer(*item) for item in data.get("transfers", ())]),
            claims=self._notes(data.get("claims", ())),
            remarks=self._notes(data.get("remarks", ())),
            notes=self._notes(data.get("notes", ())),
            problems=tuple([self._problem(*item) for item in data.get("problems", ())]),
            starter=self._who(data.get("starter", "")),
            seats=tuple(map(self._who, data["seats"])) if "seats" in data else None,
            counts=data.get("counts", True),
            streak=None if streak is None else {self._who(number): wins for number, wins in streak.items()},
            claimed=None if claimed is None else {self._who(who): times for who, times in claimed.items()},
            rules=data.get("rules"),
        )

    def _who(self, number: str) -> str:
        return self._names.get(number, number)

    def _transfer(
        self, payer: str, payee: str, points: int, code: str, steps: Iterable[Item] = ()
    ) -> Transfer:
        read = tuple([self._step(*item) for item in steps])
        return Transfer(self._who(payer), self._who(payee), points, code, read)

    def _step(
        self,
        code: str,
        gives: int,
        op: Operation = "given",
        of: Iterable[int] = (),
        takes: int = 0,
        values: Values = NO_VALUES,
    ) -> Step:
        return Step(code, gives, op, tuple(of), takes, self._values(values))

    def _notes(self, items: Iterable[Item]) -> tuple[Note, ...]:
        return tuple([self._note(*item) for item in items])

    def _note(self, code: str, values: Values = NO_VALUES) -> Note:
        return Note(code, self._values(values))

    def _problem(self, code: str, who: str = "", values: Values = NO_VALUES) -> Problem:
        return Problem(code, self._who(who), self._values(values))

    def _values(self, values: Values) -> Values:
        return {key: self._value(value) for key, value in values.items()}

    def _value(self, value: object) -> object:
        if isinstance(value, list):
            return tuple(map(self._value, value))
        if isinstance(value, dict):
            [(kind, item)] = value.items()
            return self._kinds[kind](item)
        return value


def _trimmed(fields: Item, least: int, *defaults: object) -> Item:
    """The fields without empty ones (or ``defaults``) at the end; at least ``least`` of them."""
    while len(fields) > least and (not fields[-1] or fields[-1] in defaults):
        fields.pop()
    return fields


def _card(text: str) -> Card:
    return SPELLINGS.get(text) or Card(SUIT_ONLY, text)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document that was scored, ready to be stored."""

    names: Sequence[str]  # all who ever sit down
    players: int  # how many of them sit there from the start
    data: Json  # the document without its rounds; ``game`` is the key of its ruleset
    rounds: Sequence[Json]  # facts by seat number
    records: Sequence[RoundRecord]  # of each round
    standing: Json  # after the last round


def all_names(document: Document) -> tuple[str, ...]:
    joined = (name for facts in document.rounds if isinstance(facts, Seats) for name in facts.join)
    return tuple(dict.fromkeys((*document.players, *joined)))


def prepare(document: Document, seats: Sequence[str] = ()) -> Prepared:
    """Score a document; raises ReadError where it holds more than a session can.

    ``seats`` are all names in the order of their seats, by default ``all_names``.
    """
    names = seats or all_names(document)
    numbers = {name: str(number) for number, name in enumerate(names)}
    rounds = [write_round(document.ruleset, facts, numbers) for facts in document.rounds]
    played = document.replay()
    records = list(round_records(document.ruleset, document.opening, played.scored, numbers))
    ruleset, version = document.ruleset, document.version
    options = house_rules.dump(document.options, ruleset.defaults_at(version))
    data = write_document(document) | {"game": ruleset.key, "options": options, "rounds": []}
    standing_now = standing(played.state, numbers, document.options.traits.low_wins)
    return Prepared(names, len(document.players), data, rounds, records, standing_now)
