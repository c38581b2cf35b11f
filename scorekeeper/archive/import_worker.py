"""Reading what is brought in, where it keeps nobody else waiting."""

import json
import subprocess
import sys
from threading import Lock

from django.conf import settings

from scorekeeper.play.prepared import Prepared
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.limits import LONG_DOCUMENTS
from scorekeeper.server.ratelimit import Sender, limiter

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


class Busy(Exception):
    """Another long document is being read or was just now; after ``seconds`` it is worth trying again."""

    def __init__(self, seconds: int = 1) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def incoming(text: str, sender: Sender) -> Prepared | Outline | None:
    """A session document, read and scored, or the outline of a circle; None where the text is a rule set.

    Raises ReadError and Busy.  A long one is read by a process of its own: in a thread of this one it would
    share the one lock of Python with everybody's pages.
    """
    return read_incoming(text) if len(text) <= SHORT else _read_apart(text, sender)


def _read_apart(text: str, sender: Sender) -> Prepared | Outline | None:
    place = _one_at_a_time[sender.member]
    if not place.acquire(blocking=False):
        raise Busy
    try:
        if seconds := limiter(LONG_DOCUMENTS).take(*sender.names):
            raise Busy(seconds)
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
        raise Busy(AGAIN_SECONDS) from None
    finally:
        place.release()
    answer = json.loads(done.stdout)
    if "error" in answer:
        where, code, values = answer["error"]
        raise ReadError(where, code, **values)
    if "circle" in answer:
        return Outline(**answer["circle"])
    return Prepared(**answer["prepared"]) if "prepared" in answer else None
