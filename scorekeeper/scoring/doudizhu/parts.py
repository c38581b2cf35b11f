"""役回り: who was landlord, who farmer, and who won."""

from ..core import Outcome, Parts, State
from .auction import taken
from .facts import Deal
from .options import DoudizhuOptions


def parts(state: State, facts: Deal, options: DoudizhuOptions, outcome: Outcome) -> Parts:
    """Nobody has a part in a deal that all passed."""
    if facts.kind == "passed":
        return Parts()
    landlord = taken(facts.auction)[0] or facts.landlord
    winners = dict.fromkeys(transfer.payee for transfer in outcome.transfers)
    return Parts(
        {
            "landlord": (landlord,),
            "farmer": tuple(name for name in state.seats if name != landlord),
            "winner": tuple(winners),
        }
    )
