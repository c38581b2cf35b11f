"""ルールカード: every house rule of a table with what it is set to."""

from dataclasses import dataclass, field

from django.utils.translation import gettext

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.presets import matching_preset
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.sources import SOURCES

from .forms import at_home


@dataclass(slots=True)
class Footnotes:
    """出典: the texts that a table's rules are taken from, numbered as they are first named."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, source: str) -> int:
        return self.numbers.setdefault(source, len(self.numbers) + 1)

    @property
    def titles(self) -> list[tuple[int, str]]:
        return [(number, SOURCES[source]) for source, number in self.numbers.items()]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule on the rule card; ``notes`` are the numbers of the texts it is taken from as it is set.

    ``unsourced`` says that no text has it.
    """

    label: str
    value: str
    help: str
    notes: tuple[int, ...]
    unsourced: bool
    usual: str = ""


Groups = list[tuple[str, list[RuleLine]]]


def rule_lists(
    ruleset: Ruleset, options: Options, footnotes: Footnotes
) -> tuple[Groups, Groups, list[RuleLine]]:
    """Every house rule: the game's own and those it could borrow, by their headings, and those that differ.

    A rule that differs from the game's usual one stands among those only.
    """
    own: dict[str, list[RuleLine]] = {}
    borrowable: dict[str, list[RuleLine]] = {}
    differing, speak = [], texts.for_game(ruleset.key, gettext)
    for spec in house_rules.specs(type(options)):
        value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
        notes = tuple(map(footnotes.number, _sources(spec, ruleset, options)))
        text, differs = (texts.set_to(spec, one, speak) for one in (value, usual))
        line = RuleLine(
            speak(spec.label),
            text,
            speak(spec.help),
            notes,
            unsourced=not spec.source,
            usual=differs if value != usual else "",
        )
        if line.usual:
            differing.append(line)
            continue
        groups = own if at_home(spec, ruleset) else borrowable
        groups.setdefault(speak(spec.group), []).append(line)
    return list(own.items()), list(borrowable.items()), differing


def _sources(spec: Spec, ruleset: Ruleset, options: Options) -> list[str]:
    """The texts that a rule is taken from as it is set.

    One that differs is that of the published variant, or of any text that has it.  A usual one is the game's;
    where its text is silent, another's, unless the rule is as it is in every game that does not know it.
    """
    named, text = spec.source.replace(",", " ").split(), ruleset.source
    value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
    if value != usual:
        preset = matching_preset(ruleset, options)
        return [preset.source] if preset else named
    if text in named:
        return [text]
    return named if at_home(spec, ruleset) and usual != spec.default else []
