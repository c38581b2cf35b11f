"""The facts that the entry form asks for, by ending and house rules."""

from dataclasses import dataclass

from .options import DobonOptions

EVERYBODY = "all"
"""A role in ``hands`` and ``added``: all other players."""
PAYER = "payer"
"""A role in ``readded``: who claimed or returned before, and pays now."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What the entry form asks for one ending: facts, and hands by the roles of their holders."""

    slots: tuple[str, ...] = ()  # required facts, in the order in which they are asked
    extras: tuple[str, ...] = ()  # optional facts
    hands: tuple[str, ...] = ()  # roles, in the order of their payments
    returned: tuple[str, ...] = ()  # ``hands`` after a return
    skip: str = ""  # the role without a hand
    counts: str = ""  # whether the number of cards is enough: "first" (asked first), "also", or "" (no)
    suits: tuple[str, ...] = ()  # roles whose suits count; the first that somebody has
    shown: tuple[str, ...] = ()  # extras that decide payments and are asked too; "unknown" is an answer
    declared: tuple[str, ...] = ()  # ``shown`` where a winner had declared riichi
    added: tuple[str, ...] = ()  # roles whose hands are added up
    readded: tuple[str, ...] = ()  # ``added`` after a return
    returner: str = ""  # the only role that may return; "": any


def counts(options: DobonOptions) -> str:
    """Where held jokers double, the cards are asked first; their number is enough all the same."""
    return "first" if options.joker_loss == "off" else "also"


def enabled(options: DobonOptions, *facts: str) -> tuple[str, ...]:
    """Those of ``facts`` that are asked for by these house rules."""
    several = options.together == "on" or options.number_counts == "each"
    asked = {
        "returns": options.returns != "off",
        "count": several and options.plays_together,
        "target": several,
        "drawn": options.draws_cards,
        "yaku": options.yaku_factor == "on",
        "doublings": options.table_doublings == "on",
        "riichi": options.riichi == "on",
    }
    return tuple(fact for fact in facts if asked[fact])


def yaku(options: DobonOptions) -> tuple[str, ...]:
    """The cards shown that make yaku, and extra yaku."""
    if options.amount != "yaku":
        return enabled(options, "yaku")
    turnup = ("turnup",) if options.dora == "on" or options.joker_yaku == "on" else ()
    bottom = ("bottom",) if options.riichi == "on" else ()
    lapsed = ("lapsed",) if bottom and options.riichi_lasts == "turn" else ()
    return (*turnup, *bottom, *lapsed, "yaku")


def one_payer(options: DobonOptions, drawn: bool) -> Needs:
    """For an ending where one player pays all others, for a card ``drawn`` or fixed points."""
    if drawn:
        return Needs(slots=("player", "drawn"), extras=enabled(options, "doublings", "riichi"))
    return Needs(slots=("player",), extras=enabled(options, "riichi"))


def suits(options: DobonOptions, *roles: str) -> tuple[str, ...]:
    scored = options.amount == "yaku" and (options.dora == "on" or options.riichi == "on")
    return roles if scored else ()


def shown(options: DobonOptions) -> tuple[str, ...]:
    return ("turnup",) if options.amount == "yaku" and options.dora == "on" else ()


def declared(options: DobonOptions) -> tuple[str, ...]:
    return ("bottom",) if options.amount == "yaku" and options.riichi == "on" else ()
