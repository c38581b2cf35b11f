"""画像: the result of a table, and its score sheet, as pictures."""

from django.http import HttpRequest, HttpResponseBase

from scorekeeper.play import find
from scorekeeper.play.table import Table
from scorekeeper.present.pictures.frame import answer, shape_of
from scorekeeper.present.pictures.result import result
from scorekeeper.present.pictures.sheet import sheet

from .sheet import last_rounds


def result_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    """Standing and payments as they are now."""
    session = find.find_session(request, sid)
    return answer(request, result(Table(session), shape_of(shape)))


def sheet_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    """Everybody's points and the last rounds."""
    session = find.find_session(request, sid)
    table = Table(session)
    shown, earlier = last_rounds(table)
    return answer(request, sheet(table, shown, earlier, shape_of(shape)))
