"""A payment as one line of arithmetic."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .core import AnyStep, Operation, Transfer
from .texts import MESSAGES, StepKey, Translate, number, step_key, step_words
from .words import gettext_noop as _

SUM, PRODUCT, WHOLE = range(3)
"""Precedence of the operator of an expression; a lower one gets brackets inside a higher one."""

JOINED: Mapping[Operation, tuple[str, int]] = {
    "sum": (_("%(left)s + %(right)s"), SUM),
    "difference": (_("%(left)s − %(right)s"), SUM),
    "product": (_("%(left)s × %(right)s"), PRODUCT),
    "quotient": (_("%(left)s ÷ %(right)s"), PRODUCT),
}
EQUALS, BECOMES = _("%(left)s = %(right)s"), _("%(left)s → %(right)s")


class _Expression(NamedTuple):
    text: str
    precedence: int
    result: str = ""  # empty where the text ends with it


class Formulas:
    """Formulas in one language, with names or in numbers alone; cached by their steps."""

    def __init__(self, translate: Translate, named: bool = True) -> None:
        self._translate, self._named = translate, named
        self._expressions: dict[tuple[StepKey, ...], _Expression] = {}
        self._terms: dict[StepKey, str] = {}

    def of(self, steps: Sequence[AnyStep]) -> str:
        """The formula of the result of the steps; empty for none."""
        return self._with_result(self._expression(steps))

    def without_result(self, steps: Sequence[AnyStep]) -> str:
        """The formula without its result: ``(54 + 60 = 114 → 110) × 3``."""
        return self._expression(steps).text

    def _expression(self, steps: Sequence[AnyStep]) -> _Expression:
        keys = tuple(map(step_key, steps))
        if keys in self._expressions:
            return self._expressions[keys]
        stack: list[_Expression] = []
        for step, key in zip(steps, keys, strict=True):
            operands = stack[len(stack) - step.takes :]
            del stack[len(stack) - step.takes :]
            stack.append(self._joined(step, key, operands) if operands else self._leaf(step, key))
        self._expressions[keys] = stack[-1] if stack else _Expression("", WHOLE)
        return self._expressions[keys]

    def _leaf(self, step: AnyStep, key: StepKey) -> _Expression:
        """A number by its name; a product is shown with its factors and result."""
        if step.op == "product" and MESSAGES.steps[step.code].bare:
            return _Expression(self._term(step, key, "%(gives)s"), PRODUCT, number(step.gives))
        return _Expression(self._term(step, key, "%(gives)s"), WHOLE)

    def _joined(self, step: AnyStep, key: StepKey, operands: list[_Expression]) -> _Expression:
        if step.op not in JOINED:
            result = self._term(step, key, "%(gives)s")
            return _Expression(self._put(BECOMES, self._with_result(operands[0]), result), SUM)
        pattern, precedence = JOINED[step.op]
        first, *rest = operands
        lower = first.precedence < precedence
        text = self._bracketed(self._with_result(first) if lower else first.text, first, precedence)
        for operand in rest:
            text = self._put(pattern, text, self._bracketed(operand.text, operand, precedence))
        if len(operands) < len(step.of):
            default = "%(times)s" if step.op == "product" else "%(by)s"
            text = self._put(pattern, text, self._term(step, key, default))
        if step.op == "quotient":
            return _Expression(self._put(BECOMES, text, number(step.gives)), SUM)
        named = step.op == "sum" and MESSAGES.steps[step.code].term
        result = self._term(step, key, "") if named else number(step.gives)
        redundant = len(step.of) == 1 and not self._named  # "1 = 1 yaku"
        return _Expression(result, WHOLE) if redundant else _Expression(text, precedence, result)

    def _term(self, step: AnyStep, key: StepKey, default: str) -> str:
        """The text of a number of a step: ``default`` where its message has none."""
        if key not in self._terms:
            message = MESSAGES.steps[step.code]
            text = (message.term if self._named else message.bare) or message.bare
            words = step_words(step, self._translate)
            self._terms[key] = (self._translate(text) if text else default) % words
        return self._terms[key]

    def _bracketed(self, text: str, operand: _Expression, precedence: int) -> str:
        ambiguous = not operand.result and operand.precedence == SUM
        return f"({text})" if operand.precedence < precedence or ambiguous else text

    def _with_result(self, expression: _Expression) -> str:
        return self._put(EQUALS, expression.text, expression.result) if expression.result else expression.text

    def _put(self, pattern: str, left: str, right: str) -> str:
        return self._translate(pattern) % {"left": left, "right": right}


def formula(transfer: Transfer, translate: Translate) -> str:
    """A payment with every number named: ``(B's hand 54 + A's hand 60 = 114 → 110) × dobon 3 = 330``."""
    return Formulas(translate).of(transfer.steps)
