"""終わり方: labels and questions of each way a round can end; the engine has its rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from scorekeeper.scoring.dobon.options import DobonOptions


@dataclass(frozen=True, slots=True)
class Slot:
    """A fact that the pad asks for."""

    ask: str  # the question
    label: str
    missing: str = ""  # the error
    role: str = ""  # of the player, beside the hand


@dataclass(frozen=True, slots=True)
class EndingPage:
    """A way a round can end; its texts are message ids."""

    label: str
    help: str
    rare: bool = False  # behind one more tap
    begins: str = ""  # first sentence of an example, with ``who`` and ``card``
    slots: Mapping[str, Slot] = field(default_factory=dict)
    help_here: Callable[[DobonOptions], str] = lambda options: ""  # replaces ``help`` for some house rules


FEWEST = _("Nobody could go on; the fewest cards win.")
CALLERS = Slot(_("Who called dobon?"), _("Caller"), _("Choose the caller."), _("dobon"))

ENDINGS: Mapping[str, EndingPage] = {
    "dobon": EndingPage(
        _("Dobon"),
        _("Somebody's hand matched the played card."),
        begins=_("%(who)s plays %(card)s."),
        slots={
            "callers": CALLERS,
            "victim": Slot(
                _("Whose card was it?"), _("Claimed player"), _("Choose the claimed player."), _("hit")
            ),
            "card": Slot(_("Which card was claimed?"), _("Card"), _("Choose the claimed card.")),
        },
    ),
    "opening": EndingPage(
        _("Opening dobon"),
        _("Somebody's hand matched the first card turned up."),
        begins=_("%(card)s is turned up."),
        slots={
            "callers": CALLERS,
            "card": Slot(_("Which card was turned up?"), _("Card"), _("Choose the claimed card.")),
        },
    ),
    "out": EndingPage(
        _("Went out"),
        _("Somebody played the last card."),
        begins=_("%(who)s goes out."),
        slots={"winner": Slot(_("Who went out?"), _("Winner"), _("Choose who went out."), _("out"))},
    ),
    "draw": EndingPage(
        _("Won by drawing"),
        _("A drawn card made the number on the table."),
        begins=_("%(who)s wins by drawing, on %(card)s."),
        slots={
            "winner": Slot(_("Who won by drawing?"), _("Winner"), _("Choose who won by drawing."), _("out")),
            "victim": Slot(
                _("Who played the card on the table?"),
                _("Played it"),
                _("Choose whose card was on the table."),
                _("hit"),
            ),
            "card": Slot(_("Which card was on the table?"), _("Card"), _("Choose the claimed card.")),
        },
    ),
    "burst": EndingPage(
        _("Burst"),
        _("A full hand could not play; it pays everybody."),
        begins=_("%(who)s bursts."),
        slots={"player": Slot(_("Who burst?"), _("Burst"), _("Choose whose hand was full."), _("burst"))},
    ),
    "deckout": EndingPage(
        _("Stock used up"),
        _("Nobody could go on; whoever started the round wins."),
        rare=True,
        begins=_("The stock is used up."),
        slots={
            "starter": Slot(
                _("Who started this round?"), _("Started"), _("Choose who started the round."), _("started")
            )
        },
        help_here=lambda options: FEWEST if options.deckout == "fewest" else "",
    ),
    "foul": EndingPage(
        _("Foul"),
        _("Somebody broke a rule, which ends the round; that player pays everybody."),
        rare=True,
        begins=_("%(who)s makes a foul."),
        slots={"player": Slot(_("Who made the foul?"), _("Foul"), _("Choose who made the foul."), _("foul"))},
    ),
    "nogame": EndingPage(_("No game"), _("The round does not count."), rare=True),
}

RETURNS = {
    "returns": _("Return"),
    "returner": _("Returner"),
    "with_return": _("Returned"),
    "ask_returns": _("Who returned it?"),
    "role_returner": _("returned"),
}
"""Texts about a return, which several ways to end can have."""


def slot_of(fact: str, kinds: Iterable[str] = ()) -> Slot:
    """The slot of a fact: of the first of these kinds that has one, or of any kind."""
    pages = (ENDINGS[kind] for kind in (*kinds, *ENDINGS) if kind in ENDINGS)
    return next(page.slots[fact] for page in pages if fact in page.slots)
