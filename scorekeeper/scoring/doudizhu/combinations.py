"""組み合わせ: what may be played in 闘地主, and which play beats which.

A play is judged by its ranks alone, each a character of ``ORDER``; suits never matter.  Source: 004.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import JOKER, Card, CardError, plain_text
from ..core import Note
from ..errors import ReadError

ORDER = "3456789TJQKA2BR"
"""Ranks from the lowest to the highest; ``B`` and ``R`` are the black and the red joker."""

ALIKE = {1: "single", 2: "pair", 3: "triplet"}


class Run(NamedTuple):
    type: str
    least: int  # how many ranks it needs
    short: str  # the note that it has fewer


RUNS = {
    1: Run("sequence", 5, "why.short_sequence"),
    2: Run("pair_sequence", 3, "why.short_pairs"),
    3: Run("triplet_sequence", 2, "why.short_triplets"),
}
"""Runs by the number of cards of each rank."""

_TWO, _BLACK, _RED = 12, 13, 14
_PLACE = {char: place for place, char in enumerate(ORDER)}
_CHARS = dict(zip(range(1, 14), "A23456789TJQK", strict=True))
_OF_CHAR = {char: Card(rank) for rank, char in _CHARS.items()}
_OF_CHAR |= {"10": Card(10), "B": Card(JOKER, "B"), "R": Card(JOKER, "R")}
_JOKER_WORDS = (("小王", "B"), ("大王", "R"))
_TOKEN = re.compile(r"[\s,、。・;|+]*([Jj]k[BRbr]?|[SHDCshdc]?(?:10|[2-9AJQKTajqkt])|[BRbr])[\s,、。・;|+]*")


@dataclass(frozen=True, slots=True)
class Rules:
    decks: int = 1  # 1 or 2
    wings_repeat: bool = False  # whether single attached cards may be of one rank
    wings: bool = True  # whether single cards may be attached to triplets, and anything to quads
    rocket: int = 2  # how many jokers make a rocket


ONE_DECK = Rules()
MOST_HELD = {1: 20, 2: 33}
"""The most cards in one hand, the landlord's, by number of decks; no play can be longer."""


@dataclass(frozen=True, slots=True)
class Combination:
    """組み合わせ: what the cards of a play make."""

    type: str  # a key of ``messages.COMBINATIONS``
    rank: str  # of the main part; of a run the lowest
    length: int  # ranks in a row
    size: int  # number of cards


def rank_of(card: Card) -> str:
    """The character of a card's rank.

    >>> rank_of(Card(10, "H")), rank_of(Card(JOKER, "R"))
    ('T', 'R')

    Raises CardError for a joker without its colour.
    """
    if card.rank != JOKER:
        return _CHARS[card.rank]
    if not card.suit:
        raise CardError(str(card))
    return card.suit


def read_play(text: str) -> tuple[Card, ...]:
    """The cards of a typed play, with or without separators and suits.

    >>> "".join(map(rank_of, read_play("♠3 3 10 Ｔ 大王 JkB")))
    '33TTRB'

    Raises CardError naming what is no card.
    """
    plain = plain_text(text)
    for word, char in _JOKER_WORDS:
        plain = plain.replace(word, f" {char} ")
    cards, place = [], 0
    while place < len(plain):
        match = _TOKEN.match(plain, place)
        if match is None:
            raise CardError(plain[place:])
        cards.append(_read_card(match[1]))
        place = match.end()
    return tuple(cards)


def _read_card(word: str) -> Card:
    if word[1:2] == "k":
        return Card(JOKER, word[2:].upper())
    upper = word.upper()
    if upper in _OF_CHAR:
        return _OF_CHAR[upper]
    return Card(_OF_CHAR[upper[1:]].rank, upper[0])


def identify(play: str | Iterable[Card], rules: Rules = ONE_DECK) -> Combination | Note:
    """The combination that the cards make, which is always unique, or why they make none.

    >>> identify("8999988A").code, identify("T89QJ")
    ('why.wings_quad', Combination(type='sequence', rank='8', length=5, size=5))

    Raises CardError for a character that is no rank, or a joker without its colour.
    """
    counts = _counts(play)
    size, most = sum(counts), max(counts)
    held = [place for place, count in enumerate(counts) if count]
    if not held:
        return Note("why.empty")
    if size > MOST_HELD[rules.decks]:
        return Note("why.never_held", {"count": size, "most": MOST_HELD[rules.decks]})
    if over := _too_many(counts, rules):
        return over
    if held[0] >= _BLACK:
        return _of_jokers(counts, size, rules)
    if len(held) == 1:
        return _alike(held[0], size)
    if most == 3:
        return _of_triplets(counts, size, rules)
    if most == 4:
        return _on_quad(counts, size, rules)
    return _run(held, most) if most == size / len(held) and most in RUNS else Note("why.nothing")


def _counts(play: str | Iterable[Card]) -> list[int]:
    ranks = play if isinstance(play, str) else "".join(map(rank_of, play))
    counts = [0] * len(ORDER)
    for char in ranks:
        place = _PLACE.get(char)
        if place is None:
            raise CardError(char)
        counts[place] += 1
    return counts


def _too_many(counts: Sequence[int], rules: Rules) -> Note | None:
    """The first rank with more cards than the decks hold."""
    limits = [4 * rules.decks] * _BLACK + [rules.decks] * 2
    for rank, count, limit in zip(ORDER, counts, limits, strict=True):
        if count > limit:
            return Note("why.too_many", {"rank": card_of(rank), "count": count})
    return None


def card_of(rank: str) -> Card:
    """A card of a rank, of no suit.

    >>> str(card_of("T")), str(card_of("B"))
    ('10', 'JkB')
    """
    return _OF_CHAR[rank]


def _of_jokers(counts: Sequence[int], size: int, rules: Rules) -> Combination | Note:
    black, red = counts[_BLACK:]
    if black == red and size == rules.rocket:
        return Combination("rocket", "B", 1, size)
    if black and red:
        return Note("why.rocket_four" if rules.rocket == 4 else "why.rocket_two")
    return _alike(_RED if red else _BLACK, size)


def _alike(place: int, size: int) -> Combination:
    return Combination(ALIKE.get(size, "bomb"), ORDER[place], 1, size)


def _run(held: Sequence[int], each: int) -> Combination | Note:
    """A run of ``each`` cards of every rank held; the ranks have to follow one another, below the 2."""
    run = RUNS[each]
    if each == 1 and len(held) == 2:
        return Note("why.nothing")
    if len(held) < run.least:
        return Note(run.short, {"count": len(held)})
    if held[-1] >= _TWO:
        return Note("why.run_two")
    if not _in_a_row(held):
        missing = next(place for place in range(held[0], held[-1]) if place not in held)
        return Note("why.run_gap", {"rank": card_of(ORDER[missing])})
    return Combination(run.type, ORDER[held[0]], len(held), each * len(held))


def _in_a_row(held: Sequence[int]) -> bool:
    return held[-1] - held[0] == len(held) - 1 and held[-1] < _TWO


def _of_triplets(counts: Sequence[int], size: int, rules: Rules) -> Combination | Note:
    """A run of triplets, or triplets with a single card or a pair attached to each."""
    triplets = [place for place, count in enumerate(counts) if count == 3]
    alone = size == 3 * len(triplets)
    run = _run(triplets, 3)
    if alone and isinstance(run, Combination):
        return run
    for each, name in ((1, "single"), (2, "pair")):
        length, over = divmod(size, 3 + each)
        main = None if over else _main(counts, triplets, length, each, rules)
        if main is not None:
            several = f"triplet_sequence_{name}s"
            return Combination(several if length > 1 else f"triplet_{name}", ORDER[main], length, size)
    apart = isinstance(run, Note) and (alone or len(triplets) > 1)
    return run if apart else _wrong_wings(counts, len(triplets), size, rules)


def _wrong_wings(counts: Sequence[int], triplets: int, size: int, rules: Rules) -> Note:
    rest = {count for count in counts if count not in (0, 3)}
    if counts[_BLACK] and counts[_RED]:
        return Note("why.wings_jokers")
    if counts[_BLACK] + counts[_RED] and 2 in rest:
        return Note("why.wings_joker_pair" if 2 in counts[_BLACK:] else "why.wings_mixed")
    if size == 4 * triplets:
        return Note("why.wings_same" if rules.wings else "why.wings_off")
    if rest == {1, 2}:
        return Note("why.wings_mixed")
    return Note("why.wings_number", {"triplets": triplets, "wings": size - 3 * triplets})


def _main(counts: Sequence[int], triplets: list[int], length: int, each: int, rules: Rules) -> int | None:
    """The lowest of the triplets that carry wings of ``each`` cards; only one joker may be among them.

    Where single cards may repeat, a triplet may be a wing, but not one next to the run.
    """
    jokers = counts[_BLACK] + counts[_RED]
    repeat = each == 1 and rules.wings_repeat
    differ = len(triplets) == length and {*counts} <= {0, 3, each}
    if jokers > 1 or (each == 1 and not rules.wings) or not (repeat or differ):
        return None
    for begin in reversed(range(len(triplets) - length + 1)):
        main = triplets[begin : begin + length]
        if length == 1:
            return main[0]
        longer = [place for place in (main[0] - 1, main[-1] + 1) if place in triplets and place < _TWO]
        if _in_a_row(main) and not longer:
            return main[0]
    return None


def _on_quad(counts: Sequence[int], size: int, rules: Rules) -> Combination | Note:
    """Four alike with two single cards or two pairs."""
    rest = [count for count in counts if count and count != 4]
    jokers = counts[_BLACK] + counts[_RED]
    singles = size == 6 and jokers <= 1 and (rest == [1, 1] or (rest == [2] and rules.wings_repeat))
    pairs = size == 8 and not jokers and rest == [2, 2]
    if rules.wings and (singles or pairs):
        return Combination("quad_singles" if singles else "quad_pairs", ORDER[counts.index(4)], 1, size)
    if counts.count(4) > 1:
        return Note("why.nothing")
    if not rules.wings:
        return Note("why.wings_off")
    if counts[_BLACK] and counts[_RED]:
        return Note("why.wings_jokers")
    if 2 in counts[_BLACK:]:
        return Note("why.wings_joker_pair")
    return Note("why.wings_same") if size == 6 else Note("why.wings_quad", {"wings": size - 4})


def beats(play: Combination, previous: Combination) -> bool:
    """Whether ``play`` beats ``previous``: a rocket beats all, a bomb the rest, others only their own type.

    >>> beats(identify("5557"), identify("3339")), beats(identify("3333"), identify("AAA3"))
    (True, True)
    """
    if "rocket" in (play.type, previous.type):
        return previous.type != "rocket"
    if play.type == "bomb" and previous.type != "bomb":
        return True
    if (play.type, play.length) != (previous.type, previous.length):
        return False
    return (play.size, _PLACE[play.rank]) > (previous.size, _PLACE[previous.rank])


Verdict = dict[str, object]


def judge_play(play: str, previous: str | None, rules: Rules, text_of: Callable[[Note], str]) -> Verdict:
    """The combination of a typed play or why there is none, and whether it beats ``previous``.

    ``text_of`` is the text of the reason.  Raises ReadError naming what is no card.
    """
    made = identify(_ranks(play, "play"), rules)
    before = None if previous is None else identify(_ranks(previous, "beats"), rules)
    return _verdict(made, before) | ({"why": text_of(made)} if isinstance(made, Note) else {})


def judge_line(line: str, where: str, rules: Rules) -> Verdict:
    """The verdict on ``PLAY`` or ``PLAY > PREVIOUS`` without a reason; raises ReadError."""
    play, separator, previous = line.replace("＞", ">").partition(">")
    made = identify(_ranks(play, where), rules)
    return _verdict(made, identify(_ranks(previous, where), rules) if separator else None)


def _ranks(text: str, where: str) -> str:
    """The ranks of a play; one typed in the characters of ``ORDER`` needs no parsing."""
    plain = text.strip()
    if plain and not plain.strip(ORDER):
        return plain
    try:
        return "".join(map(rank_of, read_play(text)))
    except CardError as error:
        code = "play.joker" if error.text == "Jk" else "card.unknown"
        raise ReadError(where, code, text=error.text) from None


def _verdict(play: Combination | Note, before: Combination | Note | None) -> Verdict:
    verdict: Verdict = {"legal": False}
    if isinstance(play, Combination):
        verdict = {"legal": True, "type": play.type, "rank": play.rank, "length": play.length}
    if before is not None:
        higher = isinstance(play, Combination) and isinstance(before, Combination) and beats(play, before)
        verdict["beats"] = higher
    return verdict
