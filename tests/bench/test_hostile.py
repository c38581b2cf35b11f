"""How long the worst documents of 1 MB take, and how much memory: brought in, and on the command line."""

import gc
import json
import tracemalloc
from collections.abc import Callable

import pytest

from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator
from tests.bench.conftest import Say
from tests.bench.timing import least_seconds
from tests.scoring.hostile import WORST, text_of

pytestmark = pytest.mark.bench

SECONDS, MEGABYTES = 1.0, 100.0
TRANSLATE = translator("ja")


def printed(text: str) -> str:
    """What the command line does with a document, without looking for garbage."""
    gc.disable()
    try:
        return json.dumps(report(read_document(load_json(text)), TRANSLATE), ensure_ascii=False)
    finally:
        gc.enable()


def scored(text: str) -> None:
    """What the engine does with a document that is brought in."""
    document = read_document(load_json(text))
    document.settle_up(document.replay().state)


def attempt(work: Callable[[str], object], text: str) -> str:
    try:
        work(text)
    except ReadError as error:
        return error.code
    return "scored"


def megabytes(work: Callable[[str], object], text: str) -> float:
    gc.collect()
    tracemalloc.start()
    attempt(work, text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


@pytest.mark.parametrize("name", WORST)
def test_worst_documents(name: str, say: Say) -> None:
    text = text_of(name)
    web, line = (least_seconds(lambda work=work: attempt(work, text), 2) for work in (scored, printed))  # type: ignore[misc]
    most = megabytes(printed, text)
    say(f"{name:30} brought in {web:.2f} s, printed {line:.2f} s, {most:3.0f} MB: {attempt(scored, text)}")
    assert max(web, line) < SECONDS
    assert most < MEGABYTES
