"""結び: how results, money and the last payments of a session come about, in steps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext

from .core import BANK, AnyStep, EndStep, State, Step
from .document import Debt, Document, Final
from .replay import final_balances, given_back
from .settlement import EXACT, GAP_TIMES_PLAYERS, Rate, Stake, leaders

Steps = tuple[AnyStep, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody, or the bank, comes out with: the ``result`` by its ``points``, then in ``money``.

    ``money`` is empty without a rate.
    """

    who: str
    result: int
    points: tuple[Step, ...]
    money: Steps


def results(document: Document, state: State, final: Final) -> Iterator[Result]:
    """Everybody's result in seat order, then the bank's where it takes part in settling up."""
    found = final.results.result
    lacking = -sum(found.values())
    told = [(who, points, _result(who, document, state, final)) for who, points in found.items()]
    told += [(BANK, lacking, _against(found))] if lacking else []
    for who, points, steps in told:
        money = final.money.get(who)
        yield Result(who, points, steps, _money(points, money, document.rate) if money else ())


def _result(who: str, document: Document, state: State, final: Final) -> tuple[Step, ...]:
    """Points at the end, with what is left in the pot, less the base points, and the top bonus."""
    stake, points = document.stake, state.balances[who]
    steps = [Step("result.points", points)]
    for more in _from_pot(who, state, document.options_in(state).returns_pot):
        steps += more
        points = _added(points, steps)
    if stake and stake.base_points:
        less = points - stake.base_points
        steps.append(Step("result.base", less, "difference", (points, stake.base_points), 1))
        points = less
    if stake and who in final.results.bonus:
        steps += _bonus(who, stake, final)
        _added(points, steps)
    return tuple(steps)


def _added(points: int, steps: list[Step]) -> int:
    """Points with what the last step has made."""
    more = steps[-1].gives
    steps.append(Step("sum", points + more, "sum", (points, more), 2))
    return points + more


def _from_pot(who: str, state: State, returns_pot: bool) -> Iterator[tuple[Step, ...]]:
    """What somebody gets back out of a pot that is left, and what the first place gets of it."""
    back = given_back(state, returns_pot)
    if returned := back[who] - state.balances[who]:
        yield (Step("result.returned", returned),)
    left, top = state.pot - sum(back.values()) + sum(state.balances.values()), leaders(back)
    if left and who in top:
        share = final_balances(state, returns_pot)[who] - back[who]
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
    """One's share of what several in the first place get, a point more for the earlier seats."""
    if len(top) == 1:
        return ()
    return (Step("result.shared", share, "share", (whole,), 1, {"among": len(top), "place": top.index(who)}),)


def _against(found: Mapping[str, int]) -> tuple[Step, ...]:
    """What the bank takes in or pays out: what the results lack to come to 0."""
    each = [Step("result.against", -points, values={"who": who}) for who, points in found.items() if points]
    numbers = tuple([step.gives for step in each])
    added = (Step("sum", sum(numbers), "sum", numbers, len(numbers)),) if len(each) > 1 else ()
    return *each, *added


def _money(points: int, money: str, rate: Rate | None) -> Steps:
    """Points times what one is worth, down or up to what changes hands."""
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
    """The payments that are suggested, in their order: each is all that one of its two sides has left.

    What one payment less would not settle has somebody with a single payment, so there always is such a side,
    once those that were told before count as paid.
    """
    told: dict[Debt, Steps] = {}
    with localcontext(EXACT):
        for _ in final.debts:
            found = ((debt, _left(debt, final.debts, told)) for debt in final.debts if debt not in told)
            debt, steps = next((debt, steps) for debt, steps in found if steps)
            told[debt] = steps
    return [(debt, told[debt]) for debt in final.debts]


def _left(debt: Debt, debts: Iterable[Debt], told: Iterable[Debt]) -> Steps:
    """What one side pays or gets besides payments that were ``told``; empty where both have more."""
    found: list[Steps] = []
    for who, whole, part in ((debt.payer, "pays", "paid"), (debt.payee, "gets", "got")):
        own = [one for one in debts if who in (one.payer, one.payee)]
        before = [one for one in own if one in told]
        if len(own) == len(before) + 1:
            total = EndStep(f"settle.{whole}", sum(map(_amount, own)), values={"who": who})
            less = [_besides(one, who, part) for one in before]
            numbers = (total.gives, *[step.gives for step in less])
            rest = EndStep("settle.left", _amount(debt), "difference", numbers, len(numbers))
            found.append((total, *less, *([rest] if less else [])))
    return min(found, key=len, default=())


def _besides(one: Debt, who: str, part: str) -> EndStep:
    other = one.payee if one.payer == who else one.payer
    return EndStep(f"settle.{part}", _amount(one), values={"who": other})


def _amount(debt: Debt) -> int | Decimal:
    return Decimal(debt.money) if debt.money else debt.points
