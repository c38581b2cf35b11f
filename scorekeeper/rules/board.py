"""ハウスルールの欄: how house rules and stakes stand in a form now, beside what they came from."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext

from scorekeeper.present.words import rules_line
from scorekeeper.scoring import texts

from .forms import OptionsForm
from .stakes import StakesForm, stakes_line


@dataclass(frozen=True, slots=True)
class Row:
    """A house rule in a form; where it is not as it was, ``now`` and ``was`` say both in words.

    ``back`` is what its field takes to be as it was.
    """

    field: forms.BoundField
    now: str = ""
    was: str = ""
    back: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: tuple[Row, ...]

    @property
    def changed(self) -> int:
        return sum(bool(row.was) for row in self.rows)

    @property
    def open(self) -> bool:
        """Whether there is something to see: a change, or a mistake."""
        return bool(self.changed) or any(row.field.errors for row in self.rows)


class Board:
    """ハウスルールの欄: the house rules of a form under their headings, and what was changed."""

    def __init__(self, form: OptionsForm) -> None:
        self.groups = _groups(form, borrowed=False)
        self.borrowed = _groups(form, borrowed=True)
        self.borrows = any(group.open for group in self.borrowed)
        self.all = [*self.groups, *self.borrowed]
        self.changed = [row for group in self.all for row in group.rows if row.was]


def _groups(form: OptionsForm, borrowed: bool) -> list[Group]:
    groups = []
    for title, fields in form.groups(borrowed):
        rows = []
        for field in fields:
            spec, now, was = form.specs[field.name], form.now(field.name), getattr(form.base, field.name)
            if str(now) == str(was):
                rows.append(Row(field))
            else:
                told_now, told_was = (texts.set_to(spec, value, form.speak) for value in (now, was))
                rows.append(Row(field, told_now, told_was, str(was)))
        groups.append(Group(title, tuple(rows)))
    return groups


def board_context(
    options: OptionsForm, stakes: StakesForm, fields: Iterable[forms.BoundField]
) -> dict[str, object]:
    """What the parts of a page with house rules and stakes show; ``fields`` are those of the stakes."""
    return {
        "board": Board(options),
        "options_line": options_line(options),
        "stakes": list(fields),
        "stakes_line": _with_error_count(stakes_line(stakes.stake, stakes.rate), stakes),
    }


def options_line(form: OptionsForm) -> str:
    """The house rules of a form in one line, as far as they are right."""
    options = form.as_far_as_right()
    return _with_error_count(rules_line(form.ruleset, options) if options else "", form)


def _with_error_count(line: str, form: OptionsForm | StakesForm) -> str:
    """What is set, and how much of what was typed cannot be."""
    wrong = len(form.errors) if form.is_bound else 0
    words = gettext("to correct: %(count)s") % {"count": wrong} if wrong else ""
    return gettext(" · ").join(filter(None, (line, words)))


def is_preview_request(post: QueryDict) -> bool:
    """Whether a form was sent only to see its current state, or to reset a rule."""
    return post.get("action") == "look" or "back" in post


def is_part(request: HttpRequest) -> bool:
    """Whether a script asks how the form of its page stands."""
    return is_preview_request(request.POST) and bool(request.htmx)  # type: ignore[attr-defined]


def render_preview(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """How a form stands now: only the parts that say so."""
    return render(request, "rules/_look.html", {**context, "part": True})
