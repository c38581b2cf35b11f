"""What cannot be brought back; the way back itself is in test_circle_delete."""

import pytest

from tests.doors import circle_of, may_read
from tests.helpers import Phone, text


@pytest.mark.parametrize("circle", ["", "nosuch"])
def test_nothing_to_bring_back(phone: Phone, circle: str) -> None:
    answer = phone.post("/bring-back/", {"circle": circle}, follow=True)
    assert "This group cannot be brought back any more." in text(answer)
    assert Phone().post("/bring-back/", {"circle": circle}).status_code == 302


def test_a_group_that_was_not_deleted(phone: Phone) -> None:
    phone.post("/bring-back/", {"circle": circle_of(phone).public_id})
    assert may_read(phone) == 200
    assert phone.get("/bring-back/").status_code == 405
