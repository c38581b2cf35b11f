"""ゲームの言葉: texts that several games share, and values of house rules, in the words of one game."""

from collections.abc import Mapping
from functools import reduce

from django.utils.translation import gettext, gettext_noop

from scorekeeper.scoring.options import Spec

OWN_WORDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "dotenko": (
        (gettext_noop("Opening dobon"), gettext_noop("Sho-tenko")),
        (gettext_noop("opening dobon"), gettext_noop("sho-tenko")),
        (gettext_noop("Dobon"), gettext_noop("Dotenko")),
        (gettext_noop("dobon"), gettext_noop("dotenko")),
    ),
    "teyaku": (
        (gettext_noop("Return (dobon-gaeshi)"), gettext_noop("Counter")),
        (gettext_noop("returner"), gettext_noop("counterer")),
        (gettext_noop("Return"), gettext_noop("Counter")),
        (gettext_noop("return"), gettext_noop("counter")),
    ),
}
"""What a game calls what others of its family call otherwise, the longer words first."""


def in_words_of(game: str, text: str) -> str:
    """A text that several games share, translated, in the words of one of them."""
    own = ((gettext(usual), gettext(word)) for usual, word in OWN_WORDS.get(game, ()))
    return reduce(lambda told, pair: told.replace(*pair), own, text)


def shown_value(spec: Spec, value: object, game: str) -> str:
    """A value of a house rule in the words of a game."""
    labels = dict(spec.choices)
    return in_words_of(game, gettext(labels[str(value)])) if str(value) in labels else str(value)
