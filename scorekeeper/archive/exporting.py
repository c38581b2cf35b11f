"""控えを書く: export a circle as a file."""

import json
from collections.abc import Iterable, Iterator

from scorekeeper.circles.models import Circle, Player
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import SavedRules
from scorekeeper.rules.sets import columns_of, load_saved
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.facts import write_record
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS

from .circle import (
    Bill,
    BillTransfer,
    CircleSettings,
    Head,
    NightName,
    Person,
    SeasonDates,
    write_evening,
    write_head,
)
from .session_export import NameOf, evenings


def export_circle(circle: Circle) -> Iterator[str]:
    """The file of a circle, piece by piece, an evening a line; raises ReadError.

    Names are read at the start and the people written last, so that the file is consistent even where
    somebody is renamed or joins a running table meanwhile.
    """
    names = ExportNames(circle)
    seasons = (SeasonDates(row.name, row.first, row.last) for row in circle.seasons.order_by("first"))
    nights = (NightName(row.day, row.name) for row in circle.nights.exclude(name="").order_by("day"))
    parts = tuple(_rule_sets(circle)), tuple(seasons), tuple(_bills(circle, names)), tuple(nights)
    head = write_head(Head(CircleSettings(circle.name, circle.least_rounds), (), *parts))
    yield f'{{"format": {_json(head["format"])},\n"circle": {_json(head["circle"])},\n'
    for key in ("rule_sets", "seasons", "bills", "nights"):
        if key in head:
            yield from _list(key, head[key])
    sessions = circle.sessions.filter(game__in=list(RULESETS))
    yield from _list("sessions", map(write_evening, evenings(sessions, names)))
    yield from _list("people", (write_record(person, {}) for person in _people(circle, names)), "\n}\n")


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _list(key: str, items: Iterable[Json], end: str = ",\n") -> Iterator[str]:
    yield f'"{key}": ['
    for number, item in enumerate(items):
        yield f"{',' if number else ''}\n{_json(item)}"
    yield f"]{end}"


class ExportNames:
    """People's names by their keys, as they were at the start of an export."""

    def __init__(self, circle: Circle) -> None:
        self.by_key: dict[int, str] = dict(circle.players.values_list("pk", "name"))

    def __call__(self, key: int) -> str:
        """The name of a person, also of one who was added since."""
        if key not in self.by_key:
            self.by_key[key] = Player.objects.get(pk=key).name
        return self.by_key[key]


def _people(circle: Circle, name_of: NameOf) -> Iterator[Person]:
    for row in circle.players.order_by("pk"):
        merged_into = name_of(row.merged_into_id) if row.merged_into_id else ""
        yield Person(name_of(row.pk), row.reading, row.mark, row.color, row.guest, row.hidden, merged_into)


def _rule_sets(circle: Circle) -> Iterator[SavedRules]:
    rows = circle.rule_sets.filter(game__in=list(RULESETS)).order_by("created_at", "pk")
    earlier: dict[int | None, list[KeptRules]] = {}
    for row in rows:
        earlier.setdefault(row.current_id, []).append(row)
    for row in earlier.get(None, ()):
        yield _rules(row, tuple(_rules(version) for version in earlier.get(row.pk, ())))


def _rules(row: KeptRules, earlier: tuple[SavedRules, ...] = ()) -> SavedRules:
    """Rules as this version of the program writes them."""
    columns = columns_of(load_saved(row))
    return SavedRules(**columns, created_at=row.created_at, archived_at=row.archived_at, earlier=earlier)


def _bills(circle: Circle, name_of: NameOf) -> Iterator[Bill]:
    def party(key: int | None) -> str:
        return BANK if key is None else name_of(key)

    for row in circle.bills.select_related("night").prefetch_related("sessions", "payments").order_by("pk"):
        payments = (
            BillTransfer(
                party(payment.payer_id),
                party(payment.payee_id),
                payment.amount,
                payment.at,
                payment.undone_at,
            )
            for payment in row.payments.all()
        )
        ids = sorted(session.uid for session in row.sessions.all())
        night = row.night.day if row.night else None
        yield Bill(row.created_at, row.unit, row.game, tuple(ids), tuple(payments), row.dissolved_at, night)
