"""Reading what is brought in, where it keeps nobody else waiting."""

import json
import subprocess
import sys
from threading import Lock

from django.conf import settings

from scorekeeper.scoring.document import load_lasting, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.prepared import Prepared, prepare
from scorekeeper.scoring.rule_sets import is_rule_set

SHORT = 32 * 1024
"""Characters of a document that is read at once: some hundred rounds, in some hundredths of a second."""
PATIENCE_SECONDS = 20.0
"""After so long the machine has no time for it; what one session can hold takes a second."""
COMMAND = [sys.executable, "-m", "scorekeeper.scoring.prepared"]

_one_at_a_time = Lock()


class Busy(Exception):
    """Another long document is being read, or the machine has no time for this one."""


def prepared(text: str) -> Prepared | None:
    """A session document, read and scored; None where the text is a rule set.  Raises ReadError and Busy.

    A long one is read by a process of its own: in a thread of this one it would share the one lock of Python
    with everybody's pages.
    """
    return _read_here(text) if len(text) <= SHORT else _read_apart(text)


def _read_here(text: str) -> Prepared | None:
    data = load_lasting(text)
    return None if is_rule_set(data) else prepare(read_document(data))


def _read_apart(text: str) -> Prepared | None:
    if not _one_at_a_time.acquire(blocking=False):
        raise Busy
    try:
        sent = text.encode(errors="backslashreplace")
        done = subprocess.run(  # noqa: S603 - the command is ours, the text is its standard input
            COMMAND,
            input=sent,
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise Busy from None
    finally:
        _one_at_a_time.release()
    answer = json.loads(done.stdout)
    if "error" in answer:
        where, code, values = answer["error"]
        raise ReadError(where, code, **values)
    return Prepared(**answer["prepared"]) if "prepared" in answer else None
