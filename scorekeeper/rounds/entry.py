"""結果の入力: enter a new round, correct one, or put one in between; the same form and flow for all three."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.games.fields import Errors, Parsed, Typed
from scorekeeper.play.find import find_round, find_table
from scorekeeper.play.idempotency import FormUsed, FormVersion, StaleForm, new_key, read_form_version, row_key
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.numbering import numbered
from scorekeeper.play.table import Table
from scorekeeper.present.log import edit_line
from scorekeeper.server.database import snapshot

from . import hand_requests, pads, toasts
from .changing import number_shown, which_round
from .collected_hands import CollectedHands
from .conflicts import beside
from .entry_request import EntryRequest, new_round
from .models import OpenRound
from .preview import StaleView, round_news, stale_view

CONFIRM, LEAVE = "confirm", "leave"
"""What a form is sent for: to record the round, or to do so without what is missing."""


def round_new(request: HttpRequest, sid: str) -> HttpResponse:
    """Enter the result of the round just played, alone or with the hands that other phones send."""
    table = find_table(request, sid)
    if request.POST.get("action") == "ask" and not table.session.ended_at:
        return _ask(request, table)
    entry = new_round(request, table)
    result = entry.collected.open_round
    if request.method != "POST" and result and result.state == OpenRound.State.AWAITING:
        return redirect("second", sid)
    return _handle(request, entry)


def _ask(request: HttpRequest, table: Table) -> HttpResponse:
    """Ask every phone for its hand; a page that does it by script gets only how the hands stand."""
    form = hand_requests.form_of(table)
    try:
        if form.hands:
            pads.ask(table.session, hand_requests.fields_of(request.POST, form))
    except pads.PadClosed:
        return redirect("second", table.session.public_id)
    entry = new_round(request, table)
    return asked_page(request, entry) if request.headers.get("Sent-By") == "pads" else _handle(request, entry)


def asked_page(request: HttpRequest, entry: EntryRequest) -> HttpResponse:
    return render(request, "rounds/_asking.html", {"asking": entry.hands_asked()})


def round_insert(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Put a forgotten round before round ``number``."""
    return _handle(request, _named(request, sid, number, insert=True))


def round_edit(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _handle(request, _named(request, sid, number))


def _named(request: HttpRequest, sid: str, number: int, insert: bool = False) -> EntryRequest:
    """The entry of a correction, or of a round before the one that a request means."""
    table, key = find_table(request, sid), row_key(request)
    row = find_round(table, number, key, later=True)
    return EntryRequest(
        CollectedHands(table.at(row.position)),
        row=None if insert else row,
        follower=row if insert else None,
        unnamed=request.method == "POST" and not key,
        post=request.POST,
    )


def _handle(request: HttpRequest, entry: EntryRequest) -> HttpResponse:
    closed = entry.closed
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect(entry.urls["done_url"])
    if request.method != "POST":
        return _page(request, entry, entry.begun())
    typed = entry.typed
    parsed = entry.parse(typed)
    if closed:
        parsed.errors = {"": [closed], **parsed.errors}
    if request.htmx:  # type: ignore[attr-defined]
        preview = entry.preview(typed, parsed)
        return render(request, "rounds/_preview.html", {"preview": preview})
    if request.POST.get("action") in (CONFIRM, LEAVE):
        try:
            return _record(request, entry, typed, parsed)
        except StaleForm as error:
            return _stale_page(request, entry, error)
    if entry.unnamed:
        return _stale_page(request, entry, which_round())
    return _page(request, entry, typed, parsed)


def _record(request: HttpRequest, entry: EntryRequest, typed: Typed, parsed: Parsed) -> HttpResponse:
    """Record what a form says, or show what is still to be done; raises StaleForm."""
    form_version = read_form_version(request)
    if form_version and (edit := entry.recorded(parsed.data, form_version)):
        return _saved(request, entry, form_version, edit)
    if entry.unnamed:
        raise which_round()
    if form_version and not parsed.errors and entry.row and parsed.data == entry.row.facts:
        return _saved(request, entry, form_version, words=gettext("Nothing was changed."))
    preview = entry.preview(typed, parsed)
    leaves = preview.pending.leave and request.POST.get("action") == LEAVE
    missing = "" if leaves else preview.pending.missing
    if form_version is None:
        parsed.errors.setdefault("", []).append(gettext("Please confirm once more."))
    elif missing and not parsed.errors and (edit := entry.late(form_version)):
        return _saved(request, entry, form_version, edit)
    unseen = {item.key for item in preview.problems} - set(request.POST.get("seen", "").split())
    if parsed.errors or form_version is None or missing or unseen:
        errors = parsed.errors or ({"": [missing]} if missing else {})
        return _page(request, entry, typed, parsed, status=422, errors=errors)
    whole = entry.collected.whole(typed, parsed)
    if whole.errors:
        wrong = replace(parsed, errors=whole.errors)
        return _page(request, entry, typed, wrong, status=422, errors=whole.errors)
    return _saved(request, entry, form_version, entry.record(whole.data, form_version))


def _saved(
    request: HttpRequest,
    entry: EntryRequest,
    form_version: FormVersion,
    edit: RoundEdit | None = None,
    words: str = "",
) -> HttpResponse:
    """Where to go on after ``edit``; a phone that sends by script learns which form was taken.

    A redirect would not do there: the sign-in page of a public network answers with one, too.
    """
    sender = request.headers.get("Sent-By")
    if sender != "outbox":
        toasts.done(request, words or entry.done_words, edit)
    if sender:
        return HttpResponse(status=204, headers={"Recorded": form_version.key})
    return redirect(entry.urls["done_url"])


@snapshot()
def _stale_page(request: HttpRequest, entry: EntryRequest, error: StaleForm) -> HttpResponse:
    """The form as it was, on top of what happened meanwhile; confirming again goes by that."""
    fresh = entry.now(find_table(request, entry.table.session.public_id))
    table, about, form_version = fresh.table, fresh.about, read_form_version(request)
    used = isinstance(error, FormUsed)
    key = form_version.key if form_version and not used else new_key()
    seats = {*fresh.came(), *(error.seats if isinstance(error, pads.HandsCame) else ())}
    news = round_news(table, about, number_shown(request), error) if about else fresh.news(seats)
    typed = fresh.typed
    parsed = fresh.parse(typed)
    conflict = None if used else fresh.conflict(parsed, error.edits)
    hidden = fresh.collected.redacted
    both = beside(table, conflict, parsed.data) if conflict and not hidden else None
    if conflict and conflict.same:
        words = gettext(
            "This entry is the same as the recorded round. Record it only if the same happened once more."
        )
        stale = StaleView([edit_line(table, conflict.edit, brief=True), words], same=True)
    else:
        stale = stale_view(table, error, news, conflict.edit if conflict and both else None)
    return _page(request, fresh, typed, parsed, 409, replace(stale, beside=both), key)


def _page(
    request: HttpRequest,
    entry: EntryRequest,
    typed: Typed,
    parsed: Parsed | None = None,
    status: int = 200,
    stale: StaleView | None = None,
    key: str = "",
    errors: Errors | None = None,
) -> HttpResponse:
    table = entry.table
    kept = request.POST.get("revision") if request.method == "POST" and not stale else None
    context = {
        "frame": "rounds/entry.html",
        "title": entry.title,
        **entry.urls,
        "entry": entry.form.view(table, entry.collected.shown(typed), errors or {}),
        "preview": entry.preview(typed, parsed or entry.parse(typed)),
        "stale": stale,
        "revision": table.session.revision if stale or request.method != "POST" else kept,
        "key": key or request.POST.get("key") or new_key(),
        "row": entry.about.pk if entry.about else "",
        "number": number_shown(request) if kept or not entry.about else numbered(entry.about).number or "",
        "asking": entry.hands_asked(),
        "sent": entry.collected.mark(bool(stale)),
    }
    return render(request, entry.form.template, context, status=status)
