"""人の顔: the people of a circle as they are shown on pages that are about no single table."""

from scorekeeper.circles.models import Circle, Player

from .presenter import COLORS, PersonView, mark_of


def faces(circle: Circle) -> dict[int, PersonView]:
    """Everybody of a circle by key: with the mark and colour that were chosen, or given by when they came."""
    people = circle.players.order_by("pk")
    return {player.pk: face(player, number) for number, player in enumerate(people)}


def face(player: Player, number: int) -> PersonView:
    """A person, who was the ``number``-th to come where no colour was chosen."""
    color = number if player.color is None else player.color
    return PersonView(player.name, color % COLORS, mark_of(player))
