"""What the frame of every page is told by the server."""

from django.conf import settings
from django.http import HttpRequest


def frame(request: HttpRequest) -> dict[str, object]:
    """``demo`` tells that everything here is made up."""
    return {"demo": settings.DEMO}
