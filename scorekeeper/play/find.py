"""Sessions and rounds by what an address names."""

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest

from scorekeeper.circles.models import Membership, Role
from scorekeeper.server.database import snapshot
from scorekeeper.server.statements import Select, Slot

from .models import GameSession, Round, Seat
from .table import Table

_last_position = Round.objects.filter(session=OuterRef("pk")).order_by("-position").values("position")[:1]
_own_seats = Seat.objects.filter(session=OuterRef("pk"), player=Slot("player")).order_by()
_with_own_seat = Select(
    lambda: (
        GameSession.objects.filter(public_id=Slot("public_id"), circle=Slot("circle"))
        .annotate(
            own_seat=Subquery(_own_seats.values("number")), length=Coalesce(Subquery(_last_position), 0)
        )
        .order_by()
    )
)


def find_session(request: HttpRequest, public_id: str) -> GameSession:
    """The session of an address, for the device that the address let in; raises Http404."""
    membership: Membership | None = getattr(request, "membership", None)
    if membership is None:
        raise Http404
    circle, player = membership.circle_id, membership.player_id or 0
    session = _with_own_seat.first(public_id=public_id, circle=circle, player=player)
    if session is None:
        raise Http404
    session.circle = membership.circle
    vars(session).update(own_role=membership.role)
    return session


def find_table(request: HttpRequest, public_id: str) -> Table:
    """The table of such a session, its seats and last results of one moment; raises Http404."""
    with snapshot():
        table = Table(find_session(request, public_id))
        table.look()
    return table


def for_all(session: GameSession) -> GameSession:
    """A session that was read for a device, as everybody in its circle sees it."""
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
