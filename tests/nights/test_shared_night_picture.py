"""What chats show of a night beside its link."""

from django.urls import reverse

from scorekeeper.play.sharing import token_of
from tests.helpers import Phone
from tests.nights.test_shared_night import link_to


def test_it_is_a_picture(night: Phone) -> None:
    link = link_to(night)
    answer = Phone().get(reverse("shared_night_picture", args=(token_of(link),)))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert Phone().get(reverse("shared_night_picture", args=("x.y",))).status_code == 404
