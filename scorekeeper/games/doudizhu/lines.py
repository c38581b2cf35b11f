"""打牌と叫分: plays and calls as lines of text, one a line, as in ``Ben: 3334`` and ``Ben: pass``."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import JOKER, RANK_NAMES, Card, CardError
from scorekeeper.scoring.doudizhu.combinations import rank_of, read_play
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import Json

PASS_WORDS = ("", "-", "−", "ー", "pass", "パス", "不要", "要不起", "不出", "不叫", "过", "過", "0")
PASSED = "-"
"""How a play or call that was passed is written."""

MOST_LINES = 400
"""Lines that are read; no deal has so many plays and calls."""
LONGEST_WORD = 100

Errors = list[str]


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What one player (``by``, a seat number) played or called.

    ``number`` is that of the line, from 1; ``place`` the same from 0 without the blank lines.
    """

    number: int
    place: int
    by: str
    text: str

    @property
    def passed(self) -> bool:
        return _plain(self.text).lower() in PASS_WORDS


def _plain(text: str) -> str:
    """The begin of a text as it is read: nothing that is known here is longer."""
    return unicodedata.normalize("NFKC", text[:LONGEST_WORD]).strip()


def split_lines(text: str, names: Mapping[str, str], errors: Errors) -> list[TypedLine]:
    """The lines that are not blank, with the player that each begins with."""
    typed = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = []
    for place, (number, words) in enumerate(typed[:MOST_LINES]):
        by, rest = _named(words, names)
        if by:
            lines.append(TypedLine(number, place, by, rest))
        else:
            nobody = gettext("nobody at this table is called “%(name)s”")
            errors.append(_at(number, nobody % {"name": texts.visible(rest[:40])}))
    return lines


def _named(words: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The seat number of the name in front and what follows; without one, the name that nobody has."""
    for seat, name in sorted(names.items(), key=lambda item: -len(item[1])):
        if words.startswith(name) and re.match(r"[\s:\uff1a]|$", words[len(name) :]):
            return seat, re.sub(r"^\s*[:\uff1a]?\s*", "", words[len(name) :])
    head, _, rest = words.replace("\uff1a", ":").partition(":")
    found = next((seat for seat, name in names.items() if same_name(name) == same_name(head.strip())), "")
    return found, rest.strip() if found else head.strip()


def _at(number: int, words: str) -> str:
    return gettext("Line %(number)d: %(what)s") % {"number": number, "what": words}


def cards_of(line: TypedLine, errors: Errors) -> tuple[Card, ...]:
    """The cards of a play; none where the player passed."""
    if line.passed:
        return ()
    try:
        return read_coloured(line.text)
    except CardError as error:
        errors.append(_at(line.number, card_error(error)))
        return ()


def read_coloured(text: str) -> tuple[Card, ...]:
    """The cards of a play; raises CardError, also for a joker without a colour."""
    cards = read_play(text)
    for card in cards:
        rank_of(card)
    return cards


def card_error(error: CardError) -> str:
    if error.text == RANK_NAMES[JOKER]:
        return gettext("a joker needs its colour here: JkB or JkR")
    return gettext("no card “%(text)s”") % {"text": texts.visible(error.text[:20])}


def read_plays(text: str, names: Mapping[str, str], errors: Errors) -> list[Json]:
    lines = split_lines(text, names, errors)
    return [{"by": line.by, "cards": [str(card) for card in cards_of(line, errors)]} for line in lines]


def read_auction(text: str, names: Mapping[str, str], errors: Errors) -> list[Json]:
    calls = []
    for line in split_lines(text, names, errors):
        bid = _plain(line.text)
        known = bid in ("1", "2", "3")
        if not (known or line.passed):
            errors.append(_at(line.number, gettext("a call is 1, 2, 3 or pass")))
        calls.append({"by": line.by, "bid": int(bid) if known else 0})
    return calls


def write_plays(plays: Sequence[Json], names: Mapping[str, str]) -> str:
    return _written([(play["by"], _shown(play["cards"])) for play in plays], names)


def _shown(cards: Sequence[str]) -> str:
    """Cards run together where none has a suit or a colour: ``3334``; else apart."""
    return ("" if set(cards) <= set(RANK_NAMES[1:]) else " ").join(cards) or PASSED


def write_auction(auction: Sequence[Json], names: Mapping[str, str]) -> str:
    return _written([(call["by"], str(call["bid"] or PASSED)) for call in auction], names)


def _written(rows: Sequence[tuple[str, str]], names: Mapping[str, str]) -> str:
    return "\n".join(f"{names[by]}: {what}" for by, what in rows)
