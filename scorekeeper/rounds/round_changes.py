"""取り消し・並べかえ: voiding, restoring and moving rounds, with a page before that shows what changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.play.entries import (
    Entries,
    Unseated,
    first_disallowed,
    newly_unseated,
    with_facts,
    with_move,
)
from scorekeeper.play.find import find_round, find_table
from scorekeeper.play.idempotency import hidden_fields, read_form_version, row_key
from scorekeeper.play.models import Round
from scorekeeper.play.moving import END, is_move, move_round, next_entry, numbered_in
from scorekeeper.play.numbering import numbered
from scorekeeper.play.services import void_round
from scorekeeper.play.table import Table
from scorekeeper.present import differences
from scorekeeper.present.presenter import Presenter, ProblemView
from scorekeeper.present.words import disallowed_line, entry_name, headline, round_name
from scorekeeper.server.unreadable import number_in

from .changing import Changed, change_table, toast
from .preview import StaleView, unseated_lines

# ── voiding and restoring ────────────────────────────────────────────────────────────────────────


def round_void(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _change_round(request, sid, number, void=True)


def round_restore(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _change_round(request, sid, number, void=False)


def _change_round(request: HttpRequest, sid: str, number: int, void: bool) -> HttpResponse:
    table, key = find_table(request, sid), row_key(request)
    row = find_round(table, number, key, later=True)
    if request.method != "POST":
        return _void_page(request, Changed(table), row, void)
    write = partial(void_round, row, void=void)
    changed = change_table(request, table, Form(request.POST), write, row=row)
    if changed.edit is None:
        now = find_round(changed.table, number, str(row.pk), later=True)
        return _void_page(request, changed, now, void)
    words = gettext("%(round)s voided.") if void else gettext("%(round)s restored.")
    named = row if void else find_round(find_table(request, sid), number, key)
    done = words % {"round": capfirst(round_name(named))}
    if void and row.voided:  # a repeated form: the round has lost its number
        done = gettext("It has been voided.")
    toast(request, done, changed.edit)
    return redirect("table", sid)


def _void_page(request: HttpRequest, changed: Changed, row: Round, void: bool) -> HttpResponse:
    then = with_facts(changed.table, row, None if void else row.facts)
    if row.voided == void:
        obstacles = [gettext("It has been voided.") if void else gettext("It has been restored.")]
    else:
        obstacles = _obstacles(then, lambda unseated: unseated_lines(changed.table, unseated, row.position))
    action = "round_void" if void else "round_restore"
    title = gettext("Void %(round)s?") if void else gettext("Restore %(round)s?")
    lead = gettext("It stays in the list, struck through; you can restore it at any time.")
    context = {
        **_confirm_context(request, changed, row, action, obstacles, None if obstacles else then),
        "title": title % {"round": round_name(row)},
        "lead": lead if void else "",
        "action_label": gettext("Void") if void else gettext("Restore"),
    }
    return render(request, "rounds/confirm.html", context, status=changed.status)


# ── moving ───────────────────────────────────────────────────────────────────────────────────────


@dataclass
class ProposedMove:
    """A round and its proposed place: before ``follower``, or at the end."""

    table: Table
    row: Round
    follower: Round | None

    @cached_property
    def others(self) -> list[Round]:
        return [one for one in self.table.played if one.pk != self.row.pk]

    @cached_property
    def place(self) -> int:
        """How many of the others would be before it."""
        end = self.follower.position if self.follower else self.table.length + 1
        return sum(one.position < end for one in self.others)

    @property
    def moves(self) -> bool:
        return self.place != sum(one.position < self.row.position for one in self.others)

    @cached_property
    def then(self) -> Entries:
        return with_move(self.table, self.row, self.follower)

    @property
    def steps(self) -> tuple[str | None, str | None]:
        """The form values for one place further up and down; None where there is no such place."""
        up = str(self.others[self.place - 1].pk) if self.place else None
        return up, self.before(self.place + 1) if self.place < len(self.others) else None

    def before(self, place: int) -> str:
        """The form value for the place after so many of the others."""
        return str(self.others[place].pk) if place < len(self.others) else END

    def neighbours(self) -> list[dict[str, object]]:
        """The rounds around the place, and among them the ``own``, with the name that it ``becomes``."""
        first = max(0, self.place - 2)
        rows = self.others[first : self.place + 2]
        items = [self._named(one) for one in rows]
        possible = self.moves and not move_obstacles(self)
        becomes = entry_name(numbered_in(self.then, self.row)) if possible else ""
        own = {**self._named(self.row), "own": True, "becomes": becomes}
        return [*items[: self.place - first], own, *items[self.place - first :]]

    def _named(self, row: Round) -> dict[str, object]:
        return {"called": round_name(row), "headline": headline(self.table.recall(row.facts), self.table)}


def proposed_move(table: Table, row: Round, asked: Mapping[str, str]) -> ProposedMove:
    """The place that a form or a link asks for, by default the present one; raises Http404."""
    now = ProposedMove(table, row, next_entry(table, row))
    before = asked.get("before", "") or _stepped(now, asked.get("to", ""))
    if before == END:
        return ProposedMove(table, row, None)
    if not before or before == str(row.pk):
        return now
    return ProposedMove(table, row, find_round(table, 0, before))


def _stepped(now: ProposedMove, to: str) -> str:
    """The form value for one place ``up`` or ``down``, or for the place where the round gets a number."""
    up, down = now.steps
    if to in ("up", "down"):
        return (up if to == "up" else down) or ""
    number = number_in(to)
    if not number:
        return ""
    counting = [place for place, one in enumerate(now.others) if one.result.counts]
    places = dict(enumerate(counting, 1))
    return now.before(places.get(number, len(now.others)))


def round_move(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    table, key = find_table(request, sid), row_key(request)
    row, sent = find_round(table, number, key), read_form_version(request)
    wanted = proposed_move(table, row, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST":
        return _move_page(request, Changed(table), wanted)
    if sent and sent.revision == table.revision and (move_obstacles(wanted) or not wanted.moves):
        return _move_page(request, Changed(table, status=422), wanted)
    place = wanted.follower
    write, same = partial(move_round, table, row, place), partial(is_move, row=row, follower=place)
    changed = change_table(request, table, Form(request.POST), write, same, row)
    if changed.edit is None:
        now = find_round(changed.table, row.position, str(row.pk))
        return _move_page(request, changed, proposed_move(changed.table, now, request.POST))
    now = find_round(find_table(request, sid), number, key)
    words = gettext("Moved: it is %(round)s now.") % {"round": round_name(now)}
    toast(request, words, changed.edit)
    return redirect("table", sid)


def move_obstacles(wanted: ProposedMove) -> list[str]:
    """Why the round cannot be moved."""
    if wanted.row.voided:
        return [gettext("It has been voided.")]
    if not wanted.moves:
        return []
    words = gettext("%(round)s includes %(name)s, who would join only after it.")

    def seats(unseated: Unseated) -> list[str]:
        rows = [row for row in wanted.table.played if row.position in unseated]
        return [words % {"round": capfirst(round_name(row)), "name": unseated[row.position]} for row in rows]

    return _obstacles(wanted.then, seats)


def _move_page(request: HttpRequest, changed: Changed, wanted: ProposedMove) -> HttpResponse:
    row, lines = wanted.row, move_obstacles(wanted)
    then = wanted.then if wanted.moves and not lines else None
    objections: tuple[ProblemView, ...] = ()
    if then:  # of the round in its new place
        place = [position for position, _facts in then.rounds].index(row.position)
        objections = Presenter(wanted.table).problems(then.replay.scored[place].outcome.problems)
    context = {
        **_confirm_context(request, changed, row, "round_move", lines, then),
        "title": gettext("Move %(round)s") % {"round": round_name(row)},
        "choice": None if row.voided else _choice(wanted),
        "objections": [item.text for item in objections],
        "action_label": gettext("Move it here"),
    }
    return render(request, "rounds/move.html", context, status=changed.status)


def _choice(wanted: ProposedMove) -> dict[str, object]:
    up, down = wanted.steps
    return {
        "neighbours": wanted.neighbours(),
        "up": up,
        "down": down,
        "before": wanted.before(wanted.place),
        "counts": numbered(wanted.row).counts,
        "most": sum(one.result.counts for one in wanted.others) + numbered(wanted.row).counts,
    }


# ── the page before each of them ─────────────────────────────────────────────────────────────────


def _confirm_context(
    request: HttpRequest,
    changed: Changed,
    row: Round,
    action: str,
    obstacles: list[str],
    then: Entries | None,
) -> dict[str, object]:
    """The context of the page before a change: the differences of the rounds ``then`` (None: not shown), or
    why it is not possible."""
    table, stale = changed.table, changed.stale
    place = table.session.public_id, row.position
    return {
        "action_url": reverse(action, args=place),
        "back_url": reverse("round", args=place),
        **hidden_fields(request, table.session.revision),
        "row": row.pk,
        "number": numbered(row).number or "",
        "what": Presenter(table).facts_line(row.facts),
        "obstacles": obstacles,
        "sees": then is not None,
        "again": changed.status == 422,
        "many": then and differences.are_many(then),
        "diff": [change for change in differences.difference(then) if change.position] if then else [],
        "standing": differences.standings(then) if then else [],
        "stale": StaleView(stale.lines[:-1]) if stale and then is None else stale,
    }


def _obstacles(then: Entries, seats: Callable[[Unseated], list[str]]) -> list[str]:
    """Why the rounds ``then`` could not be read; ``seats`` gives the lines about people."""
    if unread := first_disallowed(then):
        return [disallowed_line(then.table, unread)]
    unseated = newly_unseated(then)
    return seats(unseated) if unseated else []
