"""Forms of other sites: every address that takes something asks for the token, also of scripts."""

import pytest

from tests.addresses.test_access import ADDRESSES, addresses
from tests.doors import everything
from tests.helpers import Phone

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db


def test_without_the_token(addresses: dict[str, str], phone: Phone) -> None:
    other = Phone(enforce_csrf_checks=True)
    other.cookies, before = phone.cookies, everything()
    for name in [name for name, at in ADDRESSES.items() if at.access.post is not None]:
        for sender in ("", "page", "outbox", "pads"):
            headers = {"Sent-By": sender, "hx-request": "true"} if sender else {}
            assert other.post(addresses[name], {}, headers=headers).status_code == 403, (name, sender)
    assert everything() == before
