"""The output of ``replay`` of the command line: rounds with their payments in words, and the settlement."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from . import closing, texts
from .closing import Debt, FinalResult
from .core import OPERATION_KEYS, AnyStep, Note, Problem, Step, Transfer
from .document import Document
from .formulas import Formulas
from .reading import Json
from .replay import Replay, Scored
from .texts import StepKey, Translate


def report(document: Document, translate: Translate, played: Replay | None = None) -> Json:
    """The report of a session in one language; ``played`` where its rounds have been scored already."""
    played = played or document.replay()
    reporter = _Reporter(texts.for_game(document.ruleset.key, translate))
    ended = {"by": played.ended.by, "round": played.ended.round} if played.ended else None
    return {
        "rounds": [reporter.round(entry) for entry in played.scored],
        "ended": ended,
        "final": reporter.final(document, played),
    }


def explain(entry: Scored, translate: Translate) -> list[str]:
    return _Reporter(translate).explain(entry)


class _Reporter:
    def __init__(self, translate: Translate) -> None:
        self._translate = translate
        self._formulas, self._arithmetic = Formulas(translate), Formulas(translate, named=False)
        self._steps: dict[StepKey, Json] = {}
        self._lines: dict[StepKey, str] = {}
        self._problems: dict[str, str] = {}

    def round(self, entry: Scored) -> Json:
        outcome = entry.outcome
        return {
            "transfers": [self._transfer(item) for item in outcome.transfers],
            "change": entry.change,
            "balance": entry.balance,
            "pot": entry.pot,
            "explain": self.explain(entry),
            "problems": [
                {"code": item.code, "text": self._problem(item), "who": item.who} for item in outcome.problems
            ],
            "not_counted": [
                {"code": note.code, "text": self._note(note), "who": note.values.get("who", "")}
                for note in outcome.notes
            ],
        }

    def _transfer(self, item: Transfer) -> Json:
        return {
            "from": item.payer,
            "to": item.payee,
            "points": item.points,
            "code": item.code,
            **self._how(item.steps),
        }

    def _how(self, steps: Sequence[AnyStep]) -> Json:
        return {"steps": [self._step(step) for step in steps], "formula": self._formulas.of(steps)}

    def _step(self, step: AnyStep) -> Json:
        key = texts.step_key(step)
        if key not in self._steps:
            self._steps[key] = write_step(step, self._translate)
        return self._steps[key]

    def _problem(self, item: Problem) -> str:
        if item.values:
            return texts.problem(item, self._translate)
        if item.key not in self._problems:
            self._problems[item.key] = texts.problem(item, self._translate)
        return self._problems[item.key]

    def _note(self, note: Note) -> str:
        return texts.note(note, self._translate)

    def explain(self, entry: Scored) -> list[str]:
        outcome = entry.outcome
        lines = [self._note(note) for note in (*outcome.claims, *outcome.remarks)]
        for transfer, steps in texts.without_repeats(outcome.transfers):
            lines += [self._line(step) for step in steps]
            lines.append(self._payment(transfer))
        return lines + [self._note(note) for note in outcome.notes]

    def final(self, document: Document, played: Replay) -> Json:
        final = document.settle_up(played.state)
        return {
            "balance": dict(played.state.balances),
            "result": final.result,
            "money": final.money,
            "payments": [_debt(debt) for debt in final.debts],
            "why": {
                "results": [self._result(item) for item in final.accounts],
                "payments": [{**_debt(debt), **self._how(steps)} for debt, steps in closing.payments(final)],
            },
        }

    def _result(self, item: FinalResult) -> Json:
        money = {"money": item.money} if item.money else {}
        return {"who": item.who, "points": item.result, **money, **self._how((*item.points, *item.worth))}

    def _line(self, step: Step) -> str:
        key = texts.step_key(step)
        if key not in self._lines:
            self._lines[key] = self._new_line(step)
        return self._lines[key]

    def _new_line(self, step: Step) -> str:
        line = texts.line(step, self._translate)
        cards = texts.cards(line.cards, self._translate)
        label = f"{line.label} ({cards})" if cards else line.label
        if step.op in ("given", "table"):
            return label
        sign = "=" if step.op in ("sum", "difference", "product") else "→"
        come_to = f"{sign} {texts.number(step.gives)}" if line.detail or sign == "→" else line.value
        return f"{label}: {line.detail} {come_to}" if line.detail else f"{label}: {come_to}"

    def _payment(self, transfer: Transfer) -> str:
        payer, payee = (texts.account(name, self._translate) for name in (transfer.payer, transfer.payee))
        how, why = self._arithmetic.of(transfer.steps), texts.reason(transfer, self._translate)
        return f"{payer} → {payee}: {how} ({why})"


def write_step(step: AnyStep, translate: Translate) -> Json:
    """The JSON of a step: the numbers for programs, the text for people."""
    parameters = {key: _plain(step.values[key]) for key in OPERATION_KEYS if key in step.values}
    text = texts.step(step, translate)
    return {"op": step.op, "of": _plain(step.of), **parameters, "gives": _plain(step.gives), "text": text}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return f"{value:f}" if isinstance(value, Decimal) else value


def _debt(debt: Debt) -> Json:
    data: Mapping[str, object] = {"from": debt.payer, "to": debt.payee, "points": debt.points}
    return {**data, **({"money": debt.money} if debt.money else {})}
