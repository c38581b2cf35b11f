"""結果の入力: correct a round or put one in between, and what entering a new one shares with that."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scorekeeper.circles.models import Role
from scorekeeper.games.families import family_of
from scorekeeper.games.fields import BETWEEN, Errors, Parsed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play import entries, find
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.seating import newly_unseated
from scorekeeper.play.services import FormUsed, StaleForm, Stamp, add_round, edit_round
from scorekeeper.play.stamps import new_key, read_stamp, row_key
from scorekeeper.play.table import Table
from scorekeeper.present import heads
from scorekeeper.scoring.core import State

from .preview import (
    PreviewView,
    StaleView,
    preview_of,
    round_news,
    scored_of,
    stale_view,
    unseated_lines,
)


@dataclass(frozen=True, slots=True)
class Task:
    """What the form is for: a new round at the end or before ``follower``, or another version of ``row``.

    ``unnamed`` tells that the form does not say by its own key which round that is.
    """

    table: Table
    row: Round | None = None
    follower: Round | None = None
    unnamed: bool = False

    @property
    def form(self) -> EntryForm:
        """The form of the table's game."""
        return family_of(self.table.ruleset).form

    @property
    def about(self) -> Round | None:
        """The round that the form names: the one to be corrected, or the one after the new one."""
        return self.row or self.follower

    @property
    def before(self) -> State:
        """What the rounds before this one left behind: who sits where, and who starts."""
        about = self.about
        if about is None:
            return self.table.replay.state
        earlier = (row.facts for row in self.table.played if row.position < about.position)
        return self.table.replay_of(earlier).state

    def begun(self) -> Any:
        """The form as it is opened: as the round was entered, or blank."""
        return self.form.from_facts(self.row.facts, self.table) if self.row else self.form.blank(self.table)

    @property
    def done_url(self) -> str:
        """Where to go on: the receipt of a corrected round, the table after a new one."""
        sid = self.table.session.public_id
        place = self.row.position if self.row else None
        return reverse("round", args=(sid, place)) if place else reverse("table", args=(sid,))

    @property
    def done_words(self) -> str:
        """What is said once it is done."""
        return gettext("Saved.")

    def now(self, table: Table) -> "Task":
        """The same task at the table as it stands by now."""
        rows = {row.pk: row for row in table.rounds}
        row, follower = (rows[one.pk] if one else None for one in (self.row, self.follower))
        return replace(self, table=table, row=row, follower=follower, unnamed=False)

    def known(self, typed: Any) -> Any:
        """The form with what else this phone may know of the round."""
        return typed

    def shown(self, typed: Any) -> Any:
        """The form as this phone may see it."""
        return typed

    def veil(self, preview: PreviewView) -> PreviewView:
        """The preview as this phone may see it."""
        return preview

    def whole(self, typed: Any, parsed: Parsed) -> Parsed:
        """What is recorded of a form that this phone sees as ``parsed``."""
        return parsed

    def recorded(self, facts: dict[str, Any], stamp: Stamp) -> bool:
        """Whether this very form did its work before, whatever has happened at the table since."""
        done = self.table.session.edits.filter(key=stamp.key).first()
        action = RoundEdit.Action.EDIT if self.row else RoundEdit.Action.ADD
        return done is not None and done.action == action and self.same(done.after, facts)

    def same(self, one: Any, other: dict[str, Any]) -> bool:
        """Whether two rounds are the same as far as this phone may know them."""
        return bool(one == other)

    def late(self, stamp: Stamp) -> bool:
        """Whether a form that misses something did its work before; raises StaleForm if it comes too late."""
        return False

    def beside(self) -> dict[str, object]:
        """What else the page shows."""
        return {}

    def parse(self, typed: Any) -> Parsed:
        """Facts of the form as far as this phone may know them, with every error."""
        parsed = self.form.parse(self.known(typed), self.table)
        if not parsed.errors:
            now = [(row.position, row.facts) for row in self.table.played]
            found = newly_unseated(self.table, now, self.entries(parsed.data))
            own = self.row.position if self.row else 0
            parsed.errors |= {"": unseated_lines(self.table, found, own)} if found else {}
        return parsed

    def entries(self, facts: dict[str, Any]) -> entries.Entries:
        """The session's rounds as they would be."""
        if self.row:
            return entries.with_facts(self.table, self.row, facts)
        return entries.with_insert(self.table, self.follower, facts)

    def save(self, facts: dict[str, Any], stamp: Stamp) -> None:
        """Do it; raises StaleForm or FormUsed."""
        if self.row:
            edit_round(self.row, facts, stamp)
        else:
            add_round(self.table.session, facts, stamp, self.follower)


@require_http_methods(["GET", "HEAD", "POST"])
def round_insert(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Put a forgotten round before round ``number``."""
    table, row, unnamed = _named(request, sid, number)
    return handle(request, Task(table, follower=row, unnamed=unnamed))


@require_http_methods(["GET", "HEAD", "POST"])
def round_edit(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Correct a round."""
    table, row, unnamed = _named(request, sid, number)
    return handle(request, Task(table, row=row, unnamed=unnamed))


def _named(request: HttpRequest, sid: str, number: int) -> tuple[Table, Round, bool]:
    """The round that a request means, and whether a form only says by a number which one."""
    table, key = Table(find.find_session(request, sid, Role.PLAYER)), row_key(request)
    return table, find.find_round(table, number, key), request.method == "POST" and not key


def handle(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the form of a task, its preview, or do it."""
    closed = _closed(task)
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect(task.done_url)
    if request.method != "POST":
        return _page(request, task, task.begun())
    typed = task.form.from_post(request.POST, task.table)
    parsed = task.parse(typed)
    if closed:
        parsed.errors = {"": [closed], **parsed.errors}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "play/_fragments/preview.html", {"preview": _preview(task, typed, parsed)})
    if request.POST.get("action") == "confirm":
        return _confirm(request, task, typed, parsed)
    if task.unnamed:
        return _stale_page(request, task, typed, which_round())
    return _page(request, task, typed, parsed)


def which_round() -> StaleForm:
    """What is said to a form that does not tell by its own key which round it means."""
    return StaleForm([], gettext("This page comes from before an update. Look whether this is the round."))


def _closed(task: Task) -> str:
    """Why the form cannot be used; after the end earlier rounds can be corrected and put in all the same."""
    if task.row and task.row.voided:
        return gettext("Round %(number)d taken back.") % {"number": task.row.position}
    if task.row and task.row.facts["kind"] in BETWEEN:
        return gettext("Take this entry back and make a new one.")
    if task.table.session.ended_at and task.about is None:
        return gettext("This session has ended. Reopen it to enter another round.")
    return ""


def _confirm(request: HttpRequest, task: Task, typed: Any, parsed: Parsed) -> HttpResponse:
    preview = _preview(task, typed, parsed)
    stamp = read_stamp(request)
    try:
        return _try(request, task, typed, parsed, preview, stamp)
    except (StaleForm, FormUsed) as error:
        return _stale_page(request, task, typed, error)


def _try(
    request: HttpRequest, task: Task, typed: Any, parsed: Parsed, preview: PreviewView, stamp: Stamp | None
) -> HttpResponse:
    if stamp and task.recorded(parsed.data, stamp):
        return _saved(request, task, stamp)
    if task.unnamed:
        raise which_round()
    if stamp is None:
        parsed.errors.setdefault("", []).append(gettext("Please confirm once more."))
    elif preview.missing and not parsed.errors:
        if task.late(stamp):
            return _saved(request, task, stamp)
        parsed.errors[""] = [preview.missing]
    if parsed.errors or stamp is None or _unseen(request, preview):
        return _page(request, task, typed, parsed, status=422)
    whole = task.whole(typed, parsed)
    if whole.errors:
        return _page(request, task, typed, replace(parsed, errors=whole.errors), status=422)
    task.save(whole.data, stamp)
    return _saved(request, task, stamp)


def _saved(request: HttpRequest, task: Task, stamp: Stamp) -> HttpResponse:
    """Where to go on; a phone that sends by script is told which form it was that was taken in.

    A redirect would not do there: the sign-in page of a public network answers with one, too.
    """
    sender = request.headers.get("Sent-By")
    if sender != "outbox":
        messages.success(request, task.done_words)
    if sender:
        return HttpResponse(status=204, headers={"Recorded": stamp.key})
    return redirect(task.done_url)


def _unseen(request: HttpRequest, preview: PreviewView) -> bool:
    """Whether the form was confirmed without its warnings having been on the screen."""
    return not set(preview.seen.split()) <= set(request.POST.get("seen", "").split())


def _preview(task: Task, typed: Any, parsed: Parsed) -> PreviewView:
    entries = task.entries(parsed.data) if not parsed.errors else []
    scored = scored_of(task.table, parsed, entries)
    pending = task.form.pending(task.table, task.known(typed), scored, task.before)
    with_diff = task.about is not None
    return task.veil(preview_of(task.table, parsed, entries, scored, pending, with_diff))


def _stale_page(request: HttpRequest, task: Task, typed: Any, error: StaleForm | FormUsed) -> HttpResponse:
    """The form as it was, on top of what happened meanwhile; confirming again goes by that."""
    fresh = task.now(Table(find.find_session(request, task.table.session.public_id)))
    stamp = read_stamp(request)
    key = stamp.key if stamp and isinstance(error, StaleForm) else new_key()
    news = round_news(fresh.table, fresh.about, _number(request), error) if fresh.about else []
    stale = stale_view(fresh.table, error, news)
    return _page(request, fresh, typed, fresh.parse(typed), 409, stale, key)


def _number(request: HttpRequest) -> int:
    """The number of the round in the address: the one that the page showed."""
    match = request.resolver_match
    return int(match.kwargs.get("number", 0)) if match else 0


def _page(
    request: HttpRequest,
    task: Task,
    typed: Any,
    parsed: Parsed | None = None,
    status: int = 200,
    stale: StaleView | None = None,
    key: str = "",
) -> HttpResponse:
    shown = parsed or task.parse(typed)
    context = {
        "game_session": heads.head(task.table),
        "entry": _entry(task, typed, parsed.errors if parsed and status == 422 else {}),
        "preview": _preview(task, typed, shown),
        "stale": stale,
        "revision": task.table.session.revision
        if stale or request.method != "POST"
        else request.POST.get("revision"),
        "key": key or request.POST.get("key") or new_key(),
        "row": task.about.pk if task.about else "",
        **task.beside(),
    }
    return render(request, task.form.template, context, status=status)


def _entry(task: Task, typed: Any, errors: Errors) -> Any:
    sid = task.table.session.public_id
    if task.row:
        title = gettext("Correct round %(number)d") % {"number": task.row.position}
        action, back = (reverse(name, args=(sid, task.row.position)) for name in ("round_edit", "round"))
    elif task.follower:
        number = task.follower.position
        title = gettext("A round before round %(number)d") % {"number": number}
        action, back = (reverse(name, args=(sid, number)) for name in ("round_insert", "round"))
    else:
        title = gettext("Result of round %(number)d") % {"number": len(task.table.rounds) + 1}
        action, back = (reverse(name, args=(sid,)) for name in ("round_new", "table"))
    return task.form.view(
        task.table,
        task.shown(typed),
        errors,
        task.before,
        title=title,
        back_url=back,
        done_url=task.done_url,
        action_url=action,
        editing=bool(task.row),
    )
