"""結果の画像: the result of a table as a picture, fetched only where it has changed."""

import struct

import pytest

from tests.helpers import OUT, Phone, forms, html
from tests.money.test_settle import TWO_CALLERS

SIZES = {"portrait": (1080, 1350), "square": (1080, 1080)}


@pytest.mark.parametrize("picture", ["result_picture", "sheet_picture"])
def test_it_has_the_shape_that_was_asked_for(phone: Phone, picture: str) -> None:
    phone.record(TWO_CALLERS)
    for shape, size in SIZES.items():
        response = phone.show(picture, shape)
        assert response["Content-Type"] == "image/png"
        assert response.content.startswith(b"\x89PNG")
        assert struct.unpack(">II", response.content[16:24]) == size
        assert len(response.content) < 250_000
    assert phone.get(phone.url(picture, "round")).status_code == 404


def test_the_same_is_not_sent_again(phone: Phone) -> None:
    phone.record(TWO_CALLERS)
    first = phone.show("result_picture", "square")

    def again(language: str = "en") -> int:
        headers = {"if-none-match": first["ETag"], "accept-language": language}
        return int(phone.get(phone.url("result_picture", "square"), headers=headers).status_code)

    assert (again(), again("ja")) == (304, 200)
    phone.record(OUT)
    assert again() == 200


def test_it_is_the_same_for_everybody_at_the_table(phone: Phone, second: Phone) -> None:
    """Whose phone it is does not show; so it is drawn once."""
    phone.record(TWO_CALLERS)
    person = phone.session.seats.get(number=1).player_id
    second.post(second.url("session_me"), {"player": person})
    seen = {one.show("result_picture", "square")["ETag"] for one in (phone, second)}
    assert len(seen) == 1


def test_a_payment_that_is_ticked_and_a_name_that_is_changed_are_another_picture(phone: Phone) -> None:
    phone.record(TWO_CALLERS)
    seen = {phone.show("result_picture", "square")["ETag"]}
    form = forms(phone.show("settle"))["payments"]
    assert phone.post(phone.url("settle_paid"), {**form, "paid": "2:0:70:"}).status_code == 302
    seen.add(phone.show("result_picture", "square")["ETag"])
    phone.session.circle.players.filter(name="Ben").update(mark="🎲")
    seen.add(phone.show("result_picture", "square")["ETag"])
    assert len(seen) == 3


def test_the_page_offers_both_shapes_once_something_was_played(phone: Phone) -> None:
    links = [phone.url("result_picture", shape) for shape in SIZES]
    assert not any(link in html(phone.show("settle")) for link in links)
    phone.record(TWO_CALLERS)
    shown = html(phone.show("settle"))
    assert all(f'href="{link}?v=1"' in shown for link in links)
