"""席替え・代打・連荘の訂正・卓の設定: the pages that change a table between two rounds."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import hidden_fields
from scorekeeper.play.table import Table

from .changing import Changed, change_table
from .forms import ChangeForm, SeatsForm, StandInForm, StreakForm, TableForm


def seats(request: HttpRequest, sid: str) -> HttpResponse:
    """Somebody joins, leaves, or two swap their seats."""
    return _change(request, find_table(request, sid), SeatsForm)


def stand_in(request: HttpRequest, sid: str) -> HttpResponse:
    """Somebody plays for the player of a seat from the next round on, or the player is back."""
    return _change(request, find_table(request, sid), StandInForm)


def streak(request: HttpRequest, sid: str) -> HttpResponse:
    """The table corrects how often in a row somebody has won; 404 in a game that counts no such thing."""
    table = find_table(request, sid)
    if not table.options.traits.has_streaks:
        raise Http404
    return _change(request, table, StreakForm)


def settings(request: HttpRequest, sid: str) -> HttpResponse:
    """卓の設定: whether hands stay hidden until a round is recorded, and whether a second person confirms."""
    return _change(request, find_table(request, sid), TableForm)


def _change(request: HttpRequest, table: Table, made: type[ChangeForm]) -> HttpResponse:
    if request.method != "POST":
        form = made(table, initial={"seat": request.GET.get("seat", "")})
        if form.closed and not form.shown_closed:
            messages.info(request, form.closed)
            return redirect("table", table.session.public_id)
        return _page(request, Changed(table), form)
    form = made(table, request.POST.dict())
    form.is_valid()
    if form.closed:
        form.errors.clear()
        form.add_error(None, form.closed)
    changed = change_table(request, table, form, form.save, form.says)
    if changed.edit is None:
        if changed.stale:
            form = made(changed.table, form.data)
            form.errors.clear()
        return _page(request, changed, form)
    messages.success(request, str(form.done_words))
    return redirect("table", table.session.public_id)


def _page(request: HttpRequest, changed: Changed, form: ChangeForm) -> HttpResponse:
    context = {
        "form": form,
        "stale": changed.stale,
        **hidden_fields(request, changed.table.session.revision, changed.status == 422),
    }
    return render(request, form.template, context, status=changed.status)
