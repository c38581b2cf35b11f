"""Connections that keep the server waiting, from several addresses of this machine."""

import http.client
import socket
import time
from collections.abc import Iterator

import h11
import pytest
from django.test import override_settings

from scorekeeper.server.connections import Door, Speech
from tests.server.running import Running, running


class Guest:
    """Stands for a connection."""

    def __init__(self, door: Door, peer: str) -> None:
        self.door, self.peer, self.gone = door, peer, False
        door.let_in(self, peer)  # type: ignore[arg-type]

    def busy(self, busy: bool = True) -> "Guest":
        self.door.sort(self, (self.peer,), not busy)  # type: ignore[arg-type]
        return self

    def give_up(self) -> None:
        self.gone = True
        self.door.let_out(self)  # type: ignore[arg-type]


def test_the_head_of_an_answer_goes_out_with_its_first_bytes() -> None:
    there = Speech(h11.SERVER)
    there.receive_data(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2)
    for _ in range(2):
        assert isinstance(there.next_event(), h11.Request)
        assert isinstance(there.next_event(), h11.EndOfMessage)
        said = [there.send(h11.Response(status_code=200, headers=[(b"content-length", b"5")]))]
        said += [there.send(event) for event in (h11.Data(data=b"One"), h11.Data(data=b", "))]
        said += [there.send(h11.EndOfMessage())]
        assert said == [b"", b"HTTP/1.1 200 \r\ncontent-length: 5\r\n\r\nOne", b", ", b""]
        there.start_next_cycle()


def gone(*guests: Guest) -> list[bool]:
    return [guest.gone for guest in guests]


def test_the_oldest_of_the_address_that_has_too_many_gives_way() -> None:
    door = Door(most=10, most_of_address=2)
    other, first, second = Guest(door, "10.0.0.2"), Guest(door, "10.0.0.1"), Guest(door, "10.0.0.1")
    third = Guest(door, "10.0.0.1")
    assert gone(other, first, second, third) == [False, True, False, False]
    assert len(door) == 3


def test_where_all_are_too_many_the_address_with_the_most_gives_way() -> None:
    door = Door(most=4, most_of_address=4)
    table = Guest(door, "10.0.0.1")
    flood = [Guest(door, "10.0.0.2") for _ in range(3)]
    late = Guest(door, "10.0.0.3")
    assert gone(table, *flood, late) == [False, True, False, False, False]


def test_who_is_being_answered_stays() -> None:
    door = Door(most=3, most_of_address=2)
    busy = [Guest(door, "10.0.0.1").busy(), Guest(door, "10.0.0.1").busy()]
    more = Guest(door, "10.0.0.1")
    assert gone(*busy, more) == [False, False, True]
    busy[0].busy(False)
    newer = Guest(door, "10.0.0.1")
    assert gone(*busy, newer) == [True, False, False]


def test_who_has_gone_is_not_taken_for_one_that_waits() -> None:
    door = Door(most=3, most_of_address=2)
    guest = Guest(door, "10.0.0.1")
    guest.give_up()
    guest.busy(False)
    assert (len(door), len(door._idle)) == (0, 0)


def test_a_proxy_speaks_for_many() -> None:
    door = Door(most=10, most_of_address=2)
    with override_settings(PUBLIC_URL="https://cards.example.org"):
        proxy = [Guest(door, "127.0.0.1") for _ in range(5)]
        others = [Guest(door, "10.0.0.9") for _ in range(3)]
    assert gone(*proxy) == [False] * 5
    assert gone(*others) == [True, False, False]


# --- The real server, with limits that can be reached in a moment


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("narrow")
    with running(folder, settings="tests.server.narrow_settings") as found:
        yield found


def connect(server: Running, address: str, text: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", server.port), 10, (address, 0))
    made.sendall(text)
    return made


def is_closed(connection: socket.socket, patience: float) -> bool:
    connection.settimeout(patience)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_who_sends_no_whole_head_is_closed(server: Running) -> None:
    began = time.monotonic()
    texts = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    waiting = [connect(server, "127.0.0.1", text) for text in texts]
    assert all(is_closed(connection, 10) for connection in waiting)
    assert time.monotonic() - began > 0.5


def test_what_is_no_request_is_refused_and_leaves_no_line_in_the_log(server: Running) -> None:
    connection = connect(server, "127.0.0.1", b"\r\nnonsense\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 400")
    server.ask("GET", "/")
    assert "Invalid HTTP" not in server.output


def test_dripping_does_not_help(server: Running) -> None:
    connection = connect(server, "127.0.0.1", b"GET / HTTP/1.1\r\n")
    for _ in range(40):
        try:
            connection.sendall(b"X-Y: z\r\n")
        except ConnectionError:
            return
        time.sleep(0.1)
    pytest.fail("it was never closed")


def test_the_head_of_a_second_request_has_its_deadline_too(server: Running) -> None:
    """The wait for the next request may be longer than that for the rest of one."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for pause in (1.5, 0.0):
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True)
        time.sleep(pause)
    connection.sock.sendall(b"GET / HTTP")
    assert is_closed(connection.sock, 10)


@pytest.mark.parametrize(
    "text",
    [b"", b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"],
    ids=["silent", "slow"],
)
def test_one_address_cannot_take_all_connections(server: Running, text: bytes) -> None:
    flood = [connect(server, f"127.0.0.{2 + number % 4}", text) for number in range(80)]
    assert server.ask("GET", "/")[0] == 200
    for connection in flood:
        connection.close()
