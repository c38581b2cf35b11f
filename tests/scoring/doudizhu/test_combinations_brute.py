"""組み合わせ: every legal play of 闘地主, built from the rules' text alone, against the engine.

A play is written as its ranks in rising order (``3456789TJQKA2BR``), suits left out: each text is one
multiset of ranks.  The plays are made type by type, never by taking a set of cards apart.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product

import pytest

from scorekeeper.scoring.core import Note
from scorekeeper.scoring.doudizhu.combinations import ONE_DECK, Rules, beats, identify
from scorekeeper.scoring.doudizhu.messages import COMBINATIONS

RUN_RANKS = "3456789TJQKA"
SUIT_RANKS = RUN_RANKS + "2"
ORDER = SUIT_RANKS + "BR"
JOKERS = "BR"
MOST_CARDS = 20

Reading = tuple[str, str, int]
"""Type, rank (of a run: its lowest) and number of consecutive ranks."""
Play = tuple[str, Reading]

COUNTS = {
    ("single", 1): 15,
    ("pair", 1): 13,
    ("triplet", 1): 13,
    ("triplet_single", 1): 182,
    ("triplet_pair", 1): 156,
    ("triplet_sequence_singles", 2): 847,
    ("triplet_sequence_singles", 3): 2100,
    ("triplet_sequence_singles", 4): 2646,
    ("triplet_sequence_singles", 5): 1568,
    ("triplet_sequence_pairs", 2): 605,
    ("triplet_sequence_pairs", 3): 1200,
    ("triplet_sequence_pairs", 4): 1134,
    ("quad_singles", 1): 1170,
    ("quad_pairs", 1): 858,
    ("bomb", 1): 13,
    ("rocket", 1): 1,
}
RUN_COUNTS = {"sequence": 36, "pair_sequence": 52, "triplet_sequence": 45}


# ── the plays that the text allows ──────────────────────────────────────────────────────────────


def text(cards: Iterable[str]) -> str:
    return "".join(sorted(cards, key=ORDER.index))


def groups() -> Iterator[Play]:
    """One rank alone, and the rocket."""
    for name, times, ranks in (
        ("single", 1, ORDER),
        ("pair", 2, SUIT_RANKS),
        ("triplet", 3, SUIT_RANKS),
        ("bomb", 4, SUIT_RANKS),
    ):
        yield from ((rank * times, (name, rank, 1)) for rank in ranks)
    yield "BR", ("rocket", "B", 1)


def runs(name: str, times: int, fewest: int, most: int) -> Iterator[Play]:
    """Consecutive ranks from 3 to ace, each so many times, up to so many cards."""
    for length in range(fewest, len(RUN_RANKS) + 1):
        for start in range(len(RUN_RANKS) - length + 1):
            ranks = RUN_RANKS[start : start + length]
            if length * times <= most:
                yield text(ranks * times), (name, ranks[0], length)


def singles(number: int, taken: str) -> Iterator[str]:
    """So many cards of different ranks beside those taken, never both jokers."""
    free = [rank for rank in ORDER if rank not in taken]
    return ("".join(wings) for wings in combinations(free, number) if not set(JOKERS) <= set(wings))


def pairs(number: int, taken: str) -> Iterator[str]:
    """So many pairs of different ranks beside those taken; jokers are no pair."""
    free = [rank for rank in SUIT_RANKS if rank not in taken]
    return ("".join(wings) * 2 for wings in combinations(free, number))


def on_one_rank() -> Iterator[Play]:
    """A triplet or a quad with single cards or pairs."""
    for rank in SUIT_RANKS:
        for name, times, wings in (
            ("triplet_single", 3, singles(1, rank)),
            ("triplet_pair", 3, pairs(1, rank)),
            ("quad_singles", 4, singles(2, rank)),
            ("quad_pairs", 4, pairs(2, rank)),
        ):
            yield from ((text(rank * times + wing), (name, rank, 1)) for wing in wings)


def on_runs(most: int) -> Iterator[Play]:
    """Runs of triplets with as many single cards or pairs, up to so many cards."""
    for cards, (_, rank, length) in runs("triplet_sequence", 3, 2, most):
        for name, each, wings in (("singles", 1, singles), ("pairs", 2, pairs)):
            if length * (3 + each) <= most:
                reading = (f"triplet_sequence_{name}", rank, length)
                yield from ((text(cards + wing), reading) for wing in wings(length, cards))


def every_play(most: int = MOST_CARDS) -> list[Play]:
    return [
        *groups(),
        *runs("sequence", 1, 5, most),
        *runs("pair_sequence", 2, 3, most),
        *runs("triplet_sequence", 3, 2, most),
        *on_one_rank(),
        *on_runs(most),
    ]


def with_repeated_wings() -> Iterator[Play]:
    """The plays that are added where single wings may be alike: up to three, but no longer run by them."""
    for rank in SUIT_RANKS:
        yield from ((text(rank * 4 + wing), ("quad_singles", rank, 1)) for wing in pairs(1, rank))
    for cards, (_, rank, length) in runs("triplet_sequence", 3, 2, MOST_CARDS):
        beside = {at for at in RUN_RANKS for one in cards if abs(ORDER.index(at) - ORDER.index(one)) == 1}
        free = [at for at in ORDER if at not in cards]
        for wings in combinations_with_replacement(free, length if length * 4 <= MOST_CARDS else 0):
            times = Counter(wings)
            if times["B"] + times["R"] > 1 or max(times.values(), default=1) not in (2, 3):
                continue
            if not [at for at in beside if times[at] == 3]:
                yield text([*cards, *wings]), ("triplet_sequence_singles", rank, length)


def of_two_decks() -> dict[str, Reading]:
    """Four players: equal jokers are pairs, bombs have up to eight cards, the rocket is all four jokers."""
    plays = dict(every_play(33))
    del plays["BR"]
    bombs = {rank * size: ("bomb", rank, 1) for rank in SUIT_RANKS for size in (5, 6, 7, 8)}
    jokers = {joker * 2: ("pair", joker, 1) for joker in JOKERS}
    return {**plays, **bombs, **jokers, "BBRR": ("rocket", "B", 1)}


LEGAL = dict(every_play())


def wins(play: Reading, cards: str, table: Reading, previous: str) -> bool:
    """Whether a play may be put on another: rocket, bomb, or the same type and size and a higher rank.

    Of two bombs the one with more cards is higher.
    """
    if table[0] == "rocket":
        return False
    if play[0] == "rocket":
        return True
    if (play[0] == "bomb") != (table[0] == "bomb"):
        return play[0] == "bomb"
    if play[0] == "bomb" and len(cards) != len(previous):
        return len(cards) > len(previous)
    same = play[0] == table[0] and len(cards) == len(previous)
    return same and ORDER.index(play[1]) > ORDER.index(table[1])


def representatives(legal: dict[str, Reading]) -> list[str]:
    """One play of every type, rank, length and number of cards."""
    return list({(reading, len(cards)): cards for cards, reading in legal.items()}.values())


def held(cards: Iterable[str], decks: int = 1) -> bool:
    """Whether the decks have these cards."""
    return all(count <= (1 if rank in JOKERS else 4) * decks for rank, count in Counter(cards).items())


def multisets(size: int, decks: int = 1) -> Iterator[str]:
    """So many cards, suits left out."""
    every = combinations_with_replacement(ORDER, size)
    return ("".join(cards) for cards in every if held(cards, decks))


def near_misses(legal: Iterable[str], decks: int = 1) -> Iterator[str]:
    """Legal plays with one card changed, one more or one less, at random."""
    chance = random.Random(54)
    plays = list(legal)
    while True:
        cards = list(chance.choice(plays))
        change = chance.randrange(3)
        if change:
            cards.pop(chance.randrange(len(cards)))
        if change != 1:
            cards.append(chance.choice(ORDER))
        if cards and held(cards, decks):
            yield text(cards)


def reading(cards: str, rules: Rules = ONE_DECK) -> Reading | None:
    combination = identify(cards, rules)
    if isinstance(combination, Note):
        return None
    return combination.type, combination.rank, combination.length


def differing(tried: Iterable[str], legal: dict[str, Reading], rules: Rules = ONE_DECK) -> dict[str, object]:
    """Where the engine reads something else than the text."""
    seen = {cards: reading(cards, rules) for cards in tried}
    return {cards: combination for cards, combination in seen.items() if combination != legal.get(cards)}


# ── the text against its own numbers ────────────────────────────────────────────────────────────


def test_there_are_12654_plays_and_none_can_be_read_in_two_ways() -> None:
    plays = every_play()
    assert len(plays) == len({cards for cards, _ in plays}) == 12_654


def test_the_examples_of_the_text_are_among_them() -> None:
    examples = "6668 9993 888A QQQ66 TTTKK 89TJQ TTJJQQKK 444555 36777888 44888999JJ 666689 99JJJJQQ"
    assert {text(play) for play in examples.split()} <= LEGAL.keys()


def test_the_number_of_plays_of_every_type() -> None:
    counted = Counter((name, length) for name, _, length in LEGAL.values() if name not in RUN_COUNTS)
    assert dict(counted) == COUNTS
    assert Counter(name for name, _, _ in LEGAL.values() if name in RUN_COUNTS) == RUN_COUNTS
    assert sum(COUNTS.values()) + sum(RUN_COUNTS.values()) == 12_654
    assert {name for name, _ in COUNTS} | RUN_COUNTS.keys() == COMBINATIONS.keys()


# ── the engine against the text ─────────────────────────────────────────────────────────────────


def test_the_engine_knows_every_legal_play() -> None:
    assert not differing(LEGAL, LEGAL)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_the_engine_allows_no_other_play_of_up_to_six_cards(size: int) -> None:
    assert not differing(multisets(size), LEGAL)


def test_the_engine_allows_no_play_that_is_one_card_off() -> None:
    tried = {cards for cards in islice(near_misses(LEGAL), 25_000) if len(cards) <= MOST_CARDS}
    assert len(tried - set(LEGAL)) > 10_000
    assert not differing(tried, LEGAL)


def test_repeated_wings_are_the_larger_published_table() -> None:
    """27,471 plays; of them 21,822 runs of triplets with singles and 1,326 quads with singles."""
    added = list(with_repeated_wings())
    legal = LEGAL | dict(added)
    assert len(legal) == len(LEGAL) + len(added) == 27_471
    counted = Counter(name for name, _, _ in legal.values())
    assert (counted["triplet_sequence_singles"], counted["quad_singles"]) == (21_822, 1_326)
    rules = Rules(wings_repeat=True)
    assert not differing(legal, legal, rules)
    near = [cards for cards in islice(near_misses(legal), 15_000) if len(cards) <= MOST_CARDS]
    assert not differing(near, legal, rules)


def test_the_engine_knows_the_plays_of_two_decks() -> None:
    """13 ranks have bombs of 5 to 8 cards, and two jokers of a colour are a pair."""
    legal, rules = of_two_decks(), Rules(decks=2, rocket=4)
    longer = {cards for cards in legal if len(cards) > MOST_CARDS}
    assert len(legal) - len(longer) == 12_654 + 13 * 4 + 2
    assert not differing(legal, legal, rules)
    assert not [cards for size in (1, 2, 3, 4, 5) if (cards := differing(multisets(size, 2), legal, rules))]
    assert not differing(islice(near_misses(legal, 2), 15_000), legal, rules)


# ── what may be put on what ─────────────────────────────────────────────────────────────────────


def unlike(pairs_of_plays: Iterable[tuple[str, str]], legal: dict[str, Reading], rules: Rules) -> list[str]:
    """Where the engine puts a play on another and the text does not, or the other way round."""
    known = cache(lambda cards: identify(cards, rules))
    return [
        f"{play} > {previous}"
        for play, previous in pairs_of_plays
        if beats(known(play), known(previous)) != wins(legal[play], play, legal[previous], previous)
    ]


def test_comparisons_of_every_type_rank_and_length() -> None:
    plays = representatives(LEGAL)
    assert len(plays) > 250
    assert not unlike(product(plays, plays), LEGAL, ONE_DECK)


def test_comparisons_with_two_decks() -> None:
    legal = of_two_decks()
    plays = representatives(legal)
    assert not unlike(product(plays, plays), legal, Rules(decks=2, rocket=4))


def test_wings_of_one_type_never_matter() -> None:
    by_kind: dict[tuple[str, int], list[str]] = {}
    for cards, (name, _, length) in LEGAL.items():
        by_kind.setdefault((name, length), []).append(cards)
    chance = random.Random(33)
    for plays in by_kind.values():
        drawn = zip(chance.choices(plays, k=300), chance.choices(plays, k=300), strict=True)
        assert not unlike(drawn, LEGAL, ONE_DECK)
