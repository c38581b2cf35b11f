"""夜の精算: ticking the payments of a night, and noting others."""

from datetime import date
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scorekeeper.money.bills import bill_target, tick
from scorekeeper.money.paying import NothingToPay, PaymentTarget, handle, refusal_words
from scorekeeper.play.bills import night_summaries, pay_night
from scorekeeper.play.idempotency import apply
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
    pay = partial(pay_night, night, unit, suggested=False)

    def target() -> PaymentTarget:
        summary = next((one for one in night_summaries(night) if one.bill.unit == unit), None)
        if summary is None:
            words = gettext("No table of this night is settled in this unit.")
            raise NothingToPay(words, night_url(night, cid))
        return bill_target(summary, pay, lambda refusal: [refusal_words(refusal)])

    return handle(request, target)
