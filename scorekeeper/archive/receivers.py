"""Files on their way in hold names, too: they go before a name does."""

from scorekeeper.circles.models import Circle
from scorekeeper.play.signals import forgetting

from .bringing import clear_staging


def connect() -> None:
    """Listen to play."""
    forgetting.connect(drop_arrivals, dispatch_uid="archive")


def drop_arrivals(circle: Circle, **_signal: object) -> None:
    """Drop every file that was sent to a circle; one that is coming just now breaks off."""
    circle.arrivals.all().delete()
    clear_staging(circle)
