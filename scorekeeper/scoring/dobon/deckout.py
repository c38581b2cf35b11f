"""山切れ: the stock is used up and the fewest cards win."""

from collections.abc import Iterator
from typing import NamedTuple

from ..core import POT, Note, State, Step, Transfer
from .facts import Round
from .options import DobonOptions
from .payments import card_count


class _Plan(NamedTuple):
    """Who owes how much for cards, and what each of the winners gets of it.

    ``rest`` is what is missing for that (+) and paid by the ``heaviest``, or left over (−).
    """

    debts: dict[str, int]
    steps: dict[str, Step]
    share: int
    rest: int
    heaviest: str


def _plan(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> _Plan | None:
    counts = {seat: card_count(facts, seat, options) or 0 for seat in state.seats}
    least = min(counts.values(), default=0)
    debts = {seat: (count - least) * options.clear_points for seat, count in counts.items() if count > least}
    if not won or not debts:
        return None
    share, rest = _shares(sum(debts.values()), len(won), options)
    steps = {seat: _more(seat, counts[seat], least, debts[seat], options) for seat in debts}
    return _Plan(debts, steps, share, rest, _heaviest(facts, counts) if rest > 0 else "")


def deckout_transfers(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[Transfer]:
    """Each other player pays for each card more than the winner; tied winners share.

    What does not divide is rounded up for the winners and paid by who holds the most cards (then the larger
    sum of numbers, then the earlier seat), or rounded down and left in the pot.
    """
    plan = _plan(facts, won, state, options)
    if plan is None:
        return
    owed = [(seat, points, "deckout.cards", plan.steps[seat]) for seat, points in plan.debts.items()]
    if plan.rest > 0:
        owed.append((plan.heaviest, plan.rest, "deckout.rest", _rest(plan, len(won))))
    shares = [(name, plan.share) for name in won]
    yield from _filled(owed, shares + ([(POT, -plan.rest)] if plan.rest < 0 else []))


def _rest(plan: _Plan, players: int) -> Step:
    income = sum(plan.debts.values())
    values = {"players": players, "each": plan.share, "income": income}
    return Step("rest", plan.rest, "difference", (players * plan.share, income), values=values)


def shared(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Note]:
    """How several winners share what is paid for cards, in one sentence for all the payments."""
    counted = facts.kind == "deckout" and options.deckout == "fewest" and options.paid_to == "winner"
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
    """What each winner gets, and what is missing for that (+) or left over (−)."""
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


def _more(who: str, count: int, least: int, total: int, options: DobonOptions) -> Step:
    each = options.clear_points
    values = {"who": who, "count": count, "least": least, "each": each}
    return Step("cards.more", total, "product", (count - least, each), values=values)


def _filled(owed: list[tuple[str, int, str, Step]], shares: list[tuple[str, int]]) -> Iterator[Transfer]:
    """Payments in seat order until everybody has paid and everybody has got the share."""
    wanted = {name: points for name, points in shares if points}
    for payer, total, code, step in owed:
        points = total
        for payee in list(wanted):
            paid = min(points, wanted[payee])
            if paid:
                part = (_part(payer, payee, total, paid),) if paid < total else ()
                yield Transfer(payer, payee, paid, code, (step, *part))
                points -= paid
                wanted[payee] -= paid


def _part(payer: str, payee: str, total: int, paid: int) -> Step:
    code = "split.left" if payee == POT else "split"
    return Step(code, paid, "share", (total,), "total", {"who": payer, "to": payee, "total": total})
