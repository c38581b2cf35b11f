"""Sessions and rounds by what an address names."""

from django.db.models import F, OuterRef, Subquery
from django.http import Http404, HttpRequest

from scorekeeper.circles.access import check, current_device
from scorekeeper.circles.models import Role
from scorekeeper.server.statements import Select, Slot

from .models import GameSession, Round, Seat
from .table import Table


def seat_of(session: str, player: str) -> Subquery:
    """The number of a player's seat in a session, of rows that lead to both; None for who has none there."""
    seats = Seat.objects.filter(session=OuterRef(session), player=OuterRef(player))
    return Subquery(seats.order_by().values("number"))


_for_device = Select(
    lambda: (
        GameSession.objects.filter(
            public_id=Slot("public_id"),
            circle__memberships__device=Slot("device"),
            circle__memberships__ended_at=None,
        )
        .select_related("circle")
        .annotate(own_role=F("circle__memberships__role"))
        .annotate(own_seat=seat_of("pk", "circle__memberships__player"))
        .order_by()
    )
)


def find_session(request: HttpRequest, public_id: str, needs: Role | None = None) -> GameSession:
    """A session of a circle that this device is in; for everybody else it does not exist (Http404).

    Raises NotAllowed where the device's role is below ``needs`` (by default: players write, viewers read),
    and TooMany.
    """
    device = current_device(request)
    if device is None:
        raise Http404
    session = _for_device.first(public_id=public_id, device=device.pk)
    if session is None:
        raise Http404
    check(request, session.own_role, session.circle_id, needs)
    return session


def find_table(request: HttpRequest, public_id: str, needs: Role | None = None) -> Table:
    """The table of such a session, read at once; raises what ``find_session`` does."""
    return Table(find_session(request, public_id, needs))


def for_all(session: GameSession) -> GameSession:
    """A session that was found for a device, as everybody in its circle sees it."""
    vars(session).update(own_role=Role.VIEWER, own_seat=None)
    return session


def find_round(table: Table, number: int, key: str = "", later: bool = False) -> Round:
    """A round by its own key where there is one, else by the number it has now; raises Http404.

    With ``later`` those after it are read too.
    """
    row = table.find(number, key, later)
    if row is None:
        raise Http404
    return row
