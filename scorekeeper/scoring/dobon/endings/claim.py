"""ドボン and 自摸: a played card, or at the beginning the first one, is claimed; or a drawn card wins."""

from collections.abc import Iterator, Mapping

from ...core import Note, Problem
from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..facts import Round
from ..options import DobonOptions
from ..options.amounts import AddedHand, DobonHands
from ..options.course import ReturnHands
from ..payments import CARD, DRAWN, NO_HAND, NUMBER, WHOLE, Context, Part, PaymentDue, claim_payers
from .ending import PAID, Ending

ADDED: Mapping[AddedHand, tuple[str, ...]] = {
    "payer": ("victim",),
    "caller": ("callers",),
    "both": ("victim", "callers"),
}
READDED: Mapping[ReturnHands, tuple[str, ...]] = {
    "payer": (asking.PAYER,),
    "victim": ("victim",),
    "both": (asking.PAYER, "victim"),
}
"""Whose hands are added to the claimed number, by their roles: at a first claim, and after a return."""


def _dobon(options: DobonOptions) -> asking.Needs:
    return asking.Needs(
        slots=("callers", "victim", "card", *asking.enabled(options, "drawn")),
        extras=(
            *asking.enabled(options, "returns", "count", "target"),
            *asking.yaku(options),
            *asking.enabled(options, "doublings", "riichi"),
        ),
        hands=("callers", *_payers(options)),
        returned=_returned(options),
        suits=asking.suits(options, "returns", "callers"),
        shown=asking.shown(options),
        declared=asking.declared(options),
        added=_added(options),
        readded=_readded(options),
        returner="victim" if options.returns != "off" and options.return_by == "victim" else "",
    )


def _added(options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return (asking.EVERYBODY,)
    return ADDED[options.added_hand] if options.amount == "number_hand" else ()


def _readded(options: DobonOptions) -> tuple[str, ...]:
    """Whose hands are added up after a return; where the first claim stands, its hands too."""
    if options.amount != "number_hand":
        return _added(options)
    return READDED[options.return_hands] + (_added(options) if options.first_claim == "stands" else ())


def _payers(options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return ("victim", asking.EVERYBODY) if _everybody(options) else ("victim",)
    added = options.amount == "number_hand" and options.added_hand != "caller"
    return ("victim",) if added or options.joker_loss == "all" else ()


def _everybody(options: DobonOptions) -> bool:
    """Whether everybody's hand is paid for at a dobon."""
    return options.bystanders == "pay" or options.dobon_hands == "all"


def _returned(options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return ("callers", "returns", "victim", *((asking.EVERYBODY,) if _everybody(options) else ()))
    if options.amount == "yaku":
        return "returns", "callers"
    both = options.first_claim == "stands" or options.return_hands != "payer"
    return ("callers", "returns", *(("victim",) if options.amount == "number_hand" and both else ()))


def _opening(options: DobonOptions) -> asking.Needs:
    everybody = (asking.EVERYBODY,) if options.joker_loss == "all" else ()
    return asking.Needs(
        slots=("callers", "card", *asking.enabled(options, "drawn")),
        extras=asking.enabled(options, "returns", "yaku", "doublings", "riichi"),
        hands=("callers", *everybody),
        returned=("callers", "returns", *everybody),
    )


def _claim_dues(c: Context) -> Iterator[PaymentDue]:
    facts, returns = c.facts, len(c.facts.returns)
    payers, code = claim_payers(facts), "return.caller" if returns else "dobon.victim"
    shared = _sharing(c.won, c.options)
    settling = (*payers, *c.won)
    pay = c.options.bystanders == "pay"
    bystanders = [seat for seat in c.state.seats if seat not in settling] if pay else []
    for winner in c.won:
        for payer in payers:
            parts = _claim_parts(payer, winner, c, returns)
            yield PaymentDue(payer, winner, code, parts, True, returns, shared=shared)
        for seat in bystanders:
            yield PaymentDue(seat, winner, "dobon.bystander", (Part("hand", seat),), shared=shared)
    if returns and c.options.first_claim == "stands":
        for caller in facts.callers:
            parts = _claim_parts(facts.victim, caller, c, 0)
            shared = _sharing(facts.callers, c.options)
            yield PaymentDue(facts.victim, caller, "dobon.victim", parts, True, shared=shared)


def _sharing(won: tuple[str, ...], options: DobonOptions) -> int:
    return len(won) if options.several == "shared" else 1


def _claim_parts(payer: str, winner: str, c: Context, returns: int) -> tuple[Part, ...]:
    options = c.options
    if options.amount == "hands":
        return _hand_parts(payer, winner, c)
    if options.amount == "yaku":
        return (Part("yaku", winner),)
    if options.amount in WHOLE:
        return WHOLE[options.amount]
    roles = READDED[options.return_hands] if returns else ADDED[options.added_hand]
    whose = {"callers": winner, asking.PAYER: payer, "victim": c.facts.victim}
    return NUMBER, *[Part("hand", who) for who in dict.fromkeys(whose[role] for role in roles)]


def _hand_parts(payer: str, winner: str, c: Context) -> tuple[Part, ...]:
    """The hands that are paid for, and the claimed card where it counts."""
    whose: Mapping[DobonHands, tuple[str, ...]] = {
        "both": (payer, winner),
        "payer": (payer,),
        "all": c.state.seats,
    }
    card = (CARD,) if c.options.claimed_card == "counted" else ()
    return (*[Part("hand", who) for who in whose[c.options.dobon_hands]], *card)


def _opening_dues(c: Context) -> Iterator[PaymentDue]:
    facts, options = c.facts, c.options
    paid = DRAWN if options.amount == "drawn" else NUMBER
    extra = (Part("extra", points=options.opening_extra),) if options.opening_extra else ()
    parts = (paid, *extra)
    payers = [seat for seat in c.state.seats if seat not in facts.callers]
    if facts.returns:
        for payer in claim_payers(facts):
            yield PaymentDue(payer, c.won[0], "return.caller", parts, True, len(facts.returns), len(payers))
    if not facts.returns or options.first_claim == "stands":
        shared = _sharing(facts.callers, options)
        for winner in facts.callers:
            for seat in payers:
                yield PaymentDue(seat, winner, "opening.others", parts, True, shared=shared)


def _card_missing(c: Context) -> Iterator[Problem]:
    if c.options.pays_card and c.facts.card is None:
        yield Problem("card.missing")


def _objections(c: Context) -> Iterator[Problem]:
    if c.options.out_card == "refused" and _on_out_card(c.facts):
        yield Problem("out_card.refused", c.facts.victim)


def _on_out_card(facts: Round) -> bool:
    hand = facts.hands.get(facts.victim)
    return hand is not None and (hand == NO_HAND or hand.count == 0)


def _notes(c: Context) -> Iterator[Note]:
    facts, options = c.facts, c.options
    if options.amount == "hands":
        if facts.card and options.claimed_card == "off":
            yield Note("note.claimed_card", {"card": facts.card})
        if _on_out_card(facts) and options.dobon_hands == "both":
            yield Note("note.out_card", {"who": facts.victim})
    if options.returns == "off" and not facts.returns:
        yield Note("note.no_return")


def is_open(c: Context) -> bool:
    """Whether the table decides who deals next: several players lost an opening dobon."""
    if c.facts.kind != "opening" or c.facts.returns or c.options.opening_starter == "same":
        return False
    return c.options.traits.loser_starts and len(set(c.state.seats) - set(c.won)) > 1


def _remarks(c: Context) -> Iterator[Note]:
    if is_open(c):
        yield Note("note.dealer_open")


def _draw_needs(options: DobonOptions) -> asking.Needs:
    holder = ("victim",) if options.draw_payers == "holder" else ()
    return asking.Needs(
        slots=("winner", *holder, "card", *asking.enabled(options, "drawn")),
        extras=(*asking.yaku(options), *asking.enabled(options, "doublings", "riichi")),
        hands=("winner", *((asking.EVERYBODY,) if options.joker_loss == "all" else ())),
        suits=asking.suits(options, "winner"),
        shown=asking.shown(options),
        declared=asking.declared(options),
    )


def _draw_dues(c: Context) -> list[PaymentDue]:
    facts, options = c.facts, c.options
    payers = [seat for seat in c.state.seats if seat != facts.winner]
    if options.draw_payers == "holder":
        payers = [facts.victim] if facts.victim else []
    parts = (DRAWN,) if options.amount == "drawn" else (Part("yaku", facts.winner),)
    shared = len(payers) if options.draw_payers == "shared" else 1
    return [PaymentDue(seat, facts.winner, "draw.others", parts, True, shared=shared) for seat in payers]


def _holder_missing(c: Context) -> Iterator[Problem]:
    if c.options.draw_payers == "holder" and not c.facts.victim:
        yield Problem("holder.missing")


DOBON = Ending(
    required=("callers", "victim"),
    optional=("card", "returns", "count", "target", "drawn", *PAID),
    role=("victim", "victim"),
    won_by="claim",
    needs_drawn=lambda options: options.draws_cards,
    needs=_dobon,
    dues=_claim_dues,
    missing=_card_missing,
    objections=_objections,
    notes=_notes,
    messages=Messages(
        headlines={
            "dobon": _("Dobon! %(callers)s hit %(victim)s%(card)s"),
            "dobon.returned": _("Returned! %(returner)s hit %(callers)s%(card)s"),
        },
        transfers={
            "dobon.victim": _("for the claimed card"),
            "dobon.bystander": _("for the cards left in the hand"),
        },
        notes={"note.bystander": _("%(who)s neither called nor was claimed, so that hand does not count.")},
        one_pays=frozenset({"dobon.bystander"}),
    ),
)
OPENING = Ending(
    required=("callers",),
    optional=("card", "returns", "drawn", *PAID),
    won_by="claim",
    available=lambda options: options.pays_number or options.amount == "drawn",
    ignores_cards=lambda options: options.opening_bonus == "flat",
    needs_drawn=lambda options: options.draws_cards,
    needs=_opening,
    dues=_opening_dues,
    missing=_card_missing,
    remarks=_remarks,
    messages=Messages(
        headlines={
            "opening": _("Opening dobon! %(callers)s%(card)s"),
            "opening.returned": _("Opening dobon returned! %(returner)s hit %(callers)s%(card)s"),
        },
        transfers={"opening.others": _("for the opening dobon")},
    ),
)
DRAW = Ending(
    required=("winner",),
    optional=("card", "victim", "drawn", *PAID),
    role=("holder", "victim"),
    won_by="draw",
    available=lambda options: options.amount in ("yaku", "drawn"),
    needs_drawn=lambda options: options.draws_cards,
    needs=_draw_needs,
    dues=_draw_dues,
    missing=_holder_missing,
    messages=Messages(
        headlines={"draw": _("%(winner)s won by drawing%(card)s")},
        transfers={"draw.others": _("for the win by drawing")},
    ),
)
