"""画像: the result of a table as a picture."""

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from scorekeeper.play import find
from scorekeeper.play.table import Table
from scorekeeper.present.pictures.answers import answer, shape_of
from scorekeeper.present.pictures.result import result
from scorekeeper.server.limits import PICTURES
from scorekeeper.server.ratelimit import limited


@limited(PICTURES)
@require_safe
def result_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    """Standing and payments as they are now."""
    session = find.find_session(request, sid)
    return answer(request, result(Table(session)), shape_of(shape))
