"""Registry of the endings of the family, the usual ones first, and what their rounds need."""

from collections.abc import Mapping

from ...core import Outcome
from ..asking import Needs
from ..claims import course_of
from ..facts import Round
from ..options import DobonOptions
from .burst import BURST, FOUL, NOGAME
from .claim import DOBON, DRAW, OPENING
from .ending import Ending
from .out import DECKOUT, OUT

ENDINGS: Mapping[str, Ending] = {
    "dobon": DOBON,
    "opening": OPENING,
    "out": OUT,
    "draw": DRAW,
    "burst": BURST,
    "deckout": DECKOUT,
    "foul": FOUL,
    "nogame": NOGAME,
}


def kinds(options: DobonOptions) -> tuple[str, ...]:
    return tuple(kind for kind, ending in ENDINGS.items() if ending.available(options))


def needs(options: DobonOptions) -> dict[str, Needs]:
    """``Needs`` by kind of round, the usual ones first."""
    return {kind: ENDINGS[kind].needs(options) for kind in kinds(options)}


def required(need: Needs, options: DobonOptions) -> tuple[str, ...]:
    """The required fields; a claimed card only where its number is paid for."""
    optional = ("drawn",) if options.pays_card else ("card", "drawn")
    return tuple(slot for slot in need.slots if slot not in optional)


def unseen_winners(facts: Round, options: DobonOptions, outcome: Outcome) -> set[str]:
    """Winners by a claim whose hand was not entered, where its jokers would double what they get."""
    if options.joker_loss != "all" or ENDINGS[facts.kind].won_by != "claim":
        return set()
    facts = course_of(facts, options, outcome)
    stands = options.first_claim == "stands" or not facts.returns
    return {*facts.returns[-1:], *(facts.callers if stands else ())} - facts.hands.keys()
