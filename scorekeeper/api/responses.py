"""Responses to programs: JSON by a token, with ETag and CORS headers, and errors by RFC 9457."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt

from scorekeeper.circles.codes import authenticate_token
from scorekeeper.circles.limits import take_for_token
from scorekeeper.circles.models import Circle
from scorekeeper.scoring.reading import Json
from scorekeeper.server.database import snapshot
from scorekeeper.server.headers import FOR_EVERYBODY
from scorekeeper.server.ratelimit import TooMany
from scorekeeper.server.static import version as program_version

P = ParamSpec("P")

READS = ("GET", "HEAD", "OPTIONS")
ALLOW = {"Allow": ", ".join(READS)}
LONGEST_TOKEN = 200
EVERY_RESPONSE = {
    **FOR_EVERYBODY,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "X-Robots-Tag": "noindex, nofollow",
}
"""CORS headers of every response: any origin may read it, by a token and not by cookies."""
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
    **ALLOW,
}
"""Headers of the response to a CORS preflight."""


@dataclass(frozen=True, slots=True)
class JsonResource:
    """What a view returns."""

    version: object  # what its ETag is made of
    make: Callable[[], Json]  # not called where the client has this version


View = Callable[Concatenate[HttpRequest, Circle, P], JsonResource]


def with_token(view: View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Make a view of the circle that the request's token opens."""

    @csrf_exempt  # what would write is refused in JSON too
    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        def read(circle: Circle) -> JsonResource:
            return view(request, circle, *args, **kwargs)

        return _with_cors(request, lambda: _read_by_token(request, read))

    return answer


def public_json(request: HttpRequest, data: bytes) -> HttpResponseBase:
    """A response with public JSON, without a token."""

    def read() -> HttpResponse:
        take_for_token(request, None)
        return HttpResponse(data, content_type="application/json")

    return _with_cors(request, read)


def _with_cors(request: HttpRequest, read: Callable[[], HttpResponse]) -> HttpResponse:
    if request.method == "OPTIONS":
        response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)
    elif request.method not in READS:
        response = problem(HTTPStatus.METHOD_NOT_ALLOWED, "This can only be read.", ALLOW)
    else:
        try:
            response = read()
        except TooMany as busy:
            detail, headers = f"Too many requests: wait {busy.seconds} s.", {"Retry-After": str(busy.seconds)}
            response = problem(HTTPStatus.TOO_MANY_REQUESTS, detail, headers)
    for name, value in EVERY_RESPONSE.items():
        response.headers[name] = value
    patch_vary_headers(response, ["Authorization"])
    return response


def _read_by_token(request: HttpRequest, read: Callable[[Circle], JsonResource]) -> HttpResponse:
    # Only from its header, as addresses are logged.
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    secret = secret.strip()
    well_formed = scheme.lower() == "bearer" and 0 < len(secret) <= LONGEST_TOKEN
    token = authenticate_token(secret) if well_formed else None
    take_for_token(request, token)
    if token is None:
        detail = "Send a token that counts: Authorization: Bearer TOKEN"
        return problem(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": 'Bearer realm="scorekeeper"'})
    try:
        with snapshot():
            return _conditional_response(request, read(token.circle))
    except Http404:
        return problem(HTTPStatus.NOT_FOUND, "There is nothing of that name in this group.")


def _conditional_response(request: HttpRequest, resource: JsonResource) -> HttpResponse:
    """The resource, or 304 where the client has it."""
    version = dumps([resource.version, get_language(), program_version()])
    etag = quote_etag(hashlib.sha256(version.encode()).hexdigest()[:32])
    unchanged = get_conditional_response(request, etag=etag)
    response = unchanged or HttpResponse(dumps(resource.make()), content_type="application/json")
    response.headers["ETag"] = etag
    return response


def resource_of(data: Json) -> JsonResource:
    """A resource that is its own version."""
    return JsonResource(data, lambda: data)


def dumps(data: object) -> str:
    """Compact JSON; keys keep their order."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def problem(status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An error as RFC 9457 has it, in English, as its readers are programmers."""
    data = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    return HttpResponse(dumps(data), status=status, content_type="application/problem+json", headers=headers)
