"""各自の入力: each player's own hand on the own phone, and how far the hands have come in."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.games.fields import Errors
from scorekeeper.play.find import find_table
from scorekeeper.play.table import Table
from scorekeeper.present.headings import SessionHead

from . import hand_requests, pads
from .entry import asked_page
from .entry_request import new_round
from .models import OpenRound
from .preview import StaleView

FRAME = "rounds/hand.html"
"""What the template of a family's hand fills; without one it says what there is to do first."""


def pads_page(request: HttpRequest, sid: str) -> HttpResponse:
    """How far the hands of the open round have come in, as a part of the entry page."""
    return asked_page(request, new_round(request, find_table(request, sid)))


def pads_cancel(request: HttpRequest, sid: str) -> HttpResponse:
    """Close the open round without recording it, after asking."""
    table = find_table(request, sid)
    round, stale = pads.open_round(table.session), None
    if request.method == "POST":
        try:
            pads.cancel(same_round(request, round))
        except pads.PadClosed:
            stale = overtaken()
        else:
            messages.success(request, gettext("Entry cancelled. Nothing was recorded."))
            return redirect("table", sid)
    context = {"game_session": SessionHead(table), "open_round": round, "stale": stale}
    return render(request, "rounds/cancel.html", context, status=409 if stale else 200)


def hand(request: HttpRequest, sid: str) -> HttpResponse:
    """手札の入力: enter one's own hand, and correct it until the round is recorded."""
    table = find_table(request, sid)
    round = pads.open_round(table.session)
    if request.method == "POST":
        return _send(request, table, round)
    if round is None:
        return closed_page(request, table)
    own = hand_requests.own(table, round)
    # Anybody may say that a seat is theirs: with hidden hands only the phone that sent a hand sees it again.
    mine = round.hands.filter(device=current_device(request)).values_list("seat", flat=True)
    shown = not table.session.hidden_hands or own.seat in mine
    return _hand_page(request, table, round, own, own.sent if shown else {})


def _send(request: HttpRequest, table: Table, open_round: OpenRound | None) -> HttpResponse:
    sent = hand_requests.hands_in(request.POST, table).values()  # one, whatever the number of its seat
    typed: Mapping[str, str] = next(iter(sent), dict.fromkeys(hand_requests.WAYS, ""))
    hands = hand_requests.form_of(table).hands
    errors: Errors = {}
    try:
        same = same_round(request, open_round)
        own = hand_requests.own(table, same)
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
        return closed_page(request, table, overtaken(), typed)
    if request.headers.get("Sent-By"):
        return HttpResponse(status=204)
    messages.success(request, gettext("Sent."))
    return redirect("hand", table.session.public_id)


def _hand_page(
    request: HttpRequest,
    table: Table,
    open_round: OpenRound,
    own: hand_requests.Own,
    typed: Mapping[str, str],
    errors: Errors | None = None,
) -> HttpResponse:
    """The pad of the hand; a phone without a seat is told what there is to do first."""
    hands, shown = hand_requests.form_of(table).hands, None
    if hands and own.seat is not None:
        seat = str(own.seat)
        filled = hands.fill(hand_requests.typed_of(table, open_round), {seat: typed}, table)
        shown = hands.view(table, filled, seat, errors or {})
    context = {
        "frame": FRAME,
        "game_session": SessionHead(table),
        "open_round": open_round,
        "own": own,
        "entry": shown,
        "number": table.state.counted + 1,
    }
    template = hands.template if hands and shown else FRAME
    return render(request, template, context, status=422 if errors else 200)


def same_round(request: HttpRequest, open_round: OpenRound | None) -> OpenRound:
    """The open round, if it is the one that the form was made for; raises PadClosed."""
    if open_round is None or request.POST.get("round") != str(open_round.pk):
        raise pads.PadClosed
    return open_round


def overtaken(error: pads.PadClosed | None = None) -> StaleView:
    if isinstance(error, pads.OtherProposal):
        return StaleView([gettext("The round was re-entered meanwhile. Please look again.")])
    return StaleView([gettext("The round was recorded or cancelled meanwhile.")])


def closed_page(
    request: HttpRequest, table: Table, stale: StaleView | None = None, typed: Mapping[str, str] | None = None
) -> HttpResponse:
    """There is no such round: it was recorded or cancelled, or never begun; and a hand that came too late."""
    context = {"game_session": SessionHead(table), "stale": stale, "typed": typed}
    return render(request, "rounds/hand_late.html", context, status=409 if stale else 200)
