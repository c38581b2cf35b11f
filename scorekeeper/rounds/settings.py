"""卓の設定: what a table has chosen for its rounds to come."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import FormVersion, hidden_fields
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import SETTINGS
from scorekeeper.play.table import Table
from scorekeeper.present.headings import SessionHead

from . import hand_requests, pads
from .changing import change_table
from .forms import TableForm
from .preview import StaleView


def settings(request: HttpRequest, sid: str) -> HttpResponse:
    """卓の設定: whether hands stay hidden until a round is recorded, and whether a second person confirms."""
    table = find_table(request, sid)
    session = table.session
    now = {"title": session.title, "day": session.night.day}
    if request.method != "POST":
        chosen = {key: getattr(session, key) for key in SETTINGS}
        return _page(request, table, TableForm(initial=now | chosen))
    form = TableForm({**now, **request.POST.dict()})

    def write(form_version: FormVersion) -> RoundEdit:
        settings = dict(form.cleaned_data)
        return pads.change_settings(session, settings, form_version, day=settings.pop("day"))

    changed = change_table(request, table, form, write)
    if changed.edit is None:
        return _page(request, changed.table, form, changed.status, changed.stale)
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def _page(
    request: HttpRequest, table: Table, form: TableForm, status: int = 200, stale: StaleView | None = None
) -> HttpResponse:
    context = {
        "game_session": SessionHead(table),
        "form": form,
        "alone": not hand_requests.others(table, current_device(request)),
        "hands": bool(hand_requests.form_of(table).hands),
        "stale": stale,
        **hidden_fields(request, table.session.revision, status == 422),
    }
    return render(request, "rounds/settings.html", context, status=status)
