"""The way into a circle by its link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from scorekeeper.server.ratelimit import limited

from .access import admit, circle_by_link, ensure_device


@limited("join", per_address=30, total=300)
@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let the device in that opened a circle's link, and go on to an address without the secret."""
    circle = circle_by_link(token)
    admit(ensure_device(request), circle)
    return redirect("circle", circle.public_id)
