"""Rules are put away and brought back; nothing is deleted."""

import re

from django.urls import reverse
from django.utils import timezone

from scorekeeper.rules.models import RuleSet as KeptRules
from tests.helpers import Phone, html, text
from tests.rules.helpers import kept_by, list_url, rules, url

AWAY = "rule_sets_away"


def test_away_and_back(phone: Phone) -> None:
    """Either twice changes nothing more."""
    kept = kept_by(phone)
    phone.post(url(kept, AWAY), {"back": "1"})
    kept.refresh_from_db()
    assert kept.name == "Friday", "back without having been away"
    assert phone.post(url(kept, AWAY))["Location"] == list_url(phone)
    first = KeptRules.objects.get().archived_at
    phone.post(url(kept, AWAY))
    kept.refresh_from_db()
    assert kept.archived_at == first is not None
    assert kept.archived_by is not None
    assert "Friday Gamble Dobon" not in text(phone.get(phone.settings_url()))
    assert phone.post(url(kept, AWAY), {"back": "1"})["Location"] == url(kept)
    kept.refresh_from_db()
    assert (kept.archived_at, kept.archived_by, kept.name) == (None, None, "Friday")


def test_back_where_the_name_is_taken(phone: Phone) -> None:
    kept = kept_by(phone)
    phone.post(url(kept, AWAY))
    kept_by(phone, rules("Friday", returns="on"))
    phone.post(url(kept, AWAY), {"back": "1"})
    kept.refresh_from_db()
    assert kept.name == "Friday (2)"
    assert "Saved: Friday (2)" in text(phone.get(url(kept)))


def test_the_log_has_every_time(phone: Phone) -> None:
    kept = kept_by(phone)
    for sent in ({}, {}, {"back": "1"}, {"back": "1"}, {}):
        phone.post(url(kept, AWAY), sent)
    log = phone.get(reverse("changes", args=(kept.circle.public_id,)))
    done = re.findall("unarchived rules|archived rules|saved rules", text(log))
    assert done == ["archived rules", "unarchived rules", "archived rules", "saved rules"]
    assert html(log).count(f'href="{url(kept)}"') == 4


def test_what_was_archived_before_archiving_was_noted_is_in_the_log(phone: Phone) -> None:
    kept = kept_by(phone)
    KeptRules.objects.update(archived_at=timezone.now())
    assert "archived rules" in text(phone.get(reverse("changes", args=(kept.circle.public_id,))))
