"""変更の記録: everything that was changed at a table or in a circle, newest first, page by page."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import TypeAlias

from django.core.paginator import Page, Paginator
from django.db.models import Exists, Model, OuterRef, Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, CircleChange, Membership
from scorekeeper.play import find
from scorekeeper.play.models import GameSession, RoundEdit, RoundResult, SettlementPaid, with_holders
from scorekeeper.play.numbering import numbered, with_counted
from scorekeeper.play.table import Table
from scorekeeper.present.headings import dated
from scorekeeper.present.log import (
    LogEntry,
    change_entry,
    edit_entry,
    link_name,
    of_somebody,
    referenced,
)
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.round_names import called
from scorekeeper.present.words import device_name

from .undo import Undoing

Rows: TypeAlias = "QuerySet[Model]"
"""Rows of one of several models, of which only the time and the key are read."""

ON_PAGE = 50
PLACES: Mapping[str, str] = {
    CircleChange.Action.RANKING: "ranking",
    CircleChange.Action.NIGHT: "circle",
    CircleChange.Action.FILE: "circle",
    CircleChange.Action.CLEAR: "payments",
    CircleChange.Action.UNCLEAR: "payments",
}
"""The pages that show what was changed; all else is in the settings of the circle."""
Devices = Collection[int] | None
"""Keys of the phones whose changes are asked for, None for all."""
Item = tuple[datetime, tuple[type[Model], int] | LogEntry]
"""When, and what: the key of a row, or an entry that is known already."""


class Log(Paginator):  # type: ignore[type-arg]  # Django gives it no parameters
    """Rows of several tables and known entries, newest first; a page reads no more than it must."""

    def __init__(self, rows: Iterable["Rows"], entries: Iterable[LogEntry] = ()) -> None:
        super().__init__((), ON_PAGE)
        self._rows = list(rows)
        self._entries = list(entries)

    @cached_property
    def count(self) -> int:
        return sum(rows.count() for rows in self._rows) + len(self._entries)

    def page(self, number: int | str) -> "Page[Item]":
        number = self.validate_number(number)
        items: list[Item] = [(entry.at, entry) for entry in self._entries]
        for rows in self._rows:
            newest = rows.order_by("-pk").values_list("at", "pk")[: number * ON_PAGE]
            items += [(at, (rows.model, pk)) for at, pk in newest]
        items.sort(key=itemgetter(0), reverse=True)
        return Page(items[(number - 1) * ON_PAGE : number * ON_PAGE], number, self)


def log_of(circle: Circle, devices: Devices = None, session: GameSession | None = None) -> Log:
    """Everything that was changed in a circle, or at one of its tables; of all phones also who joined."""
    edits = session.edits.all() if session else RoundEdit.objects.filter(session__circle=circle)
    rows: list[Rows] = [edits] if session else [edits, circle.changes.all()]
    if devices is not None:
        rows = [each.filter(device__in=devices) for each in rows]
    entries = [] if session else list(rule_entries(circle))
    if devices is None and not session:
        entries += [*_link_entries(circle), *_join_entries(circle)]
    return Log(rows, (entry for entry in entries if devices is None or entry.device in devices))


def rule_entries(circle: Circle) -> Iterator[LogEntry]:
    """What was done to the rules that a circle keeps and no change notes."""
    seen: set[int] = set()
    archived = circle.changes.filter(action=CircleChange.Action.ARCHIVE)
    noted = {change.after["rules"] for change in archived if change.after}
    for rules in circle.rule_sets.order_by("created_at", "pk"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules.public_id))
        same = rules.current_id or rules.pk
        action = gettext("changed rules") if same in seen else gettext("saved rules")
        seen.add(same)
        yield LogEntry(rules.created_at, action, table=rules.name, url=url, device=rules.device_id)
        if rules.archived_at and not rules.current_id and rules.public_id not in noted:
            action, device = gettext("archived rules"), rules.archived_by_id
            yield LogEntry(rules.archived_at, action, table=rules.name, url=url, device=device)


def _link_entries(circle: Circle) -> Iterator[LogEntry]:
    """The links that were made with the circle: no change notes them."""
    noted = circle.changes.filter(link=OuterRef("pk"), action=CircleChange.Action.LINK)
    url = reverse("circle_settings", args=(circle.public_id,))
    for link in circle.links.exclude(Exists(noted)):
        action = of_somebody(str(CircleChange.Action.LINK.label), link_name(link))
        yield LogEntry(link.created_at, action, url=url, device=link.created_by_id)


def _join_entries(circle: Circle) -> Iterator[LogEntry]:
    """Phones that joined."""
    url = reverse("circle_settings", args=(circle.public_id,))
    for row in circle.memberships.select_related("link"):
        action = of_somebody(gettext("joined"), link_name(row.link) if row.link else "")
        yield LogEntry(row.joined_at, action, url=url, device=row.device_id)


def linked_edit(entry: LogEntry, edit: RoundEdit) -> LogEntry:
    """The entry of a change, read ``with_counted`` rounds, with its round, its table and where they are."""
    sid = edit.session.public_id
    if edit.round is None:
        return replace(entry, table=dated(edit.session), url=reverse("table", args=(sid,)))
    words = {"round": called(numbered(edit.round, edit)), "what": entry.action}
    action, url = gettext("%(round)s: %(what)s") % words, reverse("round", args=(sid, edit.round.position))
    return replace(entry, action=action, table=dated(edit.session), url=url)


def linked_change(entry: LogEntry, change: CircleChange, circle: Circle) -> LogEntry:
    """The entry of a change of a circle with where it is to be seen."""
    if bill := (change.after or {}).get("bill"):
        return replace(entry, url=reverse("bill", args=(circle.public_id, bill)))
    if rules := (change.after or {}).get("rules"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules))
        return replace(entry, table=entry.after, after="", url=url)
    place = "people" if change.player_id else PLACES.get(change.action, "circle_settings")
    return replace(entry, url=reverse(place, args=(circle.public_id,)))


def entries_of(circle: Circle, page: "Page[Item]", role: int) -> list[LogEntry]:
    """The entries of a page, with who made them and what a device of this role may do about them."""
    edits = _edits().in_bulk(_keys(page, RoundEdit))
    changes = circle.changes.select_related("player").in_bulk(_keys(page, CircleChange))
    payments = SettlementPaid.objects.filter(session__in={edit.session_id for edit in edits.values()})
    by_key = referenced(circle, changes.values(), payments)
    undoing, phones = Undoing(circle, role, by_key), {row.device_id: _phone(row) for row in _members(circle)}
    sessions = {edit.session_id: edit.session for edit in edits.values()}
    presenters = {key: Presenter(Table(one, prefetched=True)) for key, one in sessions.items()}

    def entry(item: tuple[type[Model], int] | LogEntry) -> LogEntry:
        if isinstance(item, LogEntry):
            return replace(item, who=phones.get(item.device or 0, ""))
        model, key = item
        if model is RoundEdit:
            edit = edits[key]
            result = linked_edit(edit_entry(presenters[edit.session_id], edit, by_key), edit)
            return replace(result, undo=undoing.edit(edit))
        change = changes[key]
        result = linked_change(change_entry(change, by_key), change, circle)
        return replace(result, who=phones.get(change.device_id or 0, ""), undo=undoing.change(change))

    return [entry(item) for _at, item in page]


def _keys(page: "Page[Item]", model: type[Model]) -> list[int]:
    return [item[1] for _at, item in page if not isinstance(item, LogEntry) and item[0] is model]


def _edits() -> "QuerySet[RoundEdit]":
    """Changes of tables with what their pages need, in a number of queries that does not grow."""
    later = RoundEdit.objects.filter(pk__gt=OuterRef("pk"))
    ends = (RoundEdit.Action.END, RoundEdit.Action.REOPEN)
    edits = RoundEdit.objects.select_related("session__night", "round", "device", "confirmed_by").annotate(
        round_later=Exists(later.filter(round=OuterRef("round"))),
        settings_later=Exists(later.filter(session=OuterRef("session"), action=RoundEdit.Action.SETTINGS)),
        end_later=Exists(later.filter(session=OuterRef("session"), action__in=ends)),
    )
    return with_counted(with_holders(edits), "round__").prefetch_related(
        "session__seats__player",
        Prefetch("session__results", RoundResult.objects.none()),
        Prefetch("session__payments", SettlementPaid.objects.none()),
    )


def _members(circle: Circle) -> "QuerySet[Membership]":
    """The phones of a circle, also those that are out."""
    return Membership.objects.filter(circle=circle).select_related("device", "player").order_by("pk")


def _phone(row: Membership) -> str:
    return device_name(row.device, row.player.name if row.player else None)


def session_changes(request: HttpRequest, sid: str) -> HttpResponse:
    """Everything that was changed at a table."""
    session = find.find_session(request, sid)
    return _page(request, session)


def changes(request: HttpRequest, cid: str) -> HttpResponse:
    """Everything that was changed in a circle."""
    return _page(request)


def _choices(circle: Circle) -> dict[str, tuple[str, list[int]]]:
    """Everybody and every phone of a circle, also those that are out: in words, and whose changes are meant.

    A person's are those on all phones in that person's hands.
    """
    rows = list(_members(circle))
    people: dict[str, tuple[str, list[int]]] = {}
    for row in rows:
        if row.player:
            people.setdefault(f"p{row.player_id}", (row.player.name, []))[1].append(row.device_id)
    return people | {f"d{row.pk}": (_phone(row), [row.device_id]) for row in rows}


def _page(request: HttpRequest, session: GameSession | None = None) -> HttpResponse:
    """A page of a log, of all phones or of those that the address asks for; raises Http404 for any others."""
    membership, by = membership_of(request), request.GET.get("by", "")
    circle = membership.circle
    choices = _choices(circle)
    if by and by not in choices:
        raise Http404
    page = log_of(circle, choices[by][1] if by else None, session).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "log": entries_of(circle, page, membership.role),
        "options": [(value, words) for value, (words, _devices) in choices.items()],
        "chosen": by,
        "more": f"by={by}&" if by else "",
    }
    return render(request, "groups/log.html", context)
