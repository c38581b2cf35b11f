"""A database with as many made-up circles as are wanted, and one among them that is busy for years."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from scorekeeper.circles.models import Circle, Role
from scorekeeper.circles.services import make_link
from scorekeeper.play.debts import bring_up
from scorekeeper.stats.ratings import refresh_ratings
from scorekeeper.stats.tallies import refresh_tallies
from tests.made_up.cast import WORDS
from tests.made_up.chance import public_id
from tests.made_up.file import make
from tests.made_up.year import Wish

from .copying import Copies, put_aside

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
    circle = Circle.objects.get(public_id=_name(busy))
    refresh_ratings(circle)  # ratings know the guests by their keys
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


def _name(wish: Wish) -> str:
    """The name of a circle in addresses."""
    return public_id("circle", wish.language, wish.seed)


def _play(wishes: Iterable[Wish]) -> None:
    """Write circles, with what their pages have once been asked for."""
    for wish in wishes:
        circle = make(wish)
        circle.public_id = _name(wish)
        circle.save(update_fields=("public_id",))
        make_link(circle, Role.HOST, None)
        refresh_tallies(circle, inf)
        refresh_ratings(circle)
        bring_up(circle.sessions.all(), inf)
