"""精算: results, money and the fewest payments at the end of a session, each with its calculation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from .core import BANK, AnyStep, Calculation, EndStep, State, Step, with_sum
from .options import Options
from .settlement import EXACT, GAP_TIMES_PLAYERS, Plan, Rate, Stake, fewest_payments, money

AnySteps = tuple[AnyStep, ...]


class Standing:
    """Everybody's points on the way to the results, in seat order, with the steps so far."""

    def __init__(self, balances: Mapping[str, int]) -> None:
        self.steps = {name: Calculation([Step("result.points", points)]) for name, points in balances.items()}

    @property
    def points(self) -> dict[str, int]:
        return {name: steps.points for name, steps in self.steps.items()}

    def subtract(self, number: int, code: str) -> None:
        for steps in self.steps.values():
            of = steps.points, number
            steps.append(Step(code, steps.points - number, "difference", of, 1))

    def mirror(self, around: int) -> None:
        """Count down from twice ``around``, where the fewest points win."""
        for steps in self.steps.values():
            numbers = 2 * around, steps.points
            steps.insert(0, Step("result.low", 2 * around))
            steps.append(Step("settle.left", numbers[0] - numbers[1], "difference", numbers, 2))

    def divide(self, whole: Step, names: Sequence[str], code: str = "result.shared") -> dict[str, int]:
        """Add equal shares; what does not divide goes one point each to the earlier seats."""
        each, left = divmod(whole.gives, len(names))
        shares = {name: each + (place < left) for place, name in enumerate(names)}
        for place, (name, share) in enumerate(shares.items()):
            among = {"among": len(names), "place": place}
            shared = Step(code, share, "share", (whole.gives,), 1, among)
            self.steps[name].plus(whole, *([shared] if len(names) > 1 else []))
        return shares

    def leaders(self, low: bool) -> tuple[str, ...]:
        """Who has the most points, or the fewest where those win (``low``)."""
        points = self.points
        most = (min if low else max)(points.values())
        return tuple(name for name in points if points[name] == most)


def given_back(state: State, options: Options) -> Standing:
    """Everybody's points with their contributions to the pot, where they are returned and all there."""
    standing = Standing(state.balances)
    if options.traits.returns_pot and sum(state.deposits.values()) <= state.pot:
        for name, points in state.deposits.items():
            if points and name in state.balances:
                standing.steps[name].plus(Step("result.returned", points))
    return standing


def with_pot(state: State, options: Options) -> tuple[Standing, tuple[str, ...]]:
    """Everybody's points with all of the remaining pot, and the leaders.

    What is not returned goes to the first place; an odd point of it breaks no tie.
    """
    standing = given_back(state, options)
    top = standing.leaders(options.traits.low_wins)
    if left := state.pot + sum(state.balances.values()) - sum(standing.points.values()):
        standing.divide(Step("result.pot", left), top)
    return standing, top


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The result of a player or of the bank, and how it comes about."""

    who: str
    points: AnySteps
    bonus: int = 0  # トップ賞, which is among the points
    money: str = ""  # empty without a rate
    worth: AnySteps = ()  # the conversion of the points

    @property
    def result(self) -> int:
        return int(self.points[-1].gives)


def results(
    state: State, options: Options, stake: Stake | None, level: bool = False
) -> tuple[FinalResult, ...]:
    """Points with the pot, less the base points, with the top bonus; without a stake, with the pot alone.

    Everybody starts with ``stake.start``, the winner included, and puts the gap between base and start in for
    the top; several leaders share the bonus.  ``level``: all carry alike what the bank paid out or took in.
    Source: 002.
    """
    standing, top = with_pot(state, options)
    if options.traits.low_wins:
        standing.mirror(stake.start if stake else 0)
    if stake and stake.base_points:
        standing.subtract(stake.base_points, "result.base")
    bonus = standing.divide(_top_bonus(stake, len(standing.steps)), top) if stake and stake.has_bonus else {}
    carried = -sum(standing.points.values())
    if level and carried:
        standing.divide(Step("result.all", carried), tuple(standing.steps), "result.carried")
    return tuple(
        FinalResult(name, tuple(steps), bonus.get(name, 0)) for name, steps in standing.steps.items()
    )


def _top_bonus(stake: Stake, players: int) -> Step:
    whole = stake.top_bonus_for(players)
    if stake.top_bonus == GAP_TIMES_PLAYERS:
        return Step("result.bonus_each", whole, "product", (stake.gap, players))
    return Step("result.bonus", whole)


def _bank_result(players: Iterable[FinalResult]) -> Iterator[FinalResult]:
    """The bank's result: what it paid out or took in, and what a reading of the top bonus leaves over."""
    nonzero = [player for player in players if player.result]
    steps = [Step("result.against", -player.result, values={"who": player.who}) for player in nonzero]
    if sum(step.gives for step in steps):
        yield FinalResult(BANK, with_sum([[step] for step in steps]))


@dataclass(frozen=True, slots=True)
class Debt:
    payer: str
    payee: str
    points: int
    money: str


@dataclass(frozen=True, slots=True)
class Final:
    """Results in seat order, then the bank's where it takes part, and the fewest payments."""

    accounts: tuple[FinalResult, ...]
    debts: tuple[Debt, ...]
    exact: bool

    @property
    def result(self) -> dict[str, int]:
        return {account.who: account.result for account in self.accounts if account.who != BANK}

    @property
    def money(self) -> dict[str, str]:
        """Sums of money by account, as text; empty without a rate."""
        return {account.who: account.money for account in self.accounts if account.money}


def settle_up(
    players: tuple[FinalResult, ...], rate: Rate | None, paid: Iterable[Debt], owed: bool = True
) -> Final:
    """Who owes whom: on the money where a rate is set, else on the points.

    With a rate that rounds, the points of a payment are its money turned back into points, to the nearest
    whole one.  After the payments already made (``paid``), the fewest payments for the rest are suggested;
    after a suggested one, just the others.  Where nothing is ``owed``, points are only counted.
    """
    accounts = (*players, *_bank_result(players))
    points = {account.who: account.result for account in accounts}
    if rate is None:
        plan = _plan(points, ((debt, debt.points) for debt in paid)) if owed else Plan((), exact=True)
        return Final(accounts, tuple(Debt(p.payer, p.payee, p.amount, "") for p in plan.payments), plan.exact)
    sums, step = money(points, rate), Fraction(rate.round_to)
    units = {name: int(Fraction(amount) / step) for name, amount in sums.items()}
    plan = _plan(units, ((debt, int(Fraction(debt.money or 0) / step)) for debt in paid))
    converted = tuple(_with_money(account, sums[account.who], rate) for account in accounts)
    debts = tuple(money_debt(p.payer, p.payee, p.amount, rate) for p in plan.payments)
    return Final(converted, debts, plan.exact)


def _plan(owed: Mapping[str, int], paid: Iterable[tuple[Debt, int]]) -> Plan:
    left = dict(owed)
    for debt, amount in paid:
        left[debt.payer] = left.get(debt.payer, 0) + amount
        left[debt.payee] = left.get(debt.payee, 0) - amount
    return fewest_payments(left)


def money_debt(payer: str, payee: str, units: int, rate: Rate) -> Debt:
    """A payment of so many of the rate's rounding units, with its points to the nearest whole one."""
    points = Fraction(units) * Fraction(rate.round_to) / Fraction(rate.per_point)
    return Debt(payer, payee, round(points), f"{EXACT.multiply(Decimal(units), rate.round_to):f}")


def _with_money(account: FinalResult, amount: Decimal, rate: Rate) -> FinalResult:
    """The result with its money: points times the worth of a point, rounded to what can be paid."""
    exact = EXACT.multiply(Decimal(account.result), rate.per_point).normalize(EXACT)
    currency = {"currency": rate.unit}
    worth = EndStep("money.rate", exact, "product", (account.result, rate.per_point), 1, currency)
    to = "up" if amount > exact else "down"
    values = {"unit": rate.round_to, "to": to, **currency}
    rounded = EndStep(f"money.{to}", amount, "round", (exact,), 1, values)
    steps = (worth,) if amount == exact else (worth, rounded)
    return FinalResult(account.who, account.points, account.bonus, f"{amount:f}", steps)


def payments(final: Final) -> list[tuple[Debt, AnySteps]]:
    """The suggested payments with their explanations: each is all that its payer or payee has left.

    The payments form a forest, so some account always has a single payment once the explained ones are
    subtracted.
    """
    explained: dict[Debt, AnySteps] = {}
    with localcontext(EXACT):
        for _ in final.debts:
            open_debts = (debt for debt in final.debts if debt not in explained)
            candidates = ((debt, _remainder(debt, final.debts, explained)) for debt in open_debts)
            debt, steps = next((debt, steps) for debt, steps in candidates if steps)
            explained[debt] = steps
    return [(debt, explained[debt]) for debt in final.debts]


def _remainder(debt: Debt, debts: Iterable[Debt], explained: Iterable[Debt]) -> AnySteps:
    """The debt as what remains of its payer's or payee's total after the ``explained`` ones.

    Empty where both sides have more payments left.
    """
    explanations: list[AnySteps] = []
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
