"""Every write of circles: links, who comes in, and who is out.

Whatever changes rights raises the circle's ``access_revision`` and is told to others after commit.
"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404
from django.utils import timezone

from scorekeeper.server.limits import DELETED_DAYS

from .access import hash_of
from .codes import new_code, plain_code
from .models import (
    Circle,
    CircleChange,
    CircleLink,
    Device,
    Entrance,
    Membership,
    Player,
    RecoveryCode,
    Role,
)
from .signals import access_changed

Action = CircleChange.Action
Columns = Mapping[str, object]
"""Values by the names of columns, as the history keeps them."""
TWICE = timedelta(minutes=10)
"""For how long the form that opened a circle lets its sender in again."""


class LastHost(Exception):
    """The change would leave the circle without a host."""


class PhoneRemoved(Exception):
    """A host has put the device out that came by this link; only another link lets it in again."""


def open_circle(name: str, device: Device | None) -> Circle:
    """A new circle with ``device`` as its host, a link for players and one for viewers."""
    with transaction.atomic():
        circle = Circle.objects.create(name=name)
        if device:
            _enter(device, circle, None, Role.HOST)
        for role in (Role.PLAYER, Role.VIEWER):
            CircleLink.objects.create(circle=circle, role=role, created_by=device)
    return circle


@transaction.atomic
def make_link(circle: Circle, role: Role, device: Device | None, label: str = "") -> CircleLink:
    """Make another way in."""
    link = CircleLink.objects.create(circle=circle, role=role, created_by=device, label=label)
    note(circle, Action.LINK, device, after=_told(link), link=link)
    return link


def hold(circle: Circle) -> None:
    """Make every other change that counts what the circle has wait for the end of this transaction."""
    Circle.objects.select_for_update(no_key=True).filter(pk=circle.pk).values_list("pk").get()


def note(
    circle: Circle,
    action: CircleChange.Action,
    device: Device | None,
    before: Columns | None = None,
    after: Columns | None = None,
    **about: Player | CircleLink | Device | None,
) -> CircleChange:
    """Write a line of what ``device`` changed in a circle; ``about`` are a player, a link or a phone."""
    rows: dict[str, object] = {**about, "before": before, "after": after}
    return CircleChange.objects.create(circle=circle, action=action, device=device, **rows)


def _told(link: CircleLink) -> Columns:
    return {"role": Role(link.role).name.lower(), "label": link.label}


def admit(device: Device, link: CircleLink) -> None:
    """Let a device in that came by a link; one that is in already keeps the higher role.

    Raises Http404 where the link was revoked meanwhile, and PhoneRemoved.
    """
    with transaction.atomic():
        # Writing the row holds it: a link that is being revoked lets in nobody whom that would overlook.
        live = CircleLink.objects.filter(pk=link.pk, revoked_at=None, circle__deleted_at=None)
        if not live.update(nonce=F("nonce")):
            raise Http404
        removed = _removed(device, link)
        if removed is None:
            _enter(device, link.circle, link, Role(link.role))
        elif removed.ended_at:
            raise PhoneRemoved


def _removed(device: Device, link: CircleLink) -> Membership | None:
    """The membership of a device that was put out after it had come by this link.

    A way in by a link that is still open is closed by nothing else.
    """
    ways = Entrance.objects.filter(membership__device=device, link=link)
    if ways.filter(closed_at=None).exists() or not ways.exists():
        return None
    return Membership.objects.get(device=device, circle=link.circle_id)


def readmit(device: Device, circle: Circle) -> None:
    """Let a device in as a host that has just opened a circle by a form sent twice.

    Its browser may have kept the cookie of either answer.  Later, or once a host was put out, nobody comes
    in by that.
    """
    hosts = Entrance.objects.filter(membership__circle=circle, link=None)
    if abs(timezone.now() - circle.created_at) < TWICE and not hosts.exclude(closed_at=None).exists():
        _enter(device, circle, None, Role.HOST)


def _enter(device: Device, circle: Circle, link: CircleLink | None, role: Role) -> None:
    with transaction.atomic():
        membership, _ = Membership.objects.get_or_create(
            device=device, circle=circle, defaults={"role": role, "link": link}
        )
        open_before = membership.entrances.filter(link=link, closed_at=None).exists()
        if not open_before:
            Entrance.objects.create(membership=membership, link=link, role=role)
            _settle(membership)
            _tell(circle)


def _settle(membership: Membership) -> None:
    """Make a membership what its open entrances say: the highest role, or out."""
    ways = membership.entrances.filter(closed_at=None)
    best = ways.order_by("-role", F("link").asc(nulls_first=True)).first()
    if best is None:
        membership.ended_at = membership.ended_at or timezone.now()
    else:
        membership.role, membership.link_id, membership.ended_at = best.role, best.link_id, None
    membership.save(update_fields=("role", "link", "ended_at"))


def _close(circle: Circle, entrances: Iterable[Entrance]) -> None:
    """Close ways in, with what follows for the devices; raises LastHost (nothing is changed then)."""
    _tell(circle)  # first, because writing the circle's row makes a second change of its hosts wait
    closed = list(entrances)
    Entrance.objects.filter(pk__in=[entrance.pk for entrance in closed]).update(closed_at=timezone.now())
    for membership in Membership.objects.filter(pk__in={entrance.membership_id for entrance in closed}):
        _settle(membership)
    if not circle.memberships.filter(role=Role.HOST, ended_at=None).exists():
        raise LastHost


def _tell(circle: Circle) -> None:
    """Make every other change of the circle's devices wait for this one, and tell of it afterwards."""
    Circle.objects.filter(pk=circle.pk).update(access_revision=F("access_revision") + 1)
    transaction.on_commit(partial(access_changed.send, sender=Circle, circle_id=circle.pk))


def revoke_link(
    link: CircleLink, fresh_for: Device | None = None, by: Device | None = None
) -> CircleLink | None:
    """Close a link: the devices that came by it alone are out at once; raises LastHost.

    With ``fresh_for`` a device makes another link of the same role and label in its place, which is returned.
    ``by`` is the device that closes it.  A link that is revoked already stays as it is.
    """
    with transaction.atomic():
        if not _revoked(link, by):
            return None
        _close(link.circle, link.entrances.filter(closed_at=None))
        return make_link(link.circle, Role(link.role), fresh_for, link.label) if fresh_for else None


def _revoked(link: CircleLink, by: Device | None) -> bool:
    """Whether a link that was open is revoked now."""
    found = CircleLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if found:
        note(link.circle, Action.REVOKE, by, before=_told(link), link=link)
    return bool(found)


def _renew_link(link: CircleLink, leaving: Membership, device: Device | None) -> None:
    """Put another link in the place of a revoked one: who came by it stays, as if by the new one."""
    fresh = make_link(link.circle, Role(link.role), device, link.label)
    link.entrances.filter(closed_at=None).exclude(membership=leaving).update(link=fresh)
    link.memberships.exclude(pk=leaving.pk).update(link=fresh)


def remove_device(
    membership: Membership, links: Iterable[CircleLink] = (), device: Device | None = None
) -> None:
    """Put a device out of the circle; raises LastHost.

    It does not come back by a link that it came by.  ``links`` are changed by another ``device`` in the same
    step, so that it does not either as a browser that looks new; whoever else came by them stays.
    """
    with transaction.atomic():
        # Links first, then the circle, then who came by them: everybody takes them in this order.
        changed = [link for link in sorted(links, key=lambda link: link.pk) if _revoked(link, device)]
        _close(membership.circle, membership.entrances.filter(closed_at=None))
        for link in changed:
            _renew_link(link, membership, device)
        phone = membership.device
        note(membership.circle, Action.REMOVE, device, before={"name": phone.name}, phone=phone)


def let_go(device: Device, unseen_since: datetime) -> bool:
    """Put a device not seen since then out of its circles, which keep what it did; raises LastHost.

    It gets another key, which nobody has: its browser looks new, and comes in again by any link.  Gives
    whether that was done.
    """
    with transaction.atomic():
        found = Device.objects.filter(pk=device.pk, last_seen__lt=unseen_since)
        if not found.update(key_hash=hash_of(secrets.token_urlsafe(32))):
            return False
        live = device.memberships.filter(ended_at=None).select_related("circle")
        for membership in live.order_by("circle"):
            _close(membership.circle, membership.entrances.filter(closed_at=None))
            note(membership.circle, Action.REMOVE, None, before={"name": device.name}, phone=device)
    return True


@transaction.atomic
def rename_device(membership: Membership, name: str, by: Device | None) -> None:
    """Give a device of a circle a name by which people know it."""
    phone = membership.device
    if Device.objects.filter(pk=phone.pk).exclude(name=name).update(name=name):
        before, after = {"name": phone.name}, {"name": name}
        note(membership.circle, Action.PHONE, by, before, after, phone=phone)


def choose_player(membership: Membership, player: Player | None) -> None:
    """Say which person holds the device; None for nobody at the table."""
    Membership.objects.filter(pk=membership.pk).update(player=player)


@transaction.atomic
def rename_circle(circle: Circle, name: str, device: Device | None) -> None:
    """Give a circle another name."""
    if Circle.objects.filter(pk=circle.pk).exclude(name=name).update(name=name):
        note(circle, Action.RENAME, device, {"name": circle.name}, {"name": name})


@transaction.atomic
def set_least_rounds(circle: Circle, rounds: int, device: Device | None) -> None:
    """Let rankings count the sessions with at least so many rounds."""
    if Circle.objects.filter(pk=circle.pk).exclude(least_rounds=rounds).update(least_rounds=rounds):
        before, after = {"least_rounds": circle.least_rounds}, {"least_rounds": rounds}
        note(circle, Action.RANKING, device, before, after)


@transaction.atomic
def delete_circle(circle: Circle, device: Device | None) -> None:
    """Put a circle out of everybody's sight; ``device`` (or nobody) can bring it back for ``DELETED_DAYS``.

    All devices are out, and no link leads in any more.
    """
    _tell(circle)
    now = timezone.now()
    if Circle.objects.filter(pk=circle.pk, deleted_at=None).update(deleted_at=now, deleted_by=device):
        circle.memberships.filter(ended_at=None).update(ended_at=now)
        note(circle, Action.DELETE, device)


@transaction.atomic
def bring_back(public_id: str, device: Device | None) -> Circle:
    """Bring back a circle that ``device`` has deleted, with all devices that were in; raises Http404."""
    circle = deleted_by(device).filter(public_id=public_id).first()
    if circle is None:
        raise Http404
    _tell(circle)
    circle.memberships.filter(ended_at=circle.deleted_at).update(ended_at=None)
    Circle.objects.filter(pk=circle.pk).update(deleted_at=None, deleted_by=None)
    note(circle, Action.BRING_BACK, device)
    return circle


def deleted_by(device: Device | None) -> "QuerySet[Circle]":
    """The circles that a device has deleted and can bring back, the last first; none for no device."""
    if device is None:
        return Circle.objects.none()
    since = timezone.now() - timedelta(days=DELETED_DAYS)
    return Circle.objects.filter(deleted_by=device, deleted_at__gte=since).order_by("-deleted_at")


@transaction.atomic
def renew_recovery_code(circle: Circle, device: Device | None) -> str:
    """Make a recovery code, which is returned and kept only as a hash; the one before it ends."""
    code = new_code(secrets.randbelow)
    hold(circle)
    _end_codes(circle)
    RecoveryCode.objects.create(circle=circle, code_hash=hash_of(plain_code(code)), created_by=device)
    note(circle, Action.CODE, device)
    return code


@transaction.atomic
def revoke_recovery_code(circle: Circle, device: Device | None) -> None:
    """End the recovery code, if there is one; whoever came by it stays."""
    if _end_codes(circle):
        note(circle, Action.UNCODE, device)


def _end_codes(circle: Circle) -> int:
    return circle.recovery_codes.filter(revoked_at=None).update(revoked_at=timezone.now())


def live_code(typed: str) -> RecoveryCode | None:
    """The recovery code that was typed, if it is one that counts."""
    live = RecoveryCode.objects.filter(revoked_at=None, circle__deleted_at=None)
    found = live.filter(code_hash=hash_of(plain_code(typed)))
    return found.select_related("circle").first()


@transaction.atomic
def recover(code: RecoveryCode, device: Device) -> None:
    """Let a device in as a host; the code stays valid until it is renewed."""
    _enter(device, code.circle, None, Role.HOST)
    note(code.circle, Action.RECOVER, device)
