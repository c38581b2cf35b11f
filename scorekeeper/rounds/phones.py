"""各自の入力・二人目の確認: pages for other phones: entering the own hand, agreeing to a round."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.games.fields import Errors, Pending
from scorekeeper.play.entries import first_disallowed, with_insert
from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import StaleForm, apply, hidden_fields
from scorekeeper.play.table import Table
from scorekeeper.present.words import disallowed_line, headline
from scorekeeper.server.database import snapshot
from scorekeeper.server.unreadable import storable

from . import pads
from .changing import toast
from .collected_hands import WAYS, OwnHand, collect_hands, form_of, hands_in, has_other_devices, typed_of
from .entry import asking_fragment, new_round
from .models import LONGEST_NOTE, OpenRound
from .preview import PreviewView, StaleView, preview_of, stale_view

State = OpenRound.State
FRAME = "rounds/hand.html"
"""What the template of a family's hand extends; alone it says what to do first."""


def pads_page(request: HttpRequest, sid: str) -> HttpResponse:
    return asking_fragment(request, new_round(request, find_table(request, sid)))


def pads_cancel(request: HttpRequest, sid: str) -> HttpResponse:
    table = find_table(request, sid)
    round, stale = pads.open_round(table.session), None
    if request.method == "POST":
        try:
            pads.cancel(_same_round(request, round))
        except pads.PadClosed:
            stale = _overtaken()
        else:
            messages.success(request, gettext("Entry cancelled. Nothing was recorded."))
            return redirect("table", sid)
    context = {"open_round": round, "stale": stale}
    return render(request, "rounds/cancel.html", context, status=409 if stale else 200)


def hand(request: HttpRequest, sid: str) -> HttpResponse:
    """手札の入力: enter the hand of this phone's seat, and correct it until the round is recorded."""
    table = find_table(request, sid)
    round = pads.open_round(table.session)
    if request.method == "POST":
        return _send(request, table, round)
    if round is None:
        return _closed_page(request)
    own = OwnHand(table, round)
    # Anybody can claim a seat, so a hidden hand is shown only to the phone that sent it.
    mine = round.hands.filter(device=current_device(request)).values_list("seat", flat=True)
    shown = not table.session.hidden_hands or own.seat in mine
    return _hand_page(request, table, round, own, own.sent if shown else {})


def _send(request: HttpRequest, table: Table, open_round: OpenRound | None) -> HttpResponse:
    sent = hands_in(request.POST, table).values()  # one, whatever seat it names
    typed: Mapping[str, str] = next(iter(sent), dict.fromkeys(WAYS, ""))
    hands = form_of(table).hands
    errors: Errors = {}
    try:
        same = _same_round(request, open_round)
        own = OwnHand(table, same)
        if own.seat is None or hands is None:
            errors[""] = [gettext("First choose which seat this phone belongs to.")]
        elif not own.sent and not any(typed.values()):
            errors[""] = [gettext("Enter your cards first, or say that you have none.")]
        else:
            hands.read(typed, str(own.seat), errors)
        if errors or own.seat is None:
            return _hand_page(request, table, same, own, typed, errors)
        pads.send_hand(same, own.seat, typed, current_device(request))
    except pads.PadClosed:
        return _closed_page(request, _overtaken(), typed)
    if request.headers.get("Sent-By"):
        return HttpResponse(status=204)
    messages.success(request, gettext("Sent."))
    return redirect("hand", table.session.public_id)


def _hand_page(
    request: HttpRequest,
    table: Table,
    open_round: OpenRound,
    own: OwnHand,
    typed: Mapping[str, str],
    errors: Errors | None = None,
) -> HttpResponse:
    hands, shown = form_of(table).hands, None
    if hands and own.seat is not None:
        seat = str(own.seat)
        filled = hands.fill(typed_of(table, open_round), {seat: typed}, table)
        shown = hands.view(table, filled, errors or {}, seat)
    context = {
        "frame": FRAME,
        "open_round": open_round,
        "own": own,
        "entry": shown,
        "number": table.state.counted + 1,
    }
    template = hands.template if hands and shown else FRAME
    return render(request, template, context, status=422 if errors else 200)


# ── the second person ────────────────────────────────────────────────────────────────────────────


def second(request: HttpRequest, sid: str) -> HttpResponse:
    """二人目の確認: agree to a round that another phone has proposed, or return it."""
    table = find_table(request, sid)
    round = pads.open_round(table.session)
    if request.method == "POST":
        return _answer(request, table, round)
    if round is None or round.state != State.AWAITING:
        return _closed_page(request)
    return _second_page(request, table, round)


def _answer(request: HttpRequest, table: Table, open_round: OpenRound | None) -> HttpResponse:
    asked = Form(request.POST)
    note = storable(" ".join(request.POST.get("note", "").split())[:LONGEST_NOTE])
    proposal = request.POST.get("proposal", "")
    agreed = pads.agreed_before(table.session, request.POST.get("round", ""), current_device(request))
    if agreed and request.POST.get("action") == "ok":  # a repeated form
        toast(request, gettext("Saved."), agreed)
        return redirect("table", table.session.public_id)
    try:
        same = _same_round(request, open_round)
        if same.state != State.AWAITING:
            raise pads.PadClosed
        if request.POST.get("action") == "no":
            pads.refuse(same, proposal, note)
            messages.info(request, gettext("The round now needs to be corrected."))
            return redirect("table", table.session.public_id)
        if not asked.errors and request.POST.get("action") != "ok":
            asked.add_error(None, gettext("Please confirm once more."))
        applied = apply(request, lambda form_version: pads.agree(same, proposal, form_version), asked)
    except pads.OwnProposal:
        sentence = gettext("Another phone has to say OK to what this one has entered.")
        return _second_page(request, table, same, [sentence])
    except pads.PadClosed as error:
        return _second_late(request, table, error)
    if applied.refusal:
        return _second_late(request, table, applied.refusal)
    if applied.wrong:
        return _second_page(request, table, same, asked.non_field_errors())
    toast(request, gettext("Saved."), applied.made)
    return redirect("table", table.session.public_id)


@snapshot()
def _second_late(request: HttpRequest, table: Table, error: pads.PadClosed | StaleForm) -> HttpResponse:
    """What happened meanwhile, with the proposal that waits now, if any."""
    fresh = find_table(request, table.session.public_id)
    round = pads.open_round(fresh.session)
    stale = _overtaken(error) if isinstance(error, pads.PadClosed) else stale_view(fresh, error)
    if round and round.state == State.AWAITING:
        return _second_page(request, fresh, round, stale=stale)
    if round and request.POST.get("round") == str(round.pk):
        stale = StaleView([gettext("The round now needs to be corrected.")])
    return _closed_page(request, stale)


def _second_page(
    request: HttpRequest,
    table: Table,
    open_round: OpenRound,
    errors: Sequence[object] = (),
    stale: StaleView | None = None,
) -> HttpResponse:
    device = current_device(request)
    preview, obstacle = _proposal(table, open_round)
    context = {
        "open_round": open_round,
        "number": table.state.counted + 1,
        "mine": bool(device and device.pk == open_round.proposed_by_id),
        "alone": not has_other_devices(table),
        "preview": preview,
        "errors": [*errors, obstacle] if obstacle else errors,
        "stale": stale,
        **hidden_fields(request, table.session.revision),
        "headline": headline(table.recall(open_round.facts), table) if open_round.facts else "",
    }
    return render(request, "rounds/second.html", context, status=409 if stale else 422 if errors else 200)


def _proposal(table: Table, open_round: OpenRound) -> tuple[PreviewView | None, str]:
    """The preview of a proposal, as far as this phone may see it; or why changed rules prevent it."""
    seen, facts = collect_hands(table), open_round.facts or {}
    shown = pads.with_hands_of(facts, ()) if seen.redacted else facts
    entries = with_insert(table, None, shown)
    if unread := first_disallowed(entries):
        return None, disallowed_line(table, unread)
    return seen.redact(preview_of(table, entries.first, Pending())), ""


# ── a round that is not open any more ────────────────────────────────────────────────────────────


def _same_round(request: HttpRequest, open_round: OpenRound | None) -> OpenRound:
    """The open round, if it is the one of the form; raises PadClosed."""
    if open_round is None or request.POST.get("round") != str(open_round.pk):
        raise pads.PadClosed
    return open_round


def _overtaken(error: pads.PadClosed | None = None) -> StaleView:
    if isinstance(error, pads.OtherProposal):
        return StaleView([gettext("The round was re-entered meanwhile. Please look again.")])
    return StaleView([gettext("The round was recorded or cancelled meanwhile.")])


def _closed_page(
    request: HttpRequest, stale: StaleView | None = None, typed: Mapping[str, str] | None = None
) -> HttpResponse:
    context = {"stale": stale, "typed": typed}
    return render(request, "rounds/hand_late.html", context, status=409 if stale else 200)
