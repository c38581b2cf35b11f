"""夜の精算: ticking the payments of a night, and noting others."""

from datetime import date
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scorekeeper.money.bills import tick
from scorekeeper.money.paying import PaymentTarget, handle, refusal_words
from scorekeeper.play.bills import night_summaries, pay_night
from scorekeeper.play.idempotency import apply
from scorekeeper.play.models import Night
from scorekeeper.present.headings import night_title
from scorekeeper.present.people import faces_and_bank
from scorekeeper.story.nights import night_url

from .night import night_page
from .view import find_night


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
    try:
        return handle(request, lambda: _target(night, unit))
    except NothingSettled:
        messages.info(request, gettext("No table of this night is settled in this unit."))
        return redirect("night", cid, day)


class NothingSettled(Exception):
    """No table of a night is over by now that is settled in a unit."""


def _target(night: Night, unit: str) -> PaymentTarget:
    summary = next((one for one in night_summaries(night) if one.bill.unit == unit), None)
    if summary is None:
        raise NothingSettled
    known = faces_and_bank(night.circle)
    people = {
        str(key) for session in summary.sessions for key in session.seats.values_list("player", flat=True)
    }
    return PaymentTarget(
        title=night_title(night),
        back=f"{night_url(night, night.circle.public_id)}#settling",
        dues=summary.dues,
        names={key: face.name for key, face in known.items() if key in people or key in summary.balances},
        revision=summary.revision,
        save=lambda given, form_version: pay_night(night, unit, given, form_version, suggested=False),
        news=lambda refusal: [refusal_words(refusal)],
    )
