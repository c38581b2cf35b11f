"""What stands out in a year; whole years are counted again in ``tests/story/test_recount.py``."""

from scorekeeper.stats import year

DUELS = (2, 50, 40), (3, 90, 10), (4, 85, 0)
"""Whom the first person played against, and what the two took from each other."""


def test_who_is_closest_and_most_one_sided() -> None:
    """10 apart, 80 apart, and 85 that were only taken: then the two are no match for each other."""
    near, far, alone = (year.Duel(1, other, taken, given, 3) for other, taken, given in DUELS)
    assert year.closest([far, near, alone]) == near
    assert year.most_one_sided([near, alone, far]) == alone


def test_what_too_many_share_stands_out_for_nobody() -> None:
    assert year.most_often({1: 5, 2: 3}) == year.MostFrequent((1,), 5, 8)
    assert year.most_often({1: 5, 2: 5, 3: 4}, cases=6) == year.MostFrequent((1, 2), 5, 6)
    assert year.most_often({1: 5, 2: 5}) is None  # everybody
    assert year.most_often({1: 5, 2: 5, 3: 5, 4: 5, 5: 1}) is None  # four of five
    assert year.most_often({1: 2, 2: 1}) is None  # twice is not often
    assert year.most_often({}) is None
