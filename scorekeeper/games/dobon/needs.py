"""問い: what the entry page asks for each way a round can end, under a table's house rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.ruleset import Ruleset

EVERYBODY = "all"
"""Among the roles whose hands are asked: everybody else too."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Fields asked one after the other (``slots``) and offered beside (``extras``), and whose hands.

    ``hands`` are roles in the order of asking, ``returned`` the same after a return, ``skip`` the role that
    has no hand.  ``counts`` tells whether the number of cards will do: first, also, or not ("").  ``suits``
    are the roles whose hands are asked with suits; the first that somebody holds.
    """

    slots: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    skip: str = ""
    counts: str = ""
    suits: tuple[str, ...] = ()


def asked(ruleset: Ruleset, options: DobonOptions) -> dict[str, Asked]:
    """What is asked for each way a round can end, the usual ones first; corrections last."""
    known = {kind: _KINDS[kind](options, ruleset) for kind in ruleset.kinds(options)}
    return {**known, "adjust": Asked()}


def required(ask: Asked, options: DobonOptions) -> tuple[str, ...]:
    """The fields without which there is no round; a claimed card only where its number is paid for."""
    optional = ("drawn",) if options.pays_card else ("card", "drawn")
    return tuple(slot for slot in ask.slots if slot not in optional)


def _dobon(options: DobonOptions, ruleset: Ruleset) -> Asked:
    extras = _returns(options)
    several = options.together == "on" or options.number_counts == "each"
    extras += ("count",) if several and "count" in ruleset.claiming.plays(options) else ()
    extras += ("target",) if several else ()
    return Asked(
        slots=("callers", "victim", "card", *_drawn(options)),
        extras=(*extras, *_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("callers", *_payers("victim", options)),
        returned=_returned(options),
        suits=_suits(options, "returns", "callers"),
    )


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


def _opening(options: DobonOptions, ruleset: Ruleset) -> Asked:
    everybody = (EVERYBODY,) if options.joker_loss == "all" else ()
    return Asked(
        slots=("callers", "card", *_drawn(options)),
        extras=(*_returns(options), *_own_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("callers", *everybody),
        returned=("callers", "returns", *everybody),
    )


def _out(options: DobonOptions, ruleset: Ruleset) -> Asked:
    counted = options.amount == "yaku"
    return Asked(
        slots=("winner",),
        extras=(*_own_yaku(options), *_doublings(options), *_riichi(options)),
        hands=(EVERYBODY,),
        skip="winner",
        counts=_counts(options) if counted else "",
    )


def _draw(options: DobonOptions, ruleset: Ruleset) -> Asked:
    holder = ("victim",) if options.draw_payers == "holder" else ()
    return Asked(
        slots=("winner", *holder, "card", *_drawn(options)),
        extras=(*_yaku(options), *_doublings(options), *_riichi(options)),
        hands=("winner", *((EVERYBODY,) if options.joker_loss == "all" else ())),
        suits=_suits(options, "winner"),
    )


def _burst(options: DobonOptions, ruleset: Ruleset) -> Asked:
    if options.burst_pays == "points":
        return Asked(slots=("player",), extras=_riichi(options))
    return Asked(slots=("player", "drawn"), extras=(*_doublings(options), *_riichi(options)))


def _deckout(options: DobonOptions, ruleset: Ruleset) -> Asked:
    if options.deckout == "starter":
        extras = (*_own_yaku(options), *_doublings(options), *_riichi(options))
        return Asked(slots=("starter",), extras=extras, hands=(EVERYBODY,), skip="starter")
    return Asked(extras=_riichi(options), hands=(EVERYBODY,), counts=_counts(options))


def _nogame(options: DobonOptions, ruleset: Ruleset) -> Asked:
    return Asked(extras=_riichi(options))


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
    turnup = ("turnup",) if "on" in (options.dora, options.joker_yaku) else ()
    bottom = ("bottom",) if options.riichi == "on" else ()
    lapsed = ("lapsed",) if bottom and options.riichi_lasts == "turn" else ()
    return (*turnup, *bottom, *lapsed, "yaku")


def _own_yaku(options: DobonOptions) -> tuple[str, ...]:
    """The table's own yaku, where they multiply whatever is paid."""
    return ("yaku",) if options.yaku_factor == "on" else ()


def _suits(options: DobonOptions, *roles: str) -> tuple[str, ...]:
    scored = options.amount == "yaku" and "on" in (options.dora, options.riichi)
    return roles if scored else ()


def uses(asks: Mapping[str, Asked], kind: str, filled: Mapping[str, object]) -> dict[str, str]:
    """For each field the kinds that have it, apart by blanks; ``filled`` ones stand in any case."""
    found: dict[str, list[str]] = {}
    for name, ask in asks.items():
        for field in (*ask.slots, *ask.extras, *(("hands",) if ask.hands else ())):
            found.setdefault(field, []).append(name)
    for field, value in filled.items():
        if value and kind not in found.setdefault(field, []):
            found[field].append(kind)
    return {field: " ".join(kinds) for field, kinds in found.items() if kinds}


def multiplying_hand(options: DobonOptions) -> bool:
    """Whether the hand of who receives for a claim changes what is paid, besides the hands added up."""
    return options.shown_double or options.single_factor > 1 or options.joker_loss == "all"
