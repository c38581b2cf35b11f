"""PostgreSQL's way of saying other processes, with something that behaves like it in its place."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from queue import Empty, Queue
from threading import Event
from typing import Any
from unittest.mock import MagicMock

import pytest

from scorekeeper.live import notify
from scorekeeper.live.hub import News
from scorekeeper.live.notify import CHANNEL, Listener, Notes, listen_on_postgres, notify_access, notify_news

PATIENCE = 3.0


class Postgres:
    """Accepts connections that listen; what is said reaches the one that is open; it can be cut off."""

    def __init__(self, refuse: int = 0) -> None:
        self.said: Queue[str | Exception] = Queue()
        self.refuse = refuse
        self.opened = 0

    @contextmanager
    def listen(self) -> Iterator[Notes]:
        if self.refuse:
            self.refuse -= 1
            raise OSError("no connection")
        self.opened += 1
        yield self.notes

    def notes(self, seconds: float) -> Iterable[str]:
        try:
            result = self.said.get(timeout=0.02)
        except Empty:
            return
        if isinstance(result, Exception):
            raise result
        yield result


class Heard:
    """What came of it."""

    def __init__(self) -> None:
        self.news: Queue[tuple[int, News]] = Queue()
        self.caught_up: Queue[int] = Queue()

    def tell(self, session: int, news: News) -> None:
        self.news.put((session, news))

    def catch_up(self) -> None:
        self.caught_up.put(1)


def listener_of(postgres: Postgres, heard: Heard) -> Listener:
    return Listener(postgres.listen, heard.tell, heard.catch_up, again=0.02)


def test_news_of_another_process() -> None:
    postgres, heard = Postgres(), Heard()
    listener = listener_of(postgres, heard)
    listener.start()
    listener.start()
    postgres.said.put(json.dumps({"session": 7, "revision": 3, "pad": 1}))
    assert heard.news.get(timeout=PATIENCE) == (7, News(3, 1))
    assert listener.up
    assert postgres.opened == 1
    listener.stop()


def test_a_change_of_access_leads_to_a_look() -> None:
    postgres, heard = Postgres(), Heard()
    listener = listener_of(postgres, heard)
    listener.start()
    heard.caught_up.get(timeout=PATIENCE)
    postgres.said.put('{"access": true}')
    assert heard.caught_up.get(timeout=PATIENCE)
    listener.stop()


def test_cut_off_and_back_again() -> None:
    postgres, heard = Postgres(refuse=2), Heard()
    listener = listener_of(postgres, heard)
    listener.start()
    heard.caught_up.get(timeout=PATIENCE)
    postgres.said.put(OSError("gone"))
    heard.caught_up.get(timeout=PATIENCE)
    postgres.said.put(json.dumps({"session": 7, "revision": 4, "pad": 0}))
    assert heard.news.get(timeout=PATIENCE) == (7, News(4))
    assert postgres.opened == 2
    listener.stop()


def test_a_long_cut_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    postgres, heard = Postgres(refuse=5), Heard()
    listener = listener_of(postgres, heard)
    listener.start()
    heard.caught_up.get(timeout=PATIENCE)
    assert len([each for each in caplog.records if each.name == "scorekeeper.live.notify"]) == 1
    listener.stop()


def test_it_is_down_while_it_cannot_connect() -> None:
    tried = Event()

    @contextmanager
    def never() -> Iterator[Any]:
        tried.set()
        raise OSError
        yield

    listener = Listener(never, lambda *_: None, lambda: None, again=0.02)
    listener.start()
    assert tried.wait(PATIENCE)
    assert not listener.up
    listener.stop()


def test_a_line_that_is_cut_at_the_end_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    """Connections are closed when the server stops, also under a thread that still waits there."""
    opened, ended = Event(), Event()

    def notes(_seconds: float) -> Iterator[str]:
        opened.set()
        assert ended.wait(PATIENCE)
        raise OSError
        yield

    listener = Listener(lambda: nullcontext(notes), lambda *_: None, lambda: None, again=0.02)
    listener.start()
    assert opened.wait(PATIENCE)
    listener.stop()
    ended.set()
    assert listener._thread
    listener._thread.join(PATIENCE)
    assert not [each for each in caplog.records if each.thread == listener._thread.ident]


def test_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = MagicMock(vendor="postgresql")
    monkeypatch.setattr(notify, "connection", connection)
    notify_news(7, News(3, 1))
    notify_access()
    execute = connection.cursor.return_value.__enter__.return_value.execute
    lines = [call.args for call in execute.call_args_list]
    assert [sql for sql, _ in lines] == ["SELECT pg_notify(%s, %s)"] * 2
    assert [values[0] for _, values in lines] == [CHANNEL] * 2
    assert [json.loads(values[1]) for _, values in lines] == [
        {"session": 7, "revision": 3, "pad": 1},
        {"access": True},
    ]


def test_other_databases_are_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = MagicMock(vendor="sqlite")
    monkeypatch.setattr(notify, "connection", connection)
    notify_news(7, News(3))
    connection.cursor.assert_not_called()


def test_a_connection_of_its_own_that_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    own = MagicMock()
    monkeypatch.setattr(notify, "connection", MagicMock(copy=lambda: own))
    own.connection.notifies.return_value = [MagicMock(payload="x")]
    with listen_on_postgres() as notes:
        assert list(notes(0.5)) == ["x"]
    own.set_autocommit.assert_called_once_with(True)
    own.cursor.return_value.__enter__.return_value.execute.assert_called_once_with(f"LISTEN {CHANNEL}")
    own.connection.notifies.assert_called_once_with(timeout=0.5)
    own.close.assert_called_once_with()
