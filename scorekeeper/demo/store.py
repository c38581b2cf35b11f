"""大勢: a database with as many made-up circles as are wanted, and one among them that is busy for years."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from scorekeeper.circles.models import Circle
from scorekeeper.play.debts import bring_up
from scorekeeper.stats.ratings import rate
from scorekeeper.stats.tallies import count

from .cast import WORDS
from .copying import Copies, put_aside
from .writing import circle_id, keep_year, ready
from .year import Wish, year

PLAYED = 40
"""Circles that are really dealt and scored; all others are copies of them."""
MOST_PEOPLE = 40


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is wanted."""

    circles: int = 10_000
    evenings: int = 5
    rounds: int = 18
    seed: int = 1
    busy: int = 300


def fill(amount: Amount) -> Circle:
    """Fill an empty database; gives the busy circle, which is the same however many others there are."""
    played = max(1, min(PLAYED, amount.circles))
    copies = -(-amount.circles // played)
    _play(_wishes(amount, played) if copies else ())
    many = put_aside("many")
    busy = Wish(seed=amount.seed, evenings=amount.busy, rounds=amount.rounds, people=MOST_PEOPLE)
    _play([busy])
    one = put_aside("one")
    Copies(many, copies, one).write()
    many.forget()
    one.forget()
    circle = Circle.objects.get(public_id=circle_id(busy))
    rate(circle)  # ratings know the guests by their keys
    return circle


def _wishes(amount: Amount, played: int) -> list[Wish]:
    """The small circles, each of a seed of its own."""
    languages = list(WORDS)
    return [
        Wish(
            languages[number % len(languages)],
            amount.seed + number,
            evenings=amount.evenings,
            rounds=amount.rounds,
        )
        for number in range(1, played + 1)
    ]


def _play(wishes: Iterable[Wish]) -> None:
    """Write circles, with what their pages have once been asked for."""
    for wish in wishes:
        circle = keep_year(wish, [ready(evening) for evening in year(wish)])
        count(circle, inf)
        rate(circle)
        bring_up(circle.sessions.all(), inf)
