"""名前: people by the names that were typed."""

from collections.abc import Sequence

from scorekeeper.circles.models import Circle, Player
from scorekeeper.scoring.names import clean_name, same_name


def players_named(circle: Circle, names: Sequence[str]) -> list[Player]:
    """The circle's people of those names, in their order; who is not there yet is added."""
    wanted = {same_name(name): name for name in names}
    new = (Player(circle=circle, name=name, name_key=key) for key, name in wanted.items())
    Player.objects.bulk_create(new, ignore_conflicts=True)
    people = circle.players.filter(name_key__in=wanted).select_related("merged_into")
    values = {player.name_key: player for player in people}
    there = {player.pk for player in values.values() if player.merged_into is None}
    return [_meant(values[key], there) for key in wanted]


def _meant(player: Player, there: set[int]) -> Player:
    """Whom a name stands for, unless that person sits there already; ``there`` learns of it."""
    known = player.merged_into
    meant = known if known and known.pk not in there else player
    there.add(meant.pk)
    return meant


def player_named(circle: Circle, name: str, there: set[int]) -> Player:
    """The circle's person of a name, added if need be; ``there`` are the keys of who sits at the table."""
    clean = clean_name(name)
    player, _ = Player.objects.select_related("merged_into").get_or_create(
        circle=circle, name_key=same_name(clean), defaults={"name": clean}
    )
    return _meant(player, there)
