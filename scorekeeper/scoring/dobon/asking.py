"""What a table is asked about a round: the facts needed, and what house rules make of it for every ending."""

from dataclasses import dataclass

from .options import DobonOptions

EVERYBODY = "all"
"""Among the roles whose hands are needed: everybody else too."""
PAYER = "payer"
"""Among the roles whose hands are added up after a return: who claimed or returned before, and pays now."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Facts needed one after the other (``slots``), those that can be told besides (``extras``), whose hands.

    ``hands`` are roles in the order of their payments, ``returned`` the same after a return, ``skip`` the
    role that has no hand.  ``counts`` tells whether the number of cards will do: first, also, or not ("").
    ``suits`` are the roles whose suits count; the first that somebody holds.  ``shown`` are those extras
    that decide what is paid: they are asked too, ``declared`` where a winner had declared riichi; that
    nobody knows them is an answer.  ``added`` are the roles whose hands are added up, ``readded`` the same
    after a return (``PAYER``: who was returned on); ``returner`` is the role that alone may return.
    """

    slots: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    skip: str = ""
    counts: str = ""
    suits: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    readded: tuple[str, ...] = ()
    returner: str = ""


def counts(options: DobonOptions) -> str:
    """Where held jokers double, cards are asked first; their number alone will do all the same."""
    return "first" if options.joker_loss == "off" else "also"


def returns(options: DobonOptions) -> tuple[str, ...]:
    return ("returns",) if options.returns != "off" else ()


def returner(options: DobonOptions) -> str:
    """The role that alone may return a claim at this table; none ("") where others may."""
    return "victim" if options.returns != "off" and options.return_by == "victim" else ""


def drawn(options: DobonOptions) -> tuple[str, ...]:
    return ("drawn",) if options.draws_cards else ()


def doublings(options: DobonOptions) -> tuple[str, ...]:
    return ("doublings",) if options.table_doublings == "on" else ()


def riichi(options: DobonOptions) -> tuple[str, ...]:
    return ("riichi",) if options.riichi == "on" else ()


def yaku(options: DobonOptions) -> tuple[str, ...]:
    """The cards shown that make yaku, and the table's own yaku."""
    if options.amount != "yaku":
        return own_yaku(options)
    turnup = ("turnup",) if options.dora == "on" or options.joker_yaku == "on" else ()
    bottom = ("bottom",) if options.riichi == "on" else ()
    lapsed = ("lapsed",) if bottom and options.riichi_lasts == "turn" else ()
    return (*turnup, *bottom, *lapsed, "yaku")


def own_yaku(options: DobonOptions) -> tuple[str, ...]:
    """The table's own yaku, where they multiply whatever is paid."""
    return ("yaku",) if options.yaku_factor == "on" else ()


def suits(options: DobonOptions, *roles: str) -> tuple[str, ...]:
    scored = options.amount == "yaku" and (options.dora == "on" or options.riichi == "on")
    return roles if scored else ()


def shown(options: DobonOptions) -> tuple[str, ...]:
    return ("turnup",) if options.amount == "yaku" and options.dora == "on" else ()


def declared(options: DobonOptions) -> tuple[str, ...]:
    return ("bottom",) if options.amount == "yaku" and options.riichi == "on" else ()
