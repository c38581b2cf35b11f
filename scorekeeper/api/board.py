"""A session as a board shows it: what ``replay`` prints of its rounds, and who stands where."""

from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter, SeatRow
from scorekeeper.present.sheet import chip_of
from scorekeeper.present.standings import standing
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay
from scorekeeper.scoring.reporting import report


def head(session: GameSession) -> Json:
    """What tells a session from others; ``unit`` is null where only points are played for."""
    ended = session.ended_at
    return {
        "id": session.public_id,
        "title": session.title,
        "game": {"key": session.game, "name": gettext(RULESETS[session.game].title)},
        "started_at": timezone.localtime(session.started_at).isoformat(timespec="seconds"),
        "ended_at": timezone.localtime(ended).isoformat(timespec="seconds") if ended else None,
        "revision": session.revision,
        "unit": session.rate["unit"] if session.rate else None,
    }


def version(table: Table) -> list[object]:
    """What a session's answer depends on: its revision, and how its people are called and shown."""
    people = [(seat.player.name, seat.player.mark, seat.player.color) for seat in table.seats]
    return [head(table.session), people]


def board(table: Table) -> Json:
    """A session; points are those that were recorded."""
    presenter = Presenter(table)
    rows = table.played
    recorded = table.recorded(rows)
    played = Replay(tuple(recorded[row.pk] for row in rows), table.state)
    seats = sorted(standing(table, presenter), key=lambda seat: (seat.place, seat.number))
    return {
        **head(table.session),
        "standing": [_standing(seat, table) for seat in seats],
        "elsewhere": table.elsewhere,
        "last_round": _last(table, presenter),
        **report(table.bare, gettext, played),
    }


def _standing(seat: SeatRow, table: Table) -> Json:
    return {
        "place": seat.place,
        "seat": seat.number + 1,
        "name": seat.name,
        "mark": seat.mark,
        "color": seat.color,
        "points": seat.balance,
        "change": seat.change,
        "seated": seat.name in table.state.seats,
    }


def _last(table: Table, presenter: Presenter) -> Json | None:
    """The last round that was not taken back; its number is null where it does not count."""
    if table.last is None or table.last_recorded is None:
        return None
    row = presenter.row(table.last, table.last_recorded)
    return {
        "number": row.number,
        "kind": row.kind,
        "headline": row.headline,
        "at": timezone.localtime(row.at).isoformat(timespec="seconds"),
        "claimed": chip_of(table.last.result.claimed) or None,
        "change": table.last_recorded.change,
    }
