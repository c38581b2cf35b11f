"""控えを書く: a circle's rows as the text of its file."""

import json
from collections.abc import Iterable, Iterator

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.evenings import NameOf, evenings
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.sets import load_kept
from scorekeeper.scoring.circle import (
    Bill,
    BillTransfer,
    Head,
    Person,
    SavedRules,
    SeasonDates,
    write_evening,
    write_head,
)
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.rule_sets import write_rule_set


def written(circle: Circle) -> Iterator[str]:
    """The file of a circle, piece by piece, an evening a line; raises ReadError.

    Names are those that people have when it is begun, and the people come last: who is renamed meanwhile, or
    joins a running table, is named alike throughout.
    """
    names = Names(circle)
    kept = tuple(_rules(circle)), tuple(_seasons(circle)), tuple(_bills(circle, names))
    head = write_head(Head(circle.name, circle.least_rounds, (), *kept))
    yield f'{{"format": {_json(head["format"])},\n"circle": {_json(head["circle"])},\n'
    yield from _list("rule_sets", head["rule_sets"])
    yield from _list("seasons", head["seasons"])
    yield from _list("bills", head["bills"])
    sessions = circle.sessions.filter(game__in=list(RULESETS))
    yield from _list("sessions", map(write_evening, evenings(sessions, names)))
    yield from _list(
        "people", write_head(Head(circle.name, people=tuple(_people(circle, names))))["people"], "\n}\n"
    )


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _list(key: str, items: Iterable[Json], end: str = ",\n") -> Iterator[str]:
    yield f'"{key}": ['
    for number, item in enumerate(items):
        yield f"{',' if number else ''}\n{_json(item)}"
    yield f"]{end}"


class Names:
    """What people are called in a file, by their keys: as they were when it was begun."""

    def __init__(self, circle: Circle) -> None:
        self.found: dict[int, str] = dict(circle.players.values_list("pk", "name"))

    def __call__(self, key: int) -> str:
        """The name of a person, also of one who came meanwhile."""
        if key not in self.found:
            self.found[key] = Player.objects.get(pk=key).name
        return self.found[key]


def _people(circle: Circle, name_of: NameOf) -> Iterator[Person]:
    for one in circle.players.order_by("pk"):
        merged_into = name_of(one.merged_into_id) if one.merged_into_id else ""
        yield Person(name_of(one.pk), one.reading, one.mark, one.color, one.guest, one.hidden, merged_into)


def _rules(circle: Circle) -> Iterator[SavedRules]:
    rows = circle.rule_sets.filter(game__in=list(RULESETS)).order_by("created_at", "pk")
    earlier: dict[int | None, list[KeptRules]] = {}
    for row in rows:
        earlier.setdefault(row.current_id, []).append(row)
    for row in earlier.get(None, ()):
        yield _kept(row, tuple(_kept(one) for one in earlier.get(row.pk, ())))


def _kept(row: KeptRules, earlier: tuple[SavedRules, ...] = ()) -> SavedRules:
    body = write_rule_set(load_kept(row).rule_set)["rule_set"]
    return SavedRules(
        body["name"],
        row.game,
        body["version"],
        row.created_at,
        body["options"],
        body.get("stake"),
        row.archived_at,
        earlier,
    )


def _seasons(circle: Circle) -> Iterator[SeasonDates]:
    for one in circle.seasons.order_by("first"):
        yield SeasonDates(one.name, one.first, one.last)


def _bills(circle: Circle, name_of: NameOf) -> Iterator[Bill]:
    def who(key: int | None) -> str:
        return BANK if key is None else name_of(key)

    for row in circle.bills.prefetch_related("sessions", "payments").order_by("pk"):
        given = (
            BillTransfer(who(one.payer_id), who(one.payee_id), one.amount, one.at, one.undone_at)
            for one in row.payments.all()
        )
        ids = sorted(session.uid for session in row.sessions.all())
        yield Bill(row.created_at, row.unit, row.game, tuple(ids), tuple(given), row.dissolved_at)
