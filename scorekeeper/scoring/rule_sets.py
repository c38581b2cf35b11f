"""ルールセット: the rules of a table with a name, to be kept and handed on.

Written by one version of the program and read by another, a rule set is kept as far as that is possible;
what could not be kept is listed, never dropped in silence.  Only what is no rule set at all raises ReadError.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import options as house_rules
from .errors import ReadError
from .options import Options, Spec
from .reading import Json, read_object, read_text, read_whole
from .registry import find_game
from .ruleset import Ruleset
from .settlement import Stake, read_stake, write_stake

FORMAT = 1
LONGEST_RULES_NAME = 60
MOST_OPTIONS = 300
"""Most house rules that one rule set may name, known or not."""

WHERE = "rule_set"
KNOWN = ("name", "game", "version", "options", "stake")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """ルールセット: a name, a game, its house rules, and maybe what is played for."""

    name: str
    ruleset: Ruleset
    options: Options
    stake: Stake | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """Something of a rule set that this version cannot keep: the place, a code of ``LOST``, its values.

    ``spec`` is the house rule that it is about, where it is one that is known.
    """

    where: str
    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    spec: Spec | None = None


Read = tuple[RuleSet, tuple[Lost, ...]]


def write_rule_set(rule_set: RuleSet) -> Json:
    """The JSON of a rule set: of the house rules only what differs from the game's usual ones."""
    ruleset = rule_set.ruleset
    body: dict[str, object] = {
        "name": rule_set.name,
        "game": ruleset.key,
        "version": ruleset.version,
        "options": house_rules.dump(rule_set.options, ruleset.defaults),
    }
    if rule_set.stake is not None:
        body["stake"] = write_stake(rule_set.stake)
    return {"format": FORMAT, WHERE: body}


def is_rule_set(data: object) -> bool:
    """Whether parsed JSON is meant to be a rule set and not a session."""
    return isinstance(data, dict) and WHERE in data


def read_rule_set(data: object) -> Read:
    """A rule set from parsed JSON, and what of it could not be kept; raises ReadError naming the place."""
    keys = read_object(data, "", ("format", WHERE))
    if read_whole(keys["format"], "format") != FORMAT:
        raise ReadError("format", "format.version", version=keys["format"])
    body = _object(keys[WHERE], WHERE)
    for key in ("name", "game"):
        if key not in body:
            raise ReadError(WHERE, "key.missing", key=key)
    ruleset = find_game(body["game"], f"{WHERE}.game")
    lost = [Lost(f"{WHERE}.{key}", "key", {"rule": key}) for key in body if key not in KNOWN]
    version = read_whole(body.get("version", 1), f"{WHERE}.version", 1)
    if version > ruleset.version:
        lost.append(Lost(f"{WHERE}.version", "version", {"then": version, "now": ruleset.version}))
    given = _object(body.get("options", {}), f"{WHERE}.options")
    options = _read_options(given, ruleset.usual(version), lost)
    stake = _read_stake(body, lost) if "stake" in body else None
    return RuleSet(read_rules_name(body["name"]), ruleset, options, stake), tuple(lost)


def read_rules_name(data: object, where: str = f"{WHERE}.name") -> str:
    """The name of a rule set: one line of 1 to 60 characters; raises ReadError."""
    name = read_text(data, where, LONGEST_RULES_NAME)
    if not name:
        raise ReadError(where, "name.empty")
    return name


def _object(data: object, where: str) -> dict[str, object]:
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    if len(data) > MOST_OPTIONS:
        raise ReadError(where, "list.many", count=len(data), most=MOST_OPTIONS)
    return data


def _read_options(data: Mapping[str, object], usual: Options, lost: list[Lost]) -> Options:
    """The house rules that are known, take their value and go together; the others are added to ``lost``."""
    known = {spec.key: spec for spec in house_rules.specs(type(usual))}
    kept: dict[str, object] = {}
    for key, value in data.items():
        where = f"{WHERE}.options.{key}"
        if key not in known:
            lost.append(Lost(where, "option", {"rule": key}))
        elif not _allowed(known[key], value):
            lost.append(Lost(where, "value", {"rule": key, "value": value}, known[key]))
        elif value != getattr(usual, key):
            kept[key] = value
    return _agreeing(usual, kept, known, lost)


def _allowed(spec: Spec, value: object) -> bool:
    try:
        spec.check(value, "")
    except ReadError:
        return False
    return True


def _agreeing(
    defaults: Options, kept: dict[str, object], known: Mapping[str, Spec], lost: list[Lost]
) -> Options:
    """The house rules as they go together: one after the other is given up until nothing is in conflict."""
    while True:
        conflict = _conflict(defaults, kept)
        if conflict is None:
            return house_rules.load(defaults, kept)
        key = _given_up(defaults, kept, conflict)
        values = {"rule": key, "value": kept.pop(key), "reason": conflict.code}
        lost.append(Lost(f"{WHERE}.options.{key}", "conflict", values, known[key]))


def _conflict(defaults: Options, kept: Mapping[str, object]) -> ReadError | None:
    try:
        house_rules.load(defaults, dict(kept))
    except ReadError as error:
        return error
    return None


def _given_up(defaults: Options, kept: Mapping[str, object], conflict: ReadError) -> str:
    """The house rule to give up: the one named, or the last without which the conflict is gone."""
    named = conflict.where.rpartition(".")[2]
    if named in kept:
        return named
    for key in reversed(list(kept)):
        left = _conflict(defaults, {other: value for other, value in kept.items() if other != key})
        if left is None or left.code != conflict.code:
            return key
    return list(kept)[-1]


def _read_stake(body: Mapping[str, object], lost: list[Lost]) -> Stake:
    """配給点 as far as it can be read; keys that cannot are added to ``lost``."""
    kept = dict(_object(body["stake"], f"{WHERE}.stake"))
    while True:
        try:
            return read_stake(kept)
        except ReadError as error:
            key = str(error.values["key"]) if error.code == "key.unknown" else error.where.rpartition(".")[2]
            values = {"rule": key, "value": kept.pop(key)}
            lost.append(Lost(f"{WHERE}.stake.{key}", "stake", values))
