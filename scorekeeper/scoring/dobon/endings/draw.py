"""自摸: a card just drawn makes the number on the table."""

from collections.abc import Iterator

from ...core import Problem
from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..options import DobonOptions
from ..payments import DRAWN, Context, Part, PaymentDue
from .ending import PAID, Ending


def _draw(options: DobonOptions) -> asking.Needs:
    holder = ("victim",) if options.draw_payers == "holder" else ()
    return asking.Needs(
        slots=("winner", *holder, "card", *asking.played(options, "drawn")),
        extras=(*asking.yaku(options), *asking.played(options, "doublings", "riichi")),
        hands=("winner", *((asking.EVERYBODY,) if options.joker_loss == "all" else ())),
        suits=asking.suits(options, "winner"),
        shown=asking.shown(options),
        declared=asking.declared(options),
    )


def _dues(c: Context) -> list[PaymentDue]:
    facts, options = c.facts, c.options
    payers = [seat for seat in c.state.seats if seat != facts.winner]
    if options.draw_payers == "holder":
        payers = [facts.victim] if facts.victim else []
    parts = (DRAWN,) if options.amount == "drawn" else (Part("yaku", facts.winner),)
    shared = len(payers) if options.draw_payers == "shared" else 1
    return [PaymentDue(seat, facts.winner, "draw.others", parts, True, shared=shared) for seat in payers]


def _missing(c: Context) -> Iterator[Problem]:
    if c.options.draw_payers == "holder" and not c.facts.victim:
        yield Problem("holder.missing")


DRAW = Ending(
    must=("winner",),
    may=("card", "victim", "drawn", *PAID),
    named=("holder", "victim"),
    won_by="draw",
    here=lambda options: options.wins_by_drawing,
    drawn=lambda options: options.draws_cards,
    needs=_draw,
    dues=_dues,
    missing=_missing,
    messages=Messages(
        headlines={"draw": _("%(winner)s won by drawing%(card)s")},
        transfers={"draw.others": _("for the win by drawing")},
    ),
)
