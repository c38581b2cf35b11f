"""反則: a foul ends the round, and the player who made it pays everybody."""

from collections.abc import Iterator

from ...core import Note, State
from ...messages import Messages, StepText
from ...reading import Hand
from ...words import gettext_noop as _
from .. import asking
from ..facts import Round
from ..options import DobonOptions
from ..payments import DRAWN, Part, PaymentDue, one_pays
from .ending import PAID, Ending


def _dues(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[PaymentDue]:
    part = DRAWN if options.foul == "drawn" else Part("foul", points=options.foul_points)
    return one_pays("foul.pays", part, facts, state)


def _notes(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    yield from (Note("note.idle_hand", {"who": who}) for who, hand in facts.hands.items() if hand != Hand())


FOUL = Ending(
    must=("player",),
    may=("drawn", *PAID),
    named=("foul", "player"),
    here=lambda options: options.foul != "off",
    drawn=lambda options: options.foul == "drawn",
    fixed=lambda options: options.foul != "drawn",
    needs=lambda options: asking.of_one(options, options.foul == "drawn"),
    dues=_dues,
    notes=_notes,
    messages=Messages(
        headlines={"foul": _("Foul by %(player)s")},
        transfers={"foul.pays": _("for the foul")},
        steps={"foul": StepText(_("Foul: %(gives)s from one to each"), _("foul %(gives)s"))},
        one_pays=frozenset({"foul.pays"}),
    ),
)
