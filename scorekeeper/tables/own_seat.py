"""席の選択: which seat of the table a device belongs to."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scorekeeper.circles.access import membership_of
from scorekeeper.groups.ways_in import ask_person
from scorekeeper.play import find
from scorekeeper.play.table import Table
from scorekeeper.present import headings
from scorekeeper.present.presenter import PersonView, Presenter


def session_me(request: HttpRequest, sid: str) -> HttpResponse:
    """Ask on which seat the person sits who holds the device, and go on to the table."""
    table = find.find_table(request, sid)
    membership = membership_of(request)
    people, done = seated_people(table), reverse("table", args=(sid,))
    return ask_person(request, membership, people, done, table=headings.SessionHead(table))


def seated_people(table: Table) -> dict[int, PersonView]:
    """The people at a table by their keys, as the table marks them."""
    presenter = Presenter(table)
    return {seat.player_id: presenter.person(seat.player.name) for seat in table.seats}
