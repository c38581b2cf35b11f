"""上がり and 山切れ: somebody plays the last card, or the stock is used up; the cards left are paid for.

Where the stock is used up, the fewest cards win, or who started counts as having gone out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...core import BANK, POT, Note, Problem, Step, Steps, Transfer
from ...messages import Messages
from ...words import gettext_noop as _
from .. import asking
from ..options import DobonOptions
from ..payments import Context, PaymentDue, card_count, others_pay
from .ending import PAID, Ending


def _out_needs(options: DobonOptions) -> asking.Needs:
    counted = options.amount == "yaku"
    return asking.Needs(
        slots=("winner",),
        extras=asking.enabled(options, "yaku", "doublings", "riichi"),
        hands=(asking.EVERYBODY,),
        skip="winner",
        counts=asking.counts(options) if counted else "",
        added=() if counted else (asking.EVERYBODY,),
    )


def _cards_left(c: Context) -> Iterator[Problem]:
    hand = c.hand(c.facts.winner)
    if hand.cards or hand.points or hand.count:
        yield Problem("out.cards_left", c.facts.winner)


OUT = Ending(
    required=("winner",),
    won_by="cards",
    available=lambda options: options.goes_out,
    needs=_out_needs,
    dues=lambda c: others_pay("out.loser", "cards" if c.options.amount == "yaku" else "hand", c),
    objections=_cards_left,
    messages=Messages(
        headlines={"out": _("%(winner)s went out")},
        transfers={"out.loser": _("for the cards left in the hand")},
        problems={"out.cards_left": _("%(who)s went out but still has cards.")},
    ),
)


def _deckout_needs(options: DobonOptions) -> asking.Needs:
    if options.deckout == "starter":
        return asking.Needs(
            slots=("starter",),
            extras=asking.enabled(options, "yaku", "doublings", "riichi"),
            hands=(asking.EVERYBODY,),
            skip="starter",
            added=(asking.EVERYBODY,),
        )
    return asking.Needs(
        extras=asking.enabled(options, "riichi"), hands=(asking.EVERYBODY,), counts=asking.counts(options)
    )


def _winners(c: Context) -> tuple[str, ...]:
    if c.options.deckout == "fewest":
        return _fewest(c)
    starter = c.facts.starter or c.state.starter
    return (starter,) if starter else ()


def _fewest(c: Context) -> tuple[str, ...]:
    """Who has the fewest cards; nobody while a hand is missing."""
    counts = {seat: card_count(c, seat) for seat in c.state.seats}
    entered = [count for count in counts.values() if count is not None]
    if len(entered) < len(counts):
        return ()
    return tuple(seat for seat, count in counts.items() if count == min(entered))


def _dues(c: Context) -> Iterator[PaymentDue]:
    if c.options.deckout == "starter":
        yield from others_pay("deckout.loser", "hand", c)


def _missing(c: Context) -> Iterator[Problem]:
    if c.options.deckout == "fewest":
        for who in c.state.seats:
            if card_count(c, who) is None:
                yield Problem("hand.missing", who)
    elif not c.won:
        yield Problem("starter.missing")


def _notes(c: Context) -> Iterator[Note]:
    if c.won and c.options.deckout == "starter":
        yield Note("note.starter_hand", {"who": c.won[0]})
    elif c.won:
        least = card_count(c, c.won[0])
        if len(c.won) == len(c.state.seats):
            yield Note("note.level", {"count": least})
        elif c.options.paid_to == "bank":
            yield from (Note("note.fewest", {"who": who, "count": least}) for who in c.won)


class _Plan(NamedTuple):
    """The payments for cards, and their distribution among the winners."""

    debts: dict[str, Steps]  # the calculation of what each payer owes
    income: int
    winners: tuple[str, ...]  # or the bank, for penalty points
    share: int  # of each winner
    rest: int  # what the equal shares lack (+, paid by ``heaviest``) or leave over (−)
    heaviest: str


def _plan(c: Context) -> _Plan | None:
    counts = {seat: card_count(c, seat) or 0 for seat in c.state.seats}
    least = min(counts.values(), default=0)
    debts = {seat: _debt(seat, count, least, c.options) for seat, count in counts.items() if count > least}
    if c.options.deckout != "fewest" or not c.won or not debts:
        return None
    income = sum(steps[-1].gives for steps in debts.values())
    winners = (BANK,) if c.options.paid_to == "bank" else c.won
    unit = 1 if len(winners) == 1 else c.options.share_unit * len(winners)
    shared = (income // unit if c.options.deckout_rest == "pot" else -(-income // unit)) * unit
    heaviest = max(counts, key=lambda seat: (counts[seat], sum(card.rank for card in c.hand(seat).cards)))
    rest = shared - income
    return _Plan(debts, income, winners, shared // len(winners), rest, heaviest if rest > 0 else "")


def _transfers(c: Context) -> Iterator[Transfer]:
    """Each other player pays for each card more than the winner; tied winners share.

    What does not divide is rounded up for the winners and paid by the player with most cards (then the larger
    sum of numbers, then the earlier seat), or rounded down and left in the pot.
    """
    plan = _plan(c)
    if plan is None:
        return
    owed = [(seat, "deckout.cards", steps) for seat, steps in plan.debts.items()]
    equally, winners = _equally(plan, c.options), len(plan.winners)
    if plan.rest > 0:
        shared = plan.share * winners
        all_shares = Step("rest.shares", shared, "product", (plan.share, winners), 1)
        rest = Step("rest", plan.rest, "difference", (shared, plan.income), 1)
        owed.append((plan.heaviest, "deckout.rest", (*equally, all_shares, rest)))
    shares = dict.fromkeys(plan.winners, plan.share) | ({POT: -plan.rest} if plan.rest < 0 else {})
    yield from _filled(owed, {name: points for name, points in shares.items() if points}, equally)


def _equally(plan: _Plan, options: DobonOptions) -> Steps:
    """The calculation of a share."""
    values = {"unit": options.share_unit, "to": "down" if options.deckout_rest == "pot" else "up"}
    share = Step("split.share", plan.share, "quotient", (plan.income, len(plan.winners)), 1, values)
    return Step("income", plan.income), share


def _remarks(c: Context) -> Iterator[Note]:
    plan = _plan(c)
    if plan is None or len(plan.winners) == 1:
        return
    values = {
        "total": plan.income,
        "players": len(plan.winners),
        "share": plan.share,
        "unit": c.options.share_unit,
        "rest": abs(plan.rest),
        "who": plan.heaviest,
    }
    codes = {1: "note.derived_share_up", 0: "note.derived_share", -1: "note.derived_share_pot"}
    yield Note(codes[(plan.rest > 0) - (plan.rest < 0)], values)


def _debt(who: str, count: int, least: int, options: DobonOptions) -> Steps:
    more, each = count - least, options.clear_points
    values = {"who": who, "count": count, "least": least}
    return (
        Step("cards.more", more, "difference", (count, least), values=values),
        Step("cards.each", more * each, "product", (more, each), 1),
    )


def _filled(owed: list[tuple[str, str, Steps]], wanted: dict[str, int], equally: Steps) -> Iterator[Transfer]:
    """Payments in seat order until all debts are paid and all shares received."""
    got: dict[str, list[tuple[str, int]]] = {name: [] for name in wanted}
    for payer, code, steps in owed:
        spent: list[tuple[str, int]] = []
        total = points = steps[-1].gives
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
    optional=("starter", *PAID),
    won_by="cards",
    available=lambda options: options.deckout != "nogame",
    counts=lambda options: options.deckout != "nogame",
    fixed_points=lambda options: options.deckout == "fewest",
    takes_pot=lambda options: options.pot_deckout != "no",
    winners=_winners,
    needs=_deckout_needs,
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
