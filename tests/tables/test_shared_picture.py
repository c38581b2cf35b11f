"""結果の画像, as a chat shows it beside the link."""

import struct

from scorekeeper.play.models import ResultLink
from tests.helpers import OUT, Phone
from tests.tables.test_share import share
from tests.tables.test_shared import path_of


def picture(link: ResultLink, language: str = "en") -> bytes:
    response = Phone(language).get(f"{path_of(link)}picture.png")
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    return response.content


def test_it_is_as_wide_as_chats_want_it(phone: Phone) -> None:
    phone.record(OUT)
    assert struct.unpack(">II", picture(share(phone))[16:24]) == (1200, 630)


def test_it_speaks_the_language_of_the_link_and_follows_the_table(phone: Phone) -> None:
    phone.record(OUT)
    link = share(phone)
    before = picture(link)
    assert picture(link, "ja") == before
    phone.record(OUT)
    assert picture(link) != before
