"""Threads that use one database at the same moment, each with a connection of its own."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event

from django.db import connection
from django.http import HttpResponse

from tests.helpers import Phone


def at_once(calls: list[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """Make requests in parallel; returns the responses."""
    start = Barrier(len(calls))

    def run(call: Callable[[], HttpResponse]) -> HttpResponse:
        start.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@contextmanager
def meanwhile(*works: Callable[[], object]) -> Iterator[None]:
    """Repeat each of these calls in a thread while the block runs; errors are raised after it."""
    over = Event()

    def run(work: Callable[[], object]) -> None:
        try:
            while not over.is_set():
                work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        running = [pool.submit(run, work) for work in works]
        try:
            yield
        finally:
            over.set()
    for each in running:
        each.result()


def copies(phone: Phone, count: int) -> list[Phone]:
    """More tabs of the same phone."""
    tabs = [Phone() for _ in range(count)]
    for tab in tabs:
        tab.cookies, tab.sid = phone.cookies, phone.sid
    return tabs
