"""ハウスルールの変更: the page that changes the rules of a table while it is played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from scorekeeper.play import find
from scorekeeper.play.entries import Entries, unplayed, with_insert
from scorekeeper.play.models import Round
from scorekeeper.play.numbering import numbered
from scorekeeper.play.rule_changes import applied, begin_of, change_of, change_rules, overridden
from scorekeeper.play.services import FormUsed, StaleForm
from scorekeeper.play.stamps import new_key, read_stamp
from scorekeeper.play.table import Table
from scorekeeper.present import heads
from scorekeeper.present.numbers import name_of
from scorekeeper.present.presenter import PersonView, Presenter, remarks
from scorekeeper.present.rule_changes import change_lines, since_words
from scorekeeper.present.words import rule_changes, unplayed_line
from scorekeeper.rounds import toasts
from scorekeeper.rounds.preview import StaleView, stale_view
from scorekeeper.rules.board import Board, is_part, look, looks, options_line
from scorekeeper.rules.forms import OptionsForm
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.events import Rules
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.texts import in_words_of
from scorekeeper.server.database import snapshot

Outcomes = tuple[tuple[int, int], ...]
"""Points, and what is gained by it: of everybody after a change, or of one after each of some."""

NEXT, WHOLE, FROM = "next", "whole", "from"


@dataclass(frozen=True, slots=True)
class Case:
    """A change from some round on: what it is called, the row it stands before, and what it would move.

    ``points`` are everybody's after it, with what is gained by it, in the order of the standing; ``hindered``
    says why it cannot be, and ``notes`` what else there is to know.
    """

    key: str
    label: str
    follower: Round | None
    points: Outcomes = ()
    hindered: str = ""
    notes: tuple[str, ...] = ()


class Proposal:
    """Rules that somebody proposes for a table, and what they would move from which round on."""

    def __init__(self, table: Table, form: OptionsForm, post: QueryDict) -> None:
        self.table = table
        self.form = form
        self.facts = change_of(form.options(), table.options)
        self._from = post.get("round", "")
        self._since = post.get("since", "")

    @property
    def empty(self) -> bool:
        """Whether nothing would change."""
        return not self.facts["options"]

    @property
    def later(self) -> list[Round]:
        """The rounds from which the rules can change besides the first and the next one."""
        return [row for row in self.table.played if row.result.counts][1:]

    @property
    def asked(self) -> Round | None:
        """The round that was asked for."""
        return next((row for row in self.later if str(row.pk) == self._from), None)

    def cases(self) -> list[Case]:
        """From the next round on, for the whole evening, and from the round that was asked for."""
        begin, found = begin_of(self.table.rounds), []
        if not self.table.session.ended_at:
            found.append(self._case(NEXT, gettext("From the next round"), None))
        if begin or not found:
            found.append(self._case(WHOLE, gettext("For the whole evening"), begin))
        if asked := self.asked:
            found.append(self._case(FROM, since_words(numbered(asked).counted - 1), asked))
        return found

    def _case(self, key: str, label: str, follower: Round | None) -> Case:
        entries = with_insert(self.table, follower, self.facts)
        if in_the_way := unplayed(entries):
            return Case(key, label, follower, hindered=unplayed_line(self.table, in_the_way))
        now, then = self.table.state.balances, entries.replay.state.balances
        points = tuple((then[name], then[name] - was) for name, was in now.items())
        return Case(key, label, follower, points, notes=tuple(self._notes(entries, follower)))

    def _notes(self, entries: Entries, follower: Round | None) -> Iterator[str]:
        rows = {row.position: row for row in self.table.played}
        scored = zip(entries.rounds, entries.replay.scored, strict=True)
        moved = sum(
            self._moved(one) != rows[number].result.change for (number, _facts), one in scored if number
        )
        if moved:
            yield ngettext(
                "%(count)d round comes out differently.", "%(count)d rounds come out differently.", moved
            ) % {"count": moved}
        else:
            yield gettext("Nobody’s points move.")
        yield from remarks(entries.first.outcome, in_words_of(self.table.ruleset.messages, gettext))
        for row, values in overridden(self.table.rounds, follower, self.facts):
            told = rule_changes(Rules(values), self.table.ruleset, None)
            words = {"what": capfirst(name_of(row)), "told": gettext(", ").join(told)}
            line = gettext("%(what)s: %(told)s – holds from there on. Void that first if it should not.")
            yield line % words

    def _moved(self, scored: Scored) -> dict[str, int]:
        numbers = self.table.numbers
        return {numbers.get(who, who): points for who, points in scored.change.items() if points}

    def chosen(self, cases: Sequence[Case]) -> Case | None:
        """The case that was chosen; the first that can be where none was."""
        possible = [case for case in cases if not case.hindered]
        return next((case for case in possible if case.key == self._since), possible[0] if possible else None)


def rules_change(request: HttpRequest, sid: str) -> HttpResponse:
    """Other house rules for a table: the form, what they would move from when on, and the change."""
    table = find.find_table(request, sid)
    form = _form(table, request.POST)
    if is_part(request):
        return look(request, _board(form))
    if request.method != "POST" or looks(request.POST) or request.POST.get("action") == "form":
        return _form_page(request, table, form)
    if _done_before(request, table):
        return redirect("rules", sid)
    if form.is_bound and not form.is_valid():
        return _form_page(request, table, form, errors=_errors(form))
    proposal = Proposal(table, form, request.POST)
    if proposal.empty:
        return _form_page(request, table, form, errors=[gettext("No house rule is set otherwise yet.")])
    if request.POST.get("action") != "confirm":
        return _preview_page(request, proposal)
    return _confirm(request, proposal)


def _form(table: Table, post: QueryDict) -> OptionsForm:
    """The form as it was filled in; what was not sent is as it is in force."""
    sent, options = post.copy(), table.options
    if any(name.startswith("opt-") for name in post):
        for spec in house_rules.specs(type(options)):
            sent.setdefault(f"opt-{spec.key}", str(getattr(options, spec.key)))
    return OptionsForm(table.ruleset, sent, options)


def _done_before(request: HttpRequest, table: Table) -> bool:
    """Whether this very form did its work before."""
    stamp = read_stamp(request)
    done = table.session.edits.filter(key=stamp.key).first() if stamp else None
    changed = done.after.get("options", {}) if done and done.after else {}
    sent = {name: value for name, value in request.POST.items() if name.startswith("opt-")}
    return bool(changed) and sent == {f"opt-{key}": str(value) for key, value in changed.items()}


def _confirm(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    table, stamp = proposal.table, read_stamp(request)
    case = proposal.chosen(proposal.cases())
    if stamp is None or case is None or case.key != request.POST.get("since"):
        return _preview_page(request, proposal, errors=[gettext("Please confirm once more.")])
    try:
        edit = change_rules(table, proposal.facts, stamp, case.follower)
    except (StaleForm, FormUsed) as error:
        return _stale(request, table, error)
    toasts.done(request, gettext("The house rules have changed."), edit)
    return redirect("rules", table.session.public_id)


@snapshot()
def _stale(request: HttpRequest, table: Table, error: StaleForm | FormUsed) -> HttpResponse:
    """What would change by how the table stands now, with what happened meanwhile."""
    fresh = find.find_table(request, table.session.public_id)
    form, stale = _form(fresh, request.POST), stale_view(fresh, error)
    proposal = Proposal(fresh, form, request.POST)
    if proposal.empty or not form.is_valid():
        return _form_page(request, fresh, form, stale=stale)
    return _preview_page(request, proposal, stale=stale)


def _errors(form: OptionsForm) -> list[str]:
    return [f"{form[name].label}: {text}" for name, found in form.errors.items() for text in found]


def _board(form: OptionsForm) -> dict[str, object]:
    return {"board": Board(form), "options_line": options_line(form)}


def _form_page(
    request: HttpRequest,
    table: Table,
    form: OptionsForm,
    errors: Sequence[str] = (),
    stale: StaleView | None = None,
) -> HttpResponse:
    context = {"errors": errors, "stale": stale, **_board(form)}
    return _page(request, "pages/rules_change.html", table, context)


def _preview_page(
    request: HttpRequest,
    proposal: Proposal,
    errors: Sequence[str] = (),
    stale: StaleView | None = None,
) -> HttpResponse:
    table, cases = proposal.table, proposal.cases()
    presenter, shown = Presenter(table), [case for case in cases if case.points]
    context: dict[str, object] = {
        "errors": errors,
        "stale": stale,
        "changes": Board(proposal.form).changed,
        "cases": cases,
        "shown": shown,
        "rows": _rows(presenter, shown),
        "chosen": proposal.chosen(cases),
        "later": [(row.pk, capfirst(name_of(row))) for row in proposal.later],
        "round": proposal.asked.pk if proposal.asked else None,
    }
    return _page(request, "pages/rules_preview.html", table, context)


def _rows(presenter: Presenter, cases: Sequence[Case]) -> list[tuple[PersonView, Outcomes]]:
    """Everybody with the points after each of the changes, and what is gained by it."""
    names = [presenter.person(name) for name in presenter.table.state.balances]
    return [(person, tuple(case.points[place] for case in cases)) for place, person in enumerate(names)]


def _page(request: HttpRequest, template: str, table: Table, context: dict[str, object]) -> HttpResponse:
    fresh = request.method != "POST" or context["stale"] or not context["errors"]
    context |= {
        "game_session": heads.head(table),
        "lines": change_lines(table.ruleset, applied(table)),
        "revision": table.session.revision if fresh else request.POST.get("revision", ""),
        "key": new_key(),
    }
    status = 409 if context["stale"] else 422 if context["errors"] else 200
    return render(request, template, context, status=status)
