"""Cards of a French deck: reading and writing them, and the check that one deck suffices.

A rank is 1 (ace) to 13 (king), 0 for a joker, or ``SUIT_ONLY`` where only the suit is known.  A suit is
one of ``S H D C``, ``B`` or ``R`` for a black or red joker, or empty where it was not written down.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .limits import LONGEST_CARDS

JOKER = 0
RANK_NAMES = ("Jk", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_ONLY = len(RANK_NAMES)
"""In the place of a rank: a card of which only the suit is known."""
_WRITTEN = (*RANK_NAMES, "")
SUITS = "SHDC"
SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SYMBOLS = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")
LONGEST_SUIT = 2
"""Characters of a suit that stands alone: a symbol and a variation selector."""
LONGEST_SUIT_COUNT = 6
"""Characters of a suit with how many cards of it there are."""
_SEPARATORS = re.compile(r"[\s,、。・;|+\uff0c\uff0e\uff1b\uff5c\uff0b]+")
_SUIT_COUNT = re.compile(r"([SHDC])[X×*]([0-9]{1,2})")
_RUN = re.compile(r"[Jj]k[BRbr]?|[小大]?王|鬼|[SHDCshdc]?(?:10|[2-9AJQKTajqkt])")


@dataclass(frozen=True, slots=True)
class Card:
    """札: one playing card; ``str(card)`` is its written form, as in ``10``, ``H10``, ``Jk``, ``JkB``."""

    rank: int
    suit: str = ""

    def __str__(self) -> str:
        if self.rank == JOKER:
            return RANK_NAMES[JOKER] + self.suit
        return self.suit + _WRITTEN[self.rank]


@dataclass(frozen=True, slots=True)
class SuitCount:
    """How many cards of a hand are of a suit, where some cards have no suit; written ``Sx2``."""

    suit: str
    count: int

    def __str__(self) -> str:
        return f"{self.suit}x{self.count}"


class CardError(ValueError):
    """A text that is no card; ``text`` is the part that could not be read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def _all_cards() -> dict[str, Card]:
    cards = {str(card): card for suit in ("", *SUITS) for rank in range(1, 14) for card in [Card(rank, suit)]}
    cards |= {str(card): card for card in (Card(JOKER), Card(JOKER, "B"), Card(JOKER, "R"))}
    spellings = {name.upper(): card for name, card in cards.items()}
    spellings |= {name.replace("10", "T"): card for name, card in cards.items() if "10" in name}
    spellings |= {suit + "1": Card(1, suit) for suit in ("", *SUITS)}
    spellings |= dict.fromkeys(("JOKER", "ジョーカー", "小丑", "王", "鬼"), Card(JOKER))
    spellings |= {"小王": Card(JOKER, "B"), "大王": Card(JOKER, "R")}
    return cards | spellings


SPELLINGS: Mapping[str, Card] = _all_cards()
"""Every card by each of its spellings in capitals, and by ``str(card)``."""


def plain_text(text: str) -> str:
    """The text normalized; a longer one is refused, since sorting combining marks takes quadratic time."""
    if len(text) > LONGEST_CARDS:
        raise CardError(text)
    return unicodedata.normalize("NFKC", text.translate(_SYMBOLS)).strip()


def read_card(text: str) -> Card:
    """Read one card; also ``T``, ``1`` for the ace, full-width forms, small letters and suit symbols.

    >>> str(read_card("♥10")), str(read_card("T")), str(read_card("Q"))
    ('H10', '10', 'Q')

    Raises CardError.
    """
    card = SPELLINGS.get(text) or SPELLINGS.get(plain_text(text).upper())
    if card is None:
        raise CardError(text)
    return card


def read_suit(text: str) -> Card | None:
    """A suit alone, as a card without a rank; None for anything else.

    >>> str(read_suit("♥")), str(read_suit("ｄ")), read_suit("K")
    ('H', 'D', None)
    """
    plain = plain_text(text).upper() if len(text) <= LONGEST_SUIT else ""
    return Card(SUIT_ONLY, plain) if len(plain) == 1 and plain in SUITS else None


def read_suit_count(text: str) -> SuitCount | None:
    """Read a suit count; None for anything else.

    >>> str(read_suit_count("♠×2")), str(read_suit_count("ｈ＊０")), read_suit_count("H2")
    ('Sx2', 'Hx0', None)
    """
    plain = plain_text(text).upper() if len(text) <= LONGEST_SUIT_COUNT else ""
    match = _SUIT_COUNT.fullmatch(plain)
    return SuitCount(match[1], int(match[2])) if match else None


def read_cards(text: str) -> tuple[Card, ...]:
    """Read a typed hand: cards separated by spaces or commas, or run together.

    Two capitals ``JK`` are a jack and a king, ``Jk`` and ``jk`` are a joker.

    >>> [str(card) for card in read_cards("2 J, ♠10") + read_cards("AQ10")]
    ['2', 'J', 'S10', 'A', 'Q', '10']

    Raises CardError naming the word that is no card.
    """
    return tuple(card for word in _words(text) for card in _read_word(word))


def read_held(text: str) -> tuple[Card | SuitCount, ...]:
    """Read a typed hand that may contain suit counts.

    >>> [str(item) for item in read_held("4 2 Jk ♠×2")]
    ['4', '2', 'Jk', 'Sx2']

    Raises CardError naming the word that is neither.
    """
    counts = ((word, read_suit_count(word)) for word in _words(text))
    return tuple(item for word, count in counts for item in ([count] if count else _read_word(word)))


def _words(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(text.translate(_SYMBOLS)) if word]


def _read_word(word: str) -> tuple[Card, ...]:
    plain = plain_text(word)
    if plain.upper() in SPELLINGS and plain != "JK":
        return (SPELLINGS[plain.upper()],)
    parts = _RUN.findall(plain)
    if not parts or "".join(parts) != plain:
        raise CardError(word)
    return tuple(SPELLINGS[part.upper()] for part in parts)


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def show_card(card: Card) -> str:
    """A card as people read it, with the symbol of its suit.

    >>> show_card(Card(13, "S")), show_card(Card(10)), show_card(Card(JOKER, "B"))
    ('♠K', '10', 'Jk')
    """
    return SUIT_SYMBOLS.get(card.suit, "") + _WRITTEN[card.rank]


def show_suit_count(item: SuitCount) -> str:
    return f"{SUIT_SYMBOLS[item.suit]}×{item.count}"


def suit_bounds(cards: Sequence[Card], suit: str, decks: int = 1) -> tuple[int, int]:
    """How many of the cards are of a suit at least and at most: one of a rank in each deck.

    >>> suit_bounds(read_cards("S4 4 2 2 Jk"), "S")
    (1, 2)
    """
    known = Counter([card.rank for card in cards if card.suit == suit and card.rank])
    free = Counter([card.rank for card in cards if not card.suit and card.rank])
    may = [min(count, max(decks - known[rank], 0)) for rank, count in free.items()]
    return known.total(), known.total() + sum(may)


def too_many(cards: Iterable[Card], decks: int = 1, jokers: int = 0) -> dict[Card, int]:
    """Cards that occur more often than in the decks, with how often: 4 a rank, 1 a suited card a deck.

    ``jokers`` is how many jokers are in play in all.

    >>> {str(card): count for card, count in too_many(read_cards("K K K K K")).items()}
    {'K': 5}
    """
    held = list(cards)
    suited = [card for card in held if card.suit and card.rank]
    over = {card: count for card, count in Counter(suited).items() if count > decks} if suited else {}
    ranks = [0] * len(_WRITTEN)
    for card in held:
        ranks[card.rank] += 1
    if ranks[JOKER] > jokers or max(ranks[1:]) > 4 * decks:
        limits = [jokers] + [4 * decks] * (len(ranks) - 1)
        over |= {Card(rank): ranks[rank] for rank, limit in enumerate(limits) if ranks[rank] > limit}
    return over
