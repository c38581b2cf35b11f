"""Kinds of the values in a circle's file: how each is read and written; its schema is in ``circle.json``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from scorekeeper.rules.rule_sets import SavedRules, read_rules_name
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import ACCOUNTS, BANK
from scorekeeper.scoring.document import Document, read_document, read_version, write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.facts import FactKind
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.reading import Json, read_list, read_object, read_text
from scorekeeper.scoring.registry import find_game
from scorekeeper.scoring.settlement import read_stake, write_stake

MOST_KEPT = 1_000
"""Rule sets of one circle, versions of one of them, and seasons."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
_MONEY = re.compile(r"\d{1,29}(\.\d{1,9})?", re.ASCII)
_BREAKS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_YEARS = range(2000, 2200)

T = TypeVar("T")
Names = Mapping[str, str]
"""People's names by ``same_name``."""


def known(name: str, names: Names, where: str, code: str = "person.unknown") -> str:
    """One of ``names``, as it is spelled there; raises ReadError for any other."""
    if same_name(name) not in names:
        raise ReadError(where, code, name=name)
    return names[same_name(name)]


def _kind(
    read: Callable[[object, str], T], write: Callable[[T], object] = lambda value: value
) -> FactKind[T]:
    """A kind whose values name nobody."""
    name = read.__name__
    return FactKind(name, lambda data, _, where: read(data, where), {}, lambda value, _: write(value))


def _within(where: str, read: Callable[[], T]) -> T:
    """The result of ``read``, with ``where`` put before the place of its ReadError."""
    try:
        return read()
    except ReadError as error:
        place = f"{where}.{error.where}" if error.where else where
        raise ReadError(place, error.code, **error.values) from None


def read_line(data: object, where: str, longest: int) -> str:
    """A text in one line with its blanks as written."""
    text = read_text(data, where, longest)
    return text if _BREAKS.search(str(data)) else str(data).strip()


def line(longest: int) -> FactKind[str]:
    return _kind(lambda data, where: read_line(data, where, longest))


def title(longest: int) -> FactKind[str]:
    """A line that is not empty."""

    def read(data: object, where: str) -> str:
        text = read_line(data, where, longest)
        if not text:
            raise ReadError(where, "name.empty")
        return text

    return _kind(read)


def _name(data: object, where: str) -> str:
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    return clean_name(data, where)


def _person(data: object, people: Names, where: str) -> str:
    return known(_name(data, where), people, where)


def _id(data: object, where: str) -> str:
    if not (isinstance(data, str) and _ID.fullmatch(data)):
        raise ReadError(where, "id.bad", longest=24)
    return data


def _amount(data: object, where: str) -> str:
    if not (isinstance(data, str) and _MONEY.fullmatch(data)):
        raise ReadError(where, "type.decimal")
    return data


def _day(data: object, where: str) -> date:
    try:
        day = date.fromisoformat(data) if isinstance(data, str) and len(data) == 10 else None
    except ValueError:
        day = None
    if day is None or day.year not in _YEARS:
        raise ReadError(where, "day.bad")
    return day


def _time(data: object, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(data) if isinstance(data, str) and len(data) <= 40 else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or at.year not in _YEARS:
        raise ReadError(where, "time.bad")
    return at.astimezone(UTC)


def read_any_object(data: object, where: str) -> Json:
    """An object, whatever it holds."""
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    return data


NAME = _kind(_name)
PERSON: FactKind[str] = FactKind("person", _person, {})
PERSON_OR_BANK = replace(PERSON, read=lambda data, *at: BANK if data == BANK else _person(data, *at))
ACCOUNT = _kind(lambda data, where: str(data) if data in ACCOUNTS else _name(data, where))
ID = _kind(_id)
GAME = _kind(lambda data, where: find_game(data, where).key)
AMOUNT = _kind(_amount)
MONEY = _kind(lambda data, where: "" if data == "" else _amount(data, where))
DAY = _kind(_day, str)
TIME = _kind(_time, lambda at: at.astimezone(UTC).isoformat())
DOCUMENT: FactKind[Document] = _kind(
    lambda data, where: _within(where, lambda: read_document(data)), write_document
)
ROUND: FactKind[Any] = _kind(read_any_object)
"""A round as it stands there: only its evening knows by which house rules it is read and written."""


def _rules(data: object, where: str, more: tuple[str, ...] = ("earlier",)) -> SavedRules:
    """Rules with their ``earlier`` versions, which have none."""
    optional = ("version", "options", "stake", "put_away", *more)
    keys = read_object(data, where, ("name", "game", "at"), optional)
    ruleset = find_game(keys["game"], f"{where}.game", keys.get("options"))
    version = read_version(keys, ruleset, f"{where}.version")
    usual = ruleset.usual(version)
    options = house_rules.load(usual, keys.get("options", {}), f"{where}.options")
    return SavedRules(
        read_rules_name(keys["name"], f"{where}.name"),
        ruleset.key,
        version,
        _time(keys["at"], f"{where}.at"),
        house_rules.dump(options, usual),
        write_stake(_within(where, lambda: read_stake(keys["stake"]))) if "stake" in keys else None,
        _time(keys["put_away"], f"{where}.put_away") if "put_away" in keys else None,
        read_list(
            keys.get("earlier", []), f"{where}.earlier", lambda item, at: _rules(item, at, ()), MOST_KEPT
        ),
    )


def _write_rules(rules: SavedRules) -> Json:
    data = {
        "name": rules.name,
        "game": rules.game,
        "version": rules.ruleset_version,
        "at": TIME.write(rules.created_at, {}),
        "options": rules.options,
        "put_away": rules.archived_at and TIME.write(rules.archived_at, {}),
        "earlier": list(map(_write_rules, rules.earlier)),
        "stake": rules.stake,
    }
    return {key: value for key, value in data.items() if value or (key == "stake" and value is not None)}


RULES = _kind(_rules, _write_rules)
