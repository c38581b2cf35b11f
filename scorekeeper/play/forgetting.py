"""名前を消す: erase a person's name for good; rounds and points stay."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from django.db.models import Q, QuerySet

from scorekeeper.circles.models import (
    LONGEST_CIRCLE,
    Circle,
    CircleChange,
    CircleLink,
    Device,
    Player,
    Token,
)
from scorekeeper.circles.services import note
from scorekeeper.scoring.names import same_name

from .given import Given, read_given
from .models import BillPayment, RoundEdit
from .people import lock_tables, notify_tables, tables_of
from .transactions import retry_transaction

BETWEEN_NAMES = re.compile("(・|、| & |, )")
"""What stands between names where a circle is called after its people, in all languages."""
Columns = dict[str, object]
Line = TypeVar("Line", RoundEdit, CircleChange)


@retry_transaction
def forget(player: Player, name: str, device: Device | None) -> None:
    """Call a person of a circle ``name`` (numbered where somebody has that), and leave no other trace.

    Points, rounds and figures stay, and so does what people typed freely: titles, reasons, and labels that
    are more than the name.  Nothing of it can be taken back.
    """
    tables = lock_tables(player.circle, tables_of(player))
    person = Player.objects.select_related("circle").get(pk=player.pk)
    circle = person.circle
    people = _merged_into(person)
    traces = _traces(circle, people, person.pk, _free(circle, {person.pk}, name))
    _empty_labels(traces)
    edits = RoundEdit.objects.filter(
        session__circle=circle, action__in=(RoundEdit.Action.PEOPLE, RoundEdit.Action.STAND_IN)
    )
    _rewrite(RoundEdit, edits, lambda edit: (edit.after or {}).get("player"), traces)
    _rewrite(CircleChange, circle.changes.all(), lambda change: change.player_id, traces)
    if (renamed := _in_row(circle.name, traces)) != circle.name:
        Circle.objects.filter(pk=circle.pk).update(name=renamed)
    person.name, person.reading, person.mark, person.hidden = traces.fresh, "", "", True
    person.save()
    for other in Player.objects.filter(pk__in=people).exclude(pk=person.pk):
        _drop(other, person, name)
    person.memberships.update(player=None)
    note(circle, CircleChange.Action.FORGET, device, player=person)
    notify_tables(tables, device, {}, {"player": person.pk})


@dataclass(frozen=True, slots=True)
class _Traces:
    """The keys of a person's rows (``people``, of which ``person`` stays), and those of all names they had.

    ``elsewhere`` are the names that nobody else of the circle has by now; ``fresh`` takes their place.
    """

    circle: Circle
    people: set[int]
    person: int
    names: set[str]
    elsewhere: set[str]
    fresh: str


def _merged_into(person: Player) -> set[int]:
    """The keys of a person and of everybody who was merged into that person, over however many steps."""
    merged = dict(person.circle.players.exclude(merged_into=None).values_list("pk", "merged_into"))
    result = {person.pk}
    while more := {key for key, kept in merged.items() if kept in result} - result:
        result |= more
    return result


def _traces(circle: Circle, people: set[int], person: int, fresh: str) -> _Traces:
    renamed = CircleChange.objects.filter(player__in=people, action=CircleChange.Action.PERSON)
    once = [name for row in renamed.values_list("before__name", "after__name") for name in row]
    now = circle.players.filter(pk__in=people).values_list("name", flat=True)
    names = {same_name(name) for name in (*once, *now) if isinstance(name, str)}
    others = circle.players.exclude(pk__in=people).values_list("name", flat=True)
    return _Traces(circle, people, person, names, names - set(map(same_name, others)), fresh)


def _free(circle: Circle, people: set[int], name: str) -> str:
    taken = set(circle.players.exclude(pk__in=people).values_list("name_key", flat=True))
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in numbered if same_name(one) not in taken)


def _drop(merged: Player, person: Player, name: str) -> None:
    """Delete the row of somebody who was merged, or where a file left something with it, only its name."""
    paid = BillPayment.objects.filter(Q(payer=merged) | Q(payee=merged))
    if not tables_of(merged).exists() and not paid.exists():
        merged.delete()
        return
    merged.name, merged.reading, merged.mark = _free(person.circle, {merged.pk}, name), "", ""
    merged.merged_into = person
    merged.save()


def _empty_labels(traces: _Traces) -> None:
    """Empty labels that are nothing but one of the names, of the person's own phones also those with one."""
    held = set(Device.objects.filter(memberships__player__in=traces.people).values_list("pk", flat=True))
    for phone in Device.objects.filter(memberships__circle=traces.circle):
        label = same_name(phone.name)
        if label in traces.elsewhere or (phone.pk in held and any(name in label for name in traces.names)):
            Device.objects.filter(pk=phone.pk).update(name="")
            CircleChange.objects.filter(phone=phone).update(before=None, after=None)
    for link in traces.circle.links.exclude(label=""):
        if same_name(link.label) in traces.elsewhere:
            CircleLink.objects.filter(pk=link.pk).update(label="")
    for token in traces.circle.tokens.all():
        if same_name(token.name) in traces.elsewhere:
            Token.objects.filter(pk=token.pk).update(name=traces.fresh)


def _in_row(text: str, traces: _Traces) -> str:
    """A text with other words for those of the names that stand in a row there; names may hold "・", too."""
    parts, start = BETWEEN_NAMES.split(text), 0
    may_be_cut = len(text) >= LONGEST_CIRCLE

    def is_name(end: int) -> bool:
        key = same_name("".join(parts[start:end]))
        cut = may_be_cut and end == len(parts) and key
        return key in traces.elsewhere or bool(cut and any(name.startswith(key) for name in traces.elsewhere))

    while start < len(parts):
        if end := next(filter(is_name, range(len(parts), start, -1)), 0):
            parts[start:end] = [traces.fresh]
        start += 1
    return "".join(parts)[:LONGEST_CIRCLE]


def _rewrite(
    model: type[Line], rows: "QuerySet[Line]", about: Callable[[Line], object], traces: _Traces
) -> None:
    changed = []
    for row in rows.iterator():
        before, after = (_rewritten(columns, row, about(row), traces) for columns in (row.before, row.after))
        if (before, after) != (row.before, row.after):
            row.before, row.after = before, after
            changed.append(row)
    model._default_manager.bulk_update(changed, ["before", "after"])


def _rewritten(columns: Columns | None, row: Line, about: object, traces: _Traces) -> Columns | None:
    own = about in traces.people
    names = traces.names if own else traces.elsewhere
    label = same_name(str((columns or {}).get("name", ""))) if getattr(row, "phone_id", None) else ""
    if any(name in label for name in traces.elsewhere):  # what phones were called matters to nobody any more
        return None

    def kept(key: str) -> str:
        return str(traces.person) if key in map(str, traces.people) else key

    def value_of(key: str, value: object) -> object:
        if key == "player" and value in traces.people:
            return traces.person
        if key == "cleared" and (given := read_given(str(value))):
            return str(Given(kept(given.payer), kept(given.payee), given.amount))
        if not isinstance(value, str) or key not in ("name", "label"):
            return value
        if row.action == CircleChange.Action.RENAME:
            return _in_row(value, traces)
        return traces.fresh if same_name(value) in names else value

    left = {key: value for key, value in (columns or {}).items() if not own or key not in ("reading", "mark")}
    return {key: value_of(key, value) for key, value in left.items()} if columns else columns
