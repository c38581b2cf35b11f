"""Every limit that keeps one sender from using up what all share.

Each process counts for itself, in memory: N processes allow up to N times as much.  An address is an IPv4
address or an IPv6 /64 network; its IPv6 /48 network, which one customer may have whole, is limited too, to
``WIDER`` times as much.  Limits of an address are generous, since a whole club may be behind one.
"""

from dataclasses import dataclass

MINUTE, DAY = 60.0, 24 * 3600.0
WIDER = 4
"""How many times as much as an IPv6 /64 network its /48 network may have."""

# --- Connections

CONNECTIONS_WAITING = 128
"""The backlog of the listening socket; without free file descriptors asyncio tries so many in a row."""
KEEP_ALIVE_SECONDS = 30
STOP_SECONDS = 6
"""How long a server that stops waits for requests; one may wait 5 s for a lock of the database."""
MOST_OPEN_FILES = 10_240
"""The limit on open files that is set if the hard limit is infinite."""
OUT_OF_FILES_LOG_SECONDS = 10.0
"""Seconds between two log messages about too many open files."""

# --- Request bodies and queues

BODY_SECONDS = 60.0
SMALL_BODY = 64 * 1024
"""Bytes of a body that counts for none of the limits below; the form of a round has a few thousand."""
BODIES = 64 * 1024 * 1024
"""Bytes of larger bodies in memory for members, and as many for strangers."""
BODIES_OF_ADDRESS = 24 * 1024 * 1024
"""Bytes of larger bodies in memory for one address."""
WIDE_BODY = 20 * 1024 * 1024
"""Bytes of a body with the file of a circle; one of 50,000 rounds has 13 MB."""
WAITING_OF_ADDRESS = 300
"""Queued requests of strangers at one address: a whole club scans one code at once."""
WAITING_OF_DEVICE = 100
"""Queued requests of one member's device: behind a proxy it fetches all files at once."""

MEMBERS_KNOWN = 4096
"""Devices of members that are remembered in memory: their requests are queued apart from strangers'."""

# --- Open event streams of a process

STREAMS = 1000
STREAMS_OF_ADDRESS = 300
STREAMS_OF_CIRCLE = 200
STREAMS_OF_DEVICE = 6
"""As many connections as a browser opens to one server over plain HTTP."""


# --- Rates


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket of ``each`` for one sender and of ``total`` for all (0: none), refilled in ``seconds``.

    If the total is used up, a sender that has used at most ``light`` still gets through: others can slow it
    down, but not lock it out.
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
"""Pages for one member's device; without an event stream it polls every few seconds."""
MEMBER_WRITES = Rate("member writes", each=300)
"""Forms of one member's device, with previews."""
CIRCLE_READS = Rate("circle reads", each=12_000)
"""Pages for all devices and API clients of a circle."""
CIRCLE_WRITES = Rate("circle writes", each=6000)
TOKEN_READS = Rate("token reads", each=120)
"""API requests with one token; a scoreboard that polls every two seconds uses a quarter."""
JOINS = Rate("join", each=60, total=600, light=20)
"""Invitation links opened: a whole club scans one code at once, and nobody guesses 160 random bits."""
RESULTS = Rate("results", each=120, total=1200, light=20)
"""Shared results opened, with their pictures; their links have 160 random bits too."""
RECOVERIES = Rate("recover", each=5, total=30, light=2)
"""Recovery codes typed; they have 140 random bits."""

ADMIN_LOGINS = Rate("admin logins", each=5, total=30, light=2)

# --- Stored data

NEW_CIRCLES = Rate("new circles", each=100, seconds=DAY)
"""Circles from one address in a day; a table without a circle and an import create one."""
NEW_SESSIONS = Rate("new sessions", each=500, light=20, seconds=DAY)
"""Sessions from one address, or of one circle, in a day."""
RESULT_PAGES = Rate("result pages", each=100, seconds=DAY)
"""Shared pages of results from one address, or of one circle, in a day."""
IMPORTED_BYTES = Rate("imported bytes", each=20 * 1024 * 1024, seconds=DAY)
"""Bytes imported from one address, or into one circle, in a day; an evening has some ten thousand."""
LONG_DOCUMENTS = Rate("long documents", each=1, seconds=5.0)
"""Long session files of one member or one address: it takes a second to read one."""
CIRCLE_FILES = Rate("circle files", each=10, seconds=300.0)
"""Exports of a circle by one member, or by all members of one circle."""
SESSIONS_OF_CIRCLE = 5_000
"""Sessions of one circle: two every evening for seven years."""
CHANGES_OF_CIRCLE = 100_000
"""Changes in all sessions of one circle; at this number it can start no new session."""
CHANGES_OF_SESSION = 10_000
"""Changes in one session; each is a row of its log."""
TOKENS_OF_CIRCLE = 20
"""API tokens of one circle that are not revoked."""
UNUSED_DAYS = 30
"""After how many days housekeeping deletes circles and devices that nobody has used."""
UNSEEN_DAYS = 365
"""After how many days without a request the memberships of a device end; it can join again by a link."""
DELETED_DAYS = 30
"""For how many days a deleted circle can be restored; then housekeeping deletes its rows."""

WORK = Rate("work", each=30, light=2, seconds=120.0)
"""Seconds of CPU time for one member's device, of which a page takes some hundredths.

A device or group that has used more than ``light`` gets fewer places in the `FairSemaphore`.
"""
