"""変更の記録: the audit log of a circle or of a table, newest first, by page."""

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
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, CircleChange, Membership, Role
from scorekeeper.play import find
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.models import (
    GameSession,
    Merge,
    Round,
    RoundEdit,
    RoundResult,
    SettlementPaid,
    with_holders,
)
from scorekeeper.play.moving import read_position
from scorekeeper.play.numbering import numbered, with_counted
from scorekeeper.play.people import MERGE_UNDO_PERIOD
from scorekeeper.play.services import SETTINGS
from scorekeeper.play.table import Table
from scorekeeper.present.log import (
    LogEntry,
    Referenced,
    Undo,
    change_entry,
    edit_entry,
    link_name,
    of_somebody,
    payment_of,
    referenced,
)
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import dated_title, device_name, entry_name

Rows: TypeAlias = "QuerySet[Model]"
ON_PAGE = 50
PLACES: Mapping[str, str] = {
    CircleChange.Action.RANKING: "ranking",
    CircleChange.Action.NIGHT: "circle",
    CircleChange.Action.FILE: "circle",
    CircleChange.Action.CLEAR: "payments",
    CircleChange.Action.UNCLEAR: "payments",
}
"""The pages that show what was changed, by action; the others lead to the settings of the circle."""
Devices = Collection[int] | None
"""Keys of the devices whose changes are wanted, None for all."""
Item = tuple[datetime, tuple[type[Model], int] | LogEntry]
"""Its time, with the key of a row or an entry without a row."""
Action = RoundEdit.Action


class Log(Paginator):  # type: ignore[type-arg]  # Django gives it no parameters
    """A merge of rows of several models and entries without rows, newest first.

    It reads only time and key of rows, and no more of these than the requested page needs.
    """

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
    """The log of a circle, or of one of its tables; a circle's log of all devices also says who joined."""
    edits = session.edits.all() if session else RoundEdit.objects.filter(session__circle=circle)
    rows: list[Rows] = [edits] if session else [edits, circle.changes.all()]
    if devices is not None:
        rows = [each.filter(device__in=devices) for each in rows]
    entries = [] if session else list(rule_entries(circle))
    if devices is None and not session:
        entries += _door_entries(circle)
    return Log(rows, (entry for entry in entries if devices is None or entry.device in devices))


def rule_entries(circle: Circle) -> Iterator[LogEntry]:
    """Changes of saved rules that have no row in the log."""
    seen: set[int] = set()
    archived = circle.changes.filter(action=CircleChange.Action.ARCHIVE)
    logged = {change.after["rules"] for change in archived if change.after}
    for rules in circle.rule_sets.order_by("created_at", "pk"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules.public_id))
        current = rules.current_id or rules.pk
        action = gettext("changed rules") if current in seen else gettext("saved rules")
        seen.add(current)
        yield LogEntry(rules.created_at, action, table=rules.name, url=url, device=rules.device_id)
        if rules.archived_at and not rules.current_id and rules.public_id not in logged:
            action, device = gettext("archived rules"), rules.archived_by_id
            yield LogEntry(rules.archived_at, action, table=rules.name, url=url, device=device)


def _door_entries(circle: Circle) -> Iterator[LogEntry]:
    """The links that were made with the circle, and who joined, which have no row in the log."""
    logged = circle.changes.filter(link=OuterRef("pk"), action=CircleChange.Action.LINK)
    url = reverse("circle_settings", args=(circle.public_id,))
    for link in circle.links.exclude(Exists(logged)):
        action = of_somebody(str(CircleChange.Action.LINK.label), link_name(link))
        yield LogEntry(link.created_at, action, url=url, device=link.created_by_id)
    for row in circle.memberships.select_related("link"):
        action = of_somebody(gettext("joined"), link_name(row.link) if row.link else "")
        yield LogEntry(row.joined_at, action, url=url, device=row.device_id)


def linked_edit(entry: LogEntry, edit: RoundEdit) -> LogEntry:
    """The entry of a change, read by ``with_counted``, with its round, its table and their page."""
    sid = edit.session.public_id
    if edit.round is None:
        return replace(entry, table=dated_title(edit.session), url=reverse("table", args=(sid,)))
    words = {"round": entry_name(numbered(edit.round, edit)), "what": entry.action}
    action, url = gettext("%(round)s: %(what)s") % words, reverse("round", args=(sid, edit.round.position))
    return replace(entry, action=action, table=dated_title(edit.session), url=url)


def linked_change(entry: LogEntry, change: CircleChange, circle: Circle) -> LogEntry:
    """The entry of a change of a circle with the page that shows what was changed."""
    if bill := (change.after or {}).get("bill"):
        return replace(entry, url=reverse("bill", args=(circle.public_id, bill)))
    if rules := (change.after or {}).get("rules"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules))
        return replace(entry, table=entry.after, after="", url=url)
    place = "people" if change.player_id else PLACES.get(change.action, "circle_settings")
    return replace(entry, url=reverse(place, args=(circle.public_id,)))


def entries_of(circle: Circle, page: "Page[Item]", role: int) -> list[LogEntry]:
    """The entries of a page, with who made them and how a member of this role can undo them."""
    edits = _edits().in_bulk(_keys(page, RoundEdit))
    changes = circle.changes.select_related("player").in_bulk(_keys(page, CircleChange))
    payments = SettlementPaid.objects.filter(session__in={edit.session_id for edit in edits.values()})
    by_key = referenced(circle, changes.values(), payments)
    undo, phones = UndoActions(circle, role, by_key), {row.device_id: _phone(row) for row in _members(circle)}
    sessions = {edit.session_id: edit.session for edit in edits.values()}
    presenters = {key: Presenter(Table(row, prefetched=True)) for key, row in sessions.items()}

    def entry(item: tuple[type[Model], int] | LogEntry) -> LogEntry:
        if isinstance(item, LogEntry):
            return replace(item, who=phones.get(item.device or 0, ""))
        model, key = item
        if model is RoundEdit:
            edit = edits[key]
            result = linked_edit(edit_entry(presenters[edit.session_id], edit, by_key), edit)
            return replace(result, undo=undo.edit(edit))
        change = changes[key]
        result = linked_change(change_entry(change, by_key), change, circle)
        return replace(result, who=phones.get(change.device_id or 0, ""), undo=undo.change(change))

    return [entry(item) for _at, item in page]


def _keys(page: "Page[Item]", model: type[Model]) -> list[int]:
    return [item[1] for _at, item in page if not isinstance(item, LogEntry) and item[0] is model]


def _edits() -> "QuerySet[RoundEdit]":
    """Changes of tables with all that their entries show, in a constant number of queries."""
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
    """The members of a circle, also former ones."""
    return Membership.objects.filter(circle=circle).select_related("device", "player").order_by("pk")


def _phone(row: Membership) -> str:
    return device_name(row.device, row.player.name if row.player else None)


def _choices(circle: Circle) -> dict[str, tuple[str, list[int]]]:
    """The filter of the log: by its value the label and the devices of each person and of each member."""
    rows = list(_members(circle))
    people: dict[str, tuple[str, list[int]]] = {}
    for row in rows:
        if row.player:
            people.setdefault(f"p{row.player_id}", (row.player.name, []))[1].append(row.device_id)
    return people | {f"d{row.pk}": (_phone(row), [row.device_id]) for row in rows}


def changes(request: HttpRequest, cid: str = "", sid: str = "") -> HttpResponse:
    """The log of a circle or of a table, of all devices or, with ``by``, of a person or a device."""
    membership, by = membership_of(request), request.GET.get("by", "")
    circle, session = membership.circle, find.find_session(request, sid) if sid else None
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


class UndoActions:
    """How a member of some role can undo changes; to be asked from the newest change on."""

    def __init__(self, circle: Circle, role: int, by_key: Referenced) -> None:
        self.circle = circle
        self.role = role
        self._ticked = [row for row in by_key.payments.values() if not row.undone_at]
        self._bill_payments = by_key.bill_payments
        since = timezone.now() - MERGE_UNDO_PERIOD
        merges = Merge.objects.filter(kept__circle=circle, undone_at=None, at__gte=since)
        self._merged = set(merges.values_list("kept", "gone__name")) if role >= Role.HOST else set()

    def edit(self, edit: RoundEdit) -> Undo | None:
        """How to undo a change of a table, if it is the last of its kind."""
        if self.role < Role.PLAYER:
            return None
        if edit.round:
            return None if getattr(edit, "round_later", True) else _undo_round(edit, edit.round)
        if edit.action == Action.END and edit.session.ended_at and not getattr(edit, "end_later", True):
            url = reverse("session_reopen", args=(edit.session.public_id,))
            return Undo(gettext("Reopen the table"), url, _stamp(edit.session))
        if edit.action == Action.SETTINGS and not getattr(edit, "settings_later", True):
            return _undo_settings(edit)
        return self._payment(edit) if edit.action == Action.PAY else None

    def _payment(self, edit: RoundEdit) -> Undo | None:
        """How to untick a payment, if it is ticked; of equal payments the newest change gets the button.

        A change without a unit was in points, or made before changes stored it.
        """
        paid = (edit.after or {}).items()
        ticked = (row for row in self._ticked if row.session_id == edit.session_id)
        row = next((row for row in ticked if paid <= payment_of(row).items()), None)
        if row is None:
            return None
        self._ticked.remove(row)
        url = reverse("settle_paid", args=(edit.session.public_id,))
        return Undo(gettext("Undo"), url, (("undo", row.pk), *_stamp(edit.session)))

    def change(self, change: CircleChange) -> Undo | None:
        row = self._bill_payments.get((change.after or {}).get("payment", 0))
        ticked = row and not row.undone_at and change.action == CircleChange.Action.PAY
        if row and ticked and self.role >= Role.PLAYER:
            url = reverse("bill_paid", args=(self.circle.public_id, row.bill.public_id))
            return Undo(gettext("Undo"), url, (("undo", row.pk), ("revision", 0), ("key", new_key())))
        merged = (change.player_id or 0, (change.before or {}).get("name", ""))
        if change.action != CircleChange.Action.MERGE or merged not in self._merged:
            return None
        url = reverse("person_merge", args=(self.circle.public_id, change.player_id))
        return Undo(gettext("Undo"), url)


def _undo_round(edit: RoundEdit, row: Round) -> Undo:
    place = read_position(edit.before, row.happened["kind"]) if edit.action == Action.MOVE else None
    if place:
        url = reverse("round_move", args=(edit.session.public_id, row.position))
        return Undo(gettext("Move it back"), f"{url}?row={row.pk}&before={place.form_value}")
    name, label = ("round_restore", gettext("Restore")) if row.voided else ("round_void", gettext("Void"))
    url = reverse(name, args=(edit.session.public_id, row.position))
    return Undo(label, f"{url}?row={row.pk}")


def _undo_settings(edit: RoundEdit) -> Undo:
    """The form of the settings, or of the rate, with the values before the change."""
    before = edit.before or {}
    if "rate" in before:
        fields = {"action": "confirm", **(before["rate"] or {})}
        url = reverse("rate", args=(edit.session.public_id,))
    else:
        chosen = {key: before.get(key, getattr(edit.session, key)) for key in SETTINGS}
        fields = {key: "on" for key, on in chosen.items() if on}
        fields |= {"title": before["title"]} if "title" in before else {}
        fields |= {"day": before["night"]} if "night" in before else {}
        url = reverse("settings", args=(edit.session.public_id,))
    return Undo(gettext("Undo"), url, (*fields.items(), *_stamp(edit.session)))


def _stamp(session: GameSession) -> tuple[tuple[str, object], ...]:
    return ("revision", session.revision), ("key", new_key())
