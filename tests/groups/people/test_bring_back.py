"""What cannot be brought back; the way back itself is in test_circle_delete."""

import pytest

from tests.doors import circle_of, may_read, send
from tests.helpers import Phone, text


@pytest.mark.parametrize("circle", ["", "nosuch"])
def test_nothing_to_bring_back(phone: Phone, circle: str) -> None:
    answer = phone.post("/bring-back/", {"circle": circle}, follow=True)
    assert "This group cannot be brought back any more." in text(answer)
    assert Phone().post("/bring-back/", {"circle": circle}).status_code == 302


def test_twice(phone: Phone) -> None:
    circle = circle_of(phone)
    send(phone, "circle_delete", typed=circle.name)
    for _ in range(2):
        answer = phone.post("/bring-back/", {"circle": circle.public_id}, follow=True)
        assert "The group is back." in text(answer)
        assert "cannot be brought back" not in text(answer)
    assert circle.changes.filter(action="bring-back").count() == 1


def test_a_group_that_was_not_deleted(phone: Phone) -> None:
    phone.post("/bring-back/", {"circle": circle_of(phone).public_id})
    assert may_read(phone) == 200
