"""Few sets of house rules that contain all pairs of their values (pairwise testing)."""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import combinations
from random import Random
from typing import Any

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.strategies import HARMLESS

Rules = dict[str, Any]  # values of house rules
Choice = tuple[str, Any]
Pair = tuple[Choice, Choice]

NEEDS: Mapping[str, tuple[Rules, ...]] = {
    "dobon": tuple(
        {"amount": amount, **returns, **jokers}
        for amount in ("hands", "number_hand", "number", "yaku", "flat", "drawn")
        for returns in ({}, {"returns": "chain", "return_by": "anyone"})
        for jokers in ({}, {"jokers": 2})
    ),
    "doudizhu": ({},),
    "sheet": ({"zero_sum": "off"},),
}
"""House rules that others may need, by family; the rest are compatible with ``HARMLESS``."""
LISTS = {"list": ["5 2 -3 -4"], "named": ["x +5, y -3"]}
"""Values of house rules that are lists."""


def values(defaults: Options) -> dict[str, list[Any]]:
    """The values of every house rule: all choices, and of numbers the usual one, a small and the largest.

    A preset is another game, with its own usual rules.
    """
    allowed: dict[str, list[Any]] = {}
    for spec in house_rules.specs(type(defaults)):
        usual = getattr(defaults, spec.key)
        wide = [usual, min(3, spec.high), spec.high] if spec.kind == "int" else [usual]
        wide += LISTS.get(spec.kind, [])
        choices = [key for key, _ in spec.choices if spec.kind != "preset"]
        allowed[spec.key] = choices or list(dict.fromkeys(wide))
    return allowed


def pairs(allowed: Mapping[str, Iterable[Any]]) -> Iterator[Pair]:
    """Every two values of two house rules."""
    for one, other in combinations(allowed, 2):
        yield from (((one, first), (other, second)) for first in allowed[one] for second in allowed[other])


def with_needs(game: str, wanted: Rules) -> Rules | None:
    """All house rules of a game, with those wanted and what they need; None where they exclude each other."""
    ruleset = RULESETS[game]
    specs = house_rules.specs(type(ruleset.defaults))
    usual = {spec.key: getattr(ruleset.defaults, spec.key) for spec in specs}
    harmless = {key: value for key, value in HARMLESS.items() if key in usual}
    for needed in ({}, *({**harmless, **beside} for beside in NEEDS[ruleset.family])):
        rules = {**usual, **needed, **wanted}
        if compatible(ruleset.defaults, rules):
            return rules
    return None


def compatible(defaults: Options, rules: Rules) -> bool:
    try:
        type(defaults)(**rules)
    except ReadError:
        return False
    return True


def covering(game: str) -> Iterator[Rules]:
    """Sets of all house rules of a game; every pair of compatible values is in one of them."""
    defaults, random = RULESETS[game].defaults, Random(0)
    allowed = values(defaults)
    left: dict[Choice, set[Choice]] = {(key, value): set() for key in allowed for value in allowed[key]}
    for one, other in pairs(allowed):
        left[one].add(other)
        left[other].add(one)
    for one, other in pairs(allowed):
        if other in left[one]:
            wanted = dict((one, other))
            rules = with_needs(game, wanted)
            if rules is None:
                _remove(left, (one, other))
            else:
                rules = _completed(rules, wanted.keys(), allowed, left, defaults, random)
                _remove(left, rules.items())
                yield rules


def _completed(
    rules: Rules,
    fixed: Set[str],
    allowed: Mapping[str, list[Any]],
    left: Mapping[Choice, set[Choice]],
    defaults: Options,
    random: Random,
) -> Rules:
    """The rules with each of the others set to the value that adds the most new pairs."""
    keys = [key for key in allowed if key not in fixed]
    random.shuffle(keys)
    settled = {(key, rules[key]) for key in fixed}
    for key in keys:
        ranked = sorted(allowed[key], key=lambda value: -len(left[key, value] & settled))
        for value in ranked:
            if value == rules[key] or compatible(defaults, {**rules, key: value}):
                rules = {**rules, key: value}
                break
        settled.add((key, rules[key]))
    return rules


def _remove(left: Mapping[Choice, set[Choice]], choices: Iterable[Choice]) -> None:
    """Remove the pairs of some choices from ``left``."""
    chosen = set(choices)
    for choice in chosen:
        left[choice] -= chosen
