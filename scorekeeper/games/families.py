"""The registry of the families of games."""

from collections.abc import Mapping

from scorekeeper.scoring.ruleset import Ruleset

from .dobon.page import FAMILY as DOBON
from .doudizhu.page import FAMILY as DOUDIZHU
from .shape import Family
from .sheet.form import FAMILY as SHEET

FAMILIES: Mapping[str, Family] = {"dobon": DOBON, "doudizhu": DOUDIZHU, "sheet": SHEET}


def files_made() -> dict[str, str]:
    return {name: text for family in FAMILIES.values() for name, text in family.files().items()}


def family_of(ruleset: Ruleset) -> Family:
    return FAMILIES[ruleset.family]
