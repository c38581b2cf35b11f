"""The description of a round of the score sheet, in phrases."""

from collections.abc import Iterator

from ..core import NO_VALUES, Outcome
from ..messages import Phrase
from .facts import Entry
from .messages import MESSAGES
from .options import SheetOptions
from .settle import best

HEADLINES = MESSAGES.headlines


def headline(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> tuple[Phrase, ...]:
    """Who did best or every place with its people, and who got an extra."""
    values = ({"who": who, "extras": names} for who, names in facts.bonus.items())
    return (*_result(facts, options, outcome), *(Phrase("%(who)s: %(extras)s", each) for each in values))


def _result(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> Iterator[Phrase]:
    if facts.kind == "places" and options.counted_places == "last" and len(facts.places) > 1:
        yield Phrase(HEADLINES["places.last"], {"who": facts.places[-1]})
    elif facts.kind == "places":
        place = 1
        for group in facts.places:
            yield Phrase(HEADLINES["places"], {"place": place, "who": group})
            place += len(group)
    elif facts.kind == "points":
        ahead = best(facts, options, outcome)
        values = {"who": ahead, "points": _number(facts.points.get(ahead[0], 0))} if ahead else NO_VALUES
        yield Phrase(HEADLINES["points" if ahead else "points.level"], values)
    else:
        yield Phrase(HEADLINES[facts.kind], {"who": facts.winner})


def _number(points: int) -> str:
    return f"{points:,}".replace("-", "−")


def details(facts: Entry) -> Iterator[Phrase]:
    """Everybody's points as written."""
    for who, points in facts.points.items():
        yield Phrase("%(who)s %(points)s", {"who": who, "points": _number(points)})
