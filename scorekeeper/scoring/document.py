"""The session document: one JSON format for export, import, test cases and the command line.

Format 1.  An unknown key is an error; every error names its place.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from . import options as house_rules
from .closing import Debt, Final, results, settle_up, with_pot
from .core import State
from .errors import ReadError
from .events import EVENTS, Event, Rules, read_event, read_settings
from .facts import write_facts
from .limits import MOST_PAYMENTS, MOST_PEOPLE, MOST_ROUNDS
from .names import clean_name, same_name
from .options import Options
from .reading import Json, Players, read_list, read_object, read_whole
from .registry import find_game
from .replay import Replay, opening, replay
from .ruleset import Facts, Ruleset
from .settlement import Rate, Stake, read_rate, read_stake, write_rate, write_stake

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Document:
    """A session: the game with its house rules, the players, the stake, the rate, and the rounds."""

    ruleset: Ruleset
    options: Options  # at the start
    players: tuple[str, ...]  # at the start
    rounds: tuple[Facts, ...] = ()
    stake: Stake | None = None
    rate: Rate | None = None
    version: int = 0  # of the ruleset whose defaults the JSON leaves out; 0: the current one

    def __post_init__(self) -> None:
        if not self.version:
            object.__setattr__(self, "version", self.ruleset.version)

    @property
    def opening(self) -> State:
        return opening(self.players, self.stake)

    def options_in(self, state: State) -> Options:
        return house_rules.in_force(self.options, state.rules)

    def final_balances(self, state: State) -> dict[str, int]:
        """Everybody's points with the remaining pot."""
        return with_pot(state, self.options_in(state))[0].points

    def settle_up(self, state: State, paid: Iterable[Debt] = ()) -> Final:
        """精算: who owes whom after the payments already made (``paid``)."""
        options = self.options_in(state)
        level = options.traits.levels_bank and self.rate is not None
        players = results(state, options, self.stake, level)
        return settle_up(players, self.rate, paid, owed=not self.points_only(state))

    def points_only(self, state: State) -> bool:
        """失点制: whether points are only counted: nobody receives them and they are worth no money."""
        return self.rate is None and self.options_in(state).traits.penalty_points

    def replay(self) -> Replay:
        """Score the whole session; raises ReadError where there are more payments than a session can hold."""
        return replay(
            self.ruleset, self.options, self.opening, self.rounds, self.stake, most_payments=MOST_PAYMENTS
        )


JSON_FAULTS: Mapping[str, str] = {
    "Expecting value": "json.value",
    "Expecting property name": "json.key",
    "Expecting ':'": "json.colon",
    "Expecting ','": "json.comma",
    "Unterminated string": "json.open",
    "Invalid control character": "json.control",
    "Invalid \\": "json.escape",
    "Extra data": "json.extra",
}
"""Codes of ``messages.REASONS`` by the beginning of Python's error message."""


def load_json(text: str) -> object:
    """Parse JSON strictly: no NaN, no number of more than 20 digits, no deep nesting; raises ReadError."""
    try:
        return json.loads(
            text, parse_constant=_refuse_constant, parse_int=_read_int, object_pairs_hook=_refuse_duplicates
        )
    except RecursionError:
        raise ReadError("", "json.deep") from None
    except json.JSONDecodeError as error:
        reason = next(
            (code for words, code in JSON_FAULTS.items() if error.msg.startswith(words)), "json.other"
        )
        raise ReadError("", "json.bad", reason=reason, line=error.lineno, column=error.colno) from None


def _refuse_constant(text: str) -> object:
    raise ReadError("", "json.number", text=text)


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise ReadError("", "json.twice", key=next(key for key, count in times.items() if count > 1))
    return data


def _read_int(text: str) -> int:
    if len(text) > 20:
        raise ReadError("", "json.number", text=f"{text[:20]}…")
    return int(text)


def read_version(keys: Mapping[str, object], ruleset: Ruleset, where: str, default: int = 1) -> int:
    """The version whose defaults were left out; raises ReadError for one newer than this program's."""
    version = read_whole(keys.get("version", default), where, 1)
    if version > ruleset.version:
        raise ReadError(where, "version.newer", then=version, now=ruleset.version)
    return version


def read_document(data: object, version: int = 1) -> Document:
    """Read a session from parsed JSON; ``version`` is the default of its key.  Raises ReadError."""
    optional = ("version", "options", "stake", "rate")
    keys = read_object(data, "", ("format", "game", "players", "rounds"), optional)
    if read_whole(keys["format"], "format") != FORMAT:
        raise ReadError("format", "format.version", version=keys["format"])
    ruleset = find_game(keys["game"], options=keys.get("options"))
    version = read_version(keys, ruleset, "version", version)
    options = house_rules.load(ruleset.defaults_at(version), keys.get("options", {}))
    names = _read_names(keys["players"], "players", ruleset)
    return Document(
        ruleset=ruleset,
        options=options,
        players=tuple(names.by_key.values()),
        rounds=_read_rounds(keys["rounds"], ruleset, options, names),
        stake=read_stake(keys["stake"]) if "stake" in keys else None,
        rate=read_rate(keys["rate"]) if "rate" in keys else None,
        version=version,
    )


class _People(dict[str, str]):
    """The players' names by their spellings in the document."""

    def __init__(self) -> None:
        super().__init__()
        self.by_key: dict[str, str] = {}  # the names by ``same_name``

    def add(self, data: object, where: str, again: bool = False) -> None:
        """Add a name by its spelling and by itself; ``again`` allows one that was added before."""
        if not isinstance(data, str):
            raise ReadError(where, "type.text")
        name = clean_name(data, where)
        first = self.by_key.setdefault(same_name(name), name)
        if first != name or (name in self and not again):
            raise ReadError(where, "name.twice", name=name)
        self[data] = self[name] = name
        if len(self.by_key) > MOST_PEOPLE:
            raise ReadError(where, "people.many", most=MOST_PEOPLE)


def _read_names(data: object, where: str, ruleset: Ruleset) -> _People:
    count = len(data) if isinstance(data, list) else 0
    if isinstance(data, list) and not ruleset.fewest_players <= count <= ruleset.most_players:
        limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
        raise ReadError(where, "players.count", count=count, **limits)
    people = _People()
    read_list(data, where, people.add)
    return people


def _read_rounds(data: object, ruleset: Ruleset, options: Options, people: _People) -> tuple[Facts, ...]:
    reader = Reader(ruleset, options)

    def read_next(item: object, where: str) -> Facts:
        _add_joining(item, people, where)
        return reader.read(item, people, where)

    if isinstance(data, list) and len(data) > MOST_ROUNDS:
        raise ReadError("rounds", "rounds.many", count=len(data), most=MOST_ROUNDS)
    return read_list(data, "rounds", read_next)


def _add_joining(data: object, people: _People, where: str) -> None:
    """Add the names that a change of seats brings to the table, before ``read_event`` reads it."""
    joining = data.get("join") if isinstance(data, dict) and data.get("kind") == "seats" else None
    if isinstance(joining, str):
        people.add(joining, f"{where}.join", again=True)
    for index, name in enumerate(joining if isinstance(joining, list) else ()):
        people.add(name, f"{where}.join[{index}]", again=True)


class Reader:
    """Reads rounds one after the other, each by the house rules in force there."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self._ruleset = ruleset
        self.options = options  # of the next round

    def read(self, data: object, players: Players, where: str = "") -> Facts:
        facts = read_round(self._ruleset, self.options, data, players, where)
        if isinstance(facts, Rules):
            self.options = house_rules.in_force(self.options, facts.options)
        return facts


def read_round(ruleset: Ruleset, options: Options, data: object, players: Players, where: str) -> Facts:
    keys = _object_of_kind(data, (*ruleset.kinds(options), *ruleset.anywhere), where)
    if keys["kind"] in EVENTS:
        return read_event(keys, players, where, options)
    facts: Facts = ruleset.read(keys, players, where, options)
    ruleset.allow(facts, keys, where, options)
    return facts


def recall_round(
    ruleset: Ruleset, options: Options, data: object, players: Players, where: str = ""
) -> Facts:
    """The facts of one JSON round that is shown but not scored; raises ReadError.

    Its kind need not exist under ``options``, which may be those of another part of the session.
    """
    keys = _object_of_kind(data, ruleset.known, where)
    if keys["kind"] == "rules":
        return read_settings(keys, where, type(options))
    if keys["kind"] in EVENTS:
        return read_event(keys, players, where, options)
    facts: Facts = ruleset.read(keys, players, where, options)
    return facts


def _object_of_kind(data: object, kinds: Iterable[str], where: str) -> Json:
    """``data`` as an object whose kind is one of ``kinds`` or that of an event."""
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    if "kind" not in data:
        raise ReadError(where, "key.missing", key="kind")
    known = (*dict.fromkeys(kinds), *EVENTS)
    if data["kind"] not in known:
        raise ReadError(f"{where}.kind", "kind.unknown", kind=data["kind"], known=", ".join(known))
    return data


def write_round(ruleset: Ruleset, facts: Facts, names: Players) -> Json:
    if isinstance(facts, Rules):
        return {"kind": facts.kind, "options": house_rules.as_json(type(ruleset.defaults), facts.options)}
    if isinstance(facts, Event):
        return write_facts(facts, names)
    return ruleset.write(facts, names)


class _Identity(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return key


def write_document(document: Document) -> Json:
    """The JSON of a session; ``read_document`` gives the same document back."""
    ruleset, version = document.ruleset, document.version
    data: dict[str, object] = {
        "format": FORMAT,
        "game": ruleset.game,
        **({"version": version} if version > 1 else {}),
        "options": ruleset.named | house_rules.dump(document.options, ruleset.defaults_at(version)),
        "players": list(document.players),
        "rounds": [write_round(document.ruleset, facts, _Identity()) for facts in document.rounds],
    }
    if document.stake is not None:
        data["stake"] = write_stake(document.stake)
    if document.rate is not None:
        data["rate"] = write_rate(document.rate)
    return data
