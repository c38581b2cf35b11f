"""Answers to programs: by a token, in JSON, also where something is wrong, and never twice the same."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from scorekeeper.circles.limits import wait_for_token
from scorekeeper.circles.models import Circle, Token
from scorekeeper.circles.tokens import token_by
from scorekeeper.scoring.reading import Json
from scorekeeper.server.database import snapshot
from scorekeeper.server.headers import FOR_EVERYBODY

P = ParamSpec("P")

READS = ("GET", "HEAD", "OPTIONS")
LONGEST_TOKEN = 200
FOR_ALL = {
    **FOR_EVERYBODY,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "X-Robots-Tag": "noindex, nofollow",
}
"""For every answer: pages from anywhere may read it, by a token that they were given and by no cookie."""
BEFORE_ASKING = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Allow": ", ".join(READS),
}
"""What a browser asks before it sends a token along."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is read: ``make`` gives it, and is not called for whoever has it as of ``version`` already."""

    version: object
    make: Callable[[], Json]


View = Callable[Concatenate[HttpRequest, Circle, P], Answer]


def by_token(view: View[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let programs read what a view gives of the circle that their token opens."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        def read(circle: Circle) -> Answer:
            return view(request, circle, *args, **kwargs)

        return _for_programs(request, lambda: _answered(request, read))

    return answer


def openly(request: HttpRequest, data: bytes) -> HttpResponseBase:
    """Let everybody read some JSON that is no secret."""

    def read() -> HttpResponse:
        seconds = wait_for_token(request, None)
        return _later(seconds) if seconds else HttpResponse(data, content_type="application/json")

    return _for_programs(request, read)


def _for_programs(request: HttpRequest, read: Callable[[], HttpResponse]) -> HttpResponse:
    """An answer that browsers let pages from anywhere read."""
    if request.method == "OPTIONS":
        response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=BEFORE_ASKING)
    elif request.method not in READS:
        response = problem(HTTPStatus.METHOD_NOT_ALLOWED, "This can only be read.", Allow=", ".join(READS))
    else:
        response = read()
    for name, value in FOR_ALL.items():
        response.headers[name] = value
    patch_vary_headers(response, ["Authorization"])
    return response


def _answered(request: HttpRequest, read: Callable[[Circle], Answer]) -> HttpResponse:
    token = _token(request)
    if seconds := wait_for_token(request, token):
        return _later(seconds)
    if token is None:
        said = "Send a token that counts: Authorization: Bearer TOKEN"
        return problem(HTTPStatus.UNAUTHORIZED, said, WWW_Authenticate='Bearer realm="scorekeeper"')
    try:
        with snapshot():
            return told(request, read(token.circle))
    except Http404:
        return problem(HTTPStatus.NOT_FOUND, "There is nothing of that name in this group.")


def _later(seconds: int) -> HttpResponse:
    said = f"Too many requests: wait {seconds} s."
    return problem(HTTPStatus.TOO_MANY_REQUESTS, said, Retry_After=str(seconds))


def _token(request: HttpRequest) -> Token | None:
    """The token of a request: from its header and nowhere else, since addresses are written down."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    secret = secret.strip()
    known = scheme.lower() == "bearer" and 0 < len(secret) <= LONGEST_TOKEN
    return token_by(secret) if known else None


def told(request: HttpRequest, answer: Answer) -> HttpResponse:
    """What is read, or 304 where the program has it."""
    etag = f'"{digest(answer.version, get_language(), settings.VERSION)}"'
    same = get_conditional_response(request, etag=etag)
    response = same or HttpResponse(dumps(answer.make()), content_type="application/json")
    response.headers["ETag"] = etag
    return response


def known(data: Json) -> Answer:
    """An answer that is made already; it is another version when anything in it is."""
    return Answer(data, lambda: data)


def digest(*parts: object) -> str:
    """A short text that is another one when any part is."""
    return hashlib.sha256(dumps(parts).encode()).hexdigest()[:32]


def dumps(data: object) -> str:
    """JSON as every answer writes it, keys in the order in which they were put in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)


def problem(status: HTTPStatus, detail: str, **headers: str) -> HttpResponse:
    """What is wrong, as RFC 9457 has it, in English: it is for whoever writes the program."""
    data = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpResponse(dumps(data), status=status, content_type="application/problem+json", headers=named)
