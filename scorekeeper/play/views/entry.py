"""結果の入力: enter a round, correct one, or put one in between; the preview of all three."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scorekeeper.scoring.core import State

from .. import selectors
from ..codec import Table
from ..entry import BETWEEN, Parsed, Typed, blank, parse, typed_from_facts, typed_from_post
from ..entry_page import EntryView, PreviewView, StaleView, entry_view, preview_of, stale_view
from ..forms import new_key, read_stamp, seen_revision
from ..models import GameSession, Round
from ..services import FormUsed, StaleForm, Stamp, add_round, edit_round


@dataclass(frozen=True, slots=True)
class Task:
    """What the form is for: a new round at the end or before a place, or another version of a row."""

    table: Table
    row: Round | None = None
    position: int | None = None

    @property
    def before(self) -> State:
        """What the rounds before this one left behind: who sits where, and who starts."""
        place = self.row.position if self.row else self.position
        if place is None:
            return self.table.replay.state
        earlier = (row.facts for row in self.table.played if row.position < place)
        return self.table.replay_of(earlier).state

    def entries(self, facts: dict[str, Any]) -> selectors.Entries:
        """The session's rounds as they would be."""
        if self.row:
            return selectors.with_facts(self.table, self.row, facts)
        return selectors.with_insert(self.table, self.position, facts)

    def save(self, facts: dict[str, Any], stamp: Stamp) -> None:
        """Do it; raises StaleForm or FormUsed."""
        if self.row:
            edit_round(self.row, facts, stamp)
        else:
            add_round(self.table.session, facts, stamp, self.position)


@require_http_methods(["GET", "HEAD", "POST"])
def round_new(request: HttpRequest, sid: str) -> HttpResponse:
    """Enter the result of the round just played."""
    table = _table(request, sid)
    return _handle(request, Task(table), blank(table))


@require_http_methods(["GET", "HEAD", "POST"])
def round_insert(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Put a forgotten round before round ``number``."""
    table = _table(request, sid)
    row = selectors.find_round(table, number, seen_revision(request))
    return _handle(request, Task(table, position=row.position), blank(table))


@require_http_methods(["GET", "HEAD", "POST"])
def round_edit(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Correct a round."""
    table = _table(request, sid)
    row = selectors.find_round(table, number, seen_revision(request))
    return _handle(request, Task(table, row=row), typed_from_facts(row.facts))


def _table(request: HttpRequest, sid: str) -> Table:
    return Table(selectors.find_session(request, sid))


def _handle(request: HttpRequest, task: Task, empty: Typed) -> HttpResponse:
    closed = _closed(task)
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect(_back(task))
    if request.method != "POST":
        return _page(request, task, empty)
    typed = typed_from_post(request.POST, task.table)
    parsed = parse(typed, task.table)
    if closed:
        parsed.errors = {"": [closed], **parsed.errors}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "play/_fragments/preview.html", {"preview": _preview(task, typed, parsed)})
    if request.POST.get("action") != "confirm":
        return _page(request, task, typed, parsed)
    return _confirm(request, task, typed, parsed)


def _closed(task: Task) -> str:
    """Why the form cannot be used; after the end earlier rounds can be corrected and put in all the same."""
    if task.row and task.row.voided:
        return gettext("Round %(number)d taken back.") % {"number": task.row.position}
    if task.row and task.row.facts["kind"] in BETWEEN:
        return gettext("Take this entry back and make a new one.")
    if task.table.session.ended_at and task.row is None and task.position is None:
        return gettext("This session has ended. Reopen it to enter another round.")
    return ""


def _confirm(request: HttpRequest, task: Task, typed: Typed, parsed: Parsed) -> HttpResponse:
    preview = _preview(task, typed, parsed)
    stamp = read_stamp(request)
    if stamp is None:
        parsed.errors.setdefault("", []).append(gettext("Please confirm once more."))
    elif preview.missing and not parsed.errors:
        parsed.errors[""] = [preview.missing]
    if parsed.errors or stamp is None or _unseen(request, preview):
        return _page(request, task, typed, parsed, status=422)
    try:
        task.save(parsed.data, stamp)
    except (StaleForm, FormUsed) as error:
        return _stale_page(request, task, typed, error)
    messages.success(request, gettext("Saved."))
    return redirect(_back(task))


def _back(task: Task) -> str:
    """Where to go on: the receipt of a corrected round, the table after a new one."""
    sid = task.table.session.public_id
    return reverse("round", args=(sid, task.row.position)) if task.row else reverse("table", args=(sid,))


def _unseen(request: HttpRequest, preview: PreviewView) -> bool:
    """Whether the form was confirmed without its warnings having been on the screen."""
    return not set(preview.seen.split()) <= set(request.POST.get("seen", "").split())


def _preview(task: Task, typed: Typed, parsed: Parsed) -> PreviewView:
    entries = task.entries(parsed.data) if not parsed.errors else []
    return preview_of(task.table, typed, parsed, entries, bool(task.row or task.position))


def _stale_page(request: HttpRequest, task: Task, typed: Typed, error: StaleForm | FormUsed) -> HttpResponse:
    """The form as it was, on top of what happened meanwhile; confirming again goes by that."""
    session = selectors.find_session(request, task.table.session.public_id)
    table = Table(session)
    row = next((row for row in table.rounds if task.row and row.pk == task.row.pk), None)
    fresh = replace(task, table=table, row=row, position=_moved(task, session))
    key = request.POST["key"] if isinstance(error, StaleForm) else new_key()
    return _page(request, fresh, typed, parse(typed, table), 409, stale_view(table, error), key)


def _moved(task: Task, session: GameSession) -> int | None:
    """Where the round before which one is put in stands now."""
    if task.position is None:
        return None
    return session.rounds.get(pk=task.table.rounds[task.position - 1].pk).position


def _page(
    request: HttpRequest,
    task: Task,
    typed: Typed,
    parsed: Parsed | None = None,
    status: int = 200,
    stale: StaleView | None = None,
    key: str = "",
) -> HttpResponse:
    shown = parsed or parse(typed, task.table)
    context = {
        "game_session": selectors.head(task.table),
        "entry": _entry(task, typed, parsed.errors if parsed and status == 422 else {}),
        "preview": _preview(task, typed, shown),
        "stale": stale,
        "revision": task.table.session.revision
        if stale or request.method != "POST"
        else request.POST.get("revision"),
        "key": key or request.POST.get("key") or new_key(),
    }
    return render(request, "play/entry.html", context, status=status)


def _entry(task: Task, typed: Typed, errors: dict[str, list[str]]) -> EntryView:
    sid = task.table.session.public_id
    if task.row:
        title = gettext("Correct round %(number)d") % {"number": task.row.position}
        action, back = (reverse(name, args=(sid, task.row.position)) for name in ("round_edit", "round"))
    elif task.position:
        title = gettext("A round before round %(number)d") % {"number": task.position}
        action, back = (reverse(name, args=(sid, task.position)) for name in ("round_insert", "round"))
    else:
        title = gettext("Result of round %(number)d") % {"number": len(task.table.rounds) + 1}
        action, back = (reverse(name, args=(sid,)) for name in ("round_new", "table"))
    return entry_view(
        task.table,
        typed,
        errors,
        task.before,
        title=title,
        back_url=back,
        done_url=_back(task),
        action_url=action,
        editing=bool(task.row),
    )
