"""夜の得点板: a scoreboard that follows the table that plays, from one table of a night to the next."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse

from scorekeeper.circles.access import find_membership
from scorekeeper.play.nights import current_table
from scorekeeper.tables.board import board

from .view import find_night


def night_board(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """The scoreboard of the running table, or of the last one."""
    night = find_night(find_membership(request, cid).circle, day)
    session = current_table(night.sessions.order_by("-started_at", "-pk"))
    if session is None:
        raise Http404
    return board(request, session.public_id)
