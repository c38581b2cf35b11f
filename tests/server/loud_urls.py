"""The real pages, and one that fails with the user's input in the exception."""

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper.urls import *  # noqa: F403
from scorekeeper.urls import urlpatterns as pages


def stumble(request: HttpRequest) -> HttpResponse:
    raise IntegrityError(f"Key (name)=({request.GET['name']}) exists") from ValueError(request.GET["name"])


urlpatterns = [*pages, path("stumble/", stumble, name="stumble")]
