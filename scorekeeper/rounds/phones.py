"""What several phones do together: a new round, each player's own hand, the second person, the settings."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.circles.access import current_device
from scorekeeper.circles.models import Role
from scorekeeper.games.fields import LONGEST_FIELD, Errors, Parsed, Pending
from scorekeeper.play.entries import with_insert
from scorekeeper.play.find import find_session
from scorekeeper.play.services import WISHES, FormUsed, StaleForm
from scorekeeper.play.stamps import new_key, read_stamp
from scorekeeper.play.table import Table
from scorekeeper.present.heads import head
from scorekeeper.present.presenter import device_name, headline
from scorekeeper.server.characters import kept

from . import asking, pads
from .entry import handle
from .models import LONGEST_NOTE, OpenRound
from .preview import PreviewView, StaleView, preview_of, scored_of, stale_view
from .shared import SharedTask

State = OpenRound.State


def _table(request: HttpRequest, sid: str) -> Table:
    return Table(find_session(request, sid, Role.PLAYER))


def _task(request: HttpRequest, table: Table) -> SharedTask:
    found = pads.open_round(table.session)
    device = current_device(request)
    return SharedTask(table, device=device, post=request.POST, found=found, sent=pads.sent_hands(found))


@require_http_methods(["GET", "HEAD", "POST"])
def round_new(request: HttpRequest, sid: str) -> HttpResponse:
    """Enter the result of the round just played, alone or with the hands that other phones send."""
    table = _table(request, sid)
    if request.POST.get("action") == "ask" and not table.session.ended_at:
        return _ask(request, table)
    task = _task(request, table)
    if request.method != "POST" and task.found and task.found.state == State.AWAITING:
        return redirect("second", sid)
    return handle(request, task)


def _ask(request: HttpRequest, table: Table) -> HttpResponse:
    """Ask every phone for its hand; a page that does it by script gets only how the hands stand."""
    form = asking.form_of(table)
    try:
        if form.hands:
            pads.ask(table.session, asking.fields_of(request.POST, form), current_device(request))
    except pads.PadClosed:
        return redirect("second", table.session.public_id)
    task = _task(request, table)
    if request.headers.get("Sent-By") == "pads":
        return render(request, "live/_asking.html", {"game_session": head(table), **task.beside()})
    return handle(request, task)


@require_safe
def pads_page(request: HttpRequest, sid: str) -> HttpResponse:
    """How far the hands of the open round have come in, as a part of the entry page."""
    table = _table(request, sid)
    task = _task(request, table)
    return render(request, "live/_asking.html", {"game_session": head(table), **task.beside()})


@require_http_methods(["GET", "HEAD", "POST"])
def pads_cancel(request: HttpRequest, sid: str) -> HttpResponse:
    """Close the open round without recording it, after asking."""
    table = _table(request, sid)
    found = pads.open_round(table.session)
    if request.method != "POST":
        return render(request, "live/cancel.html", {"game_session": head(table), "found": found})
    try:
        pads.cancel(_same(request, found))
    except pads.PadClosed:
        context = {"game_session": head(table), "found": found, "stale": _overtaken()}
        return render(request, "live/cancel.html", context, status=409)
    messages.success(request, gettext("The round was cancelled. Nothing was recorded."))
    return redirect("table", sid)


def _same(request: HttpRequest, found: OpenRound | None) -> OpenRound:
    """The open round, if it is the one that the form was made for; raises PadClosed."""
    if found is None or request.POST.get("round") != str(found.pk):
        raise pads.PadClosed
    return found


def _waiting(request: HttpRequest, found: OpenRound | None) -> OpenRound:
    """The round that waits for a second person, if it is the form's; raises PadClosed."""
    same = _same(request, found)
    if same.state != State.AWAITING:
        raise pads.PadClosed
    return same


def _overtaken(error: pads.PadClosed | None = None) -> StaleView:
    if isinstance(error, pads.OtherProposal):
        return StaleView([gettext("The round was entered anew meanwhile. Look at it once more.")])
    return StaleView([gettext("The round was recorded or cancelled meanwhile.")])


@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, sid: str) -> HttpResponse:
    """手札の入力: enter one's own hand, and correct it until the round is recorded."""
    table = _table(request, sid)
    found = pads.open_round(table.session)
    own = asking.own(table, found) if found else None
    if request.method == "POST":
        return _send(request, table, found, own)
    if found is None or own is None:
        return _nothing(request, table)
    sent = asking.sent_from(table, found, own, current_device(request))
    return _hand_page(request, table, found, own, sent)


def _nothing(request: HttpRequest, table: Table) -> HttpResponse:
    """There is no such round: it was recorded, or never begun."""
    context = {"game_session": head(table), "nothing": True}
    return render(request, "live/hand_late.html", context)


def _send(
    request: HttpRequest, table: Table, found: OpenRound | None, own: asking.Own | None
) -> HttpResponse:
    typed = _typed_hand(request)
    hands = asking.form_of(table).hands
    try:
        same = _same(request, found)
        if own is None or own.seat is None or hands is None:
            errors: Errors = {"": [gettext("Say first which seat this phone is.")]}
        else:
            errors = hands.check(typed, str(own.seat))
        if errors:
            return _hand_page(request, table, same, own, typed, errors)
        if own and own.seat is not None:
            pads.send_hand(same, own.seat, typed, current_device(request))
    except pads.PadClosed:
        context = {"game_session": head(table), "stale": _overtaken(), "typed": typed}
        return render(request, "live/hand_late.html", context, status=409)
    return _sent(request, table)


def _sent(request: HttpRequest, table: Table) -> HttpResponse:
    if request.headers.get("Sent-By"):
        return HttpResponse(status=204)
    messages.success(request, gettext("Sent."))
    return redirect("hand", table.session.public_id)


def _typed_hand(request: HttpRequest) -> dict[str, str]:
    """The hand of the form, whatever the number of its seat."""
    names = {
        way: next((name for name in request.POST if name.startswith(f"{way}-")), way) for way in asking.WAYS
    }
    return {way: request.POST.get(name, "").strip()[:LONGEST_FIELD] for way, name in names.items()}


def _hand_page(
    request: HttpRequest,
    table: Table,
    found: OpenRound,
    own: asking.Own | None,
    typed: Mapping[str, str],
    errors: Errors | None = None,
) -> HttpResponse:
    shown = _hand_view(table, found, own, typed, errors or {})
    context = {
        "game_session": head(table),
        "found": found,
        "own": own,
        "entry": shown,
        "number": len(table.rounds) + 1,
    }
    return render(request, "live/hand.html", context, status=422 if errors else 200)


def _hand_view(
    table: Table, found: OpenRound, own: asking.Own | None, typed: Mapping[str, str], errors: Errors
) -> object:
    """The pad of the hand; None for a phone without a seat."""
    form = asking.form_of(table)
    if own is None or own.seat is None or form.hands is None:
        return None
    seat = str(own.seat)
    given = form.hands.fill(asking.typed_of(table, found), {seat: typed}, table)
    page = dict.fromkeys(("title", "back_url", "done_url", "action_url"), "")
    return form.hands.view(table, given, seat, errors, **page, editing=False)


@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest, sid: str) -> HttpResponse:
    """二人目の確認: look at a round that another phone has entered, and agree or give it back."""
    table = _table(request, sid)
    found = pads.open_round(table.session)
    if request.method == "POST":
        return _answer(request, table, found)
    if found is None or found.state != State.AWAITING:
        return _nothing(request, table)
    return _second_page(request, table, found)


def _answer(request: HttpRequest, table: Table, found: OpenRound | None) -> HttpResponse:
    stamp = read_stamp(request)
    note = kept(" ".join(request.POST.get("note", "").split())[:LONGEST_NOTE])
    proposal = request.POST.get("proposal", "")
    try:
        same = _waiting(request, found)
        if request.POST.get("action") == "no":
            pads.refuse(same, proposal, note)
            messages.info(request, gettext("The round goes back to be corrected."))
            return redirect("table", table.session.public_id)
        if stamp is None or request.POST.get("action") != "ok":
            return _second_page(request, table, same, [gettext("Please confirm once more.")])
        pads.agree(same, proposal, stamp)
    except pads.OwnProposal:
        sentence = gettext("Another phone has to say OK to what this one has entered.")
        return _second_page(request, table, same, [sentence])
    except (pads.PadClosed, StaleForm, FormUsed) as error:
        return _second_late(request, table, error)
    messages.success(request, gettext("Saved."))
    return redirect("table", table.session.public_id)


def _second_late(
    request: HttpRequest, table: Table, error: pads.PadClosed | StaleForm | FormUsed
) -> HttpResponse:
    """What happened meanwhile; a round that still waits is shown by how the table stands now."""
    fresh = Table(find_session(request, table.session.public_id))
    found = pads.open_round(fresh.session)
    stale = _overtaken(error) if isinstance(error, pads.PadClosed) else stale_view(fresh, error)
    if found and found.state == State.AWAITING:
        return _second_page(request, fresh, found, stale=stale)
    context = {"game_session": head(fresh), "stale": stale, "typed": {}}
    return render(request, "live/hand_late.html", context, status=409)


def _second_page(
    request: HttpRequest,
    table: Table,
    found: OpenRound,
    errors: list[str] | None = None,
    stale: StaleView | None = None,
) -> HttpResponse:
    device = current_device(request)
    context = {
        "game_session": head(table),
        "found": found,
        "number": len(table.rounds) + 1,
        "mine": bool(device and device.pk == found.proposed_by_id),
        "alone": not asking.others(table, device),
        "preview": _proposal(request, table, found),
        "errors": errors or [],
        "stale": stale,
        "revision": table.session.revision,
        "key": new_key(),
        "who": device_name(found.proposed_by),
        "headline": headline(table.read(found.facts), table.session.game) if found.facts else "",
    }
    return render(request, "live/second.html", context, status=409 if stale else 422 if errors else 200)


def _proposal(request: HttpRequest, table: Table, found: OpenRound) -> PreviewView:
    """Everything the round would do, as far as this phone may see it before it is recorded."""
    task = _task(request, table)
    parsed = Parsed(task.open_facts(found.facts or {}), {})
    entries = with_insert(table, None, parsed.data)
    preview = preview_of(table, parsed, entries, scored_of(table, parsed, entries), Pending(), False)
    return task.veil(preview)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, sid: str) -> HttpResponse:
    """卓の設定: whether hands stay hidden until a round is recorded, and whether a second person confirms."""
    table = _table(request, sid)
    stamp = read_stamp(request)
    if request.method != "POST":
        return _settings_page(request, table)
    if stamp is None:
        return _settings_page(request, table, status=422)
    try:
        pads.change_wishes(table.session, {key: key in request.POST for key in WISHES}, stamp)
    except pads.HandsHidden:
        return _settings_page(request, table, _hands_hidden(), 409)
    except (StaleForm, FormUsed) as error:
        fresh = Table(find_session(request, sid))
        return _settings_page(request, fresh, stale_view(fresh, error), 409)
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def _hands_hidden() -> StaleView:
    return StaleView([gettext("Hidden hands have been sent. They can be shown from the next round on.")])


def _settings_page(
    request: HttpRequest, table: Table, stale: StaleView | None = None, status: int = 200
) -> HttpResponse:
    posted = request.method == "POST"
    wishes = {key: key in request.POST if posted else getattr(table.session, key) for key in WISHES}
    context = {
        "game_session": head(table),
        "wishes": wishes,
        "alone": not asking.others(table, current_device(request)),
        "hands": bool(asking.form_of(table).hands),
        "stale": stale,
        "failed": status == 422,
        "revision": table.session.revision,
        "key": new_key(),
    }
    return render(request, "live/settings.html", context, status=status)
