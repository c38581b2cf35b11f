"""Queries: a circle's people, links and devices."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from scorekeeper.scoring.names import same_name

from .models import Circle, CircleLink, Entrance, Membership, Player, RecoveryCode


def find_player(circle: Circle, number: int) -> Player:
    """A person of a circle, hidden or not; raises Http404, also for one merged into another."""
    return get_object_or_404(circle.players, pk=number, merged_into=None)


def by_reading(players: Iterable[Player]) -> list[Player]:
    """People in the order of their readings, or of their names where there is no reading."""
    return sorted(players, key=lambda player: (same_name(player.reading or player.name), player.pk))


def known_name(circle: Circle, name: str) -> str:
    """The name of the person whom the one of that name was merged into; else the name itself."""
    merged = circle.players.filter(name_key=same_name(name), merged_into__isnull=False)
    return merged.values_list("merged_into__name", flat=True).first() or name


def all_players(circle: Circle) -> list[Player]:
    """Everybody of a circle in the order of their readings, hidden people last."""
    people = by_reading(circle.players.filter(merged_into=None))
    return sorted(people, key=lambda player: player.hidden)


def present_players(circle: Circle) -> list[Player]:
    """Everybody who is offered for a new table, in the order of their readings."""
    return by_reading(circle.players.filter(hidden=False))


def find_link(circle: Circle, number: int, also_revoked: bool = False) -> CircleLink:
    links = circle.links.select_related("circle")
    return get_object_or_404(links if also_revoked else links.filter(revoked_at=None), pk=number)


def devices_only_by(link: CircleLink) -> list[Membership]:
    """The devices that joined by this link alone, whose memberships end with it."""
    joined = _joined_by(link)
    others = Entrance.objects.filter(membership__in=joined, closed_at=None).exclude(link=link)
    stay = set(others.values_list("membership_id", flat=True))
    return [row for row in joined if row.pk not in stay]


def joined_links(membership: Membership) -> list[tuple[CircleLink, list[Membership]]]:
    """The links by which a device joined, each with the others who joined by it."""
    links = membership.circle.links.filter(
        revoked_at=None, entrances__membership=membership, entrances__closed_at=None
    )
    return [(link, [row for row in _joined_by(link) if row != membership]) for link in links.distinct()]


def _joined_by(link: CircleLink) -> QuerySet[Membership]:
    """The devices in the circle that joined by a link, also those with another entrance."""
    joined = Membership.objects.filter(ended_at=None, entrances__link=link, entrances__closed_at=None)
    return joined.select_related("device", "player").distinct()


def memberships(circle: Circle) -> list[Membership]:
    live = circle.memberships.filter(ended_at=None).select_related("device", "player", "link")
    return list(live.order_by("-role", "-device__last_seen", "pk"))


def find_device(circle: Circle, number: int, also_ended: bool = False) -> Membership:
    rows = circle.memberships.select_related("device", "player", "link", "circle")
    return get_object_or_404(rows if also_ended else rows.filter(ended_at=None), pk=number)


def recovery_code(circle: Circle) -> RecoveryCode | None:
    """The live recovery code; its text is not stored."""
    return circle.recovery_codes.filter(revoked_at=None).first()
