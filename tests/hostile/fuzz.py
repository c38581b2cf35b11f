"""Inputs drawn by Hypothesis (10,000 with --full), and the bounds for each response."""

import gc
import json
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TypeVar

from django.core.management import call_command
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from tests.hostile.nasty import TEXTS, document
from tests.scoring.strategies import garbage, sessions

FULL = settings.get_current_profile_name() == "full"
SECONDS, MEGABYTES = 1.0, 50.0
"""Bounds for one response: CPU time, with child processes, and growth of the peak memory."""
LARGEST = 1024 * 1024

T = TypeVar("T")


def many(ordinary: int = 12, full: int = 10_000) -> settings:
    """Settings for a property with so many examples."""
    return settings(max_examples=full if FULL else ordinary, suppress_health_check=list(HealthCheck))


# --- What an answer takes


def cheap(ask: Callable[[], T]) -> T:
    """Return the result of a call that stays within the bounds; if it does not, try once more.

    What the first answer has written is undone before: the second meets the same.
    """
    before = transaction.savepoint() if connection.in_atomic_block else None
    answer, seconds, megabytes = _measured(ask)
    if seconds >= SECONDS or megabytes >= MEGABYTES:
        if before:
            transaction.savepoint_rollback(before)
        gc.collect()
        answer, seconds, megabytes = _measured(ask)
    assert seconds < SECONDS, f"{seconds:.2f} s"
    assert megabytes < MEGABYTES, f"{megabytes:.0f} MB"
    return answer


def _measured(ask: Callable[[], T]) -> tuple[T, float, float]:
    """Return the result, the CPU seconds, and the growth in MB if the system reports it.

    It is the memory of the whole process, what C takes too, and saying it slows nothing down.
    """
    before, peak = sum(os.times()[:4]), _peak(fresh=True)
    answer = ask()
    return answer, sum(os.times()[:4]) - before, (_peak() - peak) / 1024


def _peak(fresh: bool = False) -> int:
    """The peak memory of this process in KiB, since the last reset by `fresh`."""
    try:
        if fresh:
            Path("/proc/self/clear_refs").write_text("5")
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


# --- Books


def check_books() -> None:
    """Check that each session's points sum to zero, and that rescoring changes nothing."""
    for session in GameSession.objects.all():
        standing, stake = session.standing, Table(session).stake
        begun = (stake.start if stake else 0) * len(standing["points"])
        assert sum(standing["points"].values()) + standing["elsewhere"] == begun, session.public_id
    call_command("rescore", "--check", stdout=StringIO())


# --- Texts


randoms = st.randoms(use_true_random=False)
"""Random objects that Hypothesis can shrink."""


@st.composite
def spoilt(draw: st.DrawFn, good: st.SearchStrategy[str]) -> str:
    """A good text, with pieces cut out, put in or doubled."""
    text = draw(good)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        size = draw(st.integers(0, 30))
        middle = draw(st.sampled_from(TEXTS) | st.text(max_size=3) | st.just(text[place : place + size] * 2))
        text = text[:place] + middle + text[place + size :]
    return text


def written(data: object, ascii_alone: bool) -> str:
    """JSON as a file contains it, without lone surrogates."""
    text = json.dumps(data, ensure_ascii=ascii_alone)
    return text.encode("utf-8", "replace").decode()


def files(data: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    """Files of such data, and such files spoilt."""
    whole = st.builds(written, data, st.booleans())
    return whole | whole | spoilt(whole)


documents = files(randoms.map(document) | sessions() | garbage)
"""Session documents: whole evenings with a few places changed, evenings that were never played, and junk."""
