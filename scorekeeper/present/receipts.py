"""支払い: the payments of a round as they are drawn, with their steps and formulas from the engine."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import POT, Step, Transfer
from scorekeeper.scoring.formulas import Formulas

from .presenter import LineView, Presenter, cards


class SlipView:
    """One payment, or several that are the same but for who pays or who is paid, each so many ``times``.

    ``lines`` are the steps that no payment before it has shown; ``formula`` names every number,
    ``arithmetic`` is the same in numbers alone, ``brief`` fits beside the points: the arithmetic without its
    result, or the name of what is paid. ``cards`` are those of a payment that is about one hand.
    Where ``several`` pay or are paid the points are those of each; a ``simple`` one fits in one row, and one
    that is ``listed`` has lines that say more than its formula.
    """

    def __init__(
        self,
        presenter: Presenter,
        group: Sequence[Transfer],
        steps: tuple[Step, ...],
        times: int,
        named: Formulas,
        bare: Formulas,
    ) -> None:
        first, speak = group[0], presenter.speak
        self.payers, self.payees = (
            tuple(map(presenter.person, dict.fromkeys(names)))
            for names in zip(*map(_ends, group), strict=True)
        )
        held = [step.values["cards"] for step in first.steps if "cards" in step.values]
        self.points = first.points * times
        self.lines = [
            step_line(step, speak)
            for step in steps
            if not (step.op == "sum" and step.takes)  # a sum of steps before it stands in the formula
        ]
        self.formula = named.of(first.steps) or texts.reason(first, speak)
        self.arithmetic = bare.of(first.steps)
        brief = bare.without_result(first.steps)
        self.brief = self.formula if brief in {"", texts.number(first.points)} else brief
        if times > 1:
            words = gettext("%(formula)s (%(count)s times)")
            self.formula = words % {"formula": self.formula, "count": times}
            self.brief = words % {"formula": self.brief, "count": times}
        self.cards = cards(held[0]) if len(held) == 1 else ()
        self.listed = len(self.lines) > 1 or any(line.cards for line in self.lines)
        self.simple = len(self.lines) <= 2

    @property
    def several(self) -> bool:
        return len(self.payers) + len(self.payees) > 2


class PaidView:
    """The payments of a round: what it is about, then the pot, last what comes out of it.

    ``free`` are those of 0 points beside others, and ``nothing`` who pays nothing by them; the first payment
    is the main one, and ``rows`` are others that need one row each.  Where they go ``along``, all are paid by
    players to those to whom the main one is, and need not say so.
    """

    def __init__(self, presenter: Presenter, transfers: Iterable[Transfer]) -> None:
        named, bare = Formulas(presenter.speak), Formulas(presenter.speak, named=False)
        groups = _grouped(sorted(transfers, key=_place))
        text = texts.without_repeats([group[0] for _times, group in groups])
        slips = [
            SlipView(presenter, group, steps, times, named, bare)
            for (times, group), (_, steps) in zip(groups, text, strict=True)
        ]
        pot = presenter.person(POT)
        self.along = all(one.payees == slips[0].payees and pot not in one.payers for one in slips)
        self.slips = [slip for slip in slips if slip.points] or slips
        self.free = [slip for slip in slips if slip not in self.slips]
        self.rows = [*(slip for slip in self.slips[1:] if slip.simple), *self.free]
        self.count = len(slips)
        self.nothing = list(dict.fromkeys(who for slip in self.free for who in slip.payers))


def _place(transfer: Transfer) -> tuple[bool, bool, bool, int]:
    """What payments are sorted by."""
    return not transfer.points, POT in _ends(transfer), transfer.payer == POT, -transfer.points


def _grouped(transfers: Iterable[Transfer]) -> list[tuple[int, list[Transfer]]]:
    """Payments that are shown as one, with how often each of them is made."""
    same: dict[tuple[object, object], list[Transfer]] = {}
    for one in transfers:
        same.setdefault((_likeness(one), _ends(one)), []).append(one)
    groups: dict[object, tuple[int, list[Transfer]]] = {}
    for (likeness, _), item in same.items():
        groups.setdefault((likeness, len(item)), (len(item), []))[1].append(item[0])
    return list(groups.values())


def _ends(transfer: Transfer) -> tuple[str, str]:
    return transfer.payer, transfer.payee


def _likeness(transfer: Transfer) -> object:
    """What payments that are shown as one have in common: all but one of their two ends."""
    steps = tuple(map(texts.step_key, transfer.steps))
    end = transfer.payer if transfer.code in texts.MESSAGES.one_pays else transfer.payee
    return transfer.points, transfer.code, end, steps


def step_line(step: Step, speak: texts.Translate) -> LineView:
    line = texts.line(step, speak)
    worked_out = step.op == "sum" and not step.takes
    return LineView(line.label, line.value, line.detail if worked_out else "", cards(line.cards))
