"""代打: stand-ins, who play for the player of a seat from the next round on."""

from collections.abc import Mapping

from scorekeeper.circles.models import Player
from scorekeeper.scoring.names import same_name

from .idempotency import FormVersion
from .models import GameSession, RoundEdit, Seat, StandIn
from .people import player_named
from .services import Change, record
from .table import Table
from .transactions import retry_transaction


@retry_transaction
def change_stand_in(
    table: Table, number: str, name: str, keeps_figures: bool, form_version: FormVersion
) -> RoundEdit:
    """Set the stand-in of a seat; an empty name removes it.

    With ``keeps_figures`` statistics count the rounds for the player of the seat.
    """
    seat = Seat.objects.select_related("played_by").get(session=table.session, number=int(number))
    there = set(table.people.values())
    person = player_named(table.session.circle, name, there) if name else None
    keeps = keeps_figures and person is not None
    before = _facts(number, seat.played_by, seat.keeps_figures)
    after = _facts(number, person, keeps)

    def write(_seen: int) -> None:
        Seat.objects.filter(pk=seat.pk).update(played_by=person, keeps_figures=keeps)

    return record(table.session, form_version, Change(RoundEdit.Action.STAND_IN, before, after), write)


def _facts(number: str, person: Player | None, keeps: bool) -> dict[str, object]:
    return {"seat": number, "player": person.pk if person else None, "keeps_figures": keeps}


def is_stand_in_change(edit: RoundEdit, asked: tuple[str, str, bool] | None) -> bool:
    """Whether a change did what a form asks: seat, key of the name, and ``keeps_figures``."""
    after = edit.after or {}
    if edit.action != RoundEdit.Action.STAND_IN:
        return False
    return (after["seat"], same_name(stands_in(after)), after["keeps_figures"]) == asked


def stands_in(facts: Mapping[str, object] | None) -> str:
    """The name of the stand-in in an entry of the log; empty for the seat's own player."""
    key = (facts or {}).get("player")
    result = Player.objects.filter(pk=key) if isinstance(key, int) else Player.objects.none()
    return result.values_list("name", flat=True).first() or ""


def in_round(session: GameSession, row: int) -> list[StandIn]:
    rows = StandIn.objects.filter(round=row, round__session=session)
    return list(rows.select_related("player", "seat__player"))
