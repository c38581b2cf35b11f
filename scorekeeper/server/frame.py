"""What the server adds to the frame of every page."""

from django.conf import settings
from django.http import HttpRequest


def frame(request: HttpRequest) -> dict[str, object]:
    """``demo`` says that everything here is made up."""
    return {"demo": settings.DEMO}
