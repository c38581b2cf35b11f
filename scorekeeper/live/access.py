"""What lines ask the database: once when they open, and together while they are open."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from django.db import connection
from django.utils import timezone

from scorekeeper.circles.access import SEEN_EVERY, device_by_key, hash_of, membership_of
from scorekeeper.circles.limits import MEMBERS
from scorekeeper.circles.models import Membership, Role
from scorekeeper.play.find import seat_of
from scorekeeper.play.models import GameSession
from scorekeeper.server.database import between_requests
from scorekeeper.server.statements import Select, Slot

from .fanout import AT_ONCE, PUBLIC_ID, Ask, View, Visit
from .hub import News, Place

SIZES = (1, 10, AT_ONCE)
"""Numbers of requests that are looked up together: a query is made for each, the next larger one taken."""
T = TypeVar("T")
Row = tuple[str, datetime, str, int, int, int, int, int, int, int | None]
"""What a query gives of a device that may see a table, in the order of its columns."""


def _visits_of(size: int) -> Select[Row]:
    """What so many devices see of so many tables."""
    return Select(
        lambda: (
            Membership.objects.filter(
                ended_at=None,
                device__key_hash__in=[Slot(f"hash{number}") for number in range(size)],
                circle__sessions__public_id__in=[Slot(f"sid{number}") for number in range(size)],
            )
            .annotate(seat=seat_of("circle__sessions", "player"))
            .order_by()
            .values_list(
                "device__key_hash",
                "device__last_seen",
                "circle__sessions__public_id",
                "device",
                "circle",
                "circle__sessions",
                "circle__sessions__revision",
                "circle__sessions__pad",
                "role",
                "seat",
            )
        )
    )


_visits = {size: _visits_of(size) for size in SIZES}


@dataclass(frozen=True, slots=True)
class Seen:
    """How things stand: the revision of each session, the memberships that still hold, and hand pads."""

    revisions: dict[int, int]
    memberships: set[int]
    pads: dict[int, int] = field(default_factory=dict)


@between_requests()
def find_place(key: str, sid: str) -> tuple[Place, News] | None:
    """The place of the device with this key at a table, and how the table stands; None for a stranger."""
    if not PUBLIC_ID.fullmatch(sid):
        return None
    device = device_by_key(key)
    session = GameSession.objects.filter(public_id=sid).values("pk", "circle_id", "revision", "pad").first()
    if device is None or session is None:
        return None
    membership = membership_of(device, session["circle_id"])
    if membership is None:
        return None
    MEMBERS.add(key)
    place = Place(session["pk"], session["circle_id"], device.pk, membership.pk)
    return place, News(session["revision"], session["pad"])


@between_requests()
def find_visits(asked: Collection[Ask]) -> dict[Ask, Visit]:
    """What devices see of tables, in one query for all.

    Strangers are left out, and devices whose being here is to be noted first.
    """
    keys = {hash_of(key): key for key, _sid in asked}
    size = next(size for size in SIZES if len(asked) <= size)
    values = {f"hash{number}": hashed for number, hashed in enumerate(_padded(list(keys), size))}
    values |= {f"sid{number}": sid for number, (_key, sid) in enumerate(_padded(list(asked), size))}
    found = dict[Ask, Visit]()
    for hashed, seen, sid, device, circle, session, revision, pad, role, seat in _visits[size](**values):
        if timezone.now() - seen < SEEN_EVERY:
            view = View(session, revision, pad, role >= Role.PLAYER, seat)
            found[keys[hashed], sid] = Visit(device, circle, view)
    return found


def _padded(given: list[T], size: int) -> list[T]:
    """So many, the first again and again in the places that are left."""
    return [*given, *given[:1] * (size - len(given))]


@between_requests()
def look(sessions: Iterable[int], memberships: Collection[int]) -> Seen:
    """Ask for all sessions and memberships at once: two queries, however many lines are open."""
    watched = GameSession.objects.filter(pk__in=list(sessions)).order_by()
    rows = list(watched.values_list("pk", "revision", "pad"))
    held = Membership.objects.filter(pk__in=list(memberships), ended_at=None).values_list("pk", flat=True)
    return Seen({pk: revision for pk, revision, _ in rows}, set(held), {pk: pad for pk, _, pad in rows})


class Touched:
    """Whether anybody wrote to the database since the last question, where that can be told for nothing.

    SQLite counts the commits that others make (``PRAGMA data_version``, some microseconds); it does so for
    each connection, so this must always be asked from the same thread.
    """

    def __init__(self) -> None:
        self._version = -1

    def __call__(self) -> bool:
        """Say whether it is worth a look; always where the database does not count."""
        if connection.vendor != "sqlite":
            return True
        with connection.cursor() as cursor:
            version = cursor.execute("PRAGMA data_version").fetchone()[0]
        before, self._version = self._version, version
        return bool(before != version)

    def forget(self) -> None:
        """Look the next time in any case."""
        self._version = -1
