"""変更の記録: everything that was changed at a table or in a circle, newest first, page by page."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import TypeAlias, overload

from django.core.paginator import Page, Paginator
from django.db.models import Exists, Model, OuterRef, Prefetch, QuerySet

from scorekeeper.circles.models import Circle, CircleChange, Membership
from scorekeeper.play.models import (
    GameSession,
    RoundEdit,
    RoundResult,
    SettlementPaid,
    with_holders,
)
from scorekeeper.play.numbering import with_counted
from scorekeeper.play.table import Table
from scorekeeper.present.changes import Known, known_of, told_change, told_edit
from scorekeeper.present.presenter import Presenter, who_changed
from scorekeeper.present.words import device_name

from .history import Doing, circle_doing, edit_doing, join_doings, link_doings, rule_doings
from .undoing import Undoing

Rows: TypeAlias = "QuerySet[Model]"
"""Rows of one of several models, of which only the time and the key are read."""

ON_PAGE = 50
Devices = Collection[int] | None
"""Keys of the phones whose changes are asked for, None for all."""
Change = tuple[datetime, tuple[type[Model], int] | Doing]
"""When, and what: the key of a row, or what is known of it already."""


class Log(Sequence[Change]):
    """Rows of several tables and what is known besides, newest first; a slice reads no more than it must."""

    def __init__(self, rows: Iterable["Rows"], known: Iterable[Doing] = ()) -> None:
        self._rows = list(rows)
        self._known: list[Change] = [(doing.at, doing) for doing in known]

    def __len__(self) -> int:
        return sum(rows.count() for rows in self._rows) + len(self._known)

    @overload
    def __getitem__(self, part: int) -> Change: ...

    @overload
    def __getitem__(self, part: slice) -> list[Change]: ...

    def __getitem__(self, part: int | slice) -> Change | list[Change]:
        if isinstance(part, int):
            return self[part : part + 1][0]
        found = list(self._known)
        for rows in self._rows:
            newest = rows.order_by("-pk").values_list("at", "pk")[: part.stop]
            found += [(at, (rows.model, pk)) for at, pk in newest]
        return sorted(found, key=itemgetter(0), reverse=True)[part]


def changes_at(session: GameSession, devices: Devices = None) -> "Paginator[Change]":
    """Everything that was changed at a table."""
    return Paginator(Log([_by(session.edits.all(), devices)]), ON_PAGE)


def changes_of(circle: Circle, devices: Devices = None) -> "Paginator[Change]":
    """Everything that was changed in a circle; of all its phones also who joined."""
    rows = [
        _by(RoundEdit.objects.filter(session__circle=circle), devices),
        _by(circle.changes.all(), devices),
    ]
    known = list(rule_doings(circle))
    if devices is None:
        known += [*link_doings(circle), *join_doings(circle)]
    return Paginator(Log(rows, (one for one in known if devices is None or one.device in devices)), ON_PAGE)


def _by(rows: "Rows", devices: Devices) -> "Rows":
    return rows if devices is None else rows.filter(device__in=devices)


@dataclass(frozen=True, slots=True)
class _Tables:
    """Presenters of the tables of a page, each made once, and what its changes name by key."""

    presenters: dict[int, Presenter]
    known: Known

    def of(self, edit: RoundEdit) -> Presenter:
        if edit.session_id not in self.presenters:
            self.presenters[edit.session_id] = Presenter(Table(edit.session, prefetched=True))
        return self.presenters[edit.session_id]


def doings(circle: Circle, page: "Page[Change]", role: int) -> list[Doing]:
    """Changes in words, with who made them and what a device of this role may do about them."""
    edits, changes = _rows(page, RoundEdit), _rows(page, CircleChange)
    found = _edits().in_bulk(edits)
    changed = circle.changes.select_related("device", "player").in_bulk(changes)
    payments = SettlementPaid.objects.filter(session__in={edit.session_id for edit in found.values()})
    tables = _Tables({}, known_of(circle, changed.values(), payments))
    undoing, phones = Undoing(circle, role, tables.known), _phones(circle)

    def told(what: tuple[type[Model], int] | Doing) -> Doing:
        if isinstance(what, Doing):
            return replace(what, who=phones.get(what.device or 0, ""))
        if what[0] is RoundEdit:
            return _edit(found[what[1]], tables, undoing)
        return _change(changed[what[1]], circle, phones, undoing, tables.known)

    return [told(what) for _at, what in page]


def _rows(page: "Page[Change]", model: type[Model]) -> list[int]:
    return [what[1] for _at, what in page if not isinstance(what, Doing) and what[0] is model]


def _edits() -> "QuerySet[RoundEdit]":
    """Changes of tables with what their pages need, in a number of queries that does not grow."""
    later = RoundEdit.objects.filter(pk__gt=OuterRef("pk"))
    ends = (RoundEdit.Action.END, RoundEdit.Action.REOPEN)
    edits = RoundEdit.objects.select_related("session", "round", "device", "confirmed_by").annotate(
        round_later=Exists(later.filter(round=OuterRef("round"))),
        settings_later=Exists(later.filter(session=OuterRef("session"), action=RoundEdit.Action.SETTINGS)),
        end_later=Exists(later.filter(session=OuterRef("session"), action__in=ends)),
    )
    return with_counted(with_holders(edits), "round__").prefetch_related(
        "session__seats__player",
        Prefetch("session__results", RoundResult.objects.none()),
        Prefetch("session__payments", SettlementPaid.objects.none()),
    )


def _phones(circle: Circle) -> Mapping[int, str]:
    """The phones of a circle in words, also of those that are out."""
    rows = Membership.objects.filter(circle=circle).select_related("device", "player")
    return {row.device_id: device_name(row.device, row.player.name if row.player else None) for row in rows}


def _edit(edit: RoundEdit, tables: _Tables, undoing: Undoing) -> Doing:
    told = told_edit(tables.of(edit), edit, tables.known)
    doing, undo = edit_doing(edit), undoing.edit(edit)
    return replace(doing, before=told.before, after=told.after, who=who_changed(edit), undo=undo)


def _change(
    change: CircleChange, circle: Circle, phones: Mapping[int, str], undoing: Undoing, known: Known
) -> Doing:
    told, who = told_change(change, known), phones.get(change.device_id or 0, "")
    doing = circle_doing(change, circle)
    return replace(doing, before=told.before, after=told.after, who=who, undo=undoing.change(change))
