"""The largest body that is accepted."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from scorekeeper.server.chain import Handler
from scorekeeper.server.errors import bad_request, too_large


class BodyLimitMiddleware:
    """Refuse a body by its announced length, before anything reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return bad_request(request)
        if length > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            return too_large(request)
        return self.get_response(request)
