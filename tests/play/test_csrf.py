"""Forms of other sites: every address that takes something asks for the token, also of scripts."""

import pytest

from .helpers import Phone
from .test_access import METHODS, addresses

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sender", ["", "page", "outbox", "pads"])
@pytest.mark.parametrize("name", [name for name, methods in METHODS.items() if "POST" in methods])
def test_without_the_token(addresses: dict[str, str], phone: Phone, name: str, sender: str) -> None:
    other = Phone(enforce_csrf_checks=True)
    other.cookies, before = phone.cookies, phone.session.revision
    headers = {"Sent-By": sender, "hx-request": "true"} if sender else {}
    assert other.post(addresses[name], {}, headers=headers).status_code == 403
    assert phone.session.revision == before
