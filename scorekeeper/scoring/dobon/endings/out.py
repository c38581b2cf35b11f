"""上がり: somebody plays the last card."""

from collections.abc import Iterator

from ...core import Problem
from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..options import DobonOptions
from ..payments import Context, PaymentDue, others_pay
from .ending import Ending


def _out(options: DobonOptions) -> asking.Needs:
    counted = options.amount == "yaku"
    return asking.Needs(
        slots=("winner",),
        extras=asking.played(options, "yaku", "doublings", "riichi"),
        hands=(asking.EVERYBODY,),
        skip="winner",
        counts=asking.counts(options) if counted else "",
        added=() if counted else (asking.EVERYBODY,),
    )


def _dues(c: Context) -> Iterator[PaymentDue]:
    return others_pay("out.loser", "cards" if c.options.amount == "yaku" else "hand", c)


def _objections(c: Context) -> Iterator[Problem]:
    hand = c.hand(c.facts.winner)
    if hand.cards or hand.points or hand.count:
        yield Problem("out.cards_left", c.facts.winner)


OUT = Ending(
    must=("winner",),
    won_by="cards",
    here=lambda options: options.goes_out,
    needs=_out,
    dues=_dues,
    objections=_objections,
    messages=Messages(
        headlines={"out": _("%(winner)s went out")},
        transfers={"out.loser": _("for the cards left in the hand")},
        problems={"out.cards_left": _("%(who)s went out but still has cards.")},
    ),
)
