"""変更の記録: the entries of the log of a table and of a circle, in one shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import COLORS, Circle, CircleChange, CircleLink, Role
from scorekeeper.play.models import BillPayment, Round, RoundEdit, SettlementPaid, with_holders
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import read_transfer
from scorekeeper.scoring.settlement import read_rate

from .presenter import COLOR_NAMES, Presenter
from .words import device_name, headline, labelled, payment_line, places_of, rate_line, tables, transfer_line

SETTINGS: Mapping[str, object] = {
    "hidden_hands": _("Hands stay hidden"),
    "second_person": _("A second person confirms"),
}
"""The labels of a table's settings, by column."""
DETAILS: Mapping[str, object] = {
    "name": _("Name"),
    "reading": _("Reading"),
    "mark": _("Mark"),
    "color": _("Colour"),
    "guest": _("Guest"),
    "hidden": _("Hidden"),
}
"""The labels of a person's columns in the log."""
ROLES: Mapping[str, object] = {role.name.lower(): role.label for role in Role} | {"result": _("Result page")}


@dataclass(frozen=True, slots=True)
class Undo:
    """取り消し: the button that undoes a change."""

    label: str
    url: str
    fields: tuple[tuple[str, object], ...] = ()  # to be posted; without any it is a link to a page


@dataclass(frozen=True, slots=True)
class LogEntry:
    at: datetime
    action: str
    who: str = ""
    before: str = ""
    after: str = ""  # without ``before`` it says all that changed
    table: str = ""
    url: str = ""
    device: int | None = None  # its primary key
    undo: Undo | None = None


@dataclass(frozen=True, slots=True)
class Referenced:
    """The rows that log entries refer to by primary key."""

    people: Mapping[str, str] = field(default_factory=dict)
    payments: Mapping[int, SettlementPaid] = field(default_factory=dict)
    bill_payments: Mapping[int, BillPayment] = field(default_factory=dict)


def referenced(
    circle: Circle, changes: Iterable[CircleChange] = (), payments: Iterable[SettlementPaid] = ()
) -> Referenced:
    """What changes of a circle, and payments of its tables, refer to."""
    keys = {(change.after or {}).get("payment") for change in changes} - {None}
    return Referenced(
        {str(pk): name for pk, name in circle.players.values_list("pk", "name")},
        {row.pk: row for row in payments},
        BillPayment.objects.select_related("bill").in_bulk(keys) if keys else {},
    )


def edits_of(table: Table, row: Round) -> list[RoundEdit]:
    """What was done to a round up to the revision of the table: later changes may name others."""
    edits = row.edits.filter(revision__lte=table.session.revision)
    return list(with_holders(edits.select_related("device", "confirmed_by")))


def entered_by(row: Round, edits: Iterable[RoundEdit]) -> str:
    """The phone that a round was recorded on, and its holder; empty for an imported round."""
    names = (getattr(edit, "holder", None) for edit in edits if edit.device_id == row.entered_by_id)
    return device_name(row.entered_by, next(names, None)) if row.entered_by else ""


def edit_entry(presenter: Presenter, edit: RoundEdit, by_key: Referenced | None = None) -> LogEntry:
    """The entry of an edit of a table."""
    before, after = _edited(presenter, edit, by_key or Referenced())
    action, who = action_words(edit), who_changed(edit)
    return LogEntry(edit.at, action, who, before, after, device=edit.device_id)


def _edited(presenter: Presenter, edit: RoundEdit, by_key: Referenced) -> tuple[str, str]:
    before, after, table = edit.before or {}, edit.after or {}, presenter.table
    if edit.round_id:
        return _edited_round(presenter, edit)
    match edit.action:
        case RoundEdit.Action.SETTINGS:
            return _settings(before, after)
        case RoundEdit.Action.PAY:
            return "", payment_line(table, after)
        case RoundEdit.Action.UNPAY:
            ticked = by_key.payments.get(after.get("payment", 0))
            return "", payment_line(table, payment_of(ticked)) if ticked else ""
        case RoundEdit.Action.PEOPLE:
            return "", person_line(before, after)
        case RoundEdit.Action.STAND_IN:
            owner = table.names.get(after.get("seat", ""), "")
            return "", stand_in_line(owner, by_key.people.get(str(after.get("player")), ""))
    return "", ""


def _edited_round(presenter: Presenter, edit: RoundEdit) -> tuple[str, str]:
    """Facts or places; an edit that changes neither has only ``before`` if it voids, else only ``after``."""
    if edit.action == RoundEdit.Action.MOVE:
        return places_of(edit)
    before, after = presenter.facts_line(edit.before), presenter.facts_line(edit.after)
    if edit.before != edit.after:
        return before, after
    return (before, "") if edit.action == RoundEdit.Action.VOID else ("", after)


def _settings(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, str]:
    """The settings of a table that differ."""
    changed = [key for key in after if before.get(key) != after[key]]
    was, now = ([_setting(key, values.get(key)) for key in changed] for values in (before, after))
    return gettext(" · ").join(was), gettext(" · ").join(now)


def _setting(key: str, value: object) -> str:
    if key == "title":
        return str(value) or gettext("no name")
    if key == "night":
        return date_format(date.fromisoformat(str(value)), "DATE_FORMAT")
    if key == "rate":
        return rate_line(read_rate(value) if value else None)
    return labelled(SETTINGS.get(key, key), gettext("yes") if value else gettext("no"))


def person_line(before: Mapping[str, object] | None, after: Mapping[str, object] | None) -> str:
    was, now = before or {}, after or {}
    lines = []
    for column, label in DETAILS.items():
        if column in was or column in now:
            values = [_detail(column, columns.get(column)) for columns in (was, now)]
            words = {"what": label, "before": values[0], "after": values[1]}
            lines.append(gettext("%(what)s: %(before)s → %(after)s") % words)
    return gettext(" · ").join(lines)


def _detail(column: str, value: object) -> str:
    if column == "color":
        return str(COLOR_NAMES[value % COLORS]) if isinstance(value, int) else gettext("automatic")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value or "–")


def stand_in_line(owner: str, name: str) -> str:
    """A line that says who stands in for ``owner``; an empty ``name`` ends it."""
    if not name:
        return gettext("%(owner)s plays again") % {"owner": owner}
    return gettext("%(name)s plays for %(owner)s") % {"name": name, "owner": owner}


def change_entry(change: CircleChange, by_key: Referenced | None = None) -> LogEntry:
    """The entry of a change of a circle, its people, links, phones or settlements; without ``who``."""
    before, after = _changed(change, by_key or Referenced())
    action = of_somebody(action_words(change), change.player.name if change.player else "")
    return LogEntry(change.at, action, "", before, after, device=change.device_id)


def _changed(change: CircleChange, by_key: Referenced) -> tuple[str, str]:
    after = change.after or {}
    if row := by_key.bill_payments.get(after.get("payment", 0)):
        return "", transfer_line(row.transfer, row.unit, by_key.people)
    if count := after.get("tables"):
        return "", tables(count)
    if transfer := read_transfer(str(after.get("cleared", ""))):
        return "", transfer_line(transfer, str(after["unit"]), by_key.people)
    if "rules" in after:
        return "", str(after["name"])
    if change.action == CircleChange.Action.PERSON:
        return "", person_line(change.before, change.after)
    if change.action == CircleChange.Action.NIGHT:
        return _night_name(change.before or {}), _night_name(after)
    return _columns(change.before), _columns(change.after)


def _night_name(values: Mapping[str, object]) -> str:
    day = date_format(date.fromisoformat(str(values["day"])), "DATE_FORMAT")
    return gettext(" · ").join(filter(None, (day, str(values["name"]))))


def _columns(values: Mapping[str, object] | None) -> str:
    return gettext(" · ").join(
        str(ROLES.get(str(value), value)) for value in (values or {}).values() if value
    )


def payment_of(row: SettlementPaid) -> dict[str, str]:
    """A payment as a ``RoundEdit`` stores it."""
    points = str(row.points)
    return {"from": row.payer, "to": row.payee, "points": points, "money": row.money, "unit": row.unit}


def action_words(change: RoundEdit | CircleChange) -> str:
    return str(change.Action(change.action).label)


def link_name(link: CircleLink) -> str:
    return link.label or str(Role(link.role).label)


def of_somebody(words: str, name: str) -> str:
    return pgettext("change", "%(what)s: %(name)s") % {"what": words, "name": name} if name else words


def maker(edit: RoundEdit) -> str:
    return device_name(edit.device, getattr(edit, "holder", None))


def who_changed(edit: RoundEdit) -> str:
    if not edit.confirmed_by_id:
        return maker(edit)
    names = {"who": maker(edit), "other": device_name(edit.confirmed_by, getattr(edit, "other_holder", None))}
    return gettext("%(who)s, confirmed by %(other)s") % names


def edit_line(table: Table, edit: RoundEdit, brief: bool = False) -> str:
    """An edit of a table in one line; ``brief`` shows only the headline of a round."""
    what = headline(table.recall(edit.facts), table) if brief and edit.facts else _changed_to(table, edit)
    return log_line(edit.at, maker(edit), action_words(edit), what)


def _changed_to(table: Table, edit: RoundEdit) -> str:
    """What an edit changed, in one line; nothing for settings, which have a page of their own."""
    if edit.action == RoundEdit.Action.SETTINGS:
        return ""
    people = referenced(table.session.circle) if edit.action == RoundEdit.Action.STAND_IN else None
    before, after = _edited(Presenter(table), edit, people or Referenced())
    moved = edit.action == RoundEdit.Action.MOVE
    return " → ".join((before, after)) if moved else after or before


def log_line(at: datetime, who: str, action: str, what: str) -> str:
    return gettext("%(time)s · %(who)s · %(action)s %(what)s") % {
        "time": time_format(timezone.localtime(at), "H:i"),
        "who": who,
        "action": action,
        "what": what,
    }
