"""A night of three games: what people owe is worked out here by hand.

Gamble Dobon at 1円 a point: あき +300, Ben −200, Chie −100.  Teyaku Dobon at 0.1円: Chie +1,000,
Ben +500, あき −1,000, Dan −500, so Chie +100円, Ben +50円, あき −100円, Dan −50円.  Together あき +200円,
Ben −150円, Chie 0 and Dan −50円: Ben pays あき 150円 and Dan pays あき 50円.  Dotenko, without a rate:
Dan +7, あき −7.
"""

from django.http import HttpResponse

from scorekeeper.play.models import GameSession, Night
from tests.circle_pages import page
from tests.helpers import Phone
from tests.play.evenings import over

ONE = {"unit": "円", "per_point": "1", "round_to": 10}
TENTH = {"unit": "円", "per_point": "0.1", "round_to": 10}


def three_games(phone: Phone) -> Night:
    """The night, in the circle of a phone."""
    circle = phone.session.circle
    GameSession.objects.all().delete()
    over(circle, {("Ben", "あき"): 300, ("Chie", "Ben"): 100}, rate=ONE)
    over(circle, {("あき", "Chie"): 1000, ("Dan", "Ben"): 500}, game="teyaku", rate=TENTH)
    last = over(circle, {("あき", "Dan"): 7}, game="dotenko")
    phone.sid = last.public_id
    return last.night


def address(phone: Phone, name: str = "night", *more: object) -> str:
    """The address of a page of the night of a phone's table."""
    return page(phone, name, phone.session.night.day, *more)


def look(phone: Phone, name: str = "night", *more: object) -> HttpResponse:
    """That page."""
    response: HttpResponse = phone.get(address(phone, name, *more))
    return response
