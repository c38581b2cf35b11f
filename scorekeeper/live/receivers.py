"""What play and circles say has changed, passed on to the subscriptions once it is written for good."""

from functools import partial

from django.db import transaction

from scorekeeper.circles.signals import access_changed
from scorekeeper.play.signals import session_changed

from .hub import News
from .notify import notify_access, notify_news
from .wiring import hub, watch


def connect() -> None:
    """Listen to play and circles."""
    session_changed.connect(on_session_changed, dispatch_uid="live")
    access_changed.connect(on_access_changed, dispatch_uid="live")


def on_session_changed(session_id: int, revision: int, pad: int = 0, **_signal: object) -> None:
    """A session was changed, by a transaction that may still fail."""
    news = News(revision, pad)
    notify_news(session_id, news)
    transaction.on_commit(partial(hub.publish_soon, session_id, news))


def on_access_changed(**_signal: object) -> None:
    """Somebody's access to a circle was changed: who is out now hears of it at once."""
    notify_access()
    transaction.on_commit(watch.hurry_soon)
