"""役回り: who had which part in a round of the family, and which number was claimed."""

from ..core import Outcome, Parts, State
from .claims import claimed_number
from .facts import Round
from .options import DobonOptions

KEYS = {"dobon": ("victim", "victim"), "draw": ("holder", "victim"), "burst": ("burst", "player")}
"""The part of the one who is named besides, and where the facts name that player, by kind of round."""


def parts(state: State, facts: Round, options: DobonOptions, outcome: Outcome) -> Parts:
    """Callers, who was claimed, who returned, drew or burst, and who won."""
    besides, key = KEYS.get(facts.kind, ("", ""))
    drawer = (facts.winner,) if facts.kind == "draw" else ()
    roles = {
        "caller": facts.callers,
        besides: (getattr(facts, key),) if besides and getattr(facts, key) else (),
        "returner": facts.returns,
        "drawer": drawer,
        "winner": tuple(outcome.streak or ()),
    }
    number = claimed_number(facts, options) if facts.callers else None
    return Parts({part: names for part, names in roles.items() if names}, number)
