"""The connections of the server: how many there are, and how long one may keep it waiting.

The server's own protocol counts nothing and waits for the head of a request for ever; this one adds both.
"""

import asyncio
from functools import cache

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from . import limits
from .address import Networks, is_proxy, networks
from .crowd import Crowd
from .headers import with_headers
from .waking import Bell

NO_REQUEST = b"This is no request\n"
NO_REQUEST_HEADERS = with_headers(
    [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(NO_REQUEST)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
)


class Door:
    """Who is connected to this process, and whom of them the server waits for.

    Where there is no room for one more, the oldest of those that the server waits for gives way: of the same
    address where that has too many, else of the address that has the most.  A proxy speaks for many, so only
    the number of all together holds for it.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._here: Crowd[Protocol] = Crowd()
        self._idle: Crowd[Protocol] = Crowd()

    def __len__(self) -> int:
        return len(self._here)

    def let_in(self, newcomer: "Protocol", peer: str) -> None:
        """Note a connection that was opened, and close one of those there are too many of."""
        origin = networks(peer)
        full = None if is_proxy(peer) else self._here.full(origin, self._most_of_address)
        self._here.add(newcomer, origin)
        self._idle.add(newcomer, origin)
        if full or len(self._here) > self._most:
            goes = self._idle.oldest(full) if full else self._idle.first_to_go()
            (goes or newcomer).give_up()

    def sort(self, connection: "Protocol", origin: Networks, idle: bool) -> None:
        """Note whether the server waits for a connection, or the other way round."""
        if connection not in self._here or not idle:
            self._idle.discard(connection)
        else:
            self._idle.add(connection, origin)

    def let_out(self, connection: "Protocol") -> None:
        """Forget a connection; it may be forgotten already."""
        self._here.discard(connection)
        self._idle.discard(connection)


def new_door() -> Door:
    """Make a door; where few files may be open, it lets in fewer."""
    most = min(limits.CONNECTIONS, max(_files() - limits.OTHER_FILES, 1))
    return Door(most, limits.CONNECTIONS_OF_ADDRESS)


door = cache(new_door)
"""The one door of this process, made with its first connection."""


def open_many_files() -> None:
    """Let this process hold as many connections as it may; the usual limit is about a thousand."""
    try:
        import resource
    except ImportError:  # there is no such limit on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.FILES if hard == resource.RLIM_INFINITY else min(limits.FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _files() -> int:
    try:
        import resource
    except ImportError:
        return limits.FILES
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limits.FILES if soft == resource.RLIM_INFINITY else soft


class Speech(h11.Connection):
    """What is said on a connection: the head of an answer goes out with its first bytes.

    That is one call of the system less for each answer, and one packet that a phone need not wake up for.
    """

    _head: tuple[bytes, ...] = ()

    def send_with_data_passthrough(self, event: h11.Event) -> list[bytes] | None:
        """Return what is to be written: nothing for a head, which stands before the next bytes."""
        said = super().send_with_data_passthrough(event)
        if isinstance(event, h11.Response):
            self._head = tuple(said or ())
            return []
        if self._head and said is not None:
            said, self._head = [*self._head, *said], ()
        return said


class Protocol(H11Protocol):
    """One connection, with a deadline for the head of a request and for an answer that nobody reads."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = Speech(h11.SERVER)
        self._origin: Networks = ()
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow._is_writable_event = Bell(rung=True)  # type: ignore[assignment]
        peer = str(self.client[0]) if self.client else ""
        self._origin = networks(peer)
        self._wait_for_head()
        door().let_in(self, peer)

    def connection_lost(self, exc: Exception | None) -> None:
        door().let_out(self)
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
        else:
            self._stop_waiting()
        self._sort()

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:  # it has not begun to wait yet
            self.cycle.message_event = Bell(  # type: ignore[assignment]
                self.cycle.message_event.is_set()
            )

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:  # it may wait for long, and needs nothing of what was answered
            self.cycle = self.scope = self.headers = None  # type: ignore[assignment]
            if self.conn.trailing_data[0]:
                self._wait_for_head()  # a part of the next one came with the last
        self._sort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; where an answer has begun, all that is left is to hang up."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in (
                h11.Response(status_code=400, headers=NO_REQUEST_HEADERS, reason=b"Bad Request"),
                h11.Data(data=NO_REQUEST),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(limits.UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(limits.LAST_UNREAD_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        """Close a connection whose end does not read; a server that stops does not wait for it."""
        if self.transport.is_closing() or self.flow.write_paused:
            self.transport.abort()

    def give_up(self) -> None:
        """Close the connection at once; whatever it was about to send is not waited for."""
        door().let_out(self)
        self.transport.abort()

    def _sort(self) -> None:
        door().sort(self, self._origin, self.conn.their_state in (h11.IDLE, h11.SEND_BODY))

    def _wait_for_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(limits.HEAD_SECONDS, self.give_up)

    def _stop_waiting(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
