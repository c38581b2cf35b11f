"""取り消し: taking a round back, or in again."""

from functools import partial

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.play import entries, find
from scorekeeper.play.idempotency import row_key
from scorekeeper.play.models import Round
from scorekeeper.play.services import void_round
from scorekeeper.present.round_names import name_of

from . import toasts
from .changing import Changed, change_table, confirm_context, hindrances
from .preview import unseated_lines


def round_void(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Take a round out of the count, after a look at what that changes."""
    return _change_round(request, sid, number, void=True)


def round_restore(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _change_round(request, sid, number, void=False)


def _change_round(request: HttpRequest, sid: str, number: int, void: bool) -> HttpResponse:
    table, key = find.find_table(request, sid), row_key(request)
    row = find.find_round(table, number, key, later=True)
    if request.method != "POST":
        return _confirm_page(request, Changed(table), row, void)
    write = partial(void_round, row, void=void)
    changed = change_table(request, table, Form(request.POST), write, row=row)
    if changed.edit is None:
        now = find.find_round(changed.table, number, str(row.pk), later=True)
        return _confirm_page(request, changed, now, void)
    words = gettext("%(round)s voided.") if void else gettext("%(round)s restored.")
    named = row if void else find.find_round(find.find_table(request, sid), number, key)
    done = words % {"round": capfirst(name_of(named))}
    if void and row.voided:  # the form came twice: the round has lost its number
        done = gettext("It has been voided.")
    toasts.done(request, done, changed.edit)
    return redirect("table", sid)


def _confirm_page(request: HttpRequest, changed: Changed, row: Round, void: bool) -> HttpResponse:
    then = entries.with_facts(changed.table, row, None if void else row.facts)
    if row.voided == void:
        hindered = [gettext("It has been voided.") if void else gettext("It has been restored.")]
    else:
        hindered = hindrances(then, lambda unseated: unseated_lines(changed.table, unseated, row.position))
    action = "round_void" if void else "round_restore"
    title = gettext("Void %(round)s?") if void else gettext("Restore %(round)s?")
    lead = gettext("It stays in the list, struck through; you can restore it at any time.")
    context = {
        **confirm_context(request, changed, row, action, hindered, None if hindered else then),
        "title": title % {"round": name_of(row)},
        "lead": lead if void else "",
        "action_label": gettext("Void") if void else gettext("Restore"),
    }
    return render(request, "rounds/confirm.html", context, status=changed.status)
