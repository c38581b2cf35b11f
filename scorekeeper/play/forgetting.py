"""名前を消す: the books of a circle stay, and a person's name goes out of them for good."""

import re
from collections.abc import Callable, Iterable
from itertools import count

from scorekeeper.circles.models import Circle, CircleChange, Device, Player
from scorekeeper.circles.services import note
from scorekeeper.scoring.names import same_name

from .models import GameSession, RoundEdit
from .people import hold_tables, tables_of, tell_tables
from .writing import writes

BETWEEN_NAMES = re.compile("(・|、| & |, )")
"""What stands between names where a circle is called after its people, in all languages."""
Columns = dict[str, object]


@writes
def forget(player: Player, name: str, device: Device | None) -> None:
    """Call a person of a circle ``name`` (numbered where somebody has that), and leave no other trace.

    Points, rounds and figures stay, and so does what people typed freely: titles, reasons, labels.  Nothing
    of it can be taken back.
    """
    circle = player.circle
    tables = hold_tables(circle, tables_of(player))
    person = Player.objects.get(pk=player.pk)
    known = _names(person)
    fresh = _free(circle, person, name)
    person.name, person.reading, person.mark, person.hidden = fresh, "", "", True
    person.save()
    person.merged_from.all().delete()
    _empty_phones(person, known)
    _rename_circle(circle, known, fresh)
    _rewrite(circle, person, known, fresh)
    note(circle, CircleChange.Action.FORGET, device, player=person)
    tell_tables(tables, device, {}, {"player": person.pk})


def _names(person: Player) -> set[str]:
    """The keys of all names that a person is known to have had."""
    renamed = person.changes.filter(action=CircleChange.Action.PERSON)
    said = renamed.values_list("before__name", "after__name")
    found = {name for row in said for name in row if isinstance(name, str)}
    found |= {person.name, *person.merged_from.values_list("name", flat=True)}
    return set(map(same_name, found))


def _free(circle: Circle, person: Player, name: str) -> str:
    taken = set(circle.players.exclude(pk=person.pk).values_list("name_key", flat=True))
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in numbered if same_name(one) not in taken)


def _empty_phones(person: Player, known: set[str]) -> None:
    """Take a person's name off the phones that were in the person's hands."""
    for phone in Device.objects.filter(memberships__player=person):
        if any(name in same_name(phone.name) for name in known):
            Device.objects.filter(pk=phone.pk).update(name="")
            CircleChange.objects.filter(phone=phone).update(before=None, after=None)
    person.memberships.update(player=None)


def _rename_circle(circle: Circle, known: set[str], fresh: str) -> None:
    name = _in_row(circle.name, known, fresh)
    if name != circle.name:
        Circle.objects.filter(pk=circle.pk).update(name=name)


def _in_row(text: str, known: set[str], fresh: str) -> str:
    """A text with other words for some of the names that stand in a row there."""
    parts = BETWEEN_NAMES.split(text)
    longest = Circle._meta.get_field("name").max_length or 0
    if len(text) >= longest:  # the last name may have been cut off
        cut = same_name(parts[-1])
        parts[-1] = fresh if any(name.startswith(cut) for name in known if cut) else parts[-1]
    return "".join(fresh if same_name(part) in known else part for part in parts)[:longest]


def _rewrite(circle: Circle, person: Player, known: set[str], fresh: str) -> None:
    """Put the new name into all lines of the history that tell of the old ones."""

    def of_person(columns: Columns) -> Columns:
        kept = {key: value for key, value in columns.items() if key not in ("reading", "mark")}
        return {**kept, **({"name": fresh} if same_name(str(kept.get("name", ""))) in known else {})}

    def of_circle(columns: Columns) -> Columns:
        return {**columns, "name": _in_row(str(columns.get("name", "")), known, fresh)}

    people = RoundEdit.objects.filter(session__circle=circle, action=RoundEdit.Action.PEOPLE)
    _put(RoundEdit, (edit for edit in people if _tells_of(edit, person, known)), of_person)
    _put(CircleChange, person.changes.all(), of_person)
    _put(CircleChange, circle.changes.filter(action=CircleChange.Action.RENAME), of_circle)


def _tells_of(edit: RoundEdit, person: Player, known: set[str]) -> bool:
    told = [edit.before or {}, edit.after or {}]
    return any(one.get("player") == person.pk or same_name(str(one.get("name", ""))) in known for one in told)


def _put(
    model: type[RoundEdit] | type[CircleChange],
    rows: Iterable[RoundEdit | CircleChange],
    change: Callable[[Columns], Columns],
) -> None:
    found = list(rows)
    for row in found:
        row.before = change(row.before) if row.before else row.before
        row.after = change(row.after) if row.after else row.after
    model._default_manager.bulk_update(found, ["before", "after"])  # type: ignore[arg-type]


def played(person: Player) -> list[GameSession]:
    """The tables of a person, newest first, to be saved before the name goes."""
    return list(tables_of(person).order_by("-started_at", "-pk"))
