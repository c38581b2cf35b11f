"""席替え・代打・連荘の訂正: the pages for what happens between two rounds."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.selectors import present_players
from scorekeeper.play import find
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import Stamp, add_round, change_seats, seats_facts
from scorekeeper.play.stamps import new_key, read_stamp, refusal_of
from scorekeeper.play.standing_in import change_stand_in, stands_in
from scorekeeper.play.table import Table
from scorekeeper.present import heads
from scorekeeper.scoring.names import same_name
from scorekeeper.server.database import snapshot

from .forms import SeatsForm, StandInForm, StreakForm, counts_streaks, stand_ins
from .preview import StaleView, stale_view


def seats(request: HttpRequest, sid: str) -> HttpResponse:
    """Somebody joins, leaves, or two swap their seats."""
    table = find.find_table(request, sid)
    closed = _closed(table)
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect("table", sid)
    if request.method != "POST":
        return _seats_page(request, table, SeatsForm(table))
    form = SeatsForm(table, request.POST.dict())
    moved = (form.join_name, form.leaves, form.swapped)
    if _saved_before(request, table, seats_facts(table, *moved)):
        return redirect("table", sid)
    stamp = _checked(request, closed, form)
    if stamp is None:
        return _seats_page(request, table, form, 422)
    failed = refusal_of(lambda: change_seats(table.session, *moved, stamp))
    if failed is not None:
        with snapshot():
            fresh = find.find_table(request, sid)
            again = SeatsForm(fresh, shown=form.typed)
            return _seats_page(request, fresh, again, 409, stale_view(fresh, failed))
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
        return _stand_in_page(request, table, StandInForm(table, shown={"seat": request.GET.get("seat", "")}))
    form = StandInForm(table, request.POST.dict())
    if _stood_in_before(request, form):
        return redirect("table", sid)
    stamp = _checked(request, closed, form)
    if stamp is None:
        return _stand_in_page(request, table, form, 422)
    said = form.cleaned_data
    failed = refusal_of(lambda: change_stand_in(table, said["seat"], said["player"], said["keeps"], stamp))
    if failed is not None:
        with snapshot():
            fresh = find.find_table(request, sid)
            again = StandInForm(fresh, shown=form.typed)
            return _stand_in_page(request, fresh, again, 409, stale_view(fresh, failed))
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def streak(request: HttpRequest, sid: str) -> HttpResponse:
    """The table corrects how often in a row somebody has won; 404 in a game that counts no such thing."""
    table = find.find_table(request, sid)
    if not table.options.has_streaks:
        raise Http404
    closed = _closed(table)
    if not counts_streaks(table):
        closed = closed or gettext("This table does not pay for winning again.")
    if request.method != "POST":
        return _streak_page(request, table, StreakForm(table), closed=closed)
    form = StreakForm(table, request.POST.dict())
    if _saved_before(request, table, {"kind": "streak", "wins": form.read}):
        return redirect("table", sid)
    stamp = _checked(request, closed, form)
    if stamp is None:
        return _streak_page(request, table, form, 422)
    facts = {"kind": "streak", "wins": form.wins}
    failed = refusal_of(lambda: add_round(table, facts, stamp))
    if failed is not None:
        with snapshot():
            fresh = find.find_table(request, sid)
            again = StreakForm(fresh, shown=form.typed)
            return _streak_page(request, fresh, again, 409, stale_view(fresh, failed))
    messages.success(request, gettext("Saved."))
    return redirect("table", sid)


def _closed(table: Table) -> str:
    ended = table.session.ended_at
    return gettext("This session has ended. Reopen it to enter another round.") if ended else ""


def _saved_before(request: HttpRequest, table: Table, facts: dict[str, object]) -> bool:
    """Whether this very form came before, and did what it does now."""
    stamp = read_stamp(request)
    done = table.session.edits.filter(key=stamp.key).first() if stamp else None
    if done is None or done.after is None:
        return False
    wins, asked = done.after.get("wins"), facts.get("wins")
    if isinstance(wins, dict) and isinstance(asked, dict):
        return {number: asked.get(number) for number in wins} == wins
    return bool(done.after == facts)


def _stood_in_before(request: HttpRequest, form: StandInForm) -> bool:
    """Whether this very form came before, and let the same person play for the same seat."""
    form.is_valid()
    stamp, asked = read_stamp(request), form.asked
    edits = form.table.session.edits.filter(action=RoundEdit.Action.STAND_IN)
    done = edits.filter(key=stamp.key).first() if stamp else None
    if done is None or done.after is None or asked is None:
        return False
    name = same_name(stands_in(done.after))
    return (done.after["seat"], name, done.after["keeps_figures"]) == asked


def _checked(request: HttpRequest, closed: str, form: SeatsForm | StandInForm | StreakForm) -> Stamp | None:
    """The stamp of a form that can be saved; else None, with the reason among the form's errors."""
    stamp = read_stamp(request)
    if closed:
        form.refuse(closed)
    elif stamp is None:
        form.add_error(None, gettext("Please confirm once more."))
    return None if form.errors else stamp


def _seats_page(
    request: HttpRequest, table: Table, form: SeatsForm, status: int = 200, stale: StaleView | None = None
) -> HttpResponse:
    players = [player.name for player in present_players(table.session.circle)]
    context = {
        "form": form,
        "offered": [name for name in players if name not in form.seated.values()],
    }
    return _page(request, "rounds/seats.html", table, context, status, stale)


def _stand_in_page(
    request: HttpRequest,
    table: Table,
    form: StandInForm,
    status: int = 200,
    stale: StaleView | None = None,
) -> HttpResponse:
    taken = {*form.seated.values(), *stand_ins(table).values()}
    players = [player.name for player in present_players(table.session.circle)]
    context = {
        "form": form,
        "standing_in": [(form.seated.get(seat, ""), name) for seat, name in stand_ins(table).items()],
        "offered": [name for name in players if name not in taken],
    }
    return _page(request, "rounds/stand_in.html", table, context, status, stale)


def _streak_page(
    request: HttpRequest,
    table: Table,
    form: StreakForm,
    status: int = 200,
    stale: StaleView | None = None,
    closed: str = "",
) -> HttpResponse:
    counted = counts_streaks(table) and not table.session.ended_at
    context = {"form": form, "closed": closed, "counted": counted}
    return _page(request, "rounds/streak.html", table, context, status, stale)


def _page(
    request: HttpRequest,
    template: str,
    table: Table,
    context: dict[str, object],
    status: int,
    stale: StaleView | None,
) -> HttpResponse:
    typed = request.POST.get("key", "") if status == 422 else ""
    seen = request.POST.get("revision") if status == 422 else None
    context |= {
        "game_session": heads.head(table),
        "stale": stale,
        "revision": seen or table.session.revision,
        "key": typed or new_key(),
    }
    return render(request, template, context, status=status)
