"""Django's WSGI handler: the pages."""

import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application

from scorekeeper.server.unreadable import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

_pages = get_wsgi_application()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer one request."""
    return _pages(in_utf_8(environ), start_response)
