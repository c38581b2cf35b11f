"""支払い: the form of a payment that is not among the suggestions."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import normalize

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play import find
from scorekeeper.play.idempotency import (
    FormVersion,
    StaleForm,
    apply,
    hidden_fields,
    read_form_version,
)
from scorekeeper.play.payments import Dues, dues_of, pay, payment_at
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.present.words import amount_in, title
from scorekeeper.rounds.preview import stale_view
from scorekeeper.rules.stakes import Cleaned
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import BANK

LONGEST = 40
AMOUNT = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")


class AmountField(forms.CharField):
    """An amount as people type it: with full-width digits, separators or its unit."""

    def __init__(self, dues: Dues) -> None:
        looks = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "enterkeyhint": "done"})
        super().__init__(max_length=LONGEST, widget=looks, label=_("How much"))
        self.dues = dues

    def clean(self, value: object) -> Decimal:
        typed = normalize("NFKC", super().clean(value)).removesuffix(normalize("NFKC", self.dues.unit))
        plain = re.sub(r"[,\s]", "", typed)
        if not AMOUNT.fullmatch(plain) or not Decimal(plain):
            raise forms.ValidationError(gettext("Type an amount above 0, such as %(amount)s.") % self._step())
        amount = Decimal(plain)
        if amount % self.dues.step:
            raise forms.ValidationError(gettext("Only in steps of %(amount)s.") % self._step())
        if amount > self.dues.most:
            most = amount_in(self.dues.most, self.dues.unit)
            raise forms.ValidationError(gettext("At most %(amount)s.") % {"amount": most})
        return amount // self.dues.step * self.dues.step  # as many decimals as the step has

    def _step(self) -> dict[str, str]:
        return {"amount": amount_in(self.dues.step, self.dues.unit)}


class PaymentForm(forms.Form):
    """Who gave whom how much."""

    def __init__(
        self,
        target: "PaymentTarget",
        data: Mapping[str, object] | None = None,
        initial: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        people, dues = target.names, target.dues
        choices = [("", gettext("Choose")), *people.items()]
        self.fields["from"] = forms.ChoiceField(choices=choices, label=_("Who has paid"))
        self.fields["to"] = forms.ChoiceField(choices=choices, label=_("Who has received it"))
        self.fields["amount"] = AmountField(dues)

    def clean(self) -> Cleaned:
        cleaned = super().clean() or {}
        if cleaned.get("from") and cleaned.get("from") == cleaned.get("to"):
            self.add_error("to", gettext("Choose somebody other than the payer."))
        return cleaned

    @property
    def transfer(self) -> MoneyTransfer:
        cleaned_data = self.cleaned_data
        return MoneyTransfer(cleaned_data["from"], cleaned_data["to"], cleaned_data["amount"])


@dataclass(frozen=True, slots=True)
class PaymentTarget:
    """What a payment is recorded for: a table, a bill, or the balance of two people."""

    title: str
    back: str  # the address of the page to return to
    dues: Dues
    names: Mapping[str, str]  # of who may pay and be paid, by the keys of ``dues``
    revision: int
    save: Callable[[MoneyTransfer, FormVersion], object]  # raises StaleForm
    news: Callable[[StaleForm], Iterable[str]]  # the lines for that
    parent: str = ""  # the title of the page to return to, if it is not the settlement
    shown: str = ""  # the balance that the form shows, where there is no revision


def changed_words() -> str:
    return gettext("The list has changed. Nothing was ticked; this is the current list.")


def refusal_words(refusal: StaleForm) -> str:
    return refusal.words or changed_words()


def payment(request: HttpRequest, sid: str) -> HttpResponse:
    """Record a payment at a table; raises Http404 where points are only counted."""
    return handle(request, lambda: _at_table(request, sid))


def _at_table(request: HttpRequest, sid: str) -> PaymentTarget:
    table = find.find_table(request, sid)
    if table.bare.points_only(table.state):
        raise Http404
    dues = dues_of(table)
    bank = {BANK: texts.account(BANK, gettext)} if BANK in dues.balances else {}

    def news(error: StaleForm) -> list[str]:
        return list(stale_view(find.find_table(request, sid), error).lines)

    return PaymentTarget(
        title=title(table.session),
        back=reverse("settle", args=(sid,)),
        dues=dues,
        names={**table.names, **bank},
        revision=table.revision,
        save=lambda transfer, form_version: pay(
            table.session, payment_at(table, transfer), form_version, suggested=False
        ),
        news=news,
    )


class NothingToPay(Exception):
    """Nothing is left to be paid; ``args`` are a message and the address to redirect to."""


def handle(request: HttpRequest, find_target: Callable[[], PaymentTarget]) -> HttpResponse:
    """Show the form of a payment, or record it; ``find_target`` loads the target, again after a refusal."""
    try:
        return _handle(request, find_target)
    except NothingToPay as nothing:
        words, back = nothing.args
        messages.info(request, words)
        return redirect(back)


def _handle(request: HttpRequest, find_target: Callable[[], PaymentTarget]) -> HttpResponse:
    target = find_target()
    if request.method != "POST":
        return _page(request, target, PaymentForm(target, initial=request.GET.dict()))
    form = PaymentForm(target, request.POST)
    if asked := _to_confirm(request, target, form):
        return _page(request, target, form, 422, asked=asked)
    applied = apply(request, lambda form_version: target.save(form.transfer, form_version), form)
    if applied.refusal:
        return _page(request, find_target(), form, 409, news=target.news(applied.refusal))
    if applied.wrong:
        return _page(request, target, form, 422)
    messages.success(request, recorded_words(form.transfer, target.names, target.dues.unit))
    return redirect(target.back)


def recorded_words(transfer: MoneyTransfer, names: Mapping[str, str], unit: str) -> str:
    amount = amount_in(transfer.amount, unit)
    words = {"from": names[transfer.payer], "to": names[transfer.payee], "amount": amount}
    return gettext("Recorded: %(from)s → %(to)s %(amount)s") % words


def _to_confirm(request: HttpRequest, target: PaymentTarget, form: PaymentForm) -> MoneyTransfer | None:
    """A payment that reverses a balance, and is not confirmed yet; None for a stale form."""
    form_version = read_form_version(request)
    if not form.is_valid() or form_version is None or form_version.revision != target.revision:
        return None
    asked = form.transfer
    return asked if target.dues.reversed_by(asked) and request.POST.get("agreed") != str(asked) else None


def _page(
    request: HttpRequest,
    target: PaymentTarget,
    form: PaymentForm,
    status: int = 200,
    asked: MoneyTransfer | None = None,
    news: Iterable[str] = (),
) -> HttpResponse:
    balances = target.dues.reversed_by(asked) if asked else {}
    context = {
        "target": target,
        "form": form,
        "asked": asked,
        "turned": [_line(target, key, balance) for key, balance in balances.items() if balance],
        "open": [_open(target, key, balance) for key, balance in target.dues.balances.items() if balance],
        "stale": {"lines": list(news)} if status == 409 else None,
        **hidden_fields(request, target.revision, status == 422),
    }
    return render(request, "money/payment.html", context, status=status)


def _open(target: PaymentTarget, key: str, balance: Decimal) -> tuple[str, str, str]:
    text = pgettext("still open", "gets") if balance > 0 else pgettext("still open", "owes")
    return target.names[key], text, amount_in(abs(balance), target.dues.unit)


def _line(target: PaymentTarget, key: str, balance: Decimal) -> str:
    values = {"name": target.names[key], "amount": amount_in(abs(balance), target.dues.unit)}
    if balance > 0:
        return gettext("%(name)s gets %(amount)s") % values
    return gettext("%(name)s owes %(amount)s") % values
