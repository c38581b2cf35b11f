"""Sessions and rounds by the ids in an address."""

from django.http import Http404, HttpRequest

from scorekeeper.circles.access import membership_of
from scorekeeper.server.database import snapshot

from .models import GameSession, Night, Round
from .table import Table

SESSION = """SELECT session.*,
        (SELECT number FROM play_seat WHERE session_id = session.id AND player_id = %s) AS own_seat,
        (SELECT COALESCE(MAX(position), 0) FROM play_round WHERE session_id = session.id) AS length,
        EXISTS (
            SELECT 1 FROM play_seat JOIN play_standin ON play_standin.seat_id = play_seat.id
            WHERE play_seat.session_id = session.id
        ) AS has_stand_ins,
        EXISTS (
            SELECT 1 FROM play_settlementpaid WHERE session_id = session.id AND undone_at IS NULL
        ) AS has_payments,
        EXISTS (
            SELECT 1 FROM play_opendebt
                JOIN play_seat AS payer ON payer.player_id = payer_id AND payer.session_id = session.id
                JOIN play_seat AS payee ON payee.player_id = payee_id AND payee.session_id = session.id
        ) AS has_debts,
        night.day AS night_day, night.name AS night_name
    FROM play_gamesession AS session JOIN play_night AS night ON night.id = session.night_id
    WHERE session.public_id = %s AND session.circle_id = %s
"""
"""A session, and whether it has rows of the kinds that most tables lack: pages skip those queries."""


def find_session(request: HttpRequest, public_id: str) -> GameSession:
    """The session of an address, within the circle of the request's membership; raises Http404."""
    membership = membership_of(request)
    values = (membership.player_id or 0, public_id, membership.circle_id)
    session = next(iter(GameSession.objects.raw(SESSION, values)), None)
    if session is None:
        raise Http404
    session.circle = membership.circle
    day, name = vars(session)["night_day"], vars(session)["night_name"]
    session.night = Night(session.night_id, membership.circle_id, day, name)
    request.game_session = session  # type: ignore[attr-defined]
    return session


def session_context(request: HttpRequest) -> dict[str, object]:
    """Context processor: the session that ``find_session`` has loaded for a request, if any."""
    found: GameSession | None = getattr(request, "game_session", None)
    return {"game_session": found} if found else {}


def find_table(request: HttpRequest, public_id: str) -> Table:
    """The table of a session, with seats and last results from one snapshot; raises Http404."""
    with snapshot():
        table = Table(find_session(request, public_id))
        table.load()
    return table


def find_round(table: Table, number: int, key: str = "", later: bool = False) -> Round:
    """``Table.find``; raises Http404."""
    row = table.find(number, key, later)
    if row is None:
        raise Http404
    return row
