"""The messages for a form whose open round was closed or changed meanwhile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scorekeeper.play.table import Table
from scorekeeper.present.headings import SessionHead

from . import pads
from .models import OpenRound
from .preview import StaleView


def same_round(request: HttpRequest, open_round: OpenRound | None) -> OpenRound:
    """The open round, if it is the one that the form was made for; raises PadClosed."""
    if open_round is None or request.POST.get("round") != str(open_round.pk):
        raise pads.PadClosed
    return open_round


def overtaken(error: pads.PadClosed | None = None) -> StaleView:
    if isinstance(error, pads.OtherProposal):
        return StaleView([gettext("The round was re-entered meanwhile. Please look again.")])
    return StaleView([gettext("The round was recorded or cancelled meanwhile.")])


def nothing_open(request: HttpRequest, table: Table) -> HttpResponse:
    """There is no such round: it was recorded, or never begun."""
    context = {"game_session": SessionHead(table), "nothing": True}
    return render(request, "rounds/hand_late.html", context)
