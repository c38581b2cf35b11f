"""manage.py housekeeping: deletes unused groups and phones, none with a round, and removes unseen phones."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.models import Circle, Device, Player
from scorekeeper.circles.services import delete_circle, expire_device, remove_device
from scorekeeper.groups.management.commands import housekeeping
from scorekeeper.play.models import GameSession, RoundEdit
from tests.circle_pages import ask, join_by_link, membership, table_status
from tests.helpers import DOBON, Phone, text

pytestmark = pytest.mark.django_db

Use = Callable[[Phone], object]


def run(*words: str) -> str:
    out = StringIO()
    call_command("housekeeping", *words, stdout=out)
    return out.getvalue().strip()


def age(days: int = 31, seen: int = 31) -> None:
    """Backdate circles and devices, and when devices were last seen."""
    now = timezone.now()
    Circle.objects.update(created_at=now - timedelta(days=days))
    Device.objects.update(created_at=now - timedelta(days=days), last_seen=now - timedelta(days=seen))


@pytest.mark.postgresql
def test_unused_groups_and_phones_are_deleted(phone: Phone) -> None:
    phone.open_table(cid=phone.session.circle.public_id)
    Phone().open_table()
    Device.objects.create(key_hash="nobody")
    age()
    assert run("--dry-run") == "2 unused group(s) and 3 unused phone(s) would be deleted"
    assert Circle.objects.count() == 2
    assert run() == "2 unused group(s) and 3 unused phone(s) deleted"
    for model in (Circle, GameSession, Player, Device):
        assert not model.objects.exists(), model
    assert run() == "0 unused group(s) and 0 unused phone(s) deleted"


@pytest.mark.postgresql
@pytest.mark.parametrize("used", [False, True])
def test_a_group_deleted_by_a_host_is_counted_once(phone: Phone, used: bool) -> None:
    """With its phone, which is in no other group; also if it was used."""
    if used:
        phone.record(DOBON)
    delete_circle(phone.session.circle, None)
    age()
    Circle.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    report = [
        "0 unused group(s) and 1 unused phone(s) would be deleted",
        "1 group(s) that a host had deleted would be deleted",
    ]
    assert run("--dry-run").splitlines() == report
    assert run().splitlines() == [line.replace("would be deleted", "deleted") for line in report]
    assert not Device.objects.exists()


USES: dict[str, Use] = {
    "a round": lambda phone: phone.play(DOBON),
    "a voided round": lambda phone: (phone.play(DOBON), phone.confirm_change("round_void", 1)),
    "somebody came in": join_by_link,
    "somebody was put out": lambda phone: remove_device(membership(join_by_link(phone))),
    "rules": lambda phone: phone.session.circle.rule_sets.create(name="ours", game="gamble"),
    "a recovery code": lambda phone: renew_recovery_code(phone.session.circle, None),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_used_groups_stay(phone: Phone, use: Use) -> None:
    use(phone)
    age(days=4000, seen=4000)
    sid = phone.sid
    assert run().splitlines()[0] == "0 unused group(s) and 0 unused phone(s) deleted"
    assert GameSession.objects.get().public_id == sid


@pytest.mark.postgresql
@pytest.mark.parametrize(("days", "seen"), [(29, 29), (31, 29), (29, 31)])
def test_new_groups_and_seen_phones_stay(phone: Phone, days: int, seen: int) -> None:
    age(days, seen)
    assert run("--dry-run") == run().replace("deleted", "would be deleted")
    assert Circle.objects.count() == Device.objects.count() == 1


def test_a_group_used_meanwhile_stays(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round is recorded between the query and the deletion."""
    age()
    take_away = housekeeping._delete_circle

    def late(number: int, circles: QuerySet[Circle]) -> bool:
        phone.record(DOBON)
        return take_away(number, circles)

    monkeypatch.setattr(housekeeping, "_delete_circle", late)
    assert housekeeping.delete_unused(timezone.now()).circles == 0
    assert phone.session.rounds.count() == 1


YEAR = 366


def set_unseen(*, days: int, name: str = "") -> None:
    """Backdate when devices were last seen: all, or those of a name."""
    result = Device.objects.filter(name=name) if name else Device.objects.all()
    result.update(last_seen=timezone.now() - timedelta(days=days))


@pytest.mark.postgresql
def test_a_phone_unseen_for_a_year_is_removed_and_its_changes_stay(phone: Phone, second: Phone) -> None:
    """It can join again by the same link, as a new phone."""
    second.record(DOBON)
    set_unseen(days=YEAR, name="iPhone")
    before = RoundEdit.objects.values("device", "action", "after").get()
    assert run("--dry-run").splitlines()[1:] == [
        "1 phone(s) unseen for 365 days would be removed from their groups"
    ]
    assert table_status(second) == 200
    set_unseen(days=YEAR, name="iPhone")
    assert run().splitlines()[1:] == ["1 phone(s) unseen for 365 days removed from their groups"]
    assert table_status(second) == 404
    assert table_status(phone) == 200
    assert RoundEdit.objects.values("device", "action", "after").get() == before
    log = text(ask(phone, "changes"))
    assert "removed a phone" in log
    assert run().splitlines()[1:] == []
    assert second.get(phone.join_link()).status_code == 302
    assert table_status(second) == 200


@pytest.mark.postgresql
def test_of_several_hosts_the_last_seen_stays(phone: Phone) -> None:
    """The last host is not removed."""
    phone.record(DOBON)
    circle = phone.session.circle
    other = Phone(HTTP_USER_AGENT="iPad")
    other.sid = phone.sid
    code = renew_recovery_code(circle, None)
    assert other.post(reverse("recover"), {"code": code}).status_code == 302
    Device.objects.update(last_seen=timezone.now() - timedelta(days=YEAR + 9))
    set_unseen(days=YEAR, name="iPad")
    report = json.loads(run("--json", "--dry-run"))
    assert report == {"dry_run": True, "circles": 0, "devices": 0, "deleted": 0, "unseen": 1}
    assert "1 phone(s) unseen" in run()
    assert table_status(phone) == 404
    assert table_status(other) == 200
    assert phone.post(reverse("recover"), {"code": code}).status_code == 302
    assert table_status(phone) == 200


def test_a_phone_seen_within_the_year_stays(phone: Phone, second: Phone) -> None:
    """Also one that was seen just before it would be removed."""
    phone.record(DOBON)
    set_unseen(days=364)
    assert "unseen" not in run()
    device = Device.objects.get(name="iPhone")
    assert not expire_device(device, unseen_since=timezone.now() - timedelta(days=365))
    assert table_status(second) == 200


def test_a_phone_removed_by_a_host_stays_known(phone: Phone, second: Phone, stranger: Phone) -> None:
    """With another key it could join again by the link that refuses it; also if it is in another group."""
    phone.record(DOBON)
    second.get(stranger.join_link())
    remove_device(membership(second))
    set_unseen(days=4000)
    assert "unseen" not in run()
    second.get(phone.join_link())
    assert table_status(second) == 404
