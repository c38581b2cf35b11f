"""席の選択: which seat of the table a device belongs to."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.selectors import offers
from scorekeeper.play import find
from scorekeeper.present.presenter import Presenter

from .ways_in import ask_person


@require_http_methods(["GET", "HEAD", "POST"])
def session_me(request: HttpRequest, sid: str) -> HttpResponse:
    """Ask on which seat the person sits who holds the device, and go on to the table."""
    table = find.find_table(request, sid)
    membership = find_membership(request, table.session.circle.public_id)
    presenter = Presenter(table)
    people = []
    for offer in offers(membership, [seat.player for seat in table.seats]):
        person = presenter.person(offer.name)
        people.append(replace(offer, color=person.color, mark=person.mark))
    return ask_person(request, membership, people, reverse("table", args=(sid,)), at_table=True)
