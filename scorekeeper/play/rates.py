"""レート: what the points of a table are turned into in the end, changed at any time."""

from dataclasses import replace

from django.utils.translation import gettext

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.closing import Final
from scorekeeper.scoring.settlement import Rate, read_rate, write_rate

from .idempotency import FormVersion, StaleForm
from .models import GameSession, RoundEdit
from .paying import settled_together
from .services import Change, record
from .table import Table


def blocking_reason(session: GameSession) -> str:
    """Why the rate cannot be changed while that is so; empty where it can."""
    if settled_together(session):
        return gettext("This table is settled together with others. Settle it separately first.")
    if session.payments.filter(undone_at=None).exists():
        return gettext(
            "Some payments are ticked as paid in the old unit. Untick them first; nothing is lost."
        )
    return ""


def final_with(table: Table, rate: Rate | None) -> Final:
    """Who would owe whom by another rate, with nothing paid."""
    return replace(table.bare, rate=rate).settle_up(table.state)


def change_rate(session: GameSession, rate: Rate | None, form_version: FormVersion) -> RoundEdit:
    """Turn points into something else from now on; raises StaleForm or FormUsed."""
    after = write_rate(rate) if rate else None

    def write(_seen: int) -> None:
        if words := blocking_reason(session):
            raise StaleForm(words=words)
        GameSession.objects.filter(pk=session.pk).update(rate=after)

    change = Change(RoundEdit.Action.SETTINGS, {"rate": session.rate}, {"rate": after})
    return record(session, form_version, change, write)


def last_rate(circle: Circle, game: str) -> Rate | None:
    """What points of a game were turned into at the circle's last table of it; None where they were not."""
    last = circle.sessions.filter(game=game).order_by("-started_at", "-pk").first()
    return read_rate(last.rate) if last and last.rate else None


def kept_rate(circle: Circle, game: str) -> Rate | None:
    """What points of a game were last turned into in a circle, if ever."""
    rated = circle.sessions.filter(game=game, rate__isnull=False).order_by("-started_at", "-pk").first()
    return read_rate(rated.rate) if rated else None


def has_rates(circle: Circle) -> bool:
    return circle.sessions.filter(rate__isnull=False).exists()
