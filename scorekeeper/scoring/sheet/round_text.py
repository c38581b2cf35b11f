"""The description of a round of the score sheet, in phrases."""

from collections.abc import Iterator

from ..core import Outcome
from ..messages import Phrase
from ..reading import Hand
from .facts import Entry
from .messages import MESSAGES
from .options import SheetOptions
from .settle import best

HEADLINES = MESSAGES.headlines


def headline(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> tuple[Phrase, ...]:
    """Who did best or all places, and who got an extra."""
    extras = [
        Phrase("%(who)s: %(extras)s", {"who": who, "extras": names}) for who, names in facts.bonus.items()
    ]
    return (_result(facts, options), *extras)


def _result(facts: Entry, options: SheetOptions) -> Phrase:
    if facts.kind == "places":
        if options.counted_places == "last" and len(facts.places) > 1:
            return Phrase(HEADLINES["places.last"], {"who": facts.places[-1]})
        return Phrase(HEADLINES["places"], {"places": tuple(_places(facts))})
    if facts.kind == "points":
        ahead = best(facts, options)
        if not ahead:
            return Phrase(HEADLINES["points.level"])
        return Phrase(HEADLINES["points"], {"who": ahead, "points": facts.points[ahead[0]]})
    return Phrase(HEADLINES[facts.kind], {"who": facts.winner})


def _places(facts: Entry) -> Iterator[tuple[str, ...]]:
    """Each place that is taken, with its people: ``("1", "A")``, ``("2", "B", "C")``."""
    place = 1
    for group in facts.places:
        yield f"{place}", *group
        place += len(group)


def details(facts: Entry) -> Iterator[Phrase]:
    """Everybody's points as written."""
    for who, points in facts.points.items():
        yield Phrase("%(who)s %(points)d", {"who": who, "points": points})


def round_hand(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> Hand:
    """An empty hand: no cards are written down."""
    return Hand()
