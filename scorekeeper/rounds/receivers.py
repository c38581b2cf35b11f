"""What play says has changed: a change of the session may end the round that phones enter together."""

from scorekeeper.play.models import RoundEdit
from scorekeeper.play.signals import session_changed

from .pads import close_after


def connect() -> None:
    session_changed.connect(on_session_changed, dispatch_uid="rounds")


def on_session_changed(edit: RoundEdit | None = None, **_signal: object) -> None:
    """A session was changed, by a transaction that may still fail."""
    if edit is not None:
        close_after(edit)
