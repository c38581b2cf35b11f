"""結び: the calculation of the results, money and final payments of a session, in steps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext

from .core import BANK, AnyStep, EndStep, State, Step
from .document import Debt, Document, Final
from .options import Options
from .replay import final_balances, given_back
from .settlement import EXACT, GAP_TIMES_PLAYERS, Rate, Stake, leaders

Steps = tuple[AnyStep, ...]


@dataclass(frozen=True, slots=True)
class FinalResult:
    who: str
    result: int
    points: tuple[Step, ...]  # the calculation of ``result``
    money: Steps  # its conversion; empty without a rate


def results(document: Document, state: State, final: Final) -> Iterator[FinalResult]:
    """Everybody's result in seat order, then the bank's where it takes part in settling up."""
    players = final.results.result
    lacking = -sum(players.values())
    accounts = [(who, points, _result(who, document, state, final)) for who, points in players.items()]
    accounts += [(BANK, lacking, _bank_result(players))] if lacking else []
    for who, points, steps in accounts:
        money = final.money.get(who)
        yield FinalResult(who, points, steps, _money(points, money, document.rate) if money else ())


def _result(who: str, document: Document, state: State, final: Final) -> tuple[Step, ...]:
    """Points at the end, with what is left in the pot, less the base points, and the top bonus."""
    stake, points, options = document.stake, state.balances[who], document.options_in(state)
    steps = [Step("result.points", points)]
    for more in _from_pot(who, state, options):
        steps += more
        points = _added(points, steps)
    if options.low_wins:
        start = 2 * stake.start if stake else 0
        less = start - points
        steps = [
            Step("result.low", start),
            *steps,
            Step("settle.left", less, "difference", (start, points), 2),
        ]
        points = less
    if stake and stake.base_points:
        less = points - stake.base_points
        steps.append(Step("result.base", less, "difference", (points, stake.base_points), 1))
        points = less
    if stake and who in final.results.bonus:
        steps += _bonus(who, stake, final)
        points = _added(points, steps)
    if carried := final.results.carried:
        players = list(final.results.result)
        share = final.results.result[who] - points
        among = {"among": len(players), "place": players.index(who)}
        steps += Step("result.all", carried), Step("result.carried", share, "share", (carried,), 1, among)
        _added(points, steps)
    return tuple(steps)


def _added(points: int, steps: list[Step]) -> int:
    more = steps[-1].gives
    steps.append(Step("sum", points + more, "sum", (points, more), 2))
    return points + more


def _from_pot(who: str, state: State, options: Options) -> Iterator[tuple[Step, ...]]:
    """What a player gets back from the remaining pot, and the first place's share of it."""
    returns_pot, low = options.returns_pot, options.low_wins
    back = given_back(state, returns_pot)
    if returned := back[who] - state.balances[who]:
        yield (Step("result.returned", returned),)
    left, top = state.pot - sum(back.values()) + sum(state.balances.values()), leaders(back, low)
    if left and who in top:
        share = final_balances(state, returns_pot, low)[who] - back[who]
        yield (Step("result.pot", left), *_shared(left, share, who, top))


def _bonus(who: str, stake: Stake, final: Final) -> tuple[Step, ...]:
    players, share = len(final.results.result), final.results.bonus[who]
    whole = stake.top_bonus_for(players)
    if stake.top_bonus == GAP_TIMES_PLAYERS:
        first = Step("result.bonus_each", whole, "product", (stake.gap, players))
    else:
        first = Step("result.bonus", whole)
    return first, *_shared(whole, share, who, final.results.top)


def _shared(whole: int, share: int, who: str, top: tuple[str, ...]) -> tuple[Step, ...]:
    """A share of what several in the first place get, a point more for the earlier seats."""
    if len(top) == 1:
        return ()
    return (Step("result.shared", share, "share", (whole,), 1, {"among": len(top), "place": top.index(who)}),)


def _bank_result(results: Mapping[str, int]) -> tuple[Step, ...]:
    """The bank's result: the negative sum of the players' results."""
    each = [Step("result.against", -points, values={"who": who}) for who, points in results.items() if points]
    numbers = tuple([step.gives for step in each])
    added = (Step("sum", sum(numbers), "sum", numbers, len(numbers)),) if len(each) > 1 else ()
    return *each, *added


def _money(points: int, money: str, rate: Rate | None) -> Steps:
    """Points times the worth of a point, rounded to what can be paid."""
    if rate is None:
        return ()
    amount = Decimal(money)
    exact = EXACT.multiply(Decimal(points), rate.per_point).normalize(EXACT)
    worth = EndStep("money.rate", exact, "product", (points, rate.per_point), 1, {"currency": rate.unit})
    if amount == exact:
        return (worth,)
    to = "up" if amount > exact else "down"
    values = {"unit": rate.round_to, "to": to, "currency": rate.unit}
    return worth, EndStep(f"money.{to}", amount, "round", (exact,), 1, values)


def payments(final: Final) -> list[tuple[Debt, Steps]]:
    """The suggested payments with their explanations: each is all that its payer or payee has left.

    The payments form a forest, so some account always has a single payment once the explained ones are
    subtracted.
    """
    explained: dict[Debt, Steps] = {}
    with localcontext(EXACT):
        for _ in final.debts:
            open_debts = (debt for debt in final.debts if debt not in explained)
            candidates = ((debt, _remainder(debt, final.debts, explained)) for debt in open_debts)
            debt, steps = next((debt, steps) for debt, steps in candidates if steps)
            explained[debt] = steps
    return [(debt, explained[debt]) for debt in final.debts]


def _remainder(debt: Debt, debts: Iterable[Debt], explained: Iterable[Debt]) -> Steps:
    """The debt as what remains of its payer's or payee's total after the ``explained`` ones.

    Empty where both sides have more payments left.
    """
    explanations: list[Steps] = []
    for who, whole, part in ((debt.payer, "pays", "paid"), (debt.payee, "gets", "got")):
        involved = [item for item in debts if who in (item.payer, item.payee)]
        before = [item for item in involved if item in explained]
        if len(involved) == len(before) + 1:
            total = EndStep(f"settle.{whole}", sum(map(_amount, involved)), values={"who": who})
            less = [_counterparty_step(item, who, part) for item in before]
            numbers = (total.gives, *[step.gives for step in less])
            rest = EndStep("settle.left", _amount(debt), "difference", numbers, len(numbers))
            explanations.append((total, *less, *([rest] if less else [])))
    return min(explanations, key=len, default=())


def _counterparty_step(debt: Debt, who: str, part: str) -> EndStep:
    counterparty = debt.payee if debt.payer == who else debt.payer
    return EndStep(f"settle.{part}", _amount(debt), values={"who": counterparty})


def _amount(debt: Debt) -> int | Decimal:
    return Decimal(debt.money) if debt.money else debt.points
