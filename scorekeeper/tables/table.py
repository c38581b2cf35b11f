"""卓: the pages of a session: standing, scoreboard, rounds, receipts, sheet, rules, colours, referee."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import attrgetter

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import COLORS
from scorekeeper.games.families import family_of
from scorekeeper.games.fields import Fields, chips
from scorekeeper.groups import invite
from scorekeeper.groups.joining import ask_person
from scorekeeper.live.updates import Context, is_update, live_page
from scorekeeper.money.settle import carried
from scorekeeper.play import find
from scorekeeper.play.models import Round
from scorekeeper.play.people import PersonChanged, change_person, last_change
from scorekeeper.play.rule_changes import rule_changes_of
from scorekeeper.play.table import Table
from scorekeeper.present import standings, words
from scorekeeper.present.charts import ScoreChart
from scorekeeper.present.log import edit_entry, edits_of, entered_by
from scorekeeper.present.pictures.frame import answer, shape_of
from scorekeeper.present.pictures.table import sheet as picture
from scorekeeper.present.presenter import (
    COLOR_NAMES,
    PersonView,
    Presenter,
    RoundRow,
    TransfersView,
    claim_line,
    remarks,
    seats_with_people,
)
from scorekeeper.present.scoreboard import ScoreboardView
from scorekeeper.present.sheet import SheetView
from scorekeeper.present.words import change_lines, in_force_since, notes_of, over_line, rules_line, scored_by
from scorekeeper.rounds import pads
from scorekeeper.rounds.collected_hands import OwnHand
from scorekeeper.rules.pages import book_context, save_form
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import code_of
from scorekeeper.scoring.core import Outcome
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset

MANY_COLUMNS = 5
"""From so many on, the current points stand below the sheet too."""
MOST_OFFERED = 4
"""Colours to choose from."""


def table(request: HttpRequest, sid: str) -> HttpResponse:
    session = find.find_session(request, sid)

    def context(table: Table) -> Context:
        return _table(table) | ({} if is_update(request) else _own(request, table))

    return live_page(request, "tables/table.html", session, context)


def _own(request: HttpRequest, table: Table) -> Context:
    """Context for this phone alone, which updates leave out, as they are cached for all phones."""
    people, seat = seats_with_people(table.seats), table.session.own_seat
    asks = seat is None and not membership_of(request).player_id
    return {
        "own_person": next((person for each, person in people if each.number == seat), None),
        "offers": [person for _seat, person in people] if asks else [],
        "lookalikes": lookalikes(table),
        "invite": invite.invite_to(request, table.session),
        "carried": carried(table),
    }


def session_me(request: HttpRequest, sid: str) -> HttpResponse:
    """Ask which player holds the device, and redirect to the table."""
    table = find.find_table(request, sid)
    people, done = [person for _seat, person in seats_with_people(table.seats)], reverse("table", args=(sid,))
    return ask_person(request, people, done)


def code(request: HttpRequest, sid: str) -> HttpResponse:
    """The QR code of the invitation; with ``?by=number`` by IP address, not by name."""
    shown = invite.invite_to(request, find.find_session(request, sid))
    link = shown.link if shown else None
    url = link and (link.number if request.GET.get("by") == "number" else link.url)
    if not url:
        raise Http404
    return HttpResponse(invite.qr_code(url).svg, content_type="image/svg+xml")


def _table(table: Table) -> Context:
    last, open_round = table.last, pads.open_round(table.session)
    return {
        "table": table,
        "rules_name": words.rules_name(table),
        "open_round": open_round,
        "own": OwnHand(table, open_round) if open_round else None,
        "seats": standings.standing(table),
        "total": standings.total(table),
        "table_decides": table.options.traits.loser_starts and table.state.counted and not table.starter,
        "last": RoundRow(Presenter(table), last, table.last_recorded) if last else None,
        "journey": standings.journey(table),
        "chart": ScoreChart(table) if table.last_number > 1 else None,
        "over": over_line(table),
    }


def board(request: HttpRequest, sid: str) -> HttpResponse:
    """得点板, for a tablet or a television; with the QR code for members who may invite."""
    session = find.find_session(request, sid)
    invited = None if is_update(request) else invite.invite_to(request, session)
    session.own_seat = None

    def context(table: Table) -> Context:
        return {
            "table": table,
            "board": ScoreboardView(table),
            "total": standings.total(table),
            "over": over_line(table),
            "invite": invited,
        }

    return live_page(request, "tables/board.html", session, context)


def rounds(request: HttpRequest, sid: str) -> HttpResponse:
    session = find.find_session(request, sid)

    def context(table: Table) -> Context:
        page, newest = standings.page_of_rounds(table, request.GET.get("page"))
        return {
            "table": table,
            "rows": standings.rows(table, newest),
            "page": page,
            "seats": standings.standing(table),
            "total": standings.total(table),
        }

    return live_page(request, "tables/rounds.html", session, context)


def receipt(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    session = find.find_session(request, sid)
    return live_page(request, "tables/receipt.html", session, lambda table: _receipt(table, number))


def _receipt(table: Table, number: int) -> Context:
    row = find.find_round(table, number)
    scored, presenter = table.recorded([row]).get(row.pk), Presenter(table)
    outcome, edits = scored.outcome if scored else Outcome(), edits_of(table, row)
    return {
        "row": RoundRow(presenter, row, scored),
        "claims": [claim_line(claim) for claim in outcome.claims],
        "stand_ins": presenter.stand_ins(row),
        "remarks": remarks(outcome, presenter.translate),
        "notes": notes_of(outcome.notes, presenter.translate),
        "problems": presenter.problems(outcome.problems),
        "by": entered_by(row, edits),
        "log": [edit_entry(presenter, edit) for edit in edits],
        "transfers": TransfersView(presenter, outcome.transfers),
        "total": sum(scored.change.values()) if scored else 0,
        "scored_by": scored_by(rule_changes_of(table), row),
        "editable": not row.voided and row.facts["kind"] not in BETWEEN,
    }


def rules(request: HttpRequest, sid: str) -> HttpResponse:
    """The session's rules: what differs from the usual ones, what is set, and its sources."""
    table = find.find_table(request, sid)
    name = words.rules_name(table)
    named = RuleSet(name or words.game_name(table.session), table.ruleset, table.options, table.stake)
    changes = rule_changes_of(table)
    context = {
        **book_context(named, table.rate),
        "changes": change_lines(table.ruleset, changes),
        "since": in_force_since(changes),
        "name": name,
        "keep": save_form(name),
        "code": code_of(named),
    }
    return render(request, "tables/rules.html", context)


def sheet(request: HttpRequest, sid: str) -> HttpResponse:
    """The score sheet by pages, newest rounds first; with ``all`` every round, without live updates."""
    session = find.find_session(request, sid)
    if "all" in request.GET:
        table = Table(session)
        whole = {**_sheet(table, table.rounds), "whole": True, "now": timezone.now()}
        return render(request, "tables/sheet.html", whole)

    def context(table: Table) -> Context:
        page, rounds = standings.page_of_rounds(table, request.GET.get("page"))
        return {**_sheet(table, rounds[::-1]), "page": page}

    return live_page(request, "tables/sheet.html", session, context)


def sheet_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    table = Table(find.find_session(request, sid))
    return answer(request, picture(table, *last_rounds(table), shape_of(shape)))


def _sheet(table: Table, rounds: list[Round]) -> Context:
    shown = sheet_of(table, rounds)
    seats = standings.standing(table) if len(shown.columns) >= MANY_COLUMNS else ()
    return {
        "table": table,
        "sheet": shown,
        "seats": sorted(seats, key=attrgetter("place")),
        "total": standings.total(table),
        "rules_name": words.rules_name(table),
        "rules_line": rules_line(table.ruleset, table.options),
        "since": in_force_since(rule_changes_of(table)),
    }


def sheet_of(table: Table, rounds: Sequence[Round]) -> SheetView:
    """The sheet of consecutive rounds, the oldest first."""
    return SheetView(table, rounds, partial(family_of(table.ruleset).form.called, table.session.game))


def last_rounds(table: Table) -> tuple[SheetView, bool]:
    """The sheet of the newest page of rounds, and whether there are earlier ones."""
    page, rounds = standings.page_of_rounds(table)
    return sheet_of(table, rounds[::-1]), page.has_next()


def lookalikes(table: Table) -> Iterator[tuple[PersonView, str, list[tuple[PersonView, object]]]]:
    """For each person with the colour of somebody on an earlier seat: that person, the other's name, and the
    person in each free colour, with the colour's name."""
    people = [person for _seat, person in seats_with_people(table.seats)]
    first: dict[int, str] = {}
    taken = {person.color for person in people}
    free = [color for color in range(COLORS) if color not in taken][:MOST_OFFERED]
    for person in people:
        other = first.setdefault(person.color, person.name)
        if free and other != person.name:
            yield person, other, [(replace(person, color=color), COLOR_NAMES[color]) for color in free]


def seat_look(request: HttpRequest, sid: str) -> HttpResponse:
    """Give somebody at the table another colour; one that is no longer offered changes nothing."""
    table = find.find_table(request, sid)
    device = membership_of(request).device
    wanted = request.POST.get("player", ""), request.POST.get("color", "")
    players = {seat.player_id: seat.player for seat in table.seats}
    for person, _other, offers in lookalikes(table):
        if wanted in [(str(person.pk), str(look.color)) for look, _name in offers]:
            player = players[person.pk]
            with suppress(PersonChanged):
                change_person(player, {"color": int(wanted[1])}, device, last_change(player))
    return redirect("table", sid)


def referee(request: HttpRequest, sid: str) -> HttpResponse:
    table = find.find_table(request, sid)
    context = {"line": rules_line(table.ruleset, table.options)}
    return _judged(request, table.ruleset, table.options, len(table.state.seats), context)


def referee_anywhere(request: HttpRequest) -> HttpResponse:
    games = [game for game in RULESETS.values() if family_of(game).referee]
    ruleset = next((game for game in games if game.key == request.GET.get("game")), games[0])
    cards = {"game": chips(gettext("Game"), [(game.key, gettext(game.title)) for game in games])}
    context = {
        "games": Fields(cards, {"game": ruleset.key}, {})["game"],
        "game_key": ruleset.key,
        "back_url": reverse("start"),
        "line": rules_line(ruleset, ruleset.defaults),
    }
    return _judged(request, ruleset, ruleset.defaults, 0, context)


def _judged(
    request: HttpRequest, ruleset: Ruleset, options: Options, players: int, context: Mapping[str, object]
) -> HttpResponse:
    judge = family_of(ruleset).referee
    if judge is None:
        raise Http404
    answer = judge(request.GET, options, players)
    status = 422 if answer.wrong else 200
    return render(request, answer.template, {**context, **answer.context}, status=status)
