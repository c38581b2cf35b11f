"""The facts of one round of the score sheet."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ..errors import ReadError
from ..facts import PLAYER, PLAYERS, by_player, fact, list_of, text, whole
from ..options import LONGEST_NAME, MOST_NAMED, numbers_in, points_by_name
from ..reading import LARGEST, Json, Players
from .options import SheetOptions

MOST_PLACES = 40
GROUPS = list_of(PLAYERS, MOST_PLACES, "places.empty")


def _read_places(data: object, players: Players, where: str) -> tuple[tuple[str, ...], ...]:
    """The people of each place, in the order of the players: the order within a place is free."""
    groups, named, order = GROUPS.read(data, players, where), set[str](), [*dict.fromkeys(players.values())]
    for index, group in enumerate(groups):
        if not group:
            raise ReadError(f"{where}[{index}]", "places.group")
        for place, name in enumerate(group):
            if name in named:
                raise ReadError(f"{where}[{index}][{place}]", "player.twice", name=name)
            named.add(name)
    return tuple(tuple(sorted(group, key=order.index)) for group in groups)


KEYS: Mapping[str, tuple[Collection[str], Collection[str]]] = {
    "points": (("points",), ("bonus",)),
    "places": (("places",), ("bonus",)),
    "winner": (("winner", "points"), ("bonus",)),
    "nogame": ((), ()),
}
"""The required and the optional facts by kind of round."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a round came to on paper; what does not apply to its kind is empty."""

    kind: str
    points: Mapping[str, int] = fact(by_player(whole(-LARGEST, LARGEST)), {})  # as written
    places: tuple[tuple[str, ...], ...] = fact(replace(GROUPS, read=_read_places), ())  # best first
    winner: str = fact(PLAYER, "")
    bonus: Mapping[str, tuple[str, ...]] = fact(by_player(list_of(text(LONGEST_NAME), MOST_NAMED)), {})


def check_entry(facts: Entry, data: Json, where: str, options: SheetOptions) -> Entry:
    """Facts as they were read from ``data``; raises ReadError where they cannot have happened."""
    for written, points in data["points"].items() if facts.kind == "winner" else ():
        if written == data["winner"]:
            raise ReadError(f"{where}.points.{written}", "winner.pays", name=facts.winner)
        if points < 0:
            place = f"{where}.points.{written}"
            raise ReadError(place, "whole.bounds", value=points, low=0, high=LARGEST)
    return facts


def check_rules(facts: Entry, data: Json, where: str, options: SheetOptions) -> None:
    """Raises ReadError for a round that has to sum to 0 and does not, and for unknown extras."""
    places = [points for group in points_of_places(facts, options) for _, points in group]
    if options.zero_sum == "on" and facts.kind == "points" and (missing := -sum(facts.points.values())):
        raise ReadError(f"{where}.points", "points.sum", missing=missing)
    if options.zero_sum == "on" and (missing := -sum(places)):
        raise ReadError(f"{where}.places", "places.sum", missing=missing, count=len(places))
    known = points_by_name(options.bonuses)
    for who, names in zip(data.get("bonus", ()), facts.bonus.values(), strict=True):
        for index, name in enumerate(names):
            if name not in known:
                place = f"{where}.bonus.{who}[{index}]"
                raise ReadError(place, "bonus.unknown", name=name, known=", ".join(known))


def points_of_places(facts: Entry, options: SheetOptions) -> Iterator[list[tuple[int, int]]]:
    """The places that each group takes, counted from 1, with the points of each place."""
    numbers, taken = numbers_in(options.place_points), 0
    for group in facts.places:
        places = range(taken, taken + len(group))
        taken += len(group)
        if options.counted_places == "last":
            points = numbers[-1] if group is facts.places[-1] and taken > len(group) else numbers[0]
            yield [(place + 1, points) for place in places]
        else:
            of = places if options.ties == "share" else [places[0]] * len(group)
            yield [(place + 1, numbers[min(place, len(numbers) - 1)]) for place in of]
