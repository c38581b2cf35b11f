"""表計算用: CSV files of a session or a circle."""

from itertools import chain

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.circles.access import membership_of
from scorekeeper.play import find
from scorekeeper.play.models import GameSession

from . import rows
from .csv_file import csv_response


def rounds_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    """The rounds of a session, a row for every seat of a round."""
    session = find.find_session(request, sid)
    return csv_response(_name("rounds", session), rows.ROUNDS_HEAD, rows.seat_rows(_only(session)))


def sheet_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    """A session as its score sheet: a row a round, a column a seat."""
    session = find.find_session(request, sid)
    return csv_response(_name("sheet", session), rows.sheet_head(session), rows.sheet_rows(session))


def payments_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    """The payments that were ticked at a table."""
    session = find.find_session(request, sid)
    return csv_response(_name("payments", session), rows.PAYMENTS_HEAD, rows.payment_rows(_only(session)))


def circle_rounds_csv(request: HttpRequest, cid: str) -> HttpResponseBase:
    """The rounds of all sessions of a circle, the oldest first."""
    circle = membership_of(request).circle
    return csv_response("rounds", rows.ROUNDS_HEAD, rows.seat_rows(circle.sessions.all()))


def circle_payments_csv(request: HttpRequest, cid: str) -> HttpResponseBase:
    """The payments at all tables of a circle, the oldest first, then those of combined settlements."""
    circle = membership_of(request).circle
    payments = chain(rows.payment_rows(circle.sessions.all()), rows.bill_rows(circle.bills.all()))
    return csv_response("payments", rows.PAYMENTS_HEAD, payments)


def _only(session: GameSession) -> "QuerySet[GameSession]":
    return GameSession.objects.filter(pk=session.pk)


def _name(what: str, session: GameSession) -> str:
    return f"{what}-{session.night.day}"
