"""人: everybody of a circle by game and year."""

from django.urls import reverse

from scorekeeper.circles.services import open_circle
from tests.doors import ask, membership, page
from tests.helpers import DOBON, Phone, text


def test_everybody_by_points(phone: Phone) -> None:
    phone.record(DOBON)
    shown = text(ask(phone, "people"))
    assert "1 あ あき 1 table +400 2 大 大輔 1 table ±0 3 C Chie 1 table −70 4 B Ben 1 table −330" in shown


def test_no_such_game_or_year(phone: Phone) -> None:
    assert phone.get(f"{page(phone, 'people')}?game=nosuch").status_code == 404
    assert phone.get(f"{page(phone, 'people')}?year=1999").status_code == 404
    assert phone.get(f"{page(phone, 'people')}?year=x").status_code == 404


def test_a_group_without_people(phone: Phone) -> None:
    """As from a file that holds none: there is nobody whose name could be changed."""
    group = open_circle("Friday", membership(phone).device)
    shown = text(phone.get(reverse("people", args=(group.public_id,))))
    assert "Nothing was played yet." in shown
    assert "Names, marks and colours" not in shown
    assert "Names, marks and colours" in text(ask(phone, "people"))
