"""人: people by the names that were typed, and changes of them that show at the tables where they sit."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, F, OuterRef, QuerySet

from scorekeeper.circles.models import Circle, CircleChange, Device, Player, rare_colors
from scorekeeper.circles.services import note
from scorekeeper.scoring.names import clean_name, same_name

from .idempotency import new_key
from .models import GameSession, RoundEdit, holder_of
from .signals import session_changed
from .transactions import lock_row, retry_transaction

Columns = Mapping[str, object]
"""Values by the names of columns of a person."""
SHOWN = frozenset(("name", "mark", "color"))
"""Columns that a table shows."""


class PersonChanged(Exception):
    def __init__(self, changes: Sequence[CircleChange]) -> None:
        super().__init__(len(changes))
        self.changes = changes


def last_change(player: Player) -> int:
    """The key of the last change of a person, 0 where nothing was changed: what a form has seen."""
    return player.changes.order_by("-pk").values_list("pk", flat=True).first() or 0


def check_unchanged(player: Player, seen: int) -> None:
    """Raises PersonChanged where a person is not as a form has seen it."""
    since = player.changes.filter(pk__gt=seen).select_related("device")
    if changes := list(since.annotate(holder=holder_of("device", "circle"))):
        raise PersonChanged(changes)


@retry_transaction
def change_person(player: Player, wanted: Columns, device: Device | None, seen: int) -> None:
    """Give a person other details, which running tables show at once.

    Raises PersonChanged, also for somebody who was merged meanwhile, and IntegrityError where somebody else
    of the circle has the name.
    """
    tables = lock_tables(player.circle, tables_of(player).filter(ended_at=None))
    now = Player.objects.filter(pk=player.pk, merged_into=None).first()
    if now is None:
        raise PersonChanged([])
    before = {column: getattr(now, column) for column in wanted}
    after = {column: value for column, value in wanted.items() if value != before[column]}
    if not after:  # also where the form came twice
        return
    check_unchanged(player, seen)
    for column, value in after.items():
        setattr(now, column, value)
    now.save()
    before = {column: before[column] for column in after}
    note(player.circle, CircleChange.Action.PERSON, device, before, after, player=now)
    if SHOWN & after.keys():
        notify_tables(tables, device, before, {**after, "player": player.pk})


def tables_of(player: Player) -> "QuerySet[GameSession]":
    """The tables where a person sat, or plays or played for somebody."""
    session = OuterRef("pk")
    return GameSession.objects.filter(
        Exists(player.seats.filter(session=session))
        | Exists(player.plays_for.filter(session=session))
        | Exists(player.stand_ins.filter(seat__session=session)),
        circle=player.circle_id,  # else those of all circles would be looked at
    ).order_by("pk")


def lock_tables(circle: Circle, tables: "QuerySet[GameSession]") -> list[GameSession]:
    """Hold some tables of a circle, and then the circle."""
    result = list(tables.select_for_update(no_key=True))
    lock_row(circle)
    return result


def notify_tables(
    tables: Iterable[GameSession], device: Device | None, before: Columns, after: Columns
) -> None:
    """Raise the revisions of tables that are held, each with a line in its history: phones follow."""
    some = GameSession.objects.filter(pk__in=[table.pk for table in tables])
    some.update(revision=F("revision") + 1)
    made = RoundEdit.objects.bulk_create(
        RoundEdit(
            session=table,
            action=RoundEdit.Action.PEOPLE,
            key=new_key(),
            revision=table.revision,
            device=device,
            before=dict(before),
            after=dict(after),
        )
        for table in some
    )
    for edit in made:
        if edit.session.ended_at is None:
            session_changed.send(GameSession, session_id=edit.session.pk, revision=edit.revision, edit=edit)


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
