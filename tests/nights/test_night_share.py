"""夜のページをつくる: links to a night for people without a seat."""

from scorekeeper.circles.models import CircleChange
from scorekeeper.play.models import ResultLink
from tests.doors import come_in
from tests.helpers import Phone, forms, html, text
from tests.nights.example import address, look


def share(phone: Phone) -> ResultLink:
    """Press the button; the link that it made."""
    url = address(phone, "night_share")
    response = phone.post(url, forms(phone.get(url))["share"])
    assert (response.status_code, response["Location"]) == (302, url)
    return ResultLink.objects.latest("pk")


def test_the_link_is_there(night: Phone) -> None:
    link = share(night)
    assert (link.night, link.session, link.with_sheet) == (night.session.night, None, False)
    shown = look(night, "night_share")
    assert "/n/" in html(shown)
    assert "no-store" in shown["Cache-Control"]
    assert "With the score sheet" not in text(shown)
    assert CircleChange.objects.get(action="link").after["role"] == "result"


def test_who_only_watches_makes_none(night: Phone) -> None:
    assert come_in(night, "viewer").get(address(night, "night_share")).status_code == 403
