"""How many plays of 闘地主 are judged in a second, against only counting their ranks."""

import random
from collections import Counter

import pytest

from scorekeeper.scoring.doudizhu.combinations import Rules, judge_line
from tests.bench.conftest import Say
from tests.bench.timing import least_seconds

LINES = 50_000
DECK = "3456789TJQKA2" * 4 + "BR"
LEGAL = ("3334", "89TJQ", "TTJJQQKK", "77788836", "88899944JJ", "666689", "JJJJ99QQ", "BR", "2222", "A")


def lines() -> list[str]:
    """Legal plays and others in turn, every third with the play before it."""
    chance = random.Random(1)
    plays = [
        chance.choice(LEGAL) if number % 2 else "".join(chance.sample(DECK, chance.randint(1, 10)))
        for number in range(LINES)
    ]
    return [
        f"{play} > {chance.choice(LEGAL)}" if number % 3 == 0 else play for number, play in enumerate(plays)
    ]


@pytest.mark.bench
def test_plays_a_second(say: Say) -> None:
    asked, rules = lines(), Rules()
    judged = least_seconds(lambda: [judge_line(line, "", rules) for line in asked], 1)
    least = least_seconds(lambda: [Counter(line) for line in asked], 1)
    say(f"{LINES / judged:,.0f} plays a second, {judged / least:.1f} times the counting of ranks")
    assert judged < 20 * least
