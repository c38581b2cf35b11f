"""残高: what people have open between them over all nights, by pair and by person; paying it in one go."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Membership
from scorekeeper.play import balances
from scorekeeper.play.balances import Balance
from scorekeeper.play.given import Given, read_given
from scorekeeper.play.idempotency import FormVersion, StaleForm, apply, read_form_version
from scorekeeper.play.models import Clearing, Kind, OpenDebt
from scorekeeper.play.paying import Dues
from scorekeeper.present.headings import kind_name
from scorekeeper.present.people import Faces, faces_and_bank
from scorekeeper.present.settling import owed
from scorekeeper.rounds.toasts import undoable
from scorekeeper.scoring.registry import RULESETS

from .paying import (
    AmountField,
    NothingToPay,
    PaymentTarget,
    changed_words,
    handle,
    recorded_words,
    refusal_words,
)

MOST_CLEARED = 10
"""How many of the last payments in one go the page shows."""


def balance_context(membership: Membership, known: Faces) -> dict[str, object]:
    """What the page of open payments shows of balances."""
    amounts = balances.open_amounts(membership.circle)
    own = str(membership.player_id or "")
    return {
        "balances": [_kind(kind, rows, known, own) for kind, rows in amounts.items()],
        "cleared": [_cleared(one, known) for one in balances.cleared(membership.circle, MOST_CLEARED)],
    }


def _kind(kind: Kind, rows: Iterable[OpenDebt], known: Faces, own: str) -> dict[str, object]:
    """What is open in one unit, or in the points of one game: by pair, and what everybody gets or owes.

    ``own`` is the key of the person who holds this phone, empty where nobody is known to.
    """
    unit, game = kind
    pairs = balances.pair_balances(rows)
    sums = balances.people_balances(rows)
    return {
        "unit": unit,
        "game": game,
        "name": kind_name(unit, game),
        "left": _sum(pairs),
        "pairs": [(owed(pair.given, unit, known), pair.months) for pair in pairs],
        "people": [(known[who], amount) for who, amount in sums.items()],
        "own": own,
        "own_gets": _sum(pair for pair in pairs if pair.payee == own),
        "own_owes": _sum(pair for pair in pairs if pair.payer == own),
    }


def _sum(pairs: Iterable[Balance]) -> Decimal:
    return sum((pair.amount for pair in pairs), Decimal())


def _cleared(clearing: Clearing, known: Faces) -> dict[str, object]:
    (unit, _game), given = balances.given_of(clearing)
    return {"clearing": clearing, "payment": given and owed(given, unit, known)}


def _kind_of(values: Mapping[str, str]) -> Kind:
    """The unit, or the game of points, that a form or an address names."""
    unit, game = values.get("unit", ""), values.get("game", "")
    return unit, game if game in RULESETS and not unit else ""


def clear(request: HttpRequest, cid: str) -> HttpResponse:
    """Tick everything as paid that two people have open between them."""
    membership = membership_of(request)

    def write(form_version: FormVersion) -> Clearing:
        given = read_given(request.POST.get("clear", ""))
        if given is None:
            raise StaleForm
        return balances.clear(membership.circle, _kind_of(request.POST.dict()), given, form_version)

    if made := apply(request, write).made:
        undoable(request, gettext("All paid."), reverse("unclear", args=(cid, made.pk)), gettext("Undo"))
    else:
        messages.warning(request, changed_words())
    return redirect("bills", cid)


def clear_part(request: HttpRequest, cid: str) -> HttpResponse:
    """Record part of the open amount between two people as paid."""
    membership = membership_of(request)
    if given := _recorded_before(request, membership.circle):
        names = {key: face.name for key, face in faces_and_bank(membership.circle).items()}
        messages.success(request, recorded_words(given, names, request.GET.get("unit", "")))
        return redirect("bills", cid)
    return handle(request, lambda: _target(request, membership))


def _recorded_before(request: HttpRequest, circle: Circle) -> Given | None:
    """What this very form has recorded, which is no longer open now; None for any other form."""
    form_version = read_form_version(request)
    paid = circle.clearings.filter(undone_at=None)
    made = paid.filter(key=form_version.key).first() if form_version else None
    kind, given = balances.given_of(made) if made else (("", ""), None)
    if given is None:
        return None
    try:
        amount = AmountField(Dues({}, kind[0], given.amount)).clean(request.POST.get("amount", ""))
    except ValidationError:
        return None
    typed = Given(request.POST.get("from", ""), request.POST.get("to", ""), amount)
    return given if (_kind_of(request.GET.dict()), typed) == (kind, given) else None


def _target(request: HttpRequest, membership: Membership) -> PaymentTarget:
    circle, kind = membership.circle, _kind_of(request.GET.dict())
    pair = request.GET.get("from", ""), request.GET.get("to", "")
    balance, known = balances.find_balance(circle, kind, *pair), faces_and_bank(circle)
    back = reverse("bills", args=(circle.public_id,))
    if balance is None:
        raise NothingToPay(gettext("Nothing is open between these two."), back)
    owed = {balance.payer: -balance.amount, balance.payee: balance.amount}

    def save(given: Given, form_version: FormVersion) -> None:
        shown = read_given(request.POST.get("shown", ""))
        if shown is None:
            raise StaleForm
        if (given.payer, given.payee) != pair:
            raise StaleForm(words=gettext("Only a payment from one to the other lowers what is open."))
        balances.clear(circle, kind, shown, form_version, given.amount)

    return PaymentTarget(
        title=kind_name(*kind),
        back=back,
        dues=Dues(owed, kind[0], balance.step, balance.amount),
        names={who: known[who].name for who in pair},
        revision=0,
        save=save,
        news=lambda refusal: [refusal_words(refusal)],
        parent=gettext("Open payments"),
        shown=str(balance.given),
    )


def unclear(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Untick payments that were ticked in one go."""
    membership = membership_of(request)
    circle = membership.circle
    if apply(request, lambda form_version: balances.undo_clearing(circle, number, form_version)).refusal:
        messages.warning(request, changed_words())
    else:
        messages.success(request, gettext("Undone: it is open again."))
    return redirect("bills", cid)
