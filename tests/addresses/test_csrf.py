"""Forms of other sites: every address that takes something asks for the token, also of scripts."""

import pytest

from tests.addresses.test_access import ADDRESSES, addresses
from tests.doors import everything
from tests.helpers import Phone

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sender", ["", "page", "outbox", "pads"])
def test_without_the_token(addresses: dict[str, str], phone: Phone, sender: str) -> None:
    other = Phone(enforce_csrf_checks=True)
    other.cookies, before = phone.cookies, everything()
    headers = {"Sent-By": sender, "hx-request": "true"} if sender else {}
    for name, at in ADDRESSES.items():
        if at.access.post is not None:
            assert other.post(addresses[name], {}, headers=headers).status_code == 403, name
    assert everything() == before
