"""卓: the running session's page, whose seats they are, its scoreboard, rounds, receipts and rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scorekeeper.circles.access import membership_of
from scorekeeper.groups import invite
from scorekeeper.groups.ways_in import ask_person
from scorekeeper.live.updates import Context, is_update, live_page
from scorekeeper.money.open_lines import carried
from scorekeeper.play import find
from scorekeeper.play.rule_changes import applied
from scorekeeper.play.table import Table
from scorekeeper.present import headings, score_chart, standings
from scorekeeper.present.log import edit_entry, edits_of, entered_by
from scorekeeper.present.presenter import Presenter, RoundRow, claim_line, remarks, seated
from scorekeeper.present.receipts import PaidView
from scorekeeper.present.rule_changes import change_lines, in_force_since, scored_by
from scorekeeper.present.scoreboard import BoardView
from scorekeeper.present.words import notes_of, over_line
from scorekeeper.rounds import hand_requests, pads
from scorekeeper.rules.pages import book_context, save_form
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import code_of
from scorekeeper.scoring.core import Outcome
from scorekeeper.scoring.events import BETWEEN

from .similar_marks import lookalikes


def table(request: HttpRequest, sid: str) -> HttpResponse:
    """The standing, the last round, and the way to the next."""
    session = find.find_session(request, sid)

    def context(table: Table) -> Context:
        return _table(table) | ({} if is_update(request) else _own(request, table))

    return live_page(request, "tables/table.html", session, context)


def _own(request: HttpRequest, table: Table) -> Context:
    """What is made for one phone alone, and no part of an update."""
    people, seat = seated(table.seats), table.session.own_seat
    asks = seat is None and not membership_of(request).player_id
    return {
        "own_person": next((person for one, person in people if one.number == seat), None),
        "offers": [person for _seat, person in people] if asks else [],
        "lookalikes": lookalikes(table),
        "invite": invite.invite_to(request, table.session),
        "carried": carried(table),
    }


def session_me(request: HttpRequest, sid: str) -> HttpResponse:
    """Ask on which seat the person sits who holds the device, and go on to the table."""
    table = find.find_table(request, sid)
    people, done = [person for _seat, person in seated(table.seats)], reverse("table", args=(sid,))
    return ask_person(request, people, done)


def code(request: HttpRequest, sid: str) -> HttpResponse:
    """The QR code of the link that this device hands on; with ``?by=number`` without a name in it."""
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
        "rules_name": headings.rules_name(table),
        "open_round": open_round,
        "own": hand_requests.own(table, open_round) if open_round else None,
        "seats": standings.standing(table),
        "total": standings.total(table),
        "table_decides": table.options.traits.loser_starts and table.state.counted and not table.starter,
        "last": RoundRow(Presenter(table), last, table.last_recorded) if last else None,
        "journey": standings.journey(table),
        "chart": score_chart.chart(table),
        "over": over_line(table),
    }


def board(request: HttpRequest, sid: str) -> HttpResponse:
    """得点板, for a tablet or a television; with the code to join for those who may hand it on."""
    session = find.find_session(request, sid)
    invited = None if is_update(request) else invite.invite_to(request, session)
    session.own_seat = None

    def context(table: Table) -> Context:
        return {
            "table": table,
            "board": BoardView(table),
            "total": standings.total(table),
            "over": over_line(table),
            "invite": invited,
        }

    return live_page(request, "tables/board.html", session, context)


def rounds(request: HttpRequest, sid: str) -> HttpResponse:
    """Every round in one line."""
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
    """Everything about one round."""
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
        "remarks": remarks(outcome, presenter.speak),
        "notes": notes_of(outcome.notes, presenter.speak),
        "problems": presenter.problems(outcome.problems),
        "by": entered_by(row, edits),
        "log": [edit_entry(presenter, edit) for edit in edits],
        "paid": PaidView(presenter, outcome.transfers),
        "total": sum(scored.change.values()) if scored else 0,
        "scored_by": scored_by(applied(table), row),
        "editable": not row.voided and row.facts["kind"] not in BETWEEN,
    }


def rules(request: HttpRequest, sid: str) -> HttpResponse:
    """The session's rules as a card: what differs, what is set, and where it comes from."""
    table = find.find_table(request, sid)
    name = headings.rules_name(table)
    named = RuleSet(name or headings.game_name(table.session), table.ruleset, table.options, table.stake)
    changes = applied(table)
    context = {
        **book_context(named, table.rate),
        "changes": change_lines(table.ruleset, changes),
        "since": in_force_since(changes),
        "name": name,
        "keep": save_form(name),
        "code": code_of(named),
    }
    return render(request, "tables/rules.html", context)
