"""夜のページ: the tables of a night, one settlement over all of them, and the next table in one tap."""

from datetime import date
from functools import partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import LineField, change_by
from scorekeeper.live.updates import LAYOUT, is_update
from scorekeeper.money.bills import bill_target, tick
from scorekeeper.money.paying import NothingToPay, PaymentTarget, handle, refusal_words
from scorekeeper.play import find
from scorekeeper.play.idempotency import apply, new_key
from scorekeeper.play.models import Night
from scorekeeper.play.nights import current_table, rename_night, tonight
from scorekeeper.play.payments import night_summaries, pay_night
from scorekeeper.play.services import fits
from scorekeeper.play.table import Table
from scorekeeper.present.words import signed_money
from scorekeeper.scoring import texts
from scorekeeper.story.nights import night_url
from scorekeeper.tables.table import board

from .view import NightView, find_night

LONGEST_NAME = 60


class NightForm(forms.Form):
    """夜の名前: what a night is called; empty for its day."""

    name = LineField(LONGEST_NAME, label=_("Name of the night"), help_text=_("Leave empty to use the date."))


def night(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """The tables of a night with their standings, and who pays whom."""
    return night_page(request, find_night(request, day))


def night_rename(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """Give a night another name; 409 where somebody else has done so meanwhile."""
    night, form = find_night(request, day), NightForm(request.POST)
    rename = partial(rename_night, night, device=membership_of(request).device)
    if refused := change_by(form, "name", rename):
        return night_page(request, night, refused, form)
    messages.success(request, gettext("Saved."))
    return redirect("night", cid, day)


def night_board(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """得点板: the scoreboard of the running table, or of the last one, and then of the next."""
    session = current_table(find_night(request, day).sessions.order_by("-started_at", "-pk"))
    if session is None:
        raise Http404
    return board(request, session.public_id)


def night_page(
    request: HttpRequest, night: Night, status: int = 200, form: NightForm | None = None
) -> HttpResponse:
    """The page of a night."""
    shown = NightView(night)
    context: dict[str, object] = {
        "shown": shown,
        "form": form or NightForm(initial={"name": night.name}),
        "key": new_key(),
        "tonight": night.day == tonight(),
        "share_text": night_text(shown),
    }
    if shown.current:
        context |= _following(request, shown.current.public_id)
    if is_update(request):
        context["layout"] = LAYOUT
    return render(request, "nights/night.html", context, status=status)


def night_text(shown: NightView) -> str:
    """A night for a group chat: who came where at each table, what it comes to, and who pays whom."""
    lines, dot = [shown.title, shown.about], gettext(" · ")
    for table in reversed(shown.tables):
        if table.played:
            lines.append(f"■ {table.title}")
            lines.append(dot.join(f"{one.name} {texts.signed(one.points)}" for one in table.standing))
    for settlement in shown.settlements:
        lines.append(f"■ {gettext('In money')}")
        won = (f"{who.name} {signed_money(amount, settlement.unit)}" for who, amount in settlement.won)
        lines.append(dot.join(won))
        lines += [payment.line for payment in settlement.payments]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _following(request: HttpRequest, sid: str) -> dict[str, object]:
    """How the night can go on after the table that the page hears of."""
    session = find.find_session(request, sid)
    table, other = Table(session), urlencode({"after": sid, "game": session.game})
    return {
        "other_url": f"{reverse('circle_session_new', args=(session.circle.public_id,))}?{other}",
        "running": session.ended_at is None,
        "again": fits(table) and session.ended_at is not None,
    }


def night_paid(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """Tick a payment as made, or take a tick back."""
    night = find_night(request, day)
    pay = partial(pay_night, night, request.POST.get("unit", ""))
    refusal = apply(request, lambda form_version: tick(request, form_version, night.bills.all(), pay)).refusal
    if refusal:
        messages.warning(request, refusal_words(refusal))
        return night_page(request, night, 409)
    return redirect(f"{night_url(night, cid)}#settling")


def night_payment(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """Record a payment of a night that was not suggested."""
    night, unit = find_night(request, day), request.GET.get("unit", "")
    pay = partial(pay_night, night, unit, suggested=False)

    def target() -> PaymentTarget:
        summary = next((one for one in night_summaries(night) if one.bill.unit == unit), None)
        if summary is None:
            words = gettext("No table of this night is settled in this unit.")
            raise NothingToPay(words, night_url(night, cid))
        return bill_target(summary, pay, lambda refusal: [refusal_words(refusal)])

    return handle(request, target)
