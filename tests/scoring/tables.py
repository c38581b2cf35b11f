"""Short ways to write sessions down in tests."""

from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Transfer
from scorekeeper.scoring.document import Document, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.formulas import Formulas
from scorekeeper.scoring.messages import Phrase
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.reporting import report

KNOWN_GAMES = ", ".join(
    ["gamble", "kawagoe", "teyaku", "dotenko", "doudizhu", "sheet", "daifugo", "sevens", "old_maid", "uno",
     "hearts", "poker", "page_one"]
)  # fmt: skip
"""As errors list them."""


def hand(written: object) -> object:
    """``"2 J"`` as a list of cards; lists and sums stay."""
    return written.split() if isinstance(written, str) else written


def a_round(kind: str, **keys: Any) -> dict[str, Any]:
    """A round as JSON; hands may be written as texts, lists of names as ``"A B"``."""
    data: dict[str, Any] = {"kind": kind, **keys}
    for key in ("callers", "returns", "riichi", "lapsed"):
        if key in data:
            data[key] = hand(data[key])
    if "hands" in data:
        data["hands"] = {name: hand(cards) for name, cards in data["hands"].items()}
    return data


def dobon(
    card: str, hands: dict[str, Any], callers: str = "A", victim: str = "B", **more: Any
) -> dict[str, Any]:
    return a_round("dobon", card=card, callers=callers, victim=victim, hands=hands, **more)


def opening(card: str, hands: dict[str, Any], callers: str = "A", **more: Any) -> dict[str, Any]:
    return a_round("opening", card=card, callers=callers, hands=hands, **more)


def correction(*moves: tuple[str, str, int]) -> dict[str, Any]:
    """Payer, payee and points of each move."""
    keys = ("from", "to", "points")
    return a_round("adjust", transfers=[dict(zip(keys, move, strict=True)) for move in moves])


def document(players: str, *rounds: Any, game: str = "gamble", **options: object) -> dict[str, Any]:
    """A session of a game as JSON; ``version``, ``stake`` and ``rate`` are given among the options."""
    data = {"format": 1, "game": game, "players": players.split(), "rounds": list(rounds), "options": options}
    terms = [key for key in ("version", "stake", "rate") if key in options]
    return data | {key: options.pop(key) for key in terms}


def session(players: str, *rounds: Any, game: str = "gamble", **options: object) -> Document:
    return read_document(document(players, *rounds, game=game, **options))


def last(document: Document) -> Scored:
    """The last round, scored; every sentence about it can be made."""
    played = document.replay()
    report(document, str, played)
    return played.scored[-1]


def net(entry: Scored) -> str:
    """What everybody won or lost: ``A +22, B -22``; who neither won nor lost is left out."""
    return ", ".join(f"{name} {points:+}" for name, points in entry.change.items() if points)


def paid(entry: Scored) -> str:
    """Every payment: ``B>A 330, C>A 70``."""
    return ", ".join(f"{one.payer}>{one.payee} {one.points}" for one in entry.outcome.transfers)


def arithmetic(transfer: Transfer, translate: texts.Translate = str) -> str:
    """A payment in numbers alone: ``(54 + 60 = 114 → 110) × 3 = 330``."""
    return Formulas(translate, named=False).of(transfer.steps)


def problems(entry: Scored) -> str:
    """Every objection: ``hand.missing A, returns.off B``."""
    return ", ".join(f"{one.code} {one.who}".strip() for one in entry.outcome.problems)


def refused(data: object) -> tuple[str, str]:
    """Place and code of the error that reading a document raises."""
    with pytest.raises(ReadError) as caught:
        read_document(data)
    assert texts.error(caught.value, str), "there are words for it, with all that they name"
    return caught.value.where, caught.value.code


def in_english(phrase: object) -> object:
    """A phrase, or one of its values, in English."""
    if not isinstance(phrase, Phrase):
        return " & ".join(map(str, phrase)) if isinstance(phrase, tuple) else phrase
    values = {key: in_english(value) for key, value in phrase.values.items()}
    several = phrase.plural and values["count"] != 1
    return (phrase.plural if several else phrase.text) % values
