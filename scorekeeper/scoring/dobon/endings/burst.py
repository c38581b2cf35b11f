"""バースト: somebody whose hand is full cannot play, and pays everybody."""

from collections.abc import Iterator

from ...core import Note, Problem, State
from ...messages import Messages, StepText
from ...reading import Hand
from ...words import gettext_noop as _
from .. import asking
from ..facts import Round
from ..options import DobonOptions
from ..payments import DRAWN, Part, PaymentDue, one_pays
from .ending import PAID, Ending


def _dues(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[PaymentDue]:
    part = DRAWN if options.burst_pays == "drawn" else Part("burst", points=options.burst_points)
    return one_pays("burst.pays", part, facts, state)


def _objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    held = _held(facts)
    if held not in (0, options.burst_cards):
        yield Problem("burst.cards", facts.player, {"count": held, "needed": options.burst_cards})


def _held(facts: Round) -> int:
    """How many cards of the full hand were written down."""
    hand = facts.hands.get(facts.player, Hand())
    return hand.count or len(hand.cards)


def _remarks(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    if _held(facts) == options.burst_cards:
        yield Note("note.full_hand", {"who": facts.player, "count": options.burst_cards})


def _notes(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    for who, hand in facts.hands.items():
        if hand != Hand() and not (who == facts.player and _held(facts)):
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
