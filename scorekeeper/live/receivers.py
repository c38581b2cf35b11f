"""What play says has changed, passed on to the subscriptions of this process once it is written for good."""

from functools import partial

from django.db import transaction

from scorekeeper.play.signals import session_changed

from .hub import News
from .wiring import hub


def on_session_changed(session_id: int, revision: int, pad: int = 0, **_signal: object) -> None:
    """The transaction of the change may still fail."""
    transaction.on_commit(partial(hub.publish_soon, session_id, News(revision, pad)))


session_changed.connect(on_session_changed, dispatch_uid="live")
