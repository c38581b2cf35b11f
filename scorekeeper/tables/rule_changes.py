"""ハウスルールの変更: changing the house rules of a running table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from scorekeeper.play import find
from scorekeeper.play.entries import Entries, first_disallowed, with_insert
from scorekeeper.play.idempotency import FormVersion, hidden_fields
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.numbering import numbered
from scorekeeper.play.rule_changes import begin_of, change_of, is_rule_change, overridden, rule_changes_of
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter, remarks
from scorekeeper.present.words import change_lines, disallowed_line, round_name, rule_changes, since_words
from scorekeeper.rounds.changing import change_table, toast
from scorekeeper.rounds.preview import StaleView
from scorekeeper.rules.forms import (
    Board,
    OptionsForm,
    field_errors,
    is_preview_request,
    options_line,
    render_preview,
    wants_fragment,
)
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.events import Rules
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.texts import for_game

NEXT, WHOLE, FROM = "next", "whole", "from"


@dataclass(frozen=True, slots=True)
class Case:
    """A change of rules from some round on, with its effect."""

    key: str
    label: str
    follower: Round | None  # the round before which it is inserted; None: at the end
    points: tuple[tuple[int, int], ...] = ()  # everybody's after the change, and the difference
    obstacle: str = ""  # why the change is refused
    notes: tuple[str, ...] = ()


class Proposal:
    """Proposed rules for a table, and their effect by the round from which they apply."""

    def __init__(self, table: Table, form: OptionsForm, post: QueryDict) -> None:
        self.table = table
        self.form = form
        self.facts = change_of(form.options(), table.options)
        self.empty = not self.facts["options"]
        # rounds from which the rules can change, besides the first and the next one
        self.later = [row for row in table.played if row.result.counts][1:]
        self.asked = next((row for row in self.later if str(row.pk) == post.get("round")), None)
        self._since = post.get("since", "")

    def cases(self) -> list[Case]:
        """The change from the next round on, for all rounds, and from the requested round on."""
        begin, result = begin_of(self.table.rounds), []
        if not self.table.session.ended_at:
            result.append(self._case(NEXT, gettext("From the next round"), None))
        if begin or not result:
            result.append(self._case(WHOLE, gettext("For all rounds"), begin))
        if asked := self.asked:
            result.append(self._case(FROM, since_words(numbered(asked).counted - 1), asked))
        return result

    def _case(self, key: str, label: str, follower: Round | None) -> Case:
        entries = with_insert(self.table, follower, self.facts)
        if in_the_way := first_disallowed(entries):
            return Case(key, label, follower, obstacle=disallowed_line(self.table, in_the_way))
        now, then = self.table.state.balances, entries.replay.state.balances
        points = tuple((then[name], then[name] - was) for name, was in now.items())
        return Case(key, label, follower, points, notes=tuple(self._notes(entries, follower)))

    def _notes(self, entries: Entries, follower: Round | None) -> Iterator[str]:
        rows = {row.position: row for row in self.table.played}
        scored = zip(entries.rounds, entries.replay.scored, strict=True)
        moved = sum(
            self._change(one) != rows[number].result.change for (number, _facts), one in scored if number
        )
        if moved:
            yield ngettext("%(count)d round changes.", "%(count)d rounds change.", moved) % {"count": moved}
        else:
            yield gettext("Nobody's points move.")
        yield from remarks(entries.first.outcome, for_game(self.table.ruleset.key, gettext))
        for row, values in overridden(self.table.rounds, follower, self.facts):
            changes = rule_changes(Rules(values), self.table.ruleset, None)
            words = {"what": capfirst(round_name(row)), "told": gettext(", ").join(changes)}
            line = gettext("%(what)s (%(told)s) applies from there on. If it should not, void it first.")
            yield line % words

    def _change(self, scored: Scored) -> dict[str, int]:
        numbers = self.table.numbers
        return {numbers.get(who, who): points for who, points in scored.change.items() if points}

    def chosen(self, cases: Sequence[Case]) -> Case | None:
        """The requested case, else the first that is possible."""
        possible = [case for case in cases if not case.obstacle]
        return next((case for case in possible if case.key == self._since), possible[0] if possible else None)


def rules_change(request: HttpRequest, sid: str) -> HttpResponse:
    table = find.find_table(request, sid)
    form = _form(table, request.POST)
    if wants_fragment(request):
        return render_preview(request, _board(form))
    if request.method != "POST" or is_preview_request(request.POST) or request.POST.get("action") == "form":
        return _page(request, table, form)
    if request.POST.get("action") == "confirm":
        return _confirm(request, table, form)
    return _page(request, table, form, proposed=True)


def _form(table: Table, post: QueryDict) -> OptionsForm:
    """The posted form; options that were not sent keep their values in force."""
    sent, options = post.copy(), table.options
    if any(name.startswith("opt-") for name in post):
        for spec in house_rules.specs(type(options)):
            sent.setdefault(f"opt-{spec.key}", str(getattr(options, spec.key)))
    return OptionsForm(table.ruleset, sent, options, running=True)


def _confirm(request: HttpRequest, table: Table, form: OptionsForm) -> HttpResponse:
    proposal, since = Proposal(table, form, request.POST), Form(request.POST)
    case = None if proposal.empty else proposal.chosen(proposal.cases())
    if not since.errors and (case is None or case.key != request.POST.get("since")):
        since.add_error(None, gettext("Please confirm once more."))
    sent = {name[4:]: str(value) for name, value in request.POST.items() if name.startswith("opt-")}

    def write(form_version: FormVersion) -> RoundEdit:
        return add_round(table, proposal.facts, form_version, case.follower if case else None)

    changed = change_table(request, table, since, write, lambda edit: is_rule_change(edit, sent))
    if changed.edit is None:
        form = _form(changed.table, request.POST) if changed.stale else form
        errors = [str(line) for line in since.non_field_errors()]
        return _page(request, changed.table, form, True, errors, changed.stale)
    toast(request, gettext("The house rules have changed."), changed.edit)
    return redirect("rules", table.session.public_id)


def _page(
    request: HttpRequest,
    table: Table,
    form: OptionsForm,
    proposed: bool = False,
    errors: Sequence[str] = (),
    stale: StaleView | None = None,
) -> HttpResponse:
    """The form; if it is ``proposed``, valid and changes something, the page with its effect instead."""
    proposal = None
    if proposed and form.errors:
        errors = field_errors(form)
    elif proposed:
        proposal = Proposal(table, form, request.POST)
    if proposal and proposal.empty:
        proposal, errors = None, [] if stale else [gettext("No house rule has been changed yet.")]
    status = 409 if stale else 422 if errors else 200
    context = {
        "errors": errors,
        "stale": stale,
        "lines": change_lines(table.ruleset, rule_changes_of(table)),
        **hidden_fields(request, table.session.revision, status == 422),
        **(_preview(proposal) if proposal else _board(form)),
    }
    template = "tables/rules_preview.html" if proposal else "tables/rules_change.html"
    return render(request, template, context, status=status)


def _board(form: OptionsForm) -> dict[str, object]:
    return {"board": Board(form), "options_line": options_line(form)}


def _preview(proposal: Proposal) -> dict[str, object]:
    cases, presenter = proposal.cases(), Presenter(proposal.table)
    shown = [case for case in cases if case.points]
    people = [presenter.person(name) for name in proposal.table.state.balances]
    return {
        "changes": Board(proposal.form).changed,
        "cases": cases,
        "shown": shown,
        # everybody with the points after each of the changes, and the difference
        "rows": [(person, [case.points[place] for case in shown]) for place, person in enumerate(people)],
        "chosen": proposal.chosen(cases),
        "later": [(row.pk, capfirst(round_name(row))) for row in proposal.later],
        "round": proposal.asked.pk if proposal.asked else None,
    }
