"""二人目の確認: a round that another phone has entered counts once a second person agrees."""

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.games.fields import Parsed, Pending
from scorekeeper.play.entries import unplayed, with_insert
from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import StaleForm, apply, hidden_fields
from scorekeeper.play.table import Table
from scorekeeper.present.headings import SessionHead
from scorekeeper.present.words import device_name, headline, unplayed_line
from scorekeeper.server.database import snapshot
from scorekeeper.server.unreadable import storable

from . import hand_requests, pads, toasts
from .collected_hands import collect_hands
from .models import LONGEST_NOTE, OpenRound
from .phones import closed_page, overtaken, same_round
from .preview import PreviewView, StaleView, preview_of, stale_view

State = OpenRound.State


def second(request: HttpRequest, sid: str) -> HttpResponse:
    """二人目の確認: look at a round that another phone has entered, and agree or give it back."""
    table = find_table(request, sid)
    round = pads.open_round(table.session)
    if request.method == "POST":
        return _answer(request, table, round)
    if round is None or round.state != State.AWAITING:
        return closed_page(request, table)
    return _second_page(request, table, round)


def _answer(request: HttpRequest, table: Table, open_round: OpenRound | None) -> HttpResponse:
    asked = Form(request.POST)
    note = storable(" ".join(request.POST.get("note", "").split())[:LONGEST_NOTE])
    proposal = request.POST.get("proposal", "")
    agreed = pads.agreed(table.session, request.POST.get("round", ""), current_device(request))
    if agreed and request.POST.get("action") == "ok":  # the form came twice
        toasts.done(request, gettext("Saved."), agreed)
        return redirect("table", table.session.public_id)
    try:
        same = same_round(request, open_round)
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
    toasts.done(request, gettext("Saved."), applied.made)
    return redirect("table", table.session.public_id)


@snapshot()
def _second_late(request: HttpRequest, table: Table, error: pads.PadClosed | StaleForm) -> HttpResponse:
    """What happened meanwhile; a round that still waits is shown by how the table stands now."""
    fresh = find_table(request, table.session.public_id)
    round = pads.open_round(fresh.session)
    stale = overtaken(error) if isinstance(error, pads.PadClosed) else stale_view(fresh, error)
    if round and round.state == State.AWAITING:
        return _second_page(request, fresh, round, stale=stale)
    if round and request.POST.get("round") == str(round.pk):
        stale = StaleView([gettext("The round now needs to be corrected.")])
    return closed_page(request, fresh, stale)


def _second_page(
    request: HttpRequest,
    table: Table,
    open_round: OpenRound,
    errors: Sequence[object] = (),
    stale: StaleView | None = None,
) -> HttpResponse:
    device = current_device(request)
    preview, hindered = _proposal(table, open_round)
    context = {
        "game_session": SessionHead(table),
        "open_round": open_round,
        "number": table.state.counted + 1,
        "mine": bool(device and device.pk == open_round.proposed_by_id),
        "alone": not hand_requests.others(table),
        "preview": preview,
        "errors": [*errors, hindered] if hindered else errors,
        "stale": stale,
        **hidden_fields(request, table.session.revision),
        "who": device_name(open_round.proposed_by, getattr(open_round, "holder", None)),
        "headline": headline(table.recall(open_round.facts), table) if open_round.facts else "",
    }
    return render(request, "rounds/second.html", context, status=409 if stale else 422 if errors else 200)


def _proposal(table: Table, open_round: OpenRound) -> tuple[PreviewView | None, str]:
    """Everything the round would do, as far as this phone may see it before it is recorded; or why it cannot
    be recorded any more, where the house rules have changed since it was entered."""
    seen = collect_hands(table)
    parsed = Parsed(seen.open_facts(open_round.facts or {}), {})
    entries = with_insert(table, None, parsed.data)
    if unread := unplayed(entries):
        return None, unplayed_line(table, unread)
    return seen.redact(preview_of(table, entries.first, Pending())), ""
