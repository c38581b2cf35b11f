"""Queries and writes of circles: people, links, memberships, deletion.

Changes of rights are serialised by a lock of the circle's row.
"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.scoring.names import same_name
from scorekeeper.server.limits import DELETED_DAYS

from .access import hash_of
from .models import (
    Circle,
    CircleChange,
    CircleLink,
    Device,
    Entrance,
    Membership,
    Player,
    Role,
    new_public_id,
)

Action = CircleChange.Action
Columns = Mapping[str, object]
"""Values by the names of columns, as ``CircleChange`` stores them."""
REPEAT_WINDOW = timedelta(minutes=10)
"""How long a repeat of the form that opened a circle makes its device a host too."""


class LastHost(Exception):
    """The change would leave the circle without a host."""


class ChangedMeanwhile(Exception):
    """The stored value was changed after the form was opened."""


class PhoneRemoved(Exception):
    """A host has removed the device, so that this link no longer admits it; another one does."""


def check_seen(seen: str | None, now: object) -> None:
    """Raise ChangedMeanwhile where ``now`` is not the value that a form was opened on, but for blanks."""
    if seen is not None and seen.split() != str(now).split():
        raise ChangedMeanwhile


def update_column(row: Model, column: str, value: object, seen: str | None) -> bool:
    """Update a column within a transaction, and return whether that changed it; ``row`` gets the old value.

    Raises ChangedMeanwhile where that is not ``seen``.
    """
    rows = type(row)._default_manager.filter(pk=row.pk)
    before = rows.select_for_update(no_key=True).values_list(column, flat=True).get()
    setattr(row, column, before)
    if before == value:
        return False
    check_seen(seen, before)
    return bool(rows.update(**{column: value}))


@transaction.atomic
def open_circle(name: str, device: Device | None) -> Circle:
    """Create a circle with ``device`` as its host, a link for players and one for viewers."""
    circle = Circle.objects.create(name=name)
    if device:
        enter_circle(device, circle, None, Role.HOST)
    for role in (Role.PLAYER, Role.VIEWER):
        CircleLink.objects.create(circle=circle, role=role, created_by=device)
    return circle


@transaction.atomic
def make_link(
    circle: Circle, role: Role, device: Device | None, label: str = "", public_id: str = ""
) -> CircleLink:
    """Create a link; one with a ``public_id``, which a form brings along, is created once."""
    if public_id:
        lock_circle(circle)
        if made := circle.links.filter(public_id=public_id).first():
            return made
    columns = {"role": role, "label": label, "public_id": public_id or new_public_id()}
    link = CircleLink.objects.create(circle=circle, created_by=device, **columns)
    log_change(circle, Action.LINK, device, after=_link_columns(link), link=link)
    return link


def lock_circle(circle: Circle) -> None:
    """Lock a circle's row until the end of the transaction; raises Http404 where it was deleted meanwhile."""
    get_object_or_404(Circle.objects.select_for_update(no_key=True), pk=circle.pk, deleted_at=None)


def log_change(
    circle: Circle,
    action: CircleChange.Action,
    device: Device | None,
    before: Columns | None = None,
    after: Columns | None = None,
    **about: Player | CircleLink | Device | None,
) -> CircleChange:
    """Add an entry to the circle's audit log; ``about`` may be a ``player``, a ``link`` or a ``phone``."""
    rows: dict[str, object] = {**about, "before": before, "after": after}
    return CircleChange.objects.create(circle=circle, action=action, device=device, **rows)


def _link_columns(link: CircleLink) -> Columns:
    return {"role": Role(link.role).name.lower(), "label": link.label}


@transaction.atomic
def admit(device: Device, link: CircleLink) -> None:
    """Make a device a member by a link; one that is a member already keeps the higher role.

    Raises PhoneRemoved, and Http404 where the link was revoked or the circle deleted meanwhile.
    """
    # This update locks the link, so that a concurrent ``revoke_link`` sees the new entrance.
    live = CircleLink.objects.filter(pk=link.pk, revoked_at=None, circle__deleted_at=None)
    if not live.update(nonce=F("nonce")):
        raise Http404
    entrances = Entrance.objects.filter(membership__device=device, link=link)
    if entrances.filter(closed_at=None).exists() or not entrances.exists():
        enter_circle(device, link.circle, link, Role(link.role))
    elif entrances.filter(membership__ended_at__isnull=False).exists():
        raise PhoneRemoved  # only a host's removal closes an entrance of a live link


def readmit(device: Device, circle: Circle) -> None:
    """Make a device a host where it repeats the form that opened a circle.

    Two requests without a cookie create two devices, and the browser keeps the cookie of either response.
    Does nothing after REPEAT_WINDOW, or once a host was removed.
    """
    hosts = Entrance.objects.filter(membership__circle=circle, link=None)
    if abs(timezone.now() - circle.created_at) < REPEAT_WINDOW and not hosts.exclude(closed_at=None).exists():
        enter_circle(device, circle, None, Role.HOST)


@transaction.atomic
def enter_circle(device: Device, circle: Circle, link: CircleLink | None, role: Role) -> None:
    membership, _ = Membership.objects.get_or_create(
        device=device, circle=circle, defaults={"role": role, "link": link}
    )
    if not membership.entrances.filter(link=link, closed_at=None).exists():
        lock_circle(circle)
        Entrance.objects.create(membership=membership, link=link, role=role)
        _recompute_role(membership)


def _recompute_role(membership: Membership) -> None:
    """Set a membership to the highest role of its open entrances, or end it."""
    entrances = membership.entrances.filter(closed_at=None)
    best = entrances.order_by("-role", F("link").asc(nulls_first=True)).first()
    if best is None:
        membership.ended_at = membership.ended_at or timezone.now()
    else:
        membership.role, membership.link_id, membership.ended_at = best.role, best.link_id, None
    membership.save(update_fields=("role", "link", "ended_at"))


def _close_entrances(circle: Circle, entrances: Iterable[Entrance]) -> bool:
    """Close entrances, and return whether there were any; raises LastHost."""
    lock_circle(circle)  # before ``entrances`` is evaluated: another request may close them
    closed = list(entrances)
    Entrance.objects.filter(pk__in=[entrance.pk for entrance in closed]).update(closed_at=timezone.now())
    for membership in Membership.objects.filter(pk__in={entrance.membership_id for entrance in closed}):
        _recompute_role(membership)
    if not circle.memberships.filter(role=Role.HOST, ended_at=None).exists():
        raise LastHost
    return bool(closed)


@transaction.atomic
def revoke_link(link: CircleLink, device: Device | None = None, replace: bool = False) -> None:
    """Revoke a link, unless it is revoked already; raises LastHost.

    This ends the memberships of devices that joined by it alone.  With ``replace``, another link of the same
    role and label is made.  ``device`` is that of the host.
    """
    if not _mark_revoked(link, device):
        return
    _close_entrances(link.circle, link.entrances.filter(closed_at=None))
    if replace:
        make_link(link.circle, Role(link.role), device, link.label)


def _mark_revoked(link: CircleLink, by: Device | None) -> bool:
    """Set ``revoked_at`` of a link and log it; False where it was set before."""
    revoked = CircleLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if revoked:
        log_change(link.circle, Action.REVOKE, by, before=_link_columns(link), link=link)
    return bool(revoked)


@transaction.atomic
def remove_device(
    membership: Membership, links: Iterable[CircleLink] = (), device: Device | None = None
) -> None:
    """Remove a device from the circle, unless that is done already; raises LastHost.

    The links that it joined by no longer admit it.  ``links`` are replaced by new ones, so that it cannot
    join without its cookie either; other members who joined by them stay.  ``device`` is the host's.
    """
    # order of locks: links, circle, memberships
    changed = [link for link in sorted(links, key=lambda link: link.pk) if _mark_revoked(link, device)]
    removed = _close_entrances(membership.circle, membership.entrances.filter(closed_at=None))
    for link in changed:
        fresh = make_link(link.circle, Role(link.role), device, link.label)
        link.entrances.filter(closed_at=None).exclude(membership=membership).update(link=fresh)
        link.memberships.exclude(pk=membership.pk).update(link=fresh)
    if removed:
        phone = membership.device
        log_change(membership.circle, Action.REMOVE, device, before={"name": phone.name}, phone=phone)


@transaction.atomic
def expire_device(device: Device, unseen_since: datetime) -> bool:
    """Remove a device from its circles if it was not seen since then, and return whether; raises LastHost.

    Its key is replaced by a random one: the cookie is void, and any link admits the browser as a new device.
    """
    unseen = Device.objects.filter(pk=device.pk, last_seen__lt=unseen_since)
    if not unseen.update(key_hash=hash_of(secrets.token_urlsafe(32))):
        return False
    live = device.memberships.filter(ended_at=None, circle__deleted_at=None).select_related("circle")
    for membership in live.order_by("circle"):
        _close_entrances(membership.circle, membership.entrances.filter(closed_at=None))
        log_change(membership.circle, Action.REMOVE, None, before={"name": device.name}, phone=device)
    return True


@transaction.atomic
def rename_device(membership: Membership, name: str, by: Device | None, seen: str | None = None) -> None:
    phone = membership.device
    if update_column(phone, "name", name, seen):
        log_change(membership.circle, Action.PHONE, by, {"name": phone.name}, {"name": name}, phone=phone)


def choose_player(membership: Membership, player: Player | None) -> None:
    Membership.objects.filter(pk=membership.pk).update(player=player)


@transaction.atomic
def rename_circle(circle: Circle, name: str, device: Device | None, seen: str | None = None) -> None:
    if update_column(circle, "name", name, seen):
        log_change(circle, Action.RENAME, device, {"name": circle.name}, {"name": name})


@transaction.atomic
def set_least_rounds(circle: Circle, rounds: int, device: Device | None, seen: str | None = None) -> None:
    if update_column(circle, "least_rounds", rounds, seen):
        before, after = {"least_rounds": circle.least_rounds}, {"least_rounds": rounds}
        log_change(circle, Action.RANKING, device, before, after)


@transaction.atomic
def delete_circle(circle: Circle, device: Device | None) -> None:
    """Soft-delete a circle and end all memberships; ``device`` can restore it for DELETED_DAYS."""
    now = timezone.now()
    if Circle.objects.filter(pk=circle.pk, deleted_at=None).update(deleted_at=now, deleted_by=device):
        circle.memberships.filter(ended_at=None).update(ended_at=now)
        log_change(circle, Action.DELETE, device)


@transaction.atomic
def restore_circle(public_id: str, device: Device | None) -> Circle:
    """Restore a circle that ``device`` has deleted, with the memberships it had; raises Http404."""
    deleted = deleted_by(device).select_for_update(no_key=True)
    circle = get_object_or_404(deleted, public_id=public_id)
    circle.memberships.filter(ended_at=circle.deleted_at).update(ended_at=None)
    Circle.objects.filter(pk=circle.pk).update(deleted_at=None, deleted_by=None)
    log_change(circle, Action.BRING_BACK, device)
    return circle


def deleted_by(device: Device | None) -> "QuerySet[Circle]":
    """The circles that a device has deleted and can restore, the last first."""
    if device is None:
        return Circle.objects.none()
    since = timezone.now() - timedelta(days=DELETED_DAYS)
    return Circle.objects.filter(deleted_by=device, deleted_at__gte=since).order_by("-deleted_at")


def find_player(circle: Circle, number: int) -> Player:
    """A person of a circle, also a hidden one; raises Http404, also for one merged into another."""
    return get_object_or_404(circle.players, pk=number, merged_into=None)


def sorted_by_reading(players: Iterable[Player]) -> list[Player]:
    """People in the order of their readings; who has none is sorted by name."""
    return sorted(players, key=lambda player: (same_name(player.reading or player.name), player.pk))


def resolve_merged_name(circle: Circle, name: str) -> str:
    """The name of the person into whom somebody of this name was merged; else the name itself."""
    merged = circle.players.filter(name_key=same_name(name), merged_into__isnull=False)
    return merged.values_list("merged_into__name", flat=True).first() or name


def all_players(circle: Circle) -> list[Player]:
    """Everybody but merged people, sorted by reading, hidden people last."""
    people = sorted_by_reading(circle.players.filter(merged_into=None))
    return sorted(people, key=lambda player: player.hidden)


def visible_players(circle: Circle) -> list[Player]:
    """Everybody who is offered for a new table, sorted by reading."""
    return sorted_by_reading(circle.players.filter(hidden=False))


def devices_only_by(link: CircleLink) -> list[Membership]:
    """The members who joined by this link alone, so that revoking it removes them."""
    joined = _joined_by(link)
    others = Entrance.objects.filter(membership__in=joined, closed_at=None).exclude(link=link)
    stay = set(others.values_list("membership_id", flat=True))
    return [row for row in joined if row.pk not in stay]


def joined_links(membership: Membership) -> list[tuple[CircleLink, list[Membership]]]:
    """The live links by which a device joined, each with the other members who joined by it."""
    links = membership.circle.links.filter(
        revoked_at=None, entrances__membership=membership, entrances__closed_at=None
    )
    return [(link, [row for row in _joined_by(link) if row != membership]) for link in links.distinct()]


def _joined_by(link: CircleLink) -> QuerySet[Membership]:
    """The members who joined by a link, also those who have another entrance."""
    joined = Membership.objects.filter(ended_at=None, entrances__link=link, entrances__closed_at=None)
    return joined.select_related("device", "player").distinct()


def find_device(circle: Circle, number: int, also_ended: bool = False) -> Membership:
    rows = circle.memberships.select_related("device", "player", "link", "circle")
    return get_object_or_404(rows if also_ended else rows.filter(ended_at=None), pk=number)
