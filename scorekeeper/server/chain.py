"""What everything between the server and the pages shares."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]

READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods of requests that change nothing."""
