"""Every limit that keeps one sender from taking what is there for all.

Each process counts for itself, in memory: N processes give up to N times as much.  An address is an IPv4
address or an IPv6 /64 network; an IPv6 /48 network, of which a provider gives whole ones away, counts beside
it and has ``WIDER`` times as much.  Whole clubs sit behind one address, so what one address may have is wide;
where a server is full, anyone who has the most gives way.
"""

from dataclasses import dataclass

MINUTE, DAY = 60.0, 24 * 3600.0
WIDER = 4
"""How many times as much as one of its /64 networks an IPv6 /48 network may have."""

# --- Connections

CONNECTIONS_WAITING = 128
"""Connections that wait to be opened; where no more files can be opened, asyncio tries so many in a row."""
KEEP_SECONDS = 30
"""How long a connection waits for its next request."""
STOP_SECONDS = 6
"""How long a server that stops waits for requests under way: the database's lock is waited for for 5 s."""
FILES = 10_240
"""Open files that a process asks for where the system has no limit."""
COMPLAINT_SECONDS = 10.0
"""Seconds between two lines in the log that no further connection can be opened."""

# --- Requests on their way

BODY_SECONDS = 60.0
"""How long the body of a request may take."""
SMALL_BODY = 64 * 1024
"""Bytes of a body that everybody may send at any time; a round's form has some thousand."""
BODIES = 64 * 1024 * 1024
"""Bytes of larger bodies that are held at once for members, and as many for everybody else."""
BODIES_OF_ADDRESS = 24 * 1024 * 1024
"""Bytes of larger bodies of one address held at once."""
WIDE_BODY = 20 * 1024 * 1024
"""Bytes of a body that brings a whole circle: 50,000 rounds have 13 MB."""
WAITING_OF_ADDRESS = 300
"""Requests of strangers at one address that wait for their turn: a whole club scans one code at once."""
WAITING_OF_DEVICE = 100
"""Requests of one member's device that wait for their turn: behind a proxy it asks for all files at once."""

MEMBERS_KNOWN = 4096
"""Devices of members that are remembered, so that their requests wait in a line of their own."""

# --- Event streams

LINES = 1000
"""Open event streams of a process."""
LINES_OF_ADDRESS = 300
"""Open event streams of one address."""
LINES_OF_CIRCLE = 200
"""Open event streams of one circle."""
LINES_OF_DEVICE = 6
"""Open event streams of one device: as many as a browser opens to one server over plain HTTP."""


# --- Requests in a time


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, filled again evenly within ``seconds``.

    ``each`` is for one sender and ``total`` for all together, 0 for any number.  Where the total is used up
    a sender still gets through with ``light`` of its own: others can slow it down, but not shut it out.
    """

    name: str
    each: int
    total: int = 0
    light: int = 0
    seconds: float = MINUTE


STRANGER_READS = Rate("stranger reads", each=600)
"""Pages for an address without membership: the start page, the rules, the referee, links."""
STRANGER_WRITES = Rate("stranger writes", each=120, total=1200, light=20)
"""Forms of an address without membership: new tables, files, recovery codes, the language."""
MEMBER_READS = Rate("member reads", each=600)
"""Pages for one member's device; one that has lost its event stream asks once in some seconds."""
MEMBER_WRITES = Rate("member writes", each=300)
"""Forms of one member's device, previews too."""
CIRCLE_READS = Rate("circle reads", each=12_000)
"""Pages for all devices of a circle and its programs, wherever they are."""
CIRCLE_WRITES = Rate("circle writes", each=6000)
"""Forms of all devices of a circle, wherever they are."""
TOKEN_READS = Rate("token reads", each=120)
"""What one program reads with its token; a board that asks every two seconds takes a quarter of it."""
JOINS = Rate("join", each=60, total=600, light=20)
"""Links opened; a whole club scans one code at once, and 160 random bits are not guessed by that."""
RESULTS = Rate("results", each=120, total=1200, light=20)
"""Shared results opened, their pictures too; 160 random bits are not guessed by that."""
RECOVERIES = Rate("recover", each=5, total=30, light=2)
"""Recovery codes typed; they hold 140 random bits."""

ADMIN_LOGINS = Rate("admin logins", each=5, total=30, light=2)
"""Passwords of the admin typed, where it is switched on."""

# --- What is kept

NEW_CIRCLES = Rate("new circles", each=100, seconds=DAY)
"""Circles that one address opens in a day: a table without a circle, or a file, opens one."""
NEW_SESSIONS = Rate("new sessions", each=500, light=20, seconds=DAY)
"""Sessions that one address, or one circle, starts in a day."""
RESULT_PAGES = Rate("result pages", each=100, seconds=DAY)
"""Pages of results for people without a seat that one address, or one circle, makes in a day."""
IMPORTED_BYTES = Rate("imported bytes", each=20 * 1024 * 1024, seconds=DAY)
"""Bytes of files that one address, or one circle, brings in in a day; an evening has some ten thousand."""
LONG_DOCUMENTS = Rate("long documents", each=1, seconds=5.0)
"""Session files of more than an evening from one member, or from one address: reading one takes a second."""
CIRCLE_FILES = Rate("circle files", each=10, seconds=300.0)
"""Files of whole circles that one member saves, or all members of one circle."""
SESSIONS_OF_CIRCLE = 5_000
"""Sessions of one circle: two every evening for seven years."""
CHANGES_OF_CIRCLE = 100_000
"""Changes of all sessions of one circle; at this number it starts no new session."""
CHANGES_OF_SESSION = 10_000
"""Changes of one session; each leaves a line in its record."""
TOKENS_OF_CIRCLE = 20
"""Live tokens of one circle."""
UNUSED_DAYS = 30
"""After how many days housekeeping takes away what nobody ever used."""
UNSEEN_DAYS = 365
"""After how many days without a sign of life a phone is put out of its circles; links let it in again."""
DELETED_DAYS = 30
"""For how many days a group that was deleted can be brought back; then housekeeping takes it away."""

WORK = Rate("work", each=30, light=2, seconds=120.0)
"""Seconds of a thread's time for one member's device.  A page takes some hundredths."""
