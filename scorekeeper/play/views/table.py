"""卓: the running session's page, the list of rounds, one round's receipt, and the rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from .. import selectors
from ..between import counts_streaks
from ..codec import Table
from ..entry import BETWEEN
from ..present import Presenter, over_line, rules_line
from ..rulebook import SOURCES, rule_lists, rule_text
from ..stakes import rounding_words, stakes_line, stakes_words


@require_safe
def table(request: HttpRequest, sid: str) -> HttpResponse:
    """The standing, the last round, and the way to the next."""
    found = Table(selectors.find_session(request, sid))
    presenter = Presenter(found)
    last = found.played[-1] if found.played else None
    context = {
        "game_session": selectors.head(found),
        "seats": selectors.standing(found, presenter),
        "total": selectors.total(found),
        "pot": found.replay.state.pot,
        "starter": found.replay.state.starter if found.session.ended_at is None else "",
        "deals": getattr(found.options, "starts", "winner") == "loser",
        "last": presenter.row(last, found.replay.scored[-1]) if last else None,
        "undo_url": reverse("round_void", args=(sid, last.position)) if last else None,
        "chart": selectors.chart(found, presenter),
        "over": over_line(found),
        "counts_streaks": counts_streaks(found),
    }
    return render(request, "play/table.html", context)


@require_safe
def rounds(request: HttpRequest, sid: str) -> HttpResponse:
    """Every round in one line."""
    found = Table(selectors.find_session(request, sid))
    presenter = Presenter(found)
    page = selectors.row_pages(found).get_page(request.GET.get("page"))
    context = {
        "game_session": selectors.head(found),
        "rows": selectors.rows(found, presenter, page),
        "page": page,
        "seats": selectors.standing(found, presenter),
        "total": selectors.total(found),
    }
    return render(request, "play/rounds.html", context)


@require_safe
def receipt(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Everything about one round."""
    found = Table(selectors.find_session(request, sid))
    row = selectors.find_round(found, number)
    shown = Presenter(found).receipt(row, selectors.scored_of(found, row))
    context = {
        "game_session": selectors.head(found),
        "receipt": shown,
        "total": shown.total,
        "prev_url": reverse("round", args=(sid, number - 1)) if number > 1 else None,
        "next_url": reverse("round", args=(sid, number + 1)) if number < len(found.rounds) else None,
        "edit_url": None
        if row.voided or row.facts["kind"] in BETWEEN
        else reverse("round_edit", args=(sid, number)),
        "insert_url": reverse("round_insert", args=(sid, number)),
        "void_url": None if row.voided else reverse("round_void", args=(sid, number)),
        "restore_url": reverse("round_restore", args=(sid, number)) if row.voided else None,
    }
    return render(request, "play/receipt.html", context)


@require_safe
def rules(request: HttpRequest, sid: str) -> HttpResponse:
    """The session's rules as a card: what differs, what is set, and where it comes from."""
    found = Table(selectors.find_session(request, sid))
    stake, rate = found.document().stake, found.document().rate
    own, borrowable, differing = rule_lists(found.ruleset, found.options)
    context = {
        "game_session": selectors.head(found),
        "line": rules_line(found.ruleset, found.options),
        "stakes_line": stakes_line(stake, rate),
        "stakes_words": [*stakes_words(stake), *filter(None, [rounding_words(rate)])],
        "differing": differing,
        "groups": own,
        "borrowable": borrowable,
        "chapters": rule_text(found.ruleset, found.options),
        "sources": SOURCES.items(),
        "export_url": reverse("export", args=(sid,)),
    }
    return render(request, "play/rules.html", context)
