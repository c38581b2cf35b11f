"""Saved rules of a circle: list, page, other versions, copies and archiving."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import archive, change, code_of, load_saved, save_rules, unarchive
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake
from tests.circle_pages import join_by_link
from tests.helpers import Phone, forms, html, text
from tests.rules.helpers import kept_by, list_url, rules, shared_url, url

FRIDAY = rules("Friday", stake=Stake(300, rounds=8), dobon_factor=2)


def names(phone: Phone) -> list[str]:
    return list(phone.session.circle.rule_sets.filter(archived_at=None).values_list("name", flat=True))


def test_saving_from_a_link(phone: Phone) -> None:
    """By the form of the shared page, under another name; it keeps the rules where a name is invalid."""
    page = phone.get(shared_url(FRIDAY))
    form = forms(page)["keep"]
    assert form["name"] == ["Friday"]
    assert list_url(phone) in html(page)
    for name, words in (
        (" ", "Name: a name is missing"),
        ("x" * 61, "Name: 61 characters; at most 60"),
        ("a\x01b", "Name: a text with invisible control characters"),
    ):
        response = phone.post(list_url(phone), {**form, "name": name})
        assert response.status_code == 422
        assert words in text(response)
        assert not KeptRules.objects.exists()
        again = forms(response)["keep"]
        assert again["name"] == [name]
        assert "Games and rules" in text(response), "they are of no group yet"
    response = phone.post(list_url(phone), {**again, "name": "金曜  の夜"})
    kept = KeptRules.objects.get()
    assert response["Location"] == url(kept)
    assert (kept.name, kept.game, kept.options) == ("金曜 の夜", "gamble", {"dobon_factor": 2})
    assert (load_saved(kept).options, load_saved(kept).stake) == (FRIDAY.options, FRIDAY.stake)
    assert kept.device is not None


def test_saving_from_a_table_a_game_and_a_variant(phone: Phone) -> None:
    phone.open_table(("A", "B"), phone.session.circle.public_id, two_value=20)
    page = phone.show("rules")
    assert "Save these rules" in text(page)
    assert phone.post(list_url(phone), {**forms(page)["keep"], "name": "Twenty"}).status_code == 302
    assert KeptRules.objects.get().options == {"two_value": 20}
    for address in ("/rules/kawagoe/", "/rules/preset/twenty-rounds/"):
        assert phone.post(list_url(phone), forms(phone.get(address))["keep"]).status_code == 302
    assert names(phone) == ["Kawagoe Dobon", "Twenty", "Twenty rounds"]


@pytest.mark.parametrize(
    ("taken", "name", "named"),
    [
        ("Other", "Friday", "Friday"),
        ("Friday", "Friday", "Friday (2)"),
        ("x" * 60, "x" * 60, "x" * 56 + " (2)"),
    ],
)
def test_equal_rules_are_saved_once(phone: Phone, taken: str, name: str, named: str) -> None:
    kept_by(phone, rules(taken))
    wanted = {"code": code_of(rules(name, returns="on"))}
    first, second = (phone.post(list_url(phone), wanted) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert set(names(phone)) == {taken, named}


def test_settings_and_list_show_saved_rules(phone: Phone) -> None:
    assert "No rules saved yet." in text(phone.get(list_url(phone)))
    assert "Save your own rules" in text(phone.get(phone.settings_url()))
    kept = kept_by(phone, rules("Away"), FRIDAY)
    archive(KeptRules.objects.get(name="Away"), None)
    for page in (phone.get(phone.settings_url()), phone.get(list_url(phone))):
        assert url(kept) in html(page)
        assert "Friday Gamble Dobon · dobon ×2 · 2s count 50" in text(page)
    assert "Away" not in text(phone.get(phone.settings_url()))
    assert "Archived Away" in text(phone.get(list_url(phone)))
    KeptRules.objects.update(game="mahjong")
    assert "Friday" not in text(phone.get(list_url(phone))), "nobody knows that game here"
    assert phone.get(url(kept)).status_code == 404


def test_saved_rules_are_not_visible_to_other_groups(phone: Phone, stranger: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    assert stranger.get(url(kept)).status_code == 404
    assert (
        stranger.get(url(kept).replace(kept.circle.public_id, stranger.session.circle.public_id)).status_code
        == 404
    )
    assert "Friday" not in text(stranger.get(stranger.settings_url()))
    for start in ("/new/", f"/circles/{stranger.session.circle.public_id}/new/"):
        page = stranger.get(start, {"game": "gamble", "rules": f"kept.{kept.public_id}"})
        assert "The chosen rules were not found; the usual ones are used." in text(page)
        assert "Friday" not in text(page)
        assert forms(page)["new"]["opt-dobon_factor"] == ["3"]
    assert stranger.post(list_url(phone), {"code": code_of(FRIDAY)}).status_code == 404


AWAY = "rule_sets_away"


def test_the_page_of_saved_rules(phone: Phone) -> None:
    """Of those of a newer version it says what is lost, and changes nothing."""
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
    old = {"dobon_factor": 2, "sevens_skip": "on", "dora": "on", "returns": "thrice"}
    KeptRules.objects.update(options=old, ruleset_version=7, stake={"start": 300, "wind": "east"})
    shown = text(phone.get(url(kept)))
    for words in ("“sevens_skip” is not known here", "“wind” cannot be “east”", "dobon ×2 · 2s count 50"):
        assert words in shown
    kept.refresh_from_db()
    assert kept.options == old


def test_rules_saved_under_former_defaults(phone: Phone) -> None:
    """手役 of version 1 keeps its riichi; saving equal rules again changes nothing."""
    teyaku = RULESETS["teyaku"]
    old = RuleSet("Ours", teyaku, teyaku.defaults_at(1))
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


def test_an_earlier_version_can_be_restored(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    change(kept, rules("Friday", dobon_factor=5), None)
    shown = text(phone.get(url(kept)))
    assert "Earlier versions Friday dobon ×2 · 2s count 50 · no return changed" in shown
    earlier = KeptRules.objects.get(current=kept)
    assert "An earlier version. See the current version" in text(phone.get(url(earlier)))
    back = unarchive(earlier, None)
    assert (back.name, back.options, back.current) == ("Friday (2)", {"dobon_factor": 2}, None)
    assert KeptRules.objects.count() == 3


def test_viewers_read_saved_rules_and_change_nothing(phone: Phone) -> None:
    viewer = join_by_link(phone, "viewer")
    assert "House rules" not in text(viewer.get(viewer.settings_url()))
    kept = kept_by(phone, FRIDAY)
    assert url(kept) in html(viewer.get(viewer.settings_url()))
    page = viewer.get(list_url(viewer))
    assert url(kept) in html(page)
    assert "upload" not in forms(page)
    assert "/new/" not in html(page)
    page = viewer.get(url(kept))
    assert "Friday Gamble Dobon" in text(page)
    assert "rename" not in forms(page)
    for name in ("edit", "copy", "away"):
        assert url(kept, f"rule_sets_{name}") not in html(page)
    assert "Open a table" not in text(page)
    assert viewer.get(url(kept, "rule_sets_edit")).status_code == 403
    assert join_by_link(phone, "player").get(url(kept, "rule_sets_edit")).status_code == 200


def test_a_copy_gets_a_number(phone: Phone) -> None:
    kept = kept_by(phone, rules("Friday", stake=Stake(300), returns="on"))
    response = phone.post(url(kept, "rule_sets_copy"))
    made = KeptRules.objects.exclude(pk=kept.pk).get()
    assert response["Location"] == url(made)
    assert made.name == "Friday (2)"
    one, other = load_saved(kept), load_saved(made)
    assert (one.options, one.stake) == (other.options, other.stake)
    assert "Saved: Friday (2)" in text(phone.get(response["Location"]))
    phone.post(url(made, "rule_sets_copy"))
    assert names(phone) == ["Friday", "Friday (2)", "Friday (3)"]


def test_archiving_and_unarchiving(phone: Phone) -> None:
    """A repeat of either changes nothing, also in the log."""
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
    shown = text(phone.get(url(kept)))
    assert "These rules are archived." in shown
    assert "Unarchive" in shown
    assert "Rename" not in shown
    assert phone.post(url(kept, AWAY), {"back": "1"})["Location"] == url(kept)
    kept.refresh_from_db()
    assert (kept.archived_at, kept.archived_by, kept.name) == (None, None, "Friday")
    for sent in ({"back": "1"}, {}):
        phone.post(url(kept, AWAY), sent)
    log = phone.get(reverse("changes", args=(kept.circle.public_id,)))
    done = re.findall("unarchived rules|archived rules|saved rules", text(log))
    assert done == ["archived rules", "unarchived rules", "archived rules", "saved rules"]
    assert html(log).count(f'href="{url(kept)}"') == 4


def test_unarchiving_under_a_taken_name(phone: Phone) -> None:
    kept = kept_by(phone)
    phone.post(url(kept, AWAY))
    kept_by(phone, rules("Friday", returns="on"))
    phone.post(url(kept, AWAY), {"back": "1"})
    kept.refresh_from_db()
    assert kept.name == "Friday (2)"
    assert "Saved: Friday (2)" in text(phone.get(url(kept)))


def test_the_log_has_archiving_without_a_row(phone: Phone) -> None:
    kept = kept_by(phone)
    KeptRules.objects.update(archived_at=timezone.now())
    assert "archived rules" in text(phone.get(reverse("changes", args=(kept.circle.public_id,))))
