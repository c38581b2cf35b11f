"""Files that are brought in by a form: read where it keeps nobody else waiting, or refused in words."""

import json
import subprocess
import sys
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scorekeeper.circles.limits import sender_of, take_to_start
from scorekeeper.circles.models import Circle
from scorekeeper.play.documents import LARGEST_FILE, file_text, refusal
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.ledger import Prepared
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.errors import wait_words, with_retry_after
from scorekeeper.server.limits import LONG_DOCUMENTS, WIDE_BODY
from scorekeeper.server.ratelimit import Sender, TooMany, take

from .circle_reading import may_be_circle
from .incoming import Outline, read_incoming

SHORT = 32 * 1024
"""Characters of a document that is read at once: some hundred rounds, in some hundredths of a second."""
PATIENCE_SECONDS = 8.0
"""After so long the machine has no time for it; what one session can hold takes a second."""
READ_IN_A_SECOND = 1024 * 1024
"""Bytes of a circle's file for which a second more may pass; reading them takes a fifth of that."""
AGAIN_SECONDS = 5
"""When it may have time again."""
COMMAND = [sys.executable, "-m", "scorekeeper.archive.incoming"]

_one_at_a_time = {member: Lock() for member in (True, False)}
"""Members do not wait for what strangers send."""


def sent_text(request: HttpRequest) -> str:
    """The text that was pasted or sent as a file; only that of a circle may be long.  Raises ReadError."""
    text = request.POST.get("document", "").strip() or file_text(request, WIDE_BODY)
    return text if len(text) <= LARGEST_FILE or may_be_circle(text) else file_text(request)


def take_in(request: HttpRequest, text: str, circle: Circle | None = None) -> Prepared | Outline | None:
    """What was sent, as ``incoming`` reads it, counted as what its sender brings into a circle or a new one.

    Into a circle only the file of one can be brought.  Raises ReadError and TooMany.
    """
    ready = incoming(text, sender_of(request))
    if circle and not isinstance(ready, Outline):
        raise ReadError("", "circle.none")
    if ready is not None:
        take_to_start(request, circle, size=len(text.encode(errors="replace")))
    return ready


def refused(request: HttpRequest, template: str, problem: ReadError | TooMany) -> HttpResponse:
    """The form once more, with what was pasted and what is wrong with it."""
    if isinstance(problem, TooMany):
        words, status = str(wait_words(problem.seconds)), 429
    else:
        words, status = error_text(problem), 413 if problem.code == "file.large" else 422
    context = {"errors": [words], "pasted": request.POST.get("document", ""), "key": new_key()}
    response = render(request, template, context, status=status)
    return with_retry_after(response, problem.seconds) if isinstance(problem, TooMany) else response


def error_text(error: ReadError) -> str:
    """What is not valid, and where."""
    place = f"{error.where}: " if error.where else ""
    return place + refusal(error, gettext)


def incoming(text: str, sender: Sender) -> Prepared | Outline | None:
    """A session document, read and scored, or the outline of a circle; None where the text is a rule set.

    A long one is read by a process of its own: in a thread of this one it would share the one lock of Python
    with everybody's pages.  Raises ReadError, and TooMany where another is being read, or was just now.
    """
    return read_incoming(text) if len(text) <= SHORT else _read_apart(text, sender)


def _read_apart(text: str, sender: Sender) -> Prepared | Outline | None:
    place = _one_at_a_time[sender.member]
    if not place.acquire(blocking=False):
        raise TooMany(1)
    try:
        take(LONG_DOCUMENTS, *sender.names)
        sent = text.encode(errors="backslashreplace")
        done = subprocess.run(  # noqa: S603 - the command is ours, the text is its standard input
            COMMAND,
            input=sent,
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=PATIENCE_SECONDS + len(sent) / READ_IN_A_SECOND,
            check=True,
            start_new_session=True,  # Ctrl-C is for the server
        )
    except subprocess.SubprocessError:
        raise TooMany(AGAIN_SECONDS) from None
    finally:
        place.release()
    answer = json.loads(done.stdout)
    if "error" in answer:
        where, code, values = answer["error"]
        raise ReadError(where, code, **values)
    if "circle" in answer:
        return Outline(**answer["circle"])
    return Prepared(**answer["prepared"]) if "prepared" in answer else None
