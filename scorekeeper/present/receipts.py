"""支払い: the payments of a round as they are drawn, with their steps and formulas from the engine."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import POT, Step, Transfer
from scorekeeper.scoring.formulas import Formulas

from .cards import CardView, cards
from .presenter import LineView, PersonView, Presenter

SIMPLE = 2
"""Most lines of a payment that is shown in one row."""


@dataclass(frozen=True, slots=True)
class SlipView:
    """One payment, or several that are the same but for who pays or who is paid.

    ``lines`` are the steps that no payment before it has shown; ``formula`` names every number,
    ``arithmetic`` is the same in numbers alone, ``brief`` fits beside the points: the arithmetic without its
    result, or the name of what is paid. ``cards`` are those of a payment that is about one hand.
    """

    payers: tuple[PersonView, ...]
    payees: tuple[PersonView, ...]
    points: int
    lines: tuple[LineView, ...]
    formula: str
    arithmetic: str
    brief: str
    cards: tuple[CardView, ...] = ()

    @property
    def several(self) -> bool:
        """Whether more than one pays, or is paid, so that the points are those of each."""
        return len(self.payers) + len(self.payees) > 2

    @property
    def listed(self) -> bool:
        """Whether its lines say more than its formula."""
        return len(self.lines) > 1 or any(line.cards for line in self.lines)

    @property
    def simple(self) -> bool:
        """Whether it fits in one row."""
        return len(self.lines) <= SIMPLE


@dataclass(frozen=True, slots=True)
class PaidView:
    """The payments of a round, the main one first; ``free`` are those of 0 points beside others.

    Where they go ``along``, all are paid by players to those to whom the main one is, and need not say so.
    """

    slips: tuple[SlipView, ...] = ()
    free: tuple[SlipView, ...] = ()
    along: bool = True

    @property
    def rows(self) -> tuple[SlipView, ...]:
        """Those that need one row each: none is the main one."""
        return (*(slip for slip in self.slips[1:] if slip.simple), *self.free)

    @property
    def count(self) -> int:
        return len(self.slips) + len(self.free)

    @property
    def nothing(self) -> tuple[PersonView, ...]:
        return tuple(dict.fromkeys(who for slip in self.free for who in slip.payers))


class Slips:
    """Payments in the reader's language and the words of the game."""

    def __init__(self, presenter: Presenter) -> None:
        self._person, self._speak = presenter.person, presenter.speak
        self._named, self._bare = Formulas(self._speak), Formulas(self._speak, named=False)

    def paid(self, transfers: Iterable[Transfer]) -> PaidView:
        """The payments of a receipt: what the round is about, then the pot, last what comes out of it."""
        groups = _grouped(sorted(transfers, key=_place))
        text = texts.without_repeats([group[0] for _times, group in groups])
        slips = [
            self._slip(group, steps, times) for (times, group), (_, steps) in zip(groups, text, strict=True)
        ]
        pot = self._person(POT)
        along = all(one.payees == slips[0].payees and pot not in one.payers for one in slips)
        paid = tuple(slip for slip in slips if slip.points)
        free = tuple(slip for slip in slips if paid and not slip.points)
        return PaidView(paid or tuple(slips), free, along)

    def _slip(self, group: Sequence[Transfer], steps: tuple[Step, ...], times: int) -> SlipView:
        """One payment for all of a group, each of whom pays or is paid so many ``times``."""
        first = group[0]
        payers, payees = (
            tuple(map(self._person, dict.fromkeys(names))) for names in zip(*map(_ends, group), strict=True)
        )
        held = [step.values["cards"] for step in first.steps if "cards" in step.values]
        formula = self._named.of(first.steps) or texts.reason(first, self._speak)
        brief = self._bare.without_result(first.steps)
        brief = formula if brief in {"", texts.number(first.points)} else brief
        if times > 1:
            formula, brief = (
                gettext("%(formula)s (%(count)s times)") % {"formula": text, "count": times}
                for text in (formula, brief)
            )
        return SlipView(
            payers=payers,
            payees=payees,
            points=first.points * times,
            lines=tuple(step_line(step, self._speak) for step in filter(_is_line, steps)),
            formula=formula,
            arithmetic=self._bare.of(first.steps),
            brief=brief,
            cards=cards(held[0]) if len(held) == 1 else (),
        )


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


def _is_line(step: Step) -> bool:
    """Whether a step has a line of its own: a sum of steps before it stands in the formula."""
    return not (step.op == "sum" and step.takes)


def step_line(step: Step, speak: texts.Translate) -> LineView:
    line = texts.line(step, speak)
    worked_out = step.op == "sum" and not step.takes
    return LineView(line.label, line.value, line.detail if worked_out else "", cards(line.cards))
