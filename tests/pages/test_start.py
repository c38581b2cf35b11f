"""The start page: this device's circles alone."""

from tests.helpers import Phone, html, text


def test_first_visit(db: None) -> None:
    page = Phone().get("/")
    assert "Open a table: pick the game, type the names." in text(page)
    assert "device" not in page.cookies


def test_only_the_circles_of_this_device(phone: Phone, stranger: Phone) -> None:
    page = phone.get("/")
    assert phone.url("table") in html(page)
    assert phone.circle_url() in html(page)
    assert "あき, Ben, Chie, 大輔" in text(page)
    assert stranger.url("table") not in html(page)
    assert stranger.circle_url() not in html(page)
    assert phone.url("table") not in html(stranger.get("/"))
    assert phone.url("table") not in html(Phone().get("/"))


def test_circle_that_was_joined(phone: Phone, second: Phone) -> None:
    assert phone.url("table") in html(second.get("/"))


def test_rounds_are_counted(phone: Phone) -> None:
    phone.play()
    assert "1 round" in text(phone.get("/"))
