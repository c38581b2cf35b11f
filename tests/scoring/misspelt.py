"""Misspelt house rules, which mypy has to find: where it does not, the ignore is unused, and an error itself.

Nothing here is ever run; ``files`` in ``pyproject.toml`` names it beside the program.
"""

from dataclasses import replace

from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions
from scorekeeper.scoring.options import Group, Switch
from scorekeeper.scoring.settlement import Stake
from scorekeeper.scoring.sheet.options import SheetOptions


def values(dobon: DobonOptions, doudizhu: DoudizhuOptions, sheet: SheetOptions) -> list[bool]:
    return [
        dobon.first_claim == "stand",  # type: ignore[comparison-overlap]
        dobon.starts == "looser",  # type: ignore[comparison-overlap]
        dobon.pot_end == "return",  # type: ignore[comparison-overlap]
        dobon.riichi != "no",  # type: ignore[comparison-overlap]
        dobon.riichi is True,  # type: ignore[comparison-overlap]
        dobon.dobon_factor == "3",  # type: ignore[comparison-overlap]
        doudizhu.spring == "doubled",  # type: ignore[comparison-overlap]
        sheet.ties == "shared",  # type: ignore[comparison-overlap]
        sheet.zero_sum is True,  # type: ignore[comparison-overlap]
    ]


def keys(document: Document, dobon: DobonOptions) -> None:
    dobon.pot_ends  # type: ignore[attr-defined] # noqa: B018
    document.options.pot_end  # type: ignore[attr-defined] # noqa: B018
    document.options.returned_pot  # type: ignore[attr-defined] # noqa: B018


def what_is_played_for(stake: Stake) -> list[bool]:
    Stake(top_bonus="gap_twice")  # type: ignore[arg-type]
    return [
        stake.top_bonus == "nothing",  # type: ignore[comparison-overlap]
        stake.bust == "under",  # type: ignore[comparison-overlap]
    ]


def rules_of_a_game(dobon: DobonOptions) -> None:
    DobonOptions(starts="looser")  # type: ignore[arg-type]
    DobonOptions(start="loser")  # type: ignore[call-arg]
    replace(dobon, pot_end="return")  # type: ignore[arg-type]
    replace(dobon, pots_end="returned")  # type: ignore[call-arg]


class Declared:
    rule: Switch = Group("Rules").switch("of")  # type: ignore[arg-type]
