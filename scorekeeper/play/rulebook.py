"""ルール: the rules of a game in words, with examples that the engine works out for this table."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import read_card, read_cards
from scorekeeper.scoring.core import State
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.ruleset import Ruleset

Chapters = list[tuple[str, list[str]]]


def rule_text(ruleset: Ruleset, options: Any) -> Chapters:
    """The rules as headings with their paragraphs."""
    return BOOKS[ruleset.key](ruleset, options)


def _gamble(ruleset: Ruleset, options: Any) -> Chapters:
    def example(kind: str, **facts: Any) -> str:
        return _example(ruleset, options, kind, **facts)

    return [
        (
            gettext("When somebody goes out"),
            [
                gettext("Everybody else pays the winner the points left in their own hand."),
                example("out", winner="X", hands={"Y": "A 2 3 10 K"}),
            ],
        ),
        (
            gettext("When somebody calls dobon"),
            [
                gettext("Whoever has a hand that adds up to the card just played may claim it."),
                gettext("For a claim A is 1, J 11, Q 12 and K 13."),
                gettext("The player of that card pays for both hands together, times the dobon factor."),
                gettext("Everybody else pays for their own hand."),
                example(
                    "dobon", callers="X", victim="Y", card="K", hands={"X": "2 J", "Y": "A 2 3", "Z": "4 8"}
                ),
            ],
        ),
        (
            gettext("When several call"),
            [
                gettext("Each caller is paid in full, by the claimed player and by everybody else."),
                example(
                    "dobon", callers="XZ", victim="Y", card="9", hands={"X": "4 5", "Y": "K", "Z": "2 7"}
                ),
            ],
        ),
        (
            gettext("When the stock is used up"),
            [gettext("If nobody can go on, whoever started the round counts as having gone out.")],
        ),
        (
            gettext("Who starts"),
            [gettext("The first round by lot, then the winner of the round before.")],
        ),
    ]


BOOKS: Mapping[str, Callable[[Ruleset, Any], Chapters]] = {"gamble": _gamble}


def _example(
    ruleset: Ruleset, options: Any, kind: str, *, hands: Mapping[str, str], card: str = "", **roles: Any
) -> str:
    """One round worked out by the engine with the table's house rules, as a line of arithmetic."""
    roles |= {"callers": tuple(roles["callers"])} if "callers" in roles else {}
    facts = Round(
        kind=kind,
        card=read_card(card) if card else None,
        hands={who: Hand(read_cards(text)) for who, text in hands.items()},
        **roles,
    )
    seats = tuple(sorted({*hands, *roles.get("callers", ()), roles.get("winner", "X")}))
    outcome = ruleset.settle(State(seats, dict.fromkeys(seats, 0)), facts, options)
    words = {
        "who": roles.get("victim", ""),
        "card": card,
        "hands": gettext("; ").join(f"{who}: {text}" for who, text in sorted(hands.items())),
        "payments": gettext("; ").join(
            f"{one.payer} → {one.payee}: {texts.formula(one)}" for one in outcome.transfers
        ),
    }
    if card:
        return gettext("Example: %(who)s plays %(card)s. %(hands)s. %(payments)s") % words
    return gettext("Example: %(hands)s. %(payments)s") % words
