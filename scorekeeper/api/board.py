"""A session as JSON for boards: its standing, and its rounds as the ``replay`` command prints them."""

from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter, RoundRow
from scorekeeper.present.sheet import chip_of
from scorekeeper.present.standings import SeatRow, standing
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay
from scorekeeper.scoring.reporting import report


def session_head(session: GameSession) -> Json:
    """The fields of a session without its rounds; ``unit`` is null where it has no rate."""
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


def version_of(table: Table) -> list[object]:
    """What the JSON of a session depends on, for its ETag."""
    people = [(seat.player.name, seat.player.mark, seat.player.color) for seat in table.seats]
    return [session_head(table.session), people]


def board(table: Table) -> Json:
    """A session; its points are the stored results."""
    rows = table.played
    recorded = table.recorded(rows)
    played = Replay(tuple(recorded[row.pk] for row in rows), table.state)
    seats = sorted(standing(table), key=lambda seat: (seat.place, seat.number))
    return {
        **session_head(table.session),
        "standing": [_seat_json(seat, table) for seat in seats],
        "elsewhere": table.state.elsewhere,
        "last_round": _last_round(table),
        **report(table.bare, gettext, played),
    }


def _seat_json(seat: SeatRow, table: Table) -> Json:
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


def _last_round(table: Table) -> Json | None:
    """The last round that is not voided; its number is null where it does not count."""
    if table.last is None or table.last_recorded is None:
        return None
    row = RoundRow(Presenter(table), table.last, table.last_recorded)
    return {
        "number": row.number,
        "kind": row.kind,
        "headline": row.headline,
        "at": timezone.localtime(row.at).isoformat(timespec="seconds"),
        "claimed": chip_of(table.last.result.claimed) or None,
        "change": table.last_recorded.change,
    }
