"""ルールカード: every house rule of a table with what it is set to."""

from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.games.book import shown_value
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.ruleset import Ruleset

from .forms import at_home


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule on the rule card; ``sources`` are short names of texts."""

    label: str
    value: str
    help: str
    sources: tuple[str, ...]
    usual: str = ""


Groups = list[tuple[str, list[RuleLine]]]


def rule_lists(ruleset: Ruleset, options: Options) -> tuple[Groups, Groups, list[RuleLine]]:
    """Every house rule: the game's own and those it could borrow, by their headings, and those that differ.

    A rule that differs from the game's usual one stands among those only.
    """
    own: dict[str, list[RuleLine]] = {}
    borrowable: dict[str, list[RuleLine]] = {}
    differing = []
    for spec in house_rules.specs(type(options)):
        value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
        line = _rule_line(spec, value, usual)
        if line.usual:
            differing.append(line)
            continue
        groups = own if at_home(spec, ruleset) else borrowable
        groups.setdefault(gettext(spec.group), []).append(line)
    return list(own.items()), list(borrowable.items()), differing


def _rule_line(spec: Spec, value: object, usual: object) -> RuleLine:
    sources = tuple(spec.source.replace(",", " ").split())
    differs = shown_value(spec, usual) if value != usual else ""
    return RuleLine(gettext(spec.label), shown_value(spec, value), gettext(spec.help), sources, differs)
