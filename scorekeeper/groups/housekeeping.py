"""Delete unused data, and what a host deleted a month ago; remove devices that nobody has seen.

Nothing else with a recorded round is ever touched, also where the round was voided.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scorekeeper.archive.importing import rested
from scorekeeper.archive.uploads import delete_old_uploads
from scorekeeper.circles.models import Circle, Device, Membership, RecoveryCode, Role
from scorekeeper.circles.services import LastHost, expire_device
from scorekeeper.play.models import GameSession, Round
from scorekeeper.rules.models import RuleSet
from scorekeeper.server.limits import DELETED_DAYS, UNSEEN_DAYS, UNUSED_DAYS


@dataclass(frozen=True, slots=True)
class Unused:
    """How much housekeeping deletes, or would delete."""

    circles: int  # that nobody ever used
    devices: int  # in no circle that stays
    deleted: int = 0  # circles that a host deleted long ago
    unseen: int = 0  # devices that are put out of their circles


def unused_circles(now: datetime) -> QuerySet[Circle]:
    """Circles without a round, with the device that opened each and no other, which was not seen for long.

    Kept rules and a recovery code are use too.
    """
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
    """Circles that were deleted so long ago that nobody can bring them back."""
    return Circle.objects.filter(deleted_at__lt=now - timedelta(days=DELETED_DAYS))


def unused_devices(now: datetime, gone: Collection[int] = ()) -> QuerySet[Device]:
    """Devices that never entered a circle, or only one that is ``gone``, and were not seen for long."""
    old = Device.objects.filter(last_seen__lt=now - timedelta(days=UNUSED_DAYS))
    return old.exclude(Exists(Membership.objects.filter(device=OuterRef("pk")).exclude(circle__in=gone)))


def unseen_devices(now: datetime) -> QuerySet[Device]:
    """Devices in circles that were not seen for very long, but for the last seen host of each circle.

    Who was put out of a circle by a host stays known, as he would else come back by the same link.
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
    """Count what ``delete_unused`` would delete."""
    deleted = _keys(deleted_circles(now))
    circles = _keys(unused_circles(now).exclude(pk__in=deleted))
    devices = unused_devices(now, {*circles, *deleted})
    unseen = unseen_devices(now).exclude(pk__in=devices.values("pk"))
    return Unused(len(circles), devices.count(), len(deleted), unseen.count())


def delete_unused(now: datetime) -> Unused:
    """Delete what nobody ever used and what was deleted long ago, and say how much that was."""
    deleted = sum(_take_away_whole(number, now) for number in _keys(deleted_circles(now)))
    circles = sum(_take_away(number, unused_circles(now)) for number in rested(_keys(unused_circles(now))))
    with transaction.atomic():
        delete_old_uploads(now)
        _all, rows = unused_devices(now).delete()
    unseen = sum(_put_out(device, now) for device in rested(list(unseen_devices(now))))
    return Unused(circles, rows.get(Device._meta.label, 0), deleted, unseen)


def _put_out(device: Device, now: datetime) -> bool:
    """Put a device out; False for one that was seen meanwhile, or that is a last host by now."""
    try:
        return expire_device(device, unseen_since=now - timedelta(days=UNSEEN_DAYS))
    except LastHost:
        return False


def _keys(circles: QuerySet[Circle]) -> list[int]:
    return list(circles.order_by("pk").values_list("pk", flat=True))


def _take_away_whole(number: int, now: datetime) -> bool:
    """Delete a circle session by session, so that a round being recorded waits for one session at most."""
    for session in rested(list(GameSession.objects.filter(circle=number).values_list("pk", flat=True))):
        with transaction.atomic():
            GameSession.objects.filter(pk=session, circle__in=deleted_circles(now)).delete()
    return _take_away(number, deleted_circles(now))


@transaction.atomic
def _take_away(number: int, circles: QuerySet[Circle]) -> bool:
    """Delete a circle, if ``circles`` still has it."""
    circle = circles.filter(pk=number).first()
    if circle:
        circle.sessions.all().delete()  # before the players, whom its seats hold
        circle.delete()
    return circle is not None
