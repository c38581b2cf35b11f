"""Reads: a circle's links and devices, ready to show to its hosts."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest

from .access import open_link
from .invite import Invitation, invitation
from .models import Circle, CircleLink, Entrance, Membership, Player, RecoveryCode, Role

REVOKED_SHOWN = 5
HANDED_ON = {"player": Role.PLAYER, "viewer": Role.VIEWER}
"""The links that a table hands on, by their words in an address."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """招待リンク: a link with the number of devices that came by it."""

    pk: int
    role: str
    label: str
    made_at: datetime
    made_by: str
    devices: int
    revoked_at: datetime | None
    invitation: Invitation | None


@dataclass(frozen=True, slots=True)
class Invite:
    """What the invitation at a table shows: the link, and the words for choosing another one."""

    link: Invitation | None
    chosen: str
    choices: tuple[str, ...]
    opened: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A person that a device may be; ``others`` are the devices in that person's hands besides this one."""

    pk: int
    name: str
    others: int
    mine: bool
    color: int | None = None
    mark: str = ""


def link_rows(request: HttpRequest, circle: Circle) -> list[LinkRow]:
    """The live links in the order in which they were made, then the last that were revoked."""
    came = Count("entrances", filter=Q(entrances__membership__ended_at=None, entrances__closed_at=None))
    rows = list(circle.links.select_related("created_by").annotate(came=came))
    live = [_link_row(request, row, row.came) for row in rows if not row.revoked_at]
    return live + [_link_row(request, row, 0) for row in rows if row.revoked_at][-REVOKED_SHOWN:]


def _link_row(request: HttpRequest, link: CircleLink, came: int) -> LinkRow:
    return LinkRow(
        pk=link.pk,
        role=Role(link.role).name.lower(),
        label=link.label,
        made_at=link.created_at,
        made_by=str(link.created_by or ""),
        devices=came,
        revoked_at=link.revoked_at,
        invitation=None if link.revoked_at else invitation(request, link),
    )


def find_link(circle: Circle, number: int) -> CircleLink:
    """A live link of a circle; raises Http404."""
    link = circle.links.filter(pk=number, revoked_at=None).select_related("circle").first()
    if link is None:
        raise Http404
    return link


def devices_out(link: CircleLink) -> list[Membership]:
    """The devices that came by this link alone: those that are out once it is revoked."""
    came = _came_by(link)
    others = Entrance.objects.filter(membership__in=came, closed_at=None).exclude(link=link)
    stay = set(others.values_list("membership_id", flat=True))
    return [row for row in came if row.pk not in stay]


@dataclass(frozen=True, slots=True)
class Way:
    """A link by which a device came, and those in the circle who came by it too."""

    link: CircleLink
    role: str
    others: list[Membership]


def ways_in(membership: Membership) -> list[Way]:
    """The open links by which a device came."""
    links = membership.circle.links.filter(
        revoked_at=None, entrances__membership=membership, entrances__closed_at=None
    )
    return [
        Way(link, Role(link.role).name.lower(), [row for row in _came_by(link) if row != membership])
        for link in links.distinct()
    ]


def _came_by(link: CircleLink) -> QuerySet[Membership]:
    """The devices in the circle that came by a link, whatever other ways they have."""
    came = Membership.objects.filter(ended_at=None, entrances__link=link, entrances__closed_at=None)
    return came.select_related("device", "player").distinct()


def memberships(circle: Circle) -> list[Membership]:
    """The devices of a circle, hosts first and then by when they were there last."""
    live = circle.memberships.filter(ended_at=None).select_related("device", "player", "link")
    return list(live.order_by("-role", "-device__last_seen", "pk"))


def find_device(circle: Circle, number: int) -> Membership:
    """A device of a circle; raises Http404."""
    found = circle.memberships.filter(pk=number, ended_at=None)
    membership = found.select_related("device", "player", "link", "circle").first()
    if membership is None:
        raise Http404
    return membership


def recovery_code(circle: Circle) -> RecoveryCode | None:
    """The recovery code that counts, without its text, which nobody has kept."""
    return circle.recovery_codes.filter(revoked_at=None).first()


def offers(membership: Membership, players: list[Player]) -> list[Offer]:
    """Those of ``players`` that a device may be."""
    held = Membership.objects.filter(circle=membership.circle_id, ended_at=None).exclude(pk=membership.pk)
    counts = dict(held.exclude(player=None).values_list("player").annotate(count=Count("pk")).order_by())
    return [
        Offer(player.pk, player.name, counts.get(player.pk, 0), player.pk == membership.player_id)
        for player in players
    ]


def invite(request: HttpRequest, circle: Circle, role: int, sid: str = "") -> Invite | None:
    """The link a device may hand on: hosts choose (``?link=``), players bring players, viewers nobody."""
    if role < Role.PLAYER:
        return None
    asked = request.GET.get("link", "") if role >= Role.HOST else ""
    chosen = asked if asked in HANDED_ON else "player"
    link = open_link(circle, HANDED_ON[chosen])
    return Invite(
        link=invitation(request, link, sid) if link else None,
        chosen=chosen,
        choices=tuple(HANDED_ON) if role >= Role.HOST else (),
        opened=asked in HANDED_ON,
    )
