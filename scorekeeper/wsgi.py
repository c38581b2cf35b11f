"""Django's WSGI handler: the pages."""

import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from scorekeeper.server.body import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

_pages = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer one request."""
    return _pages(in_utf_8(environ), start_response)
