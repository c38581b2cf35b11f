"""A few simple pages, to test middleware and server."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.i18n import set_language

from scorekeeper.server.limits import Rate
from scorekeeper.server.ratelimit import limited

handler400 = "scorekeeper.server.errors.bad_request"
handler403 = "scorekeeper.server.errors.forbidden"
handler404 = "scorekeeper.server.errors.not_found"
handler500 = "scorekeeper.server.errors.server_error"


def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST.get("name", ""), content_type="text/plain")


def boom(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the inside story")


def big(request: HttpRequest) -> HttpResponse:
    raise RequestDataTooBig


@limited(Rate("stub", each=3, total=5))
def narrow(request: HttpRequest, word: str) -> HttpResponse:
    return HttpResponse(word)


def flood(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"x" * 30_000_000)


urlpatterns = [
    path("", home),
    path("echo/", echo),
    path("boom/", boom),
    path("big/", big),
    path("flood/", flood),
    path("narrow/<str:word>/", narrow),
    path("language/", set_language, name="set_language"),
]
