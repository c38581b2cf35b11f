"""A payment as one line of arithmetic: its steps, joined in the order in which they use one another up."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .core import AnyStep, Operation, Transfer
from .texts import MESSAGES, StepKey, Translate, number, step_key, step_words
from .words import gettext_noop as _

SUM, PRODUCT, WHOLE = range(3)
"""How firmly the parts of a piece hold together: what is joined more tightly puts it into brackets."""

JOINED: Mapping[Operation, tuple[str, int]] = {
    "sum": (_("%(left)s + %(right)s"), SUM),
    "difference": (_("%(left)s − %(right)s"), SUM),
    "product": (_("%(left)s × %(right)s"), PRODUCT),
    "quotient": (_("%(left)s ÷ %(right)s"), PRODUCT),
}
EQUALS, BECOMES = _("%(left)s = %(right)s"), _("%(left)s → %(right)s")


class _Piece(NamedTuple):
    """A part of a formula: its text, how firmly it holds together, and what it comes to.

    ``worth`` is empty where that is to be seen at its end.
    """

    text: str
    bond: int
    worth: str = ""


class Formulas:
    """Formulas in one language, with names or in numbers alone; each one that comes again is made once."""

    def __init__(self, translate: Translate, named: bool = True) -> None:
        self._translate, self._named = translate, named
        self._said: dict[tuple[StepKey, ...], str] = {}
        self._terms: dict[StepKey, str] = {}

    def of(self, steps: Sequence[AnyStep]) -> str:
        """The formula of what the steps come to; empty for none."""
        keys = tuple(map(step_key, steps))
        if keys not in self._said:
            self._said[keys] = self._whole(steps, keys)
        return self._said[keys]

    def _whole(self, steps: Sequence[AnyStep], keys: tuple[StepKey, ...]) -> str:
        """The pieces that no step has used up yet, the latest last: in the end, one."""
        pieces: list[_Piece] = []
        for step, key in zip(steps, keys, strict=True):
            used = pieces[len(pieces) - step.takes :]
            del pieces[len(pieces) - step.takes :]
            pieces.append(self._after(step, key, used) if used else self._leaf(step, key))
        return self._shown(pieces[-1]) if pieces else ""

    def _leaf(self, step: AnyStep, key: StepKey) -> _Piece:
        """A number by its name; of a product, which is worked out in it, the worth is still to be seen."""
        if step.op == "product" and MESSAGES.steps[step.code].bare:
            return _Piece(self._term(step, key, "%(gives)s"), PRODUCT, number(step.gives))
        return _Piece(self._term(step, key, "%(gives)s"), WHOLE)

    def _after(self, step: AnyStep, key: StepKey, used: list[_Piece]) -> _Piece:
        if step.op not in JOINED:
            return _Piece(self._put(BECOMES, self._shown(used[0]), self._term(step, key, "%(gives)s")), SUM)
        pattern, bond = JOINED[step.op]
        first, *others = used
        text = self._bracketed(self._shown(first) if first.bond < bond else first.text, first, bond)
        for other in others:
            text = self._put(pattern, text, self._bracketed(other.text, other, bond))
        if len(used) < len(step.of):
            usual = "%(times)s" if step.op == "product" else "%(by)s"
            text = self._put(pattern, text, self._term(step, key, usual))
        if step.op == "quotient":
            return _Piece(self._put(BECOMES, text, number(step.gives)), SUM)
        named = step.op == "sum" and MESSAGES.steps[step.code].term
        worth = self._term(step, key, "") if named else number(step.gives)
        alone = len(step.of) == 1 and not self._named  # "1 = 1 yaku" tells nothing
        return _Piece(worth, WHOLE) if alone else _Piece(text, bond, worth)

    def _term(self, step: AnyStep, key: StepKey, usual: str) -> str:
        """What a formula calls a number of a step."""
        if key not in self._terms:
            said = MESSAGES.steps[step.code]
            text = (said.term if self._named else said.bare) or said.bare
            words = step_words(step, self._translate)
            self._terms[key] = (self._translate(text) if text else usual) % words
        return self._terms[key]

    def _bracketed(self, text: str, piece: _Piece, bond: int) -> str:
        return f"({text})" if piece.bond < bond or (not piece.worth and piece.bond == SUM) else text

    def _shown(self, piece: _Piece) -> str:
        return self._put(EQUALS, piece.text, piece.worth) if piece.worth else piece.text

    def _put(self, pattern: str, left: str, right: str) -> str:
        return self._translate(pattern) % {"left": left, "right": right}


def formula(transfer: Transfer, translate: Translate) -> str:
    """A payment with every number named: ``(B's hand 54 + A's hand 60 = 114 → 110) × dobon 3 = 330``."""
    return Formulas(translate).of(transfer.steps)


def arithmetic(transfer: Transfer, translate: Translate) -> str:
    """A payment in numbers alone: ``(54 + 60 = 114 → 110) × 3 = 330``."""
    return Formulas(translate, named=False).of(transfer.steps)
