"""Delete unused data, and what a host deleted a month ago; remove devices that nobody has seen.

Nothing else with a recorded round is ever touched, also where the round was voided.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from json import dumps

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scorekeeper.archive.importing import throttled
from scorekeeper.archive.uploads import delete_old_uploads
from scorekeeper.circles.models import Circle, Device, Membership, RecoveryCode, Role
from scorekeeper.circles.services import LastHost, expire_device
from scorekeeper.play.models import GameSession, Round
from scorekeeper.rules.models import RuleSet
from scorekeeper.server.limits import DELETED_DAYS, UNSEEN_DAYS, UNUSED_DAYS
from scorekeeper.server.prepare import PreparedCommand


@dataclass(frozen=True, slots=True)
class Unused:
    """How much housekeeping deletes, or would delete."""

    circles: int  # that nobody ever used
    devices: int  # in no circle that stays
    deleted: int = 0  # circles that a host deleted long ago
    unseen: int = 0  # devices that are removed from their circles


def unused_circles(now: datetime) -> QuerySet[Circle]:
    """Circles without rounds, saved rules or a recovery code, and with a single device, unseen for long."""
    since = now - timedelta(days=UNUSED_DAYS)
    own = Membership.objects.filter(circle=OuterRef("pk"))
    return (
        Circle.objects.filter(created_at__lt=since)
        .annotate(devices=Count("memberships"))
        .filter(devices=1)
        .exclude(Exists(own.filter(device__last_seen__gte=since)))
        .exclude(Exists(Round.objects.filter(session__circle=OuterRef("pk"))))
        .exclude(Exists(RuleSet.objects.filter(circle=OuterRef("pk"))))
        .exclude(Exists(RecoveryCode.objects.filter(circle=OuterRef("pk"))))
    )


def deleted_circles(now: datetime) -> QuerySet[Circle]:
    """Circles that were deleted so long ago that they can no longer be restored."""
    return Circle.objects.filter(deleted_at__lt=now - timedelta(days=DELETED_DAYS))


def unused_devices(now: datetime, gone: Collection[int] = ()) -> QuerySet[Device]:
    """Devices unseen for long that were never in a circle, or only in those with the keys ``gone``."""
    old = Device.objects.filter(last_seen__lt=now - timedelta(days=UNUSED_DAYS))
    return old.exclude(Exists(Membership.objects.filter(device=OuterRef("pk")).exclude(circle__in=gone)))


def unseen_devices(now: datetime) -> QuerySet[Device]:
    """Members unseen for very long, but for the host of each circle who was seen last.

    A device that a host removed stays, as it could else join again by the same link.
    """
    own = Membership.objects.filter(device=OuterRef("pk"))
    later = Q(device__last_seen__gt=OuterRef("device__last_seen"))
    at_once = Q(device__last_seen=OuterRef("device__last_seen"), device__gt=OuterRef("device"))
    other_hosts = Membership.objects.filter(
        later | at_once, circle=OuterRef("circle"), role=Role.HOST, ended_at=None
    )
    return (
        Device.objects.filter(last_seen__lt=now - timedelta(days=UNSEEN_DAYS))
        .filter(Exists(own.filter(ended_at=None)))
        .exclude(Exists(own.exclude(ended_at=None)))
        .exclude(Exists(own.filter(~Exists(other_hosts), role=Role.HOST)))
    )


def count_unused(now: datetime) -> Unused:
    deleted = _keys(deleted_circles(now))
    circles = _keys(unused_circles(now).exclude(pk__in=deleted))
    devices = unused_devices(now, {*circles, *deleted})
    unseen = unseen_devices(now).exclude(pk__in=devices.values("pk"))
    return Unused(len(circles), devices.count(), len(deleted), unseen.count())


def delete_unused(now: datetime) -> Unused:
    """Delete what nobody ever used and what was deleted long ago, and count it."""
    deleted = sum(_delete_by_session(number, now) for number in _keys(deleted_circles(now)))
    circles = sum(
        _delete_circle(number, unused_circles(now)) for number in throttled(_keys(unused_circles(now)))
    )
    with transaction.atomic():
        delete_old_uploads(now)
        _all, rows = unused_devices(now).delete()
    unseen = sum(_remove_device(device, now) for device in throttled(list(unseen_devices(now))))
    return Unused(circles, rows.get(Device._meta.label, 0), deleted, unseen)


def _remove_device(device: Device, now: datetime) -> bool:
    """Remove a device; False if it was seen meanwhile, or if it is a last host by now."""
    try:
        return expire_device(device, unseen_since=now - timedelta(days=UNSEEN_DAYS))
    except LastHost:
        return False


def _keys(circles: QuerySet[Circle]) -> list[int]:
    return list(circles.order_by("pk").values_list("pk", flat=True))


def _delete_by_session(number: int, now: datetime) -> bool:
    """Delete a circle by session, so that another writer waits for the deletion of one session at most."""
    for session in throttled(list(GameSession.objects.filter(circle=number).values_list("pk", flat=True))):
        with transaction.atomic():
            GameSession.objects.filter(pk=session, circle__in=deleted_circles(now)).delete()
    return _delete_circle(number, deleted_circles(now))


@transaction.atomic
def _delete_circle(number: int, circles: QuerySet[Circle]) -> bool:
    """Delete a circle, if ``circles`` still has it."""
    circle = circles.filter(pk=number).first()
    if circle:
        circle.sessions.all().delete()  # before the players, whom its seats hold
        circle.delete()
    return circle is not None


class Command(PreparedCommand):
    """``manage.py housekeeping [--dry-run] [--json]``."""

    help = (
        "Delete groups that never recorded a round and phones without a group, "
        f"unseen for {UNUSED_DAYS} days; delete groups that a host deleted {DELETED_DAYS} days ago; "
        f"remove phones unseen for {UNSEEN_DAYS} days from their groups, except for the last host; "
        "and refresh the statistics of SQLite."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing; only report")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: object, dry_run: bool, json: bool, verbosity: int, **options: object) -> None:
        now = timezone.now()
        result = count_unused(now) if dry_run else delete_unused(now)
        if not dry_run:
            _tidy_database()
        if json:
            self.stdout.write(dumps({"dry_run": dry_run, **asdict(result)}))
        elif verbosity:
            self.stdout.write("\n".join(in_words(result, dry_run)))


def _tidy_database() -> None:
    """Refresh the statistics of SQLite's query planner, and delete expired sessions of the admin."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA optimize")
    if settings.ADMIN:
        call_command("clearsessions")


def in_words(unused: Unused, dry_run: bool) -> list[str]:
    done = "would be deleted" if dry_run else "deleted"
    lines = [f"{unused.circles} unused group(s) and {unused.devices} unused phone(s) {done}"]
    if unused.deleted:
        lines.append(f"{unused.deleted} group(s) that a host had deleted {done}")
    if unused.unseen:
        removed = "would be removed" if dry_run else "removed"
        lines.append(f"{unused.unseen} phone(s) unseen for {UNSEEN_DAYS} days {removed} from their groups")
    return lines
