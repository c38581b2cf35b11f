"""What the pages of a file say: what would come of it, and what came."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext, pgettext

from scorekeeper.circles.models import Circle
from scorekeeper.present.heads import title
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.rules import sets
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import same_name
from scorekeeper.story.services import Said, is_here

from .arrivals import head_of, matches_of, seats_of
from .bringing import Brought
from .matching import Match, evenings_here
from .models import Arrival


@dataclass(frozen=True, slots=True)
class Line:
    """What comes: how much of it is new, with its names where it has some, and how much was here already."""

    label: str
    new: int
    here: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Same:
    """Somebody of the file whose name somebody has here: the field for another one, and tables of both."""

    field: str
    name: str
    look: PersonView
    here: int
    there: int
    typed: str
    wrong: str


def plan_of(arrival: Arrival, typed: Mapping[str, str], wrong: Mapping[str, str]) -> dict[str, object]:
    """What would come of a file; ``typed`` are names for those who are to be told apart, ``wrong`` what is
    wrong with them."""
    people = matches_of(arrival)
    return {
        "circle": arrival.circle,
        "arrival": arrival,
        "name": arrival.outline["head"]["circle"]["name"],
        "lines": [line for line in _coming(arrival, people) if line.new],
        "same": list(_same(arrival, people, typed, wrong)),
        "errors": list(wrong.values()),
    }


def _coming(arrival: Arrival, people: list[Match]) -> Iterator[Line]:
    circle, head, seats = arrival.circle, head_of(arrival), seats_of(arrival)
    here = evenings_here(circle)
    known = sum(uid in here for uid, _seats in seats)
    yield Line(gettext("Tables"), len(seats) - known, known)
    names = tuple(one.person.name for one in people if one.known is None)
    yield Line(gettext("People"), len(names), len(people) - len(names), names)
    names = tuple(one.name for one in head.rule_sets if not sets.is_here(circle, one))
    yield Line(gettext("Rules"), len(names), len(head.rule_sets) - len(names), names)
    names = tuple(
        one.name for one in head.seasons if not is_here(circle, Said(one.name, one.first, one.last))
    )
    yield Line(gettext("Seasons"), len(names), len(head.seasons) - len(names), names)


def _same(
    arrival: Arrival, people: list[Match], typed: Mapping[str, str], wrong: Mapping[str, str]
) -> Iterator[Same]:
    """Those about whom it is asked whether they are who has the same name here."""
    tables = Counter[str]()
    for name, count in Counter(name for _uid, names in seats_of(arrival) for name in names).items():
        tables[same_name(name)] += count
    asked = {index: one for index, one in enumerate(people) if one.asked}
    looks, here = faces(arrival.circle), _tables(arrival.circle)
    for index, one in asked.items():
        if one.known:
            key = one.known.pk
            yield Same(
                f"name-{index}",
                one.person.name,
                looks[key],
                here.get(key, 0),
                tables[one.key],
                typed.get(one.key, ""),
                wrong.get(one.key, ""),
            )


def _tables(circle: Circle) -> dict[int, int]:
    """At how many tables people of a circle sat."""
    rows = circle.players.annotate(tables=Count("seats"))
    return dict(rows.values_list("pk", "tables"))


def page_of(arrival: Arrival) -> dict[str, object]:
    """What came of a file."""
    context: dict[str, object] = {"circle": arrival.circle, "arrival": arrival}
    if "error" in arrival.told:
        where, code, values = arrival.told["error"]
        place = f"{where}: " if where else ""
        return {**context, "errors": [place + texts.error(ReadError(where, code, **values), gettext)]}
    brought = Brought(**arrival.told)
    different = arrival.circle.sessions.filter(public_id__in=brought.different)
    lines = [
        Line(gettext("Tables"), brought.sessions, brought.here),
        Line(pgettext("counted", "Rounds"), brought.rounds),
        Line(gettext("People"), brought.people),
        Line(gettext("Rules"), brought.rule_sets),
        Line(gettext("Seasons"), brought.seasons),
        Line(gettext("Settled together"), brought.bills),
    ]
    return {
        **context,
        "brought": brought,
        "lines": [line for line in lines if line.new or line.here],
        "different": [(one.public_id, title(one), one.started_at) for one in different],
    }
