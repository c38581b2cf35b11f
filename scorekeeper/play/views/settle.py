"""精算: who owes whom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import selectors
from ..codec import Table
from ..forms import new_key
from ..present import Presenter
from ..sharing import share_text


@require_safe
def settle(request: HttpRequest, sid: str) -> HttpResponse:
    """The fewest payments and the standing, as they are now."""
    return settle_page(request, Table(selectors.find_session(request, sid)))


def settle_page(request: HttpRequest, table: Table, status: int = 200) -> HttpResponse:
    """The page of a table's settlement."""
    presenter = Presenter(table)
    final = selectors.settlement(table)
    payments = selectors.payments(final, table, presenter)
    seats = sorted(selectors.standing(table, presenter), key=lambda seat: -final.results.result[seat.name])
    head = selectors.head(table)
    context = {
        "game_session": head,
        "payments": payments,
        "exact": final.exact,
        "explain": explanation(len(payments), final.exact),
        "results": selectors.results(final, seats, table),
        "total": selectors.total(table),
        "share_text": share_text(head, final, table) if table.played else "",
        "ended": head.ended,
        "revision": table.session.revision,
        "key": new_key(),
    }
    return render(request, "play/settle.html", context, status=status)


def explanation(count: int, exact: bool) -> str:
    """How the list of payments came about."""
    if not count:
        return ""
    if exact:
        return gettext("These are the fewest payments possible. Paying one does not change the others.")
    return gettext("With more than twelve people this is a short list, perhaps not the shortest.")
