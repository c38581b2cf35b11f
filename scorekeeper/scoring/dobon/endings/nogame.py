"""ノーゲーム: the round does not count."""

from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..options import DobonOptions
from .ending import SHOWN, Ending, never


def _nogame(options: DobonOptions) -> asking.Needs:
    return asking.Needs(extras=asking.riichi(options))


NOGAME = Ending(
    may=SHOWN,
    counts=never,
    needs=_nogame,
    messages=Messages(
        headlines={"nogame": _("No game")},
    ),
)
