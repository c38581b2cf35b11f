"""席替え・代打・連荘の訂正: the pages for what happens between two rounds."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.selectors import present_players
from scorekeeper.play import find
from scorekeeper.play.idempotency import FormVersion, hidden_fields
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import add_round, change_seats, corrects, seats_facts
from scorekeeper.play.standing_in import change_stand_in, lets_play
from scorekeeper.play.table import Table
from scorekeeper.present import headings

from .changing import Changed, change_table
from .forms import SeatsForm, StandInForm, StreakForm, stand_ins


def seats(request: HttpRequest, sid: str) -> HttpResponse:
    """Somebody joins, leaves, or two swap their seats."""
    table = find.find_table(request, sid)
    closed = _closed(table)
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect("table", sid)
    if request.method != "POST":
        return _seats_page(request, Changed(table), SeatsForm(table))
    form = SeatsForm(table, request.POST.dict())
    moved = (form.join_name, form.leaves, form.swapped)
    facts = seats_facts(table, *moved)
    form.refuse(closed)

    def write(form_version: FormVersion) -> RoundEdit:
        return change_seats(table.session, *moved, form_version)

    changed = change_table(request, table, form, write, lambda edit: edit.after == facts)
    if changed.edit is None:
        again = SeatsForm(changed.table, shown=form.typed) if changed.stale else form
        return _seats_page(request, changed, again)
    messages.success(request, gettext("The seats have changed."))
    return redirect("table", sid)


def stand_in(request: HttpRequest, sid: str) -> HttpResponse:
    """Somebody plays for the player of a seat from the next round on, or the player is back."""
    table = find.find_table(request, sid)
    closed = _closed(table)
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect("table", sid)
    if request.method != "POST":
        form = StandInForm(table, shown={"seat": request.GET.get("seat", "")})
        return _stand_in_page(request, Changed(table), form)
    form = StandInForm(table, request.POST.dict())
    form.is_valid()
    form.refuse(closed)

    def write(form_version: FormVersion) -> RoundEdit:
        typed = form.cleaned_data
        return change_stand_in(table, typed["seat"], typed["player"], typed["keeps"], form_version)

    changed = change_table(request, table, form, write, lambda edit: lets_play(edit, form.asked))
    if changed.edit is None:
        again = StandInForm(changed.table, shown=form.typed) if changed.stale else form
        return _stand_in_page(request, changed, again)
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def streak(request: HttpRequest, sid: str) -> HttpResponse:
    """The table corrects how often in a row somebody has won; 404 in a game that counts no such thing."""
    table = find.find_table(request, sid)
    if not table.options.has_streaks:
        raise Http404
    closed = _closed(table)
    if not table.options.counts_streaks:
        closed = closed or gettext("This table plays without winning streaks.")
    if request.method != "POST":
        return _streak_page(request, Changed(table), StreakForm(table), closed)
    form = StreakForm(table, request.POST.dict())
    read = form.read
    form.refuse(closed)

    def write(form_version: FormVersion) -> RoundEdit:
        return add_round(table, {"kind": "streak", "wins": form.wins}, form_version)

    changed = change_table(request, table, form, write, lambda edit: corrects(edit, read))
    if changed.edit is None:
        again = StreakForm(changed.table, shown=form.typed) if changed.stale else form
        return _streak_page(request, changed, again)
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def _closed(table: Table) -> str:
    ended = table.session.ended_at
    return gettext("This table has ended. Reopen it to enter another round.") if ended else ""


def _seats_page(request: HttpRequest, changed: Changed, form: SeatsForm) -> HttpResponse:
    players = [player.name for player in present_players(changed.table.session.circle)]
    offered = [name for name in players if name not in form.seated.values()]
    return _page(request, "rounds/seats.html", changed, {"form": form, "offered": offered})


def _stand_in_page(request: HttpRequest, changed: Changed, form: StandInForm) -> HttpResponse:
    table, playing = changed.table, stand_ins(changed.table)
    taken = {*form.seated.values(), *playing.values()}
    players = [player.name for player in present_players(table.session.circle)]
    context = {
        "form": form,
        "standing_in": [(form.seated.get(seat, ""), name) for seat, name in playing.items()],
        "offered": [name for name in players if name not in taken],
    }
    return _page(request, "rounds/stand_in.html", changed, context)


def _streak_page(request: HttpRequest, changed: Changed, form: StreakForm, closed: str = "") -> HttpResponse:
    counted = changed.table.options.counts_streaks and not changed.table.session.ended_at
    context = {"form": form, "closed": closed, "counted": counted}
    return _page(request, "rounds/streak.html", changed, context)


def _page(request: HttpRequest, template: str, changed: Changed, context: dict[str, object]) -> HttpResponse:
    context |= {
        "game_session": headings.SessionHead(changed.table),
        "stale": changed.stale,
        **hidden_fields(request, changed.table.session.revision, changed.status == 422),
    }
    return render(request, template, context, status=changed.status)
