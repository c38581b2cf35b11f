"""ルールセット: the JSON format of rules with a name.

Of a rule set from another version of the program, the valid parts are read, and the others reported as
``Lost``.  Other JSON raises ReadError.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.reading import Json, read_object, read_text, read_whole
from scorekeeper.scoring.registry import find_game
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.settlement import Stake, read_stake, write_stake
from scorekeeper.scoring.words import gettext_noop as _

FORMAT = 1
LONGEST_RULES_NAME = 60
MOST_OPTIONS = 300
"""Most house rules in one rule set, including unknown ones."""

WHERE = "rule_set"
KNOWN = ("name", "game", "version", "options", "stake")


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The columns of saved rules, for code without a database."""

    name: str
    game: str
    ruleset_version: int
    created_at: datetime
    options: Json
    stake: Json | None = None
    archived_at: datetime | None = None
    earlier: tuple["SavedRules", ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """A part of a rule set that this version cannot read."""

    where: str
    code: str  # of ``LOST``
    values: Mapping[str, object] = field(default_factory=dict)
    spec: Spec | None = None  # the house rule, if this version knows it


@dataclass(frozen=True, slots=True)
class RuleSet:
    """ルールセット: a game with house rules and maybe a stake."""

    name: str
    ruleset: Ruleset
    options: Options
    stake: Stake | None = None
    lost: tuple[Lost, ...] = ()
    choice: str = field(default="", compare=False)  # its value in query strings


LOST: Mapping[str, str] = {
    "option": _("“%(rule)s” is not known here; the usual rule is used."),
    "value": _("%(rule)s cannot be “%(value)s” here; the usual rule is used."),
    "conflict": _("%(rule)s: “%(value)s” does not fit the other rules (%(reason)s); the usual rule is used."),
    "version": _(
        "Made for version %(then)s of this game. Here it is version %(now)s: the same cards may give other "
        "points."
    ),
    "key": _("“%(rule)s” is not known here and is left out."),
    "stake": _("Starting points: “%(rule)s” cannot be “%(value)s” here and is left out."),
}


def write_rule_set(rule_set: RuleSet) -> Json:
    """The JSON of a rule set, with only those house rules that differ from the game's defaults."""
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
    return isinstance(data, dict) and WHERE in data


def read_rule_set(data: object) -> RuleSet:
    keys = read_object(data, "", ("format", WHERE))
    if read_whole(keys["format"], "format") != FORMAT:
        raise ReadError("format", "format.version", version=keys["format"])
    body = _object(keys[WHERE], WHERE)
    for key in ("name", "game"):
        if key not in body:
            raise ReadError(WHERE, "key.missing", key=key)
    ruleset = find_game(body["game"], f"{WHERE}.game", body.get("options"))
    lost = [Lost(f"{WHERE}.{key}", "key", {"rule": key}) for key in body if key not in KNOWN]
    version = read_whole(body.get("version", 1), f"{WHERE}.version", 1)
    if version > ruleset.version:
        lost.append(Lost(f"{WHERE}.version", "version", {"then": version, "now": ruleset.version}))
    given = _object(body.get("options", {}), f"{WHERE}.options")
    options = _read_options(given, ruleset.defaults_at(version), lost)
    stake = _read_stake(body, lost) if "stake" in body else None
    return RuleSet(read_rules_name(body["name"]), ruleset, options, stake, tuple(lost))


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
    """The valid house rules without conflicts; the others are added to ``lost``."""
    specs = {spec.key: spec for spec in house_rules.specs(type(usual))}
    changes: dict[str, object] = {}
    for key, value in data.items():
        where = f"{WHERE}.options.{key}"
        if key not in specs:
            lost.append(Lost(where, "option", {"rule": key}))
            continue
        try:
            specs[key].check(value, "")
        except ReadError:
            lost.append(Lost(where, "value", {"rule": key, "value": value}, specs[key]))
            continue
        if value != getattr(usual, key):
            changes[key] = value
    return _without_conflicts(usual, changes, specs, lost)


def _without_conflicts(
    defaults: Options, changes: dict[str, object], specs: Mapping[str, Spec], lost: list[Lost]
) -> Options:
    """The options with ``changes``; of those that conflict, one after the other is dropped."""
    while True:
        conflict = _conflict(defaults, changes)
        if conflict is None:
            return house_rules.load(defaults, changes)
        key = _culprit(defaults, changes, conflict)
        values = {"rule": key, "value": changes.pop(key), "reason": conflict.code}
        lost.append(Lost(f"{WHERE}.options.{key}", "conflict", values, specs[key]))


def _conflict(defaults: Options, changes: Mapping[str, object]) -> ReadError | None:
    try:
        house_rules.load(defaults, dict(changes))
    except ReadError as error:
        return error
    return None


def _culprit(defaults: Options, changes: Mapping[str, object], conflict: ReadError) -> str:
    """The house rule to drop: the one that the error names, or the last whose removal ends the conflict."""
    named = conflict.where.rpartition(".")[2]
    if named in changes:
        return named
    for dropped in reversed(list(changes)):
        rest = _conflict(defaults, {key: value for key, value in changes.items() if key != dropped})
        if rest is None or rest.code != conflict.code:
            return dropped
    return list(changes)[-1]


def _read_stake(body: Mapping[str, object], lost: list[Lost]) -> Stake:
    """The valid keys of 配給点; the others are added to ``lost``."""
    data = dict(_object(body["stake"], f"{WHERE}.stake"))
    while True:
        try:
            return read_stake(data)
        except ReadError as error:
            key = str(error.values["key"]) if error.code == "key.unknown" else error.where.rpartition(".")[2]
            values = {"rule": key, "value": data.pop(key)}
            lost.append(Lost(f"{WHERE}.stake.{key}", "stake", values))


def lost_text(item: Lost, translate: texts.Translate) -> str:
    values = {key: texts.quoted(value) for key, value in item.values.items()}
    if item.spec is not None:
        values["rule"] = translate(item.spec.label)
        values["value"] = texts.set_to(item.spec, values.get("value", ""), translate)
    if "reason" in values:
        values["reason"] = translate(texts.MESSAGES.errors[str(values["reason"])])
    return translate(LOST[item.code]) % values
