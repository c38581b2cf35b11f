"""Saving a circle as a file."""

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from scorekeeper.circles.access import find_circle
from scorekeeper.circles.limits import sender_of
from scorekeeper.circles.models import Role
from scorekeeper.server.errors import too_many
from scorekeeper.server.limits import CIRCLE_FILES
from scorekeeper.server.ratelimit import limiter

from .saving import written


@require_safe
def circle_export(request: HttpRequest, cid: str) -> HttpResponseBase:
    """Everything that a circle has entered; 429 to a host who asks for it too often."""
    circle = find_circle(request, cid, Role.HOST)
    if seconds := limiter(CIRCLE_FILES).take(*sender_of(request).names):
        return too_many(request, seconds)
    response = StreamingHttpResponse(written(circle), content_type="application/json; charset=utf-8")
    name = f"{circle.name}-{timezone.localdate():%Y-%m-%d}.json"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
