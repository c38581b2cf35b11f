"""山切れ: the stock is used up; the fewest cards win, or who started counts as having gone out."""

from collections.abc import Iterator
from typing import NamedTuple

from ...core import BANK, POT, Note, Problem, State, Step, Transfer
from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..facts import Round
from ..options import DobonOptions
from ..payments import PaymentDue, card_count, others_pay
from .ending import PAID, Ending

Steps = tuple[Step, ...]


def _deckout(options: DobonOptions) -> asking.Needs:
    if options.deckout == "starter":
        return asking.Needs(
            slots=("starter",),
            extras=asking.played(options, "yaku", "doublings", "riichi"),
            hands=(asking.EVERYBODY,),
            skip="starter",
            added=(asking.EVERYBODY,),
        )
    return asking.Needs(
        extras=asking.played(options, "riichi"), hands=(asking.EVERYBODY,), counts=asking.counts(options)
    )


def _winners(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    if options.deckout == "fewest":
        return _fewest(facts, state, options)
    starter = facts.starter or state.starter
    return (starter,) if starter and options.deckout == "starter" else ()


def _fewest(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """Who has the fewest cards; nobody while a hand is missing."""
    counts = {seat: card_count(facts, seat, options) for seat in state.seats}
    entered = [count for count in counts.values() if count is not None]
    if len(entered) < len(counts):
        return ()
    return tuple(seat for seat, count in counts.items() if count == min(entered))


def _dues(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[PaymentDue]:
    if options.deckout == "starter":
        yield from others_pay("deckout.loser", "hand", won, state)


def _missing(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Problem]:
    if options.deckout == "fewest":
        for who in state.seats:
            if card_count(facts, who, options) is None:
                yield Problem("hand.missing", who)
    elif options.deckout == "starter" and not won:
        yield Problem("starter.missing")


def _notes(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    if options.deckout == "starter" and won:
        yield Note("note.starter_hand", {"who": won[0]})
    elif options.deckout == "fewest" and won:
        level, least = len(won) == len(state.seats), card_count(facts, won[0], options)
        if level:
            yield Note("note.level", {"count": least})
        elif options.paid_to == "bank":
            yield from (Note("note.fewest", {"who": who, "count": least}) for who in won)


class _Plan(NamedTuple):
    """The payments for cards, and their distribution among the winners."""

    debts: dict[str, int]  # by payer
    steps: dict[str, Steps]  # the calculation of each debt
    share: int  # of each winner
    rest: int  # what the equal shares lack (+, paid by ``heaviest``) or leave over (−)
    heaviest: str
    equally: Steps  # the calculation of ``share``


def _plan(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> _Plan | None:
    counts = {seat: card_count(facts, seat, options) or 0 for seat in state.seats}
    least = min(counts.values(), default=0)
    debts = {seat: (count - least) * options.clear_points for seat, count in counts.items() if count > least}
    if not won or not debts:
        return None
    share, rest = _shares(sum(debts.values()), len(won), options)
    steps = {seat: _more(seat, counts[seat], least, debts[seat], options) for seat in debts}
    heaviest = _heaviest(facts, counts) if rest > 0 else ""
    return _Plan(debts, steps, share, rest, heaviest, _equally(sum(debts.values()), len(won), share, options))


def _transfers(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Transfer]:
    """Each other player pays for each card more than the winner; tied winners share.

    What does not divide is rounded up for the winners and paid by the player with most cards (then the larger
    sum of numbers, then the earlier seat), or rounded down and left in the pot.
    """
    if options.deckout != "fewest":
        return
    won = (BANK,) if won and options.paid_to == "bank" else won
    plan = _plan(facts, won, state, options)
    if plan is None:
        return
    owed = [(seat, points, "deckout.cards", plan.steps[seat]) for seat, points in plan.debts.items()]
    if plan.rest > 0:
        owed.append((plan.heaviest, plan.rest, "deckout.rest", _rest(plan, len(won))))
    shares = [(name, plan.share) for name in won]
    yield from _filled(owed, shares + ([(POT, -plan.rest)] if plan.rest < 0 else []), plan.equally)


def _equally(income: int, winners: int, share: int, options: DobonOptions) -> Steps:
    if winners == 1:
        return ()
    values = {"unit": options.share_unit, "to": "down" if options.deckout_rest == "pot" else "up"}
    return Step("income", income), Step("split.share", share, "quotient", (income, winners), 1, values)


def _rest(plan: _Plan, players: int) -> Steps:
    income, all_shares = sum(plan.debts.values()), players * plan.share
    return (
        *plan.equally,
        Step("rest.shares", all_shares, "product", (plan.share, players), 1),
        Step("rest", plan.rest, "difference", (all_shares, income), 1),
    )


def _remarks(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    counted = options.deckout == "fewest" and options.paid_to == "winner"
    plan = _plan(facts, won, state, options) if counted and len(won) > 1 else None
    if plan is None:
        return
    values = {
        "total": sum(plan.debts.values()),
        "players": len(won),
        "share": plan.share,
        "unit": options.share_unit,
        "rest": abs(plan.rest),
        "who": plan.heaviest,
    }
    codes = {1: "note.derived_share_up", 0: "note.derived_share", -1: "note.derived_share_pot"}
    yield Note(codes[(plan.rest > 0) - (plan.rest < 0)], values)


def _shares(income: int, winners: int, options: DobonOptions) -> tuple[int, int]:
    """The share of each winner, and what the shares lack (+) or leave over (−)."""
    unit = options.share_unit
    if winners == 1:
        return income, 0
    if options.deckout_rest == "pot":
        share = income // winners // unit * unit
    else:
        share = -(-income // (winners * unit)) * unit
    return share, share * winners - income


def _heaviest(facts: Round, counts: dict[str, int]) -> str:
    def weight(seat: str) -> tuple[int, int]:
        return counts[seat], sum(card.rank for card in facts.hands[seat].cards)

    return max(counts, key=weight)


def _more(who: str, count: int, least: int, total: int, options: DobonOptions) -> Steps:
    each = options.clear_points
    values = {"who": who, "count": count, "least": least}
    return (
        Step("cards.more", count - least, "difference", (count, least), values=values),
        Step("cards.each", total, "product", (count - least, each), 1),
    )


def _filled(
    owed: list[tuple[str, int, str, Steps]], shares: list[tuple[str, int]], equally: Steps
) -> Iterator[Transfer]:
    """Payments in seat order until all debts are paid and all shares received."""
    wanted = {name: points for name, points in shares if points}
    got: dict[str, list[tuple[str, int]]] = {name: [] for name in wanted}
    for payer, total, code, steps in owed:
        spent: list[tuple[str, int]] = []
        points = total
        for payee in list(wanted):
            paid = min(points, wanted[payee])
            if paid:
                left = (*steps, *_less("paid", total, spent))
                more = _up_to(payee, points, got[payee], equally) if paid < points else ()
                yield Transfer(payer, payee, paid, code, (*left, *more))
                spent.append((payee, paid))
                got[payee].append((payer, paid))
                points -= paid
                wanted[payee] -= paid


def _less(kind: str, total: int, moved: list[tuple[str, int]]) -> Steps:
    """What is left of a sum after earlier payments, each named by its counterparty."""
    if not moved:
        return ()
    amounts = [points for _, points in moved]
    given = [Step(f"split.{kind}", points, values={"who": who}) for who, points in moved]
    numbers = (total, *amounts)
    return *given, Step(f"split.{kind}.left", total - sum(amounts), "difference", numbers, len(numbers))


def _up_to(payee: str, points: int, got: list[tuple[str, int]], equally: Steps) -> Steps:
    """The limit of a payment: what a winner's share still lacks."""
    share = equally[-1].gives
    missing = share - sum([paid for _, paid in got])
    most = (*equally, *_less("got", share, got))
    return *most, Step("split", missing, "least", (points, missing), 2, {"to": payee})


DECKOUT = Ending(
    may=("starter", *PAID),
    won_by="cards",
    here=lambda options: options.deckout != "nogame",
    counts=lambda options: options.deckout != "nogame",
    fixed=lambda options: options.deckout == "fewest",
    takes_pot=lambda options: options.pot_deckout != "no",
    winners=_winners,
    needs=_deckout,
    dues=_dues,
    transfers=_transfers,
    missing=_missing,
    notes=_notes,
    remarks=_remarks,
    messages=Messages(
        headlines={"deckout": _("Stock used up: %(starter)s wins"), "deckout.counted": _("Stock used up")},
        transfers={
            "deckout.loser": _("for the cards left in the hand"),
            "deckout.cards": _("for the cards above the fewest"),
            "deckout.rest": _("the indivisible remainder"),
        },
    ),
)
