"""卓の設定: what a table has chosen for its rounds to come."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.play.find import find_table
from scorekeeper.play.services import SETTINGS, FormUsed, StaleForm
from scorekeeper.play.stamps import new_key, read_stamp
from scorekeeper.play.table import Table
from scorekeeper.present.heads import head
from scorekeeper.server.database import snapshot

from . import asking, pads
from .forms import TitleForm
from .preview import StaleView, stale_view


def settings(request: HttpRequest, sid: str) -> HttpResponse:
    """卓の設定: whether hands stay hidden until a round is recorded, and whether a second person confirms."""
    table = find_table(request, sid)
    stamp = read_stamp(request)
    if request.method != "POST":
        return _settings_page(request, table)
    if stamp is None:
        return _settings_page(request, table, status=422)
    named = TitleForm(request.POST)
    if "title" in request.POST and not named.is_valid():
        return _settings_page(request, table, status=422, named=named)
    title = named.cleaned_data["title"] if "title" in request.POST else None
    try:
        pads.change_settings(table.session, {key: key in request.POST for key in SETTINGS}, stamp, title)
    except pads.HandsHidden:
        return _settings_page(request, table, _hands_hidden(), 409)
    except (StaleForm, FormUsed) as error:
        with snapshot():
            fresh = find_table(request, sid)
            return _settings_page(request, fresh, stale_view(fresh, error), 409)
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def _hands_hidden() -> StaleView:
    return StaleView([gettext("Hidden hands have been sent. They can be shown from the next round on.")])


def _settings_page(
    request: HttpRequest,
    table: Table,
    stale: StaleView | None = None,
    status: int = 200,
    named: TitleForm | None = None,
) -> HttpResponse:
    posted = request.method == "POST"
    title = request.POST.get("title", table.session.title)
    chosen = {key: key in request.POST if posted else getattr(table.session, key) for key in SETTINGS}
    context = {
        "game_session": head(table),
        "chosen": chosen,
        "named": named or TitleForm(initial={"title": title}),
        "alone": not asking.others(table, current_device(request)),
        "hands": bool(asking.form_of(table).hands),
        "stale": stale,
        "failed": status == 422 and not named,
        "revision": table.session.revision,
        "key": new_key(),
    }
    return render(request, "rounds/settings.html", context, status=status)
