"""ノーゲーム: the round does not count."""

from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from .ending import SHOWN, Ending, never

NOGAME = Ending(
    may=SHOWN,
    counts=never,
    needs=lambda options: asking.Needs(extras=asking.played(options, "riichi")),
    messages=Messages(
        headlines={"nogame": _("No game")},
    ),
)
