"""What the keys of a keyboard do where a round is entered."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def keys(request: HttpRequest) -> HttpResponse:
    """The sheet of keys, fetched by anyone who has a keyboard; the page leaves out what it has no use for."""
    return render(request, "rounds/_keys.html")
