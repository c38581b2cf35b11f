"""Template contexts: the preview of an import, and its result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db.models import Count
from django.utils.translation import gettext, pgettext

from scorekeeper.play.documents import refusal
from scorekeeper.present.presenter import faces
from scorekeeper.rules import sets
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import same_name

from .importing import ImportResult
from .matching import Match, evenings_here
from .models import Arrival
from .uploads import matches_in


@dataclass(frozen=True, slots=True)
class ImportCount:
    """How much of one kind is imported."""

    label: str
    new: int
    here: int = 0  # in the circle already
    names: Sequence[str] = ()  # of what is new


def plan_context(arrival: Arrival, typed: Mapping[str, str], wrong: Mapping[str, str]) -> dict[str, object]:
    """The preview of an import; ``typed`` are new names, and ``wrong`` their errors, by ``Match.key``."""
    people = matches_in(arrival)
    return {
        "arrival": arrival,
        "name": arrival.head.circle.name,
        "lines": [line for line in _new_items(arrival, people) if line.new],
        "same": list(_same_names(arrival, people, typed, wrong)),
        "errors": list(wrong.values()),
    }


def _new_items(arrival: Arrival, people: list[Match]) -> Iterator[ImportCount]:
    circle, head, seats = arrival.circle, arrival.head, arrival.seats
    here = evenings_here(circle)
    existing = sum(uid in here for uid, _seats in seats)
    yield ImportCount(gettext("Tables"), len(seats) - existing, existing)
    names = [match.person.name for match in people if match.player is None]
    yield _named(gettext("People"), names, len(people))
    names = [rules.name for rules in head.rule_sets if not sets.is_here(circle, rules)]
    yield _named(gettext("Rules"), names, len(head.rule_sets))
    names = [row.name for row in head.seasons if not circle.seasons.filter(**asdict(row)).exists()]
    yield _named(gettext("Seasons"), names, len(head.seasons))
    bills = set(circle.bills.values_list("created_at", "unit", "game"))
    existing = sum((bill.at, bill.unit, bill.game) in bills for bill in head.bills)
    yield ImportCount(gettext("Settled together"), len(head.bills) - existing, existing)


def _named(label: str, names: Sequence[str], in_file: int) -> ImportCount:
    return ImportCount(label, len(names), in_file - len(names), names)


def _same_names(
    arrival: Arrival, people: list[Match], typed: Mapping[str, str], wrong: Mapping[str, str]
) -> Iterator[dict[str, object]]:
    """People of the file with the name of one of the circle, which the host confirms or changes."""
    tables = Counter(same_name(name) for _uid, names in arrival.seats for name in names)
    looks, players = faces(arrival.circle), arrival.circle.players
    here = dict(players.values_list("pk").annotate(count=Count("seats")))
    for index, match in enumerate(people):
        if match.player and match.needs_consent:
            yield {
                "field": f"name-{index}",
                "name": match.person.name,
                "look": looks[match.player.pk],
                "here": here[match.player.pk],
                "there": tables[match.key],
                "typed": typed.get(match.key, ""),
                "wrong": wrong.get(match.key, ""),
            }


def result_context(arrival: Arrival) -> dict[str, object]:
    """The result of an import, or the error that refused it."""
    context: dict[str, object] = {"arrival": arrival}
    if "error" in arrival.result:
        where, code, values = arrival.result["error"]
        return {**context, "errors": [error_text(ReadError(where, code, **values))]}
    result = ImportResult(**arrival.result)
    lines = [
        ImportCount(gettext("Tables"), result.sessions, result.here),
        ImportCount(pgettext("counted", "Rounds"), result.rounds),
        ImportCount(gettext("People"), result.people),
        ImportCount(gettext("Rules"), result.rule_sets),
        ImportCount(gettext("Seasons"), result.seasons),
        ImportCount(gettext("Settled together"), result.bills),
    ]
    return {
        **context,
        "result": result,
        "lines": [line for line in lines if line.new or line.here],
        "different": arrival.circle.sessions.filter(public_id__in=result.different).select_related("night"),
    }


def error_text(error: ReadError) -> str:
    """What is not valid, and where."""
    place = f"{error.where}: " if error.where else ""
    return place + refusal(error, gettext)
