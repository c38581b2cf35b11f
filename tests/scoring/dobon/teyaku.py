"""Rounds of 手役ドボン for tests: each is worth 100 unless it says otherwise."""

from typing import Any

from tests.scoring.tables import a_round, last, session


def dobon(caller: str = "A", victim: str = "B", hand: str = "4 5", **more: Any) -> dict[str, Any]:
    """A claim on a 9, worth 100 without yaku."""
    hands = {caller: hand, **more.pop("hands", {})}
    return a_round("dobon", callers=caller, victim=victim, card="9", hands=hands, **more)


def clear(winner: str = "A", **more: Any) -> dict[str, Any]:
    """The others keep a card each."""
    return a_round("out", winner=winner, hands={who: "3" for who in "ABCD" if who != winner}, **more)


def draw(hand: str = "A 5 4", **more: Any) -> dict[str, Any]:
    """A draws a 4 to A 5 on a 10."""
    return a_round("draw", winner="A", card="10", hands={"A": hand}, **more)


def deckout(*counts: int, **more: Any) -> dict[str, Any]:
    hands = {who: {"count": count} for who, count in zip("ABCD", counts, strict=True)}
    return a_round("deckout", hands=hands, **more)


def play(*rounds: dict[str, Any], **options: object) -> Any:
    return last(session("A B C D", *rounds, game="teyaku", **options))


LAPSING = {"riichi_lasts": "turn"}
TOP_3 = {"yaku_points": "100 300 700"}
