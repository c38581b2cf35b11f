"""What opens a circle is looked at again under the lock: it may have been closed since it was found."""

import pytest
from django.http import Http404

from scorekeeper.circles import codes, services
from scorekeeper.circles.codes import live_code, recover, renew_recovery_code
from scorekeeper.circles.models import Device, Membership
from scorekeeper.circles.services import admit, delete_circle
from tests.doors import circle_of, link_of
from tests.helpers import Phone

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("closed", ["revoked", "deleted"])
def test_a_recovery_code(phone: Phone, closed: str) -> None:
    """Found by the form of a phone, and then closed by a host."""
    circle, device = circle_of(phone), Device.objects.create(key_hash="other")
    found = live_code(renew_recovery_code(circle, None))
    assert found
    if closed == "revoked":
        codes.revoke_recovery_code(circle, None)
    else:
        delete_circle(circle, None)
    with pytest.raises(Http404):
        recover(found, device)
    assert not Membership.objects.filter(device=device).exists()


def test_a_link_to_a_group_that_is_deleted(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at the link and the way in."""
    link, device, enter = link_of(phone, "player"), Device.objects.create(key_hash="x"), services.enter_circle

    def late(*args: object) -> object:
        delete_circle(link.circle, None)
        return enter(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "enter_circle", late)
    with pytest.raises(Http404):
        admit(device, link)
    assert not Membership.objects.filter(device=device).exists()
