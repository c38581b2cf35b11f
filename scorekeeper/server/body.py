"""Which bodies are accepted: how large, and in which encoding."""

from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import parse_header_parameters

from .chain import Handler
from .errors import bad_request, too_large
from .limits import WIDE_BODY

UTF_8 = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
UNREADABLE = "scorekeeper.unreadable"


def in_utf_8(environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return what a server says of a request, marked where its texts are not in UTF-8.

    Django reads the whole request by the encoding of its body, the address included, and fails where that is
    no encoding of texts ("hex"): such a request could not even be refused.
    """
    try:
        _kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        readable = parameters.get("charset", "utf-8").lower() in UTF_8
    except (ValueError, LookupError):
        readable = False
    return environ if readable else {**environ, "CONTENT_TYPE": "", UNREADABLE: True}


class BodyLimitMiddleware:
    """Refuse a body by its announced length and encoding, before anything reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return bad_request(request)
        if UNREADABLE in request.META:
            return bad_request(request)
        usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        largest = WIDE_BODY if settings.WIDE_PATHS.fullmatch(request.path) else usual
        if length > largest:
            return too_large(request, largest)
        return self.get_response(request)
