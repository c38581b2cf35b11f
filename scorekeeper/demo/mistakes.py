"""What was entered wrongly at a table, and put right afterwards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorekeeper.scoring.document import Document, read_round, write_round
from scorekeeper.scoring.events import Event
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Facts

from .year import Evening

TABLES = 12
WRONG, TWICE, RESTORED = (2, 7, 10), (4,), (6,)
"""Of so many tables, those at which a hand lacked a card, a round was entered twice, or was taken back and
then not."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Rounds as they were entered first, and what became of the one at ``place``.

    ``right`` are the facts that it got afterwards, by seat number; where there are none it was taken back,
    and, if ``restored``, counted again.
    """

    rounds: tuple[Facts, ...]
    times: Sequence[datetime]
    place: int
    right: Json | None = None
    restored: bool = False


def mistaken(evening: Evening) -> Mistake | None:
    """The mistake of an evening; None where there was none."""
    table, rounds = evening.number % TABLES, evening.document.rounds
    places = [place for place, facts in enumerate(rounds) if not isinstance(facts, Event)]
    place = evening.chance.pick(places)
    if table in WRONG:
        return _wrong(evening, place)
    if table in TWICE:
        again = evening.times[place] + timedelta(seconds=9)
        twice = (*rounds[: place + 1], *rounds[place:])
        return Mistake(twice, [*evening.times[: place + 1], again, *evening.times[place + 1 :]], place + 1)
    return Mistake(rounds, evening.times, place, restored=True) if table in RESTORED else None


def _wrong(evening: Evening, place: int) -> Mistake | None:
    document = evening.document
    names = {name: name for name in _names(document)}
    numbers = {name: str(number) for number, name in enumerate(names)}
    data = _altered(write_round(document.ruleset, document.rounds[place], names))
    if data is None:
        return None
    facts = read_round(document.ruleset, document.options, data, names, "")
    rounds = (*document.rounds[:place], facts, *document.rounds[place + 1 :])
    right = write_round(document.ruleset, document.rounds[place], numbers)
    return Mistake(rounds, evening.times, place, right)


def _names(document: Document) -> list[str]:
    """All who ever sit down, in the order of their seats."""
    joined = [name for facts in document.rounds for name in getattr(facts, "join", ())]
    return list(dict.fromkeys((*document.players, *joined)))


def _altered(data: Json) -> Json | None:
    """A round with a card left out of a hand, or a bomb too many; None where neither can be."""
    if "bombs" in data:
        return {**data, "bombs": data["bombs"] + 1}
    hands: Mapping[str, list[str]] = data.get("hands", {})
    for name, cards in hands.items():
        if len(cards) > 1:
            return {**data, "hands": {**hands, name: cards[:-1]}}
    return None
