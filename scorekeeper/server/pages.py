"""Django's pages in threads: a whole request goes in, and a whole answer comes out.

A thread never waits for the event loop, so that a slow phone holds none, and none is left over at the end.
"""

import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from time import thread_time
from typing import cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from .shell import Message, PageAnswer, Scope

HELD = 1024 * 1024
"""Bytes of an answer that are held in memory; tables of years are longer, and wait in a file to be sent."""


class Pages:
    """The pages of a WSGI application, for requests whose body has arrived."""

    def __init__(self, app: WSGIApplication, threads: int) -> None:
        self._app = app
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, body: bytes) -> PageAnswer:
        environ = build_environ(scope, body)
        return await asyncio.get_running_loop().run_in_executor(self.threads, self._answer, environ)

    def _answer(self, environ: WSGIEnvironment) -> PageAnswer:
        began = thread_time()
        start: Message = {"type": "http.response.start"}

        def begin(status: str, headers: list[tuple[str, str]], _problem: object = None) -> None:
            start["status"] = int(status.split(" ", 1)[0])
            start["headers"] = [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]

        # Django, the one application there is, never writes by the callable that starting might return.
        parts = self._app(environ, cast(StartResponse, begin))
        body = SpooledTemporaryFile(HELD)  # noqa: SIM115 - closed by anyone who sends it
        try:
            for part in parts:
                body.write(part)
        finally:
            getattr(parts, "close", lambda: None)()
        body.seek(0)
        return PageAnswer(start, body, thread_time() - began)


def build_environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Return a request as PEP 3333 has it; text is Latin-1, whatever it was on its way."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **_headers(scope),
        **({"CONTENT_LENGTH": str(len(body))} if body else {}),  # one sent in pieces has announced none
    }


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by their names in an environ; one that comes several times is joined.

    Names with a low line are left out, since ``X_Forwarded_For`` would be ``X-Forwarded-For`` there: what a
    stranger sends would stand behind what the proxy says, and be believed.
    """
    mapping: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{key}"
            mapping.setdefault(key, []).append(value.decode("latin-1"))
    return {key: ",".join(values) for key, values in mapping.items()}
