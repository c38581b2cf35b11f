"""Deals of 闘地主 for tests, and what came of them."""

from typing import Any

from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Scored
from tests.scoring.tables import arithmetic, last, session

DOUDIZHU = RULESETS["doudizhu"]


def deal(**keys: Any) -> dict[str, Any]:
    """A deal as JSON: A is landlord at 1 and wins unless it says otherwise; ``None`` leaves a key out."""
    data = {"kind": "deal", "landlord": "A", "bid": 1, "winner": "landlord", **keys}
    return {key: value for key, value in data.items() if value is not None}


def called(calls: str) -> list[dict[str, Any]]:
    """``"A1 B0"`` as the calls of an auction."""
    return [{"by": call[:-1], "bid": int(call[-1])} for call in calls.split()]


JOKERS = {"B": "JkB", "R": "JkR", "T": "10"}


def played(plays: str) -> list[dict[str, Any]]:
    """``"A:3334 B:5557"`` as plays; ``C:`` is a pass."""
    pairs = (play.split(":") for play in plays.split())
    return [{"by": by, "cards": [JOKERS.get(rank, rank) for rank in ranks]} for by, ranks in pairs]


def auctioned(calls: str, **keys: Any) -> dict[str, Any]:
    return deal(**{"landlord": None, "bid": None, "auction": called(calls), **keys})


def course(plays: str, **keys: Any) -> dict[str, Any]:
    return deal(**{"winner": None, "plays": played(plays), **keys})


def scored(data: dict[str, Any], players: str = "A B C", **options: object) -> Scored:
    return last(session(players, data, game="doudizhu", **options))


def notes(entry: Scored) -> list[str]:
    return [note.code for note in (*entry.outcome.remarks, *entry.outcome.notes)]


def formulas(entry: Scored) -> list[str]:
    return [arithmetic(transfer) for transfer in entry.outcome.transfers]
