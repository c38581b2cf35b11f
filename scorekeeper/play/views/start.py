"""卓をつくる: start a session."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scorekeeper.circles.access import ensure_device, find_circle
from scorekeeper.circles.models import Circle
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.registry import RULESETS

from ..forms import OptionsForm, StartForm
from ..present import rules_line
from ..services import open_circle, start_session
from ..stakes import StakesForm, stakes_line

ROWS = 10


@require_http_methods(["GET", "HEAD", "POST"])
def session_new(request: HttpRequest, cid: str | None = None) -> HttpResponse:
    """The form that starts a session; without a circle, one is made from the names."""
    circle = find_circle(request, cid) if cid else None
    asked = request.POST if request.method == "POST" else request.GET
    ruleset = RULESETS.get(asked.get("game", ""), next(iter(RULESETS.values())))
    options, stakes = OptionsForm(ruleset, request.POST), StakesForm(request.POST)
    if request.method != "POST":
        return _page(request, circle, options, stakes, None)
    form = StartForm(ruleset, request.POST)
    if form.errors or _wrong(options) or _wrong(stakes):
        return _page(request, circle, options, stakes, form)
    device = ensure_device(request)
    names = tuple(form.names)
    document = Document(ruleset, options.options(), names, stake=stakes.stake, rate=stakes.rate)
    session = start_session(circle or open_circle(form.names, device), document, form.title)
    return redirect("table", session.public_id)


def _page(
    request: HttpRequest,
    circle: Circle | None,
    options: OptionsForm,
    stakes: StakesForm,
    form: StartForm | None,
) -> HttpResponse:
    typed = form.typed if form else _last_names(circle)
    context: dict[str, Any] = {
        "circle": {"name": circle.name, "url": f"/circles/{circle.public_id}/"} if circle else None,
        "form": {
            "errors": form.errors | _told(options) | _told(stakes) if form else {},
            "title": {"value": form.title if form else ""},
        },
        "games": [
            {
                "key": game.key,
                "name": gettext(game.title),
                "line": gettext(game.line),
                "selected": game is options.ruleset,
            }
            for game in RULESETS.values()
        ],
        "names": typed + [""] * max(0, ROWS - len(typed)),
        "offered": list(circle.players.order_by("name").values_list("name", flat=True)) if circle else [],
        "ruleset": options.ruleset,
        "options_line": rules_line(options.ruleset, options.options()),
        "options_open": _wrong(options),
        "groups": options.groups(),
        "borrowed": options.groups(borrowed=True),
        "borrowed_open": options.is_bound and options.borrows(),
        "stakes": stakes,
        "stakes_line": stakes_line(stakes.stake, stakes.rate),
        "stakes_open": _wrong(stakes),
    }
    return render(request, "play/new.html", context, status=422 if form else 200)


def _wrong(form: OptionsForm | StakesForm) -> bool:
    return form.is_bound and not form.is_valid()


def _told(form: OptionsForm | StakesForm) -> dict[str, list[str]]:
    """What is wrong in a part of the page that is usually folded away, for the box at the top."""
    return {
        f"{form.prefix}-{name}": [f"{form[name].label}: {text}" for text in errors]
        for name, errors in form.errors.items()
        if name in form.fields
    }


def _last_names(circle: Circle | None) -> list[str]:
    """Who sat at the circle's last table, in their order."""
    session = circle.sessions.first() if circle else None
    return [seat.player.name for seat in session.seats.select_related("player")] if session else []
