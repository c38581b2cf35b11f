"""反則: a foul ends the round, and the player who made it pays everybody."""

from collections.abc import Iterator

from ...core import Note
from ...messages import Messages, StepText
from ...words import gettext_noop as _
from .. import asking
from ..payments import DRAWN, NO_HAND, Context, Part, PaymentDue, one_pays
from .ending import PAID, Ending


def _dues(c: Context) -> Iterator[PaymentDue]:
    part = DRAWN if c.options.foul == "drawn" else Part("foul", points=c.options.foul_points)
    return one_pays("foul.pays", part, c)


def _notes(c: Context) -> Iterator[Note]:
    entered = (who for who, hand in c.facts.hands.items() if hand != NO_HAND)
    return (Note("note.idle_hand", {"who": who}) for who in entered)


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
