"""Reads: a circle's links and devices, ready to show to its hosts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.http import Http404

from scorekeeper.scoring.names import same_name

from .models import Circle, CircleLink, Entrance, Membership, Player, RecoveryCode, Role


@dataclass(frozen=True, slots=True)
class Offer:
    """A person that a device may be; ``others`` are the devices in that person's hands besides this one."""

    pk: int
    name: str
    others: int
    mine: bool
    color: int | None = None
    mark: str = ""


def find_player(circle: Circle, number: int) -> Player:
    """A person of a circle, hidden or not; raises Http404, also for who was found to be somebody else."""
    found = circle.players.filter(pk=number, merged_into=None).first()
    if found is None:
        raise Http404
    return found


def by_reading(players: Iterable[Player]) -> list[Player]:
    """People in the order in which their names are read; where that was not said, as they are written."""
    return sorted(players, key=lambda player: (same_name(player.reading or player.name), player.pk))


def known_name(circle: Circle, name: str) -> str:
    """The name of whom a name stands for, where it is that of an entry found to be somebody else's."""
    found = circle.players.filter(name_key=same_name(name), merged_into__isnull=False)
    return found.values_list("merged_into__name", flat=True).first() or name


def all_players(circle: Circle) -> list[Player]:
    """Everybody of a circle in the order of their readings, hidden people last."""
    people = by_reading(circle.players.filter(merged_into=None))
    return sorted(people, key=lambda player: player.hidden)


def present_players(circle: Circle) -> list[Player]:
    """Everybody who is offered for a new table, in the order of their readings."""
    return by_reading(circle.players.filter(hidden=False))


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
