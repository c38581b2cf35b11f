"""名前: people by the names that were typed."""

from collections.abc import Sequence

from scorekeeper.circles.models import Circle, Player, rare_colors
from scorekeeper.scoring.names import clean_name, same_name


def players_named(circle: Circle, names: Sequence[str]) -> list[Player]:
    """The circle's people of those names, in their order; who is not there yet is added."""
    wanted = {same_name(name): name for name in names}
    people = circle.players.filter(name_key__in=wanted).select_related("merged_into")
    known = {player.name_key: player for player in people}
    new = [Player(circle=circle, name=name, name_key=key) for key, name in wanted.items() if key not in known]
    for player, color in zip(new, rare_colors(circle.players.all(), known.values()), strict=False):
        player.color = color
    Player.objects.bulk_create(new, ignore_conflicts=True)
    values = {player.name_key: player for player in people.all()}
    there = {player.pk for player in values.values() if player.merged_into is None}
    return [_resolve_merged(values[key], there) for key in wanted]


def _resolve_merged(player: Player, there: set[int]) -> Player:
    """Whom a name stands for, unless that person sits there already; ``there`` learns of it."""
    known = player.merged_into
    meant = known if known and known.pk not in there else player
    there.add(meant.pk)
    return meant


def player_named(circle: Circle, name: str, there: set[int]) -> Player:
    """The circle's person of a name, added if need be; ``there`` are the keys of who sits at the table."""
    clean = clean_name(name)
    color = next(rare_colors(circle.players.all(), circle.players.filter(pk__in=there)))
    player, _ = Player.objects.select_related("merged_into").get_or_create(
        circle=circle, name_key=same_name(clean), defaults={"name": clean, "color": color}
    )
    return _resolve_merged(player, there)
