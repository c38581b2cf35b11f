"""バースト: somebody whose hand is full cannot play, and pays everybody."""

from collections.abc import Iterator

from ...core import Note, Problem
from ...messages import Messages, StepText
from ...words import gettext_noop as _
from .. import asking
from ..payments import DRAWN, NO_HAND, Context, Part, PaymentDue, one_pays
from .ending import PAID, Ending


def _dues(c: Context) -> Iterator[PaymentDue]:
    part = DRAWN if c.options.burst_pays == "drawn" else Part("burst", points=c.options.burst_points)
    return one_pays("burst.pays", part, c)


def _objections(c: Context) -> Iterator[Problem]:
    held, needed = _held(c), c.options.burst_cards
    if held not in (0, needed):
        yield Problem("burst.cards", c.facts.player, {"count": held, "needed": needed})


def _held(c: Context) -> int:
    """How many cards of the full hand were written down."""
    hand = c.hand(c.facts.player)
    return hand.count or len(hand.cards)


def _remarks(c: Context) -> Iterator[Note]:
    if _held(c) == c.options.burst_cards:
        yield Note("note.full_hand", {"who": c.facts.player, "count": c.options.burst_cards})


def _notes(c: Context) -> Iterator[Note]:
    for who, hand in c.facts.hands.items():
        if hand != NO_HAND and not (who == c.facts.player and _held(c)):
            yield Note("note.idle_hand", {"who": who})


BURST = Ending(
    must=("player",),
    may=("drawn", *PAID),
    named=("burst", "player"),
    here=lambda options: options.burst == "on",
    drawn=lambda options: options.draws_cards and options.burst_pays == "drawn",
    fixed=lambda options: options.burst_pays == "points",
    needs=lambda options: asking.of_one(options, options.burst_pays == "drawn"),
    dues=_dues,
    objections=_objections,
    notes=_notes,
    remarks=_remarks,
    messages=Messages(
        headlines={"burst": _("%(player)s burst")},
        transfers={"burst.pays": _("for the burst")},
        steps={"burst": StepText(_("Burst: %(gives)s from one to each"), _("burst %(gives)s"))},
        problems={"burst.cards": _("%(who)s has %(count)s cards; a full hand has %(needed)s.")},
        one_pays=frozenset({"burst.pays"}),
    ),
)
