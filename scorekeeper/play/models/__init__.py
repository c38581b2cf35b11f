"""Sessions, their seats, rounds and hands, and who changed what.

Rows hold what happened at the table.  Points, dealer and standing are derived from it by a replay and stored
in ``RoundResult``, ``SeatResult``, ``Flow`` and ``GameSession.standing``; only ``results`` writes these.
"""

from .changes import Merge, RoundEdit, holder_of, with_holders
from .money import Bill, BillPayment, Clearing, OpenDebt, SettlementPaid
from .rounds import Flow, Hand, Round, RoundResult, SeatResult, StandIn, with_hands
from .tables import GameSession, Kind, Night, ResultLink, Seat, with_players

__all__ = (
    "Bill",
    "BillPayment",
    "Clearing",
    "Flow",
    "GameSession",
    "Hand",
    "Kind",
    "Merge",
    "Night",
    "OpenDebt",
    "ResultLink",
    "Round",
    "RoundEdit",
    "RoundResult",
    "Seat",
    "SeatResult",
    "SettlementPaid",
    "StandIn",
    "holder_of",
    "with_hands",
    "with_holders",
    "with_players",
)
