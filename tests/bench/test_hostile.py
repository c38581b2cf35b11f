"""How long the worst documents of 1 MB take, and how much memory: brought in, and on the command line."""

import gc
import json
import tracemalloc
from collections.abc import Callable
from time import process_time

import pytest

from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator
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


def seconds(work: Callable[[str], object], text: str) -> float:
    """Processor time of the better of two runs."""
    best = float("inf")
    for _ in range(2):
        gc.collect()
        started = process_time()
        attempt(work, text)
        best = min(best, process_time() - started)
    return best


def megabytes(work: Callable[[str], object], text: str) -> float:
    gc.collect()
    tracemalloc.start()
    attempt(work, text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


@pytest.mark.parametrize("name", WORST)
def test_worst_documents(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = text_of(name)
    web, line, most = seconds(scored, text), seconds(printed, text), megabytes(printed, text)
    with capsys.disabled():
        end = attempt(scored, text)
        print(f"\n{name:30} brought in {web:.2f} s, printed {line:.2f} s, {most:3.0f} MB: {end}")
    assert max(web, line) < SECONDS
    assert most < MEGABYTES
