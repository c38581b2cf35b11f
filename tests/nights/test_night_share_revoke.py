"""夜のページを閉じる: its link opens nothing any more."""

from tests.helpers import Phone, text
from tests.nights.example import address, look
from tests.nights.test_night_share import share
from tests.nights.test_shared_night import path_of


def test_closed(night: Phone) -> None:
    link = share(night)
    assert Phone().get(path_of(link)).status_code == 200
    closed = night.post(address(night, "night_share_revoke", link.pk))
    assert closed.status_code == 302
    assert Phone().get(path_of(link)).status_code == 404
    assert "Make a page" in text(look(night, "night_share"))


def test_a_page_of_something_else(night: Phone) -> None:
    link = share(night)
    assert night.post(night.url("share_revoke", link.pk)).status_code == 404
    assert night.post(address(night, "night_share_revoke", link.pk + 1)).status_code == 404
    assert Phone().get(path_of(link)).status_code == 200
