"""山切れ: the stock is used up and the fewest cards win."""

from collections.abc import Iterator

from ..core import POT, State, Step, Transfer
from .dues import card_count
from .facts import Round
from .options import DobonOptions


def deckout_transfers(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[Transfer]:
    """Each other player pays for each card more than the winner; tied winners share.

    What does not divide is rounded up for the winners and paid by who holds the most cards (then the larger
    sum of numbers, then the earlier seat), or rounded down and left in the pot.
    """
    counts = {seat: card_count(facts, seat, options) or 0 for seat in state.seats}
    least = min(counts.values(), default=0)
    debts = {seat: (count - least) * options.clear_points for seat, count in counts.items() if count > least}
    if not won or not debts:
        return
    share, rest = _shares(sum(debts.values()), len(won), options)
    steps = {seat: _steps(seat, counts[seat], least, debts[seat], options) for seat in debts}
    owed = [(seat, points, "deckout.cards", steps[seat]) for seat, points in debts.items()]
    if rest > 0:
        owed.append((_heaviest(facts, counts), rest, "deckout.rest", ()))
    yield from _filled(owed, [(name, share) for name in won] + ([(POT, -rest)] if rest < 0 else []))


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


def _steps(who: str, count: int, least: int, total: int, options: DobonOptions) -> tuple[Step, ...]:
    more = {"who": who, "count": count, "least": least, "each": options.clear_points, "total": total}
    return (Step("cards.more", more),)


def _filled(
    owed: list[tuple[str, int, str, tuple[Step, ...]]], shares: list[tuple[str, int]]
) -> Iterator[Transfer]:
    """Payments in seat order until everybody has paid and everybody has got the share."""
    wanted = {name: points for name, points in shares if points}
    for payer, total, code, steps in owed:
        points = total
        for payee in list(wanted):
            paid = min(points, wanted[payee])
            if paid:
                part = (Step("split", {"after": paid}),) if steps and paid < total else ()
                yield Transfer(payer, payee, paid, code, (*steps, *part))
                points -= paid
                wanted[payee] -= paid
