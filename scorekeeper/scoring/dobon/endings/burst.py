"""バースト, 反則 and ノーゲーム: rounds that nobody wins.

Who bursts, since a full hand cannot play, or makes a foul pays everybody.
"""

from collections.abc import Iterator

from ...core import Note, Problem
from ...messages import Messages, StepText
from ...words import gettext_noop as _
from .. import asking
from ..payments import DRAWN, NO_HAND, Context, Part, PaymentDue, one_pays
from .ending import PAID, SHOWN, Ending, never


def _burst_dues(c: Context) -> Iterator[PaymentDue]:
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
        full = c.facts.kind == "burst" and who == c.facts.player and _held(c)
        if hand != NO_HAND and not full:
            yield Note("note.idle_hand", {"who": who})


def _foul_dues(c: Context) -> Iterator[PaymentDue]:
    part = DRAWN if c.options.foul == "drawn" else Part("foul", points=c.options.foul_points)
    return one_pays("foul.pays", part, c)


BURST = Ending(
    required=("player",),
    optional=("drawn", *PAID),
    role=("burst", "player"),
    available=lambda options: options.burst == "on",
    needs_drawn=lambda options: options.draws_cards and options.burst_pays == "drawn",
    fixed_points=lambda options: options.burst_pays == "points",
    needs=lambda options: asking.one_payer(options, options.burst_pays == "drawn"),
    dues=_burst_dues,
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
FOUL = Ending(
    required=("player",),
    optional=("drawn", *PAID),
    role=("foul", "player"),
    available=lambda options: options.foul != "off",
    needs_drawn=lambda options: options.foul == "drawn",
    fixed_points=lambda options: options.foul != "drawn",
    needs=lambda options: asking.one_payer(options, options.foul == "drawn"),
    dues=_foul_dues,
    notes=_notes,
    messages=Messages(
        headlines={"foul": _("Foul by %(player)s")},
        transfers={"foul.pays": _("for the foul")},
        steps={"foul": StepText(_("Foul: %(gives)s from one to each"), _("foul %(gives)s"))},
        one_pays=frozenset({"foul.pays"}),
    ),
)
NOGAME = Ending(
    optional=SHOWN,
    counts=never,
    needs=lambda options: asking.Needs(extras=asking.enabled(options, "riichi")),
    messages=Messages(headlines={"nogame": _("No game")}),
)
