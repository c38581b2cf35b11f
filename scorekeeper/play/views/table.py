"""卓: the running session's page, the list of rounds, one round's receipt, and the rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.options import Spec

from .. import selectors
from ..codec import Table
from ..present import Presenter, over_line, rules_line
from ..rulebook import rule_text
from ..stakes import stakes_line


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
        "starter": found.replay.state.starter,
        "last": presenter.row(last, found.replay.scored[-1]) if last else None,
        "undo_url": reverse("round_void", args=(sid, last.position)) if last else None,
        "chart": selectors.chart(found, presenter),
        "over": over_line(found),
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
        "edit_url": None if row.voided else reverse("round_edit", args=(sid, number)),
        "insert_url": reverse("round_insert", args=(sid, number)),
        "void_url": None if row.voided else reverse("round_void", args=(sid, number)),
        "restore_url": reverse("round_restore", args=(sid, number)) if row.voided else None,
    }
    return render(request, "play/receipt.html", context)


@require_safe
def rules(request: HttpRequest, sid: str) -> HttpResponse:
    """The session's rules as a card: what is set, what differs, where it comes from."""
    found = Table(selectors.find_session(request, sid))
    groups: dict[str, list[tuple[object, ...]]] = {}
    differing = []
    for spec in house_rules.specs(type(found.options)):
        line = _rule(spec, getattr(found.options, spec.key), getattr(found.ruleset.defaults, spec.key))
        groups.setdefault(gettext(spec.group), []).append(line)
        if line[4]:
            differing.append(gettext("%(rule)s: %(value)s") % {"rule": line[0], "value": line[1]})
    context = {
        "game_session": selectors.head(found),
        "line": rules_line(found.ruleset, found.options),
        "stakes_line": stakes_line(found.stake, found.rate),
        "differing": differing,
        "groups": list(groups.items()),
        "rule_text": rule_text(found.ruleset, found.options),
        "export_url": reverse("export", args=(sid,)),
    }
    return render(request, "play/rules.html", context)


def _rule(spec: Spec, value: object, usual: object) -> tuple[object, ...]:
    labels = {key: gettext(label) for key, label in spec.choices}
    shown = labels.get(str(value), value)
    return gettext(spec.label), shown, gettext(spec.help), spec.source, value != usual, list(labels.values())
