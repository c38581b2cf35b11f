"""Kept rules: the page, also of rules that an older version has kept."""

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import change, load_saved, put_away, save_rules, unarchive
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake
from tests.doors import come_in
from tests.helpers import Phone, forms, html, text
from tests.rules.helpers import kept_by, rules, shared_url, url

FRIDAY = rules("Friday", stake=Stake(300, rounds=8), dobon_factor=2)


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
