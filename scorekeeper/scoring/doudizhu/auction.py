"""叫分: the landlord by the auction, and objections to its calls."""

from collections.abc import Iterator

from ..core import Problem
from .facts import HIGHEST_BID, Call


def taken(calls: tuple[Call, ...]) -> tuple[str, int]:
    """The first player with the highest bid, and the bid; "" and 0 where all passed."""
    highest = max((call.bid for call in calls), default=0)
    first = next((call.by for call in calls if call.bid == highest and highest), "")
    return first, highest


def auction_objections(calls: tuple[Call, ...], seats: tuple[str, ...]) -> Iterator[Problem]:
    """Calls out of turn, not higher, or after the end, and an auction that had not ended.  Source: 004."""
    highest, passes, over, before = 0, 0, False, ""
    for call in calls:
        if over:
            yield Problem("auction.over", call.by)
        elif before in seats and call.by != seats[(seats.index(before) + 1) % len(seats)]:
            yield Problem("auction.turn", call.by)
        if 0 < call.bid <= highest:
            yield Problem("auction.not_higher", call.by, {"bid": call.bid, "highest": highest})
        highest, passes = max(highest, call.bid), 0 if call.bid else passes + 1
        over = over or _ended(highest, passes, len(seats))
        before = call.by
    if not over:
        yield Problem("auction.unfinished")


def _ended(highest: int, passes: int, players: int) -> bool:
    """Whether the highest bid was made, or everybody who could still bid has passed."""
    return highest == HIGHEST_BID or passes >= (players - 1 if highest else players)
