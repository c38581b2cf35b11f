"""必要な事実: which facts a round needs, by the way it ended, and whose hands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..core import Transfer
from .carry import CLAIMS
from .facts import Round
from .family import kinds, plays
from .options import DobonOptions
from .options.amounts import AddedHand

EVERYBODY = "all"
"""Among the roles whose hands are needed: everybody else too."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Facts needed one after the other (``slots``), those that can be told besides (``extras``), whose hands.

    ``hands`` are roles in the order of their payments, ``returned`` the same after a return, ``skip`` the
    role that has no hand.  ``counts`` tells whether the number of cards will do: first, also, or not ("").
    ``suits`` are the roles whose suits count; the first that somebody holds.  ``shown`` are those extras
    that decide what is paid: they are asked too, ``declared`` where a winner had declared riichi; that
    nobody knows them is an answer.  ``added`` are the roles whose hands are added up, before any return.
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


def needs(options: DobonOptions) -> dict[str, Needs]:
    """What is needed for each way a round can end, the usual ones first."""
    return {kind: _KINDS[kind](options) for kind in kinds(options)}


def required(need: Needs, options: DobonOptions) -> tuple[str, ...]:
    """The fields without which there is no round; a claimed card only where its number is paid for."""
    optional = ("drawn",) if options.pays_card else ("card", "drawn")
    return tuple(slot for slot in need.slots if slot not in optional)


def _dobon(options: DobonOptions) -> Needs:
    extras = _returns(options)
    several = options.together == "on" or options.number_counts == "each"
    extras += ("count",) if several and "count" in plays(options) else ()
    extras += ("target",) if several else ()
    return Needs(
        slots=("callers", "victim", "card", *_drawn(options)),
        extras=(*extras, *_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("callers", *_payers("victim", options)),
        returned=_returned(options),
        suits=_suits(options, "returns", "callers"),
        shown=_shown(options),
        declared=_declared(options),
        added=_added(options),
    )


def _added(options: DobonOptions) -> tuple[str, ...]:
    """Whose hands a claim adds up."""
    if options.amount == "hands":
        return (EVERYBODY,)
    whose: Mapping[AddedHand, tuple[str, ...]] = {
        "payer": ("victim",),
        "caller": ("callers",),
        "both": ("callers", "victim"),
    }
    return whose[options.added_hand] if options.amount == "number_hand" else ()


def _payers(victim: str, options: DobonOptions) -> tuple[str, ...]:
    """Whose hands a claim needs besides the caller's."""
    if options.amount == "hands":
        return (victim, EVERYBODY) if _everybody(options) else (victim,)
    added = options.amount == "number_hand" and options.added_hand != "caller"
    return (victim,) if added or options.joker_loss == "all" else ()


def _everybody(options: DobonOptions) -> bool:
    """Whether everybody's hand is paid for at a dobon."""
    return options.bystanders == "pay" or options.dobon_hands == "all"


def _returned(options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return ("callers", "returns", "victim", *((EVERYBODY,) if _everybody(options) else ()))
    if options.amount == "yaku":
        return "returns", "callers"
    both = options.first_claim == "stands" or options.return_hands != "payer"
    return ("callers", "returns", *(("victim",) if options.amount == "number_hand" and both else ()))


def _opening(options: DobonOptions) -> Needs:
    everybody = (EVERYBODY,) if options.joker_loss == "all" else ()
    return Needs(
        slots=("callers", "card", *_drawn(options)),
        extras=(*_returns(options), *_own_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("callers", *everybody),
        returned=("callers", "returns", *everybody),
    )


def _out(options: DobonOptions) -> Needs:
    counted = options.amount == "yaku"
    return Needs(
        slots=("winner",),
        extras=(*_own_yaku(options), *_doublings(options), *_riichi(options)),
        hands=(EVERYBODY,),
        skip="winner",
        counts=_counts(options) if counted else "",
        added=() if counted else (EVERYBODY,),
    )


def _draw(options: DobonOptions) -> Needs:
    holder = ("victim",) if options.draw_payers == "holder" else ()
    return Needs(
        slots=("winner", *holder, "card", *_drawn(options)),
        extras=(*_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("winner", *((EVERYBODY,) if options.joker_loss == "all" else ())),
        suits=_suits(options, "winner"),
        shown=_shown(options),
        declared=_declared(options),
    )


def _burst(options: DobonOptions) -> Needs:
    if options.burst_pays == "points":
        return Needs(slots=("player",), extras=_riichi(options))
    return Needs(slots=("player", "drawn"), extras=(*_doublings(options), *_riichi(options)))


def _deckout(options: DobonOptions) -> Needs:
    if options.deckout == "starter":
        extras = (*_own_yaku(options), *_doublings(options), *_riichi(options))
        return Needs(
            slots=("starter",), extras=extras, hands=(EVERYBODY,), skip="starter", added=(EVERYBODY,)
        )
    return Needs(extras=_riichi(options), hands=(EVERYBODY,), counts=_counts(options))


def _nogame(options: DobonOptions) -> Needs:
    return Needs(extras=_riichi(options))


_KINDS = {
    "dobon": _dobon,
    "opening": _opening,
    "out": _out,
    "draw": _draw,
    "burst": _burst,
    "deckout": _deckout,
    "nogame": _nogame,
}


def _counts(options: DobonOptions) -> str:
    """Where held jokers double, cards are asked first; their number alone will do all the same."""
    return "first" if options.joker_loss == "off" else "also"


def _returns(options: DobonOptions) -> tuple[str, ...]:
    return ("returns",) if options.returns != "off" else ()


def _drawn(options: DobonOptions) -> tuple[str, ...]:
    return ("drawn",) if options.draws_cards else ()


def _doublings(options: DobonOptions) -> tuple[str, ...]:
    return ("doublings",) if options.table_doublings == "on" else ()


def _riichi(options: DobonOptions) -> tuple[str, ...]:
    return ("riichi",) if options.riichi == "on" else ()


def _yaku(options: DobonOptions) -> tuple[str, ...]:
    """The cards shown that make yaku, and the table's own yaku."""
    if options.amount != "yaku":
        return _own_yaku(options)
    turnup = ("turnup",) if options.dora == "on" or options.joker_yaku == "on" else ()
    bottom = ("bottom",) if options.riichi == "on" else ()
    lapsed = ("lapsed",) if bottom and options.riichi_lasts == "turn" else ()
    return (*turnup, *bottom, *lapsed, "yaku")


def _own_yaku(options: DobonOptions) -> tuple[str, ...]:
    """The table's own yaku, where they multiply whatever is paid."""
    return ("yaku",) if options.yaku_factor == "on" else ()


def _suits(options: DobonOptions, *roles: str) -> tuple[str, ...]:
    scored = options.amount == "yaku" and (options.dora == "on" or options.riichi == "on")
    return roles if scored else ()


def _shown(options: DobonOptions) -> tuple[str, ...]:
    return ("turnup",) if options.amount == "yaku" and options.dora == "on" else ()


def _declared(options: DobonOptions) -> tuple[str, ...]:
    return ("bottom",) if options.amount == "yaku" and options.riichi == "on" else ()


def unseen_winners(facts: Round, paid: Iterable[Transfer], options: DobonOptions) -> set[str]:
    """Who receives for a claim by a hand that multiplies and has not been entered; ``paid`` as far as known.

    2s and jokers do not double an opening where its bonus is flat; what else multiplies does there too.
    """
    if facts.kind not in CLAIMS or not _multiplies(facts.kind, options):
        return set()
    claims = ("dobon.victim", "return.caller", "opening.others")
    receiving = {transfer.payee for transfer in paid if transfer.code in claims}
    return receiving - facts.hands.keys()


def _multiplies(kind: str, options: DobonOptions) -> bool:
    """Whether the hand of who receives for a claim changes what is paid, besides the hands added up."""
    flat = kind == "opening" and options.opening_bonus == "flat"
    shown = options.shown_double and not flat
    return shown or options.single_factor > 1 or options.joker_loss == "all"
