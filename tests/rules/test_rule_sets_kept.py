"""Kept rules: the page, also of rules that an older version has kept, a second set of them, and archiving."""

import re

from django.urls import reverse
from django.utils import timezone

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import change, load_saved, put_away, save_rules, unarchive
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake
from tests.doors import come_in
from tests.helpers import Phone, forms, html, text
from tests.rules.helpers import kept_by, list_url, rules, shared_url, url

FRIDAY = rules("Friday", stake=Stake(300, rounds=8), dobon_factor=2)
AWAY = "rule_sets_away"


def test_page(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    page = phone.get(url(kept))
    shown = text(page)
    for words in (
        "Friday Gamble Dobon dobon ×2 · 2s count 50 · no return 300 points each · 8 rounds",
        "Different from the usual rules Dobon factor 2",
        "How to play",
        "Share these rules",
        "Copy these rules",
        "Archive",
        "Rename",
    ):
        assert words in shown
    assert f'value="http://testserver{shared_url(FRIDAY)}"' in html(page)
    assert f"/new/?game=gamble&amp;rules=kept.{kept.public_id}" in html(page)


def test_kept_by_an_older_version(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    old = {"dobon_factor": 2, "sevens_skip": "on", "dora": "on", "returns": "thrice"}
    KeptRules.objects.update(options=old, ruleset_version=7, stake={"start": 300, "wind": "east"})
    shown = text(phone.get(url(kept)))
    for words in ("“sevens_skip” is not known here", "“wind” cannot be “east”", "dobon ×2 · 2s count 50"):
        assert words in shown
    kept.refresh_from_db()
    assert kept.options == old


def test_kept_by_the_defaults_of_before(phone: Phone) -> None:
    """手役 of version 1 keeps its riichi; the same rules kept again, or saved unchanged, are no others."""
    teyaku = RULESETS["teyaku"]
    old = RuleSet("Ours", teyaku, teyaku.usual(1))
    kept = kept_by(phone, old)
    KeptRules.objects.filter(pk=kept.pk).update(options={}, ruleset_version=1)
    kept.refresh_from_db()
    assert load_saved(kept) == old
    shown = text(phone.get(url(kept)))
    assert "Different from the usual rules" in shown
    assert "Made for version" not in shown
    assert save_rules(kept.circle, old, None) == kept
    change(kept, old, None)
    written = KeptRules.objects.get()
    assert (written.options, written.ruleset_version) == ({}, 1)
    now = RuleSet("Ours", teyaku, teyaku.defaults)
    assert save_rules(kept.circle, now, None) != kept


def test_put_away(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    put_away(kept, None)
    shown = text(phone.get(url(kept)))
    assert "These rules are archived." in shown
    assert "Unarchive" in shown
    assert "Rename" not in shown


def test_an_earlier_version(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    change(kept, rules("Friday", dobon_factor=5), None)
    shown = text(phone.get(url(kept)))
    assert "Earlier versions Friday dobon ×2 · 2s count 50 · no return changed" in shown
    earlier = KeptRules.objects.get(current=kept)
    assert "An earlier version. See the current version" in text(phone.get(url(earlier)))
    back = unarchive(earlier, None)
    assert (back.name, back.options, back.current) == ("Friday (2)", {"dobon_factor": 2}, None)
    assert KeptRules.objects.count() == 3


def test_who_only_watches_changes_nothing(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    viewer = come_in(phone, "viewer")
    page = viewer.get(url(kept))
    assert "Friday Gamble Dobon" in text(page)
    assert "rename" not in forms(page)
    for name in ("edit", "copy", "away"):
        assert url(kept, f"rule_sets_{name}") not in html(page)
    assert "Open a table" not in text(page)
    assert viewer.get(url(kept, "rule_sets_edit")).status_code == 403
    assert come_in(phone, "player").get(url(kept, "rule_sets_edit")).status_code == 200


def test_copy(phone: Phone) -> None:
    kept = kept_by(phone, rules("Friday", stake=Stake(300), returns="on"))
    response = phone.post(url(kept, "rule_sets_copy"))
    made = KeptRules.objects.exclude(pk=kept.pk).get()
    assert response["Location"] == url(made)
    assert made.name == "Friday (2)"
    one, other = load_saved(kept), load_saved(made)
    assert (one.options, one.stake) == (other.options, other.stake)
    assert "Saved: Friday (2)" in text(phone.get(response["Location"]))


def test_a_copy_of_a_copy_counts_on(phone: Phone) -> None:
    kept = kept_by(phone)
    for _ in range(2):
        kept = phone.session.circle.rule_sets.get(pk=kept.pk)
        response = phone.post(url(kept, "rule_sets_copy"))
        kept = KeptRules.objects.get(public_id=response["Location"].split("/")[4])
    assert kept.name == "Friday (3)"


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
