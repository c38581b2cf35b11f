"""An outcome as JSON, to be stored with a round: codes and numbers, players by the numbers of their seats.

Defaults are left out.  Among the values of a sentence, numbers and words are written as they are, a tuple as
a list, and other types as an object with one key: ``seat``, ``card``, ``cards``, ``note`` or ``rule`` (a
house rule with its value).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.scoring.cards import SPELLINGS, SUIT_ONLY, Card, write_cards
from scorekeeper.scoring.core import NO_VALUES, Note, Operation, Outcome, Problem, Step, Transfer, Values
from scorekeeper.scoring.options import Options, Setting, settings
from scorekeeper.scoring.reading import Json

WORDS = ("name", "operation", "reason", "to")
"""Keys of values that are texts and not names of players; ``to`` only where something is rounded."""

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
    """The fields without empty ones (or one of ``defaults``) at the end; at least so many."""
    while len(fields) > least and (not fields[-1] or fields[-1] in defaults):
        fields.pop()
    return fields


def _card(text: str) -> Card:
    return SPELLINGS.get(text) or Card(SUIT_ONLY, text)
