"""役回り: who was landlord, who farmer, who won, and who won by a spring that counted."""

from ..core import Outcome, Parts, State
from .facts import Deal
from .options import DoudizhuOptions
from .tally import landlord_of, multiplied


def parts(state: State, facts: Deal, options: DoudizhuOptions, outcome: Outcome) -> Parts:
    """The roles of a deal; none where all passed."""
    if facts.kind == "passed":
        return Parts()
    landlord, _ = landlord_of(facts)
    counts = options.spring != "off"
    winners = tuple(dict.fromkeys(transfer.payee for transfer in outcome.transfers))
    return Parts(
        {
            "landlord": (landlord,),
            "farmer": tuple(name for name in state.seats if name != landlord),
            "winner": winners,
            "spring": winners if counts and multiplied(facts, outcome).spring else (),
        }
    )
