"""ドボン: a played card is claimed, or at the beginning the first card turned up."""

from collections.abc import Iterator, Mapping

from ...core import Note, Problem, State
from ...messages import Messages
from ...reading import Hand
from ...words import gettext_noop as _
from .. import asking
from ..facts import Round
from ..options import DobonOptions
from ..options.amounts import AddedHand
from ..options.claims import ReturnHands
from ..payments import CARD, DRAWN, NUMBER, WHOLE, Part, PaymentDue, claimed
from .ending import PAID, Ending


def _dobon(options: DobonOptions) -> asking.Needs:
    return asking.Needs(
        slots=("callers", "victim", "card", *asking.played(options, "drawn")),
        extras=(
            *asking.played(options, "returns", "count", "target"),
            *asking.yaku(options),
            *asking.played(options, "doublings", "riichi"),
        ),
        hands=("callers", *_payers("victim", options)),
        returned=_returned(options),
        suits=asking.suits(options, "returns", "callers"),
        shown=asking.shown(options),
        declared=asking.declared(options),
        added=_added(options),
        readded=_readded(options),
        returner=asking.returner(options),
    )


def _added(options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return (asking.EVERYBODY,)
    whose: Mapping[AddedHand, tuple[str, ...]] = {
        "payer": ("victim",),
        "caller": ("callers",),
        "both": ("callers", "victim"),
    }
    return whose[options.added_hand] if options.amount == "number_hand" else ()


def _readded(options: DobonOptions) -> tuple[str, ...]:
    """Whose hands are added up after a return; where the first claim stands, its hands too."""
    if options.amount != "number_hand":
        return _added(options)
    whose: Mapping[ReturnHands, tuple[str, ...]] = {
        "payer": (asking.PAYER,),
        "victim": ("victim",),
        "both": (asking.PAYER, "victim"),
    }
    return whose[options.return_hands] + (_added(options) if options.first_claim == "stands" else ())


def _payers(victim: str, options: DobonOptions) -> tuple[str, ...]:
    if options.amount == "hands":
        return (victim, asking.EVERYBODY) if _everybody(options) else (victim,)
    added = options.amount == "number_hand" and options.added_hand != "caller"
    return (victim,) if added or options.joker_loss == "all" else ()


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
        slots=("callers", "card", *asking.played(options, "drawn")),
        extras=asking.played(options, "returns", "yaku", "doublings", "riichi"),
        hands=("callers", *everybody),
        returned=("callers", "returns", *everybody),
    )


def _claim_dues(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[PaymentDue]:
    payers, code = claimed(facts), "return.caller" if facts.returns else "dobon.victim"
    returns = len(facts.returns)
    settling, shared = (*payers, *won), _sharing(won, options)
    pay = options.bystanders == "pay"
    bystanders = [seat for seat in state.seats if seat not in settling] if pay else []
    for winner in won:
        for payer in payers:
            parts = _claim_parts(payer, winner, facts, state, options, returns)
            yield PaymentDue(payer, winner, code, parts, True, returns, 1, shared)
        for seat in bystanders:
            yield PaymentDue(seat, winner, "dobon.bystander", (Part("hand", seat),), False, 0, 1, shared)
    if returns and options.first_claim == "stands":
        for caller in facts.callers:
            parts = _claim_parts(facts.victim, caller, facts, state, options, 0)
            shared = _sharing(facts.callers, options)
            yield PaymentDue(facts.victim, caller, "dobon.victim", parts, True, 0, 1, shared)


def _sharing(won: tuple[str, ...], options: DobonOptions) -> int:
    return len(won) if options.several == "shared" else 1


def _claim_parts(
    payer: str, winner: str, facts: Round, state: State, options: DobonOptions, returns: int
) -> tuple[Part, ...]:
    if options.amount == "hands":
        return _hand_parts(payer, winner, state, options)
    if options.amount == "yaku":
        return (Part("yaku", winner),)
    if options.amount in WHOLE:
        return WHOLE[options.amount]
    if returns:
        after: Mapping[ReturnHands, tuple[str, ...]] = {
            "payer": (payer,),
            "victim": (facts.victim,),
            "both": (payer, facts.victim),
        }
        whose = after[options.return_hands]
    else:
        added: Mapping[AddedHand, tuple[str, ...]] = {
            "payer": (payer,),
            "caller": (winner,),
            "both": (payer, winner),
        }
        whose = added[options.added_hand]
    return NUMBER, *[Part("hand", who) for who in dict.fromkeys(whose)]


def _hand_parts(payer: str, winner: str, state: State, options: DobonOptions) -> tuple[Part, ...]:
    """The hands that are paid for, and the claimed card where it counts."""
    card = (CARD,) if options.claimed_card == "counted" else ()
    if options.dobon_hands == "both":
        return (Part("hand", payer), Part("hand", winner), *card)
    whose = (payer,) if options.dobon_hands == "payer" else state.seats
    return (*[Part("hand", who) for who in whose], *card)


def _opening_dues(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[PaymentDue]:
    paid = DRAWN if options.amount == "drawn" else NUMBER
    parts = (paid, *_extra(options))
    payers = [seat for seat in state.seats if seat not in facts.callers]
    if facts.returns:
        for payer in claimed(facts):
            yield PaymentDue(payer, won[0], "return.caller", parts, True, len(facts.returns), len(payers))
    if not facts.returns or options.first_claim == "stands":
        shared = _sharing(facts.callers, options)
        for winner in facts.callers:
            for seat in payers:
                yield PaymentDue(seat, winner, "opening.others", parts, True, 0, 1, shared)


def _extra(options: DobonOptions) -> tuple[Part, ...]:
    return (Part("extra", points=options.opening_extra),) if options.opening_extra else ()


def _missing(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Problem]:
    if options.pays_card and facts.card is None:
        yield Problem("card.missing")


def _objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    if options.out_card == "refused" and _on_out_card(facts):
        yield Problem("out_card.refused", facts.victim)


def _on_out_card(facts: Round) -> bool:
    hand = facts.hands.get(facts.victim)
    return hand is not None and (hand == Hand() or hand.count == 0)


def _notes(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    if options.amount == "hands":
        if facts.card and options.claimed_card == "off":
            yield Note("note.claimed_card", {"card": facts.card})
        if _on_out_card(facts) and options.dobon_hands == "both":
            yield Note("note.out_card", {"who": facts.victim})
    if options.returns == "off" and not facts.returns:
        yield Note("note.no_return")


def is_open(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> bool:
    """Whether the table decides who deals next: several players lost an opening dobon."""
    if facts.kind != "opening" or facts.returns or options.opening_starter == "same":
        return False
    return options.loser_starts and len(set(state.seats) - set(won)) > 1


def _remarks(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    if is_open(facts, won, state, options):
        yield Note("note.dealer_open")


DOBON = Ending(
    must=("callers", "victim"),
    may=("card", "returns", "count", "target", "drawn", *PAID),
    named=("victim", "victim"),
    won_by="claim",
    drawn=lambda options: options.draws_cards,
    needs=_dobon,
    dues=_claim_dues,
    missing=_missing,
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
    must=("callers",),
    may=("card", "returns", "drawn", *PAID),
    won_by="claim",
    here=lambda options: options.pays_number or options.amount == "drawn",
    plain=lambda options: options.opening_bonus == "flat",
    drawn=lambda options: options.draws_cards,
    needs=_opening,
    dues=_opening_dues,
    missing=_missing,
    remarks=_remarks,
    messages=Messages(
        headlines={
            "opening": _("Opening dobon! %(callers)s%(card)s"),
            "opening.returned": _("Opening dobon returned! %(returner)s hit %(callers)s%(card)s"),
        },
        transfers={"opening.others": _("for the opening dobon")},
    ),
)
