"""席の選択: which seat of the table a device belongs to."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Membership
from scorekeeper.circles.selectors import Offer, offers
from scorekeeper.groups.ways_in import ask_person
from scorekeeper.play import find
from scorekeeper.play.table import Table
from scorekeeper.present import headings
from scorekeeper.present.presenter import Presenter


def session_me(request: HttpRequest, sid: str) -> HttpResponse:
    """Ask on which seat the person sits who holds the device, and go on to the table."""
    table = find.find_table(request, sid)
    membership = find_membership(request, table.session.circle.public_id)
    people, done = seat_offers(membership, table), reverse("table", args=(sid,))
    return ask_person(request, membership, people, done, table=headings.head(table))


def seat_offers(membership: Membership, table: Table) -> list[Offer]:
    """The people at a table that a device may be, as the table marks them."""
    people, presenter = [], Presenter(table)
    for offer in offers(membership, [seat.player for seat in table.seats]):
        person = presenter.person(offer.name)
        people.append(replace(offer, color=person.color, mark=person.mark))
    return people
