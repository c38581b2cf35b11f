"""manage.py housekeeping: phones that nobody has seen for a year are out, and come in again by a link."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Circle, Device, Role
from scorekeeper.circles.services import expire_device, renew_recovery_code
from scorekeeper.play.models import RoundEdit
from tests.helpers import DOBON, Phone, text

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

YEAR = 366


def run(*words: str) -> str:
    out = StringIO()
    call_command("housekeeping", *words, stdout=out)
    return out.getvalue().strip()


def unseen(*, days: int, name: str = "") -> None:
    """Let devices be seen last so many days ago: all, or those of a name."""
    result = Device.objects.filter(name=name) if name else Device.objects.all()
    result.update(last_seen=timezone.now() - timedelta(days=days))


def table(phone: Phone) -> str:
    return reverse("table", args=(phone.sid,))


def opens(guest: Phone, host: Phone) -> int:
    return int(guest.get(table(host)).status_code)


def test_a_phone_unseen_for_a_year_is_out_and_what_it_did_stays(phone: Phone, second: Phone) -> None:
    second.play(DOBON)
    unseen(days=YEAR, name="iPhone")
    before = RoundEdit.objects.values("device", "action", "after").get()
    assert run("--dry-run").splitlines()[1:] == [
        "1 phone(s) unseen for 365 days would be removed from their groups"
    ]
    assert opens(second, phone) == 200
    unseen(days=YEAR, name="iPhone")
    assert run().splitlines()[1:] == ["1 phone(s) unseen for 365 days removed from their groups"]
    assert opens(second, phone) == 404
    assert opens(phone, phone) == 200
    assert RoundEdit.objects.values("device", "action", "after").get() == before
    log = text(phone.get(reverse("changes", args=(phone.session.circle.public_id,))))
    assert "removed a phone" in log
    assert run().splitlines()[1:] == []


def test_it_comes_in_again_by_the_same_link(phone: Phone, second: Phone) -> None:
    """As a new phone: it was put out by nobody who wants it to stay out."""
    unseen(days=YEAR, name="iPhone")
    run()
    link = phone.session.circle.links.get(role=Role.PLAYER)
    assert second.get(reverse("join", args=(link_token(link),))).status_code == 302
    assert opens(second, phone) == 200


def test_the_last_host_stays(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    unseen(days=4000)
    assert "1 phone(s) unseen" in run()
    assert opens(phone, phone) == 200
    assert opens(second, phone) == 404


def test_of_several_hosts_the_one_that_was_seen_last_stays(phone: Phone) -> None:
    phone.play(DOBON)
    circle = phone.session.circle
    other = Phone(HTTP_USER_AGENT="iPad")
    code = renew_recovery_code(circle, None)
    assert other.post(reverse("recover"), {"code": code}).status_code == 302
    Device.objects.update(last_seen=timezone.now() - timedelta(days=YEAR + 9))
    unseen(days=YEAR, name="iPad")
    assert "1 phone(s) unseen" in run()
    assert opens(phone, phone) == 404
    assert opens(other, phone) == 200
    assert phone.post(reverse("recover"), {"code": code}).status_code == 302
    assert opens(phone, phone) == 200


def test_who_was_seen_within_the_year_stays(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    unseen(days=364)
    assert "nobody has seen" not in run()
    assert opens(second, phone) == 200


def test_who_is_seen_just_before_is_not_put_out(phone: Phone, second: Phone) -> None:
    unseen(days=364)
    device = Device.objects.get(name="iPhone")
    assert not expire_device(device, unseen_since=timezone.now() - timedelta(days=365))
    assert opens(second, phone) == 200


def test_whom_a_host_put_out_stays_known(phone: Phone, second: Phone) -> None:
    """With another key it would come in again by the link that does not let it in any more."""
    phone.play(DOBON)
    membership = phone.session.circle.memberships.get(device__name="iPhone")
    membership.entrances.update(closed_at=timezone.now())
    phone.session.circle.memberships.filter(pk=membership.pk).update(ended_at=timezone.now())
    unseen(days=4000)
    assert "nobody has seen" not in run()
    link = phone.session.circle.links.get(role=Role.PLAYER)
    second.get(reverse("join", args=(link_token(link),)))
    assert opens(second, phone) == 404


def test_what_was_done_as_json(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    unseen(days=4000)
    text = json.loads(run("--json", "--dry-run"))
    assert text == {"dry_run": True, "circles": 0, "devices": 0, "deleted": 0, "unseen": 1}
    assert Circle.objects.count() == 1
