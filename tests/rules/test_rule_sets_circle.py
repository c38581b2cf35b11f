"""The rules that a circle keeps: the list, keeping more, and what stands on the circle's page."""

import pytest

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.sets import code_of, load_saved, put_away
from scorekeeper.scoring.settlement import Stake
from tests.doors import come_in
from tests.helpers import Phone, forms, html, text
from tests.rules.helpers import filled, kept_by, list_url, rules, shared_url, url

FRIDAY = rules("Friday", stake=Stake(300), dobon_factor=2)


def names(phone: Phone) -> list[str]:
    return list(phone.session.circle.rule_sets.filter(archived_at=None).values_list("name", flat=True))


def test_empty(phone: Phone) -> None:
    assert "No rules saved yet." in text(phone.get(list_url(phone)))
    assert "Save your own rules" in text(phone.get(phone.settings_url()))


def test_kept_from_a_link(phone: Phone) -> None:
    """The form of the shared page, pressed for this circle, with a name of one's own."""
    page = phone.get(shared_url(FRIDAY))
    form = filled(page, "keep")
    assert form["name"] == ["Friday"]
    assert list_url(phone) in html(page)
    response = phone.post(list_url(phone), {**form, "name": "金曜  の夜"})
    kept = KeptRules.objects.get()
    assert response["Location"] == url(kept)
    assert (kept.name, kept.game, kept.options) == ("金曜 の夜", "gamble", {"dobon_factor": 2})
    assert load_saved(kept).stake == Stake(300)
    assert kept.device is not None


def test_kept_from_a_table(phone: Phone) -> None:
    phone.open_table(("A", "B"), phone.session.circle.public_id, two_value=20)
    page = phone.show("rules")
    assert "Save these rules" in text(page)
    response = phone.post(list_url(phone), {**filled(page, "keep"), "name": "Twenty"})
    assert response.status_code == 302
    assert KeptRules.objects.get().options == {"two_value": 20}


def test_kept_from_a_game_and_a_variant(phone: Phone) -> None:
    for address in ("/rules/kawagoe/", "/rules/preset/twenty-rounds/"):
        assert phone.post(list_url(phone), filled(phone.get(address), "keep")).status_code == 302
    assert names(phone) == ["Kawagoe Dobon", "Twenty rounds"]


def test_the_same_rules_are_kept_once(phone: Phone) -> None:
    for _ in range(2):
        phone.post(list_url(phone), {"code": code_of(FRIDAY)})
    assert names(phone) == ["Friday"]


@pytest.mark.parametrize(("name", "numbered"), [("Friday", "Friday (2)"), ("x" * 60, "x" * 56 + " (2)")])
def test_the_same_rules_are_kept_once_where_the_name_is_taken(phone: Phone, name: str, numbered: str) -> None:
    kept_by(phone, rules(name))
    wanted = {"code": code_of(rules(name, returns="on")), "name": name}
    first, second = (phone.post(list_url(phone), wanted) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert set(names(phone)) == {name, numbered}


def test_a_taken_name_gets_a_number(phone: Phone) -> None:
    long = "x" * 60
    kept_by(phone, FRIDAY, rules("Friday"), rules("Friday", returns="on"), rules(long), rules(long, jokers=2))
    assert names(phone) == ["Friday", "Friday (2)", "Friday (3)", "x" * 56 + " (2)", long]


def test_no_code(phone: Phone) -> None:
    response = phone.post(list_url(phone), {"code": "abc"})
    assert response.status_code == 422
    assert "this is not a code for shared rules" in text(response)
    assert not KeptRules.objects.exists()


def test_invalid(phone: Phone) -> None:
    """The rules and what was typed stay on the page, to be saved under a better name."""
    form = filled(phone.get(shared_url(FRIDAY)), "keep")
    for name, words in (
        (" ", "Name: a name is missing"),
        ("x" * 61, "Name: 61 characters; at most 60"),
        ("a\x01b", "Name: a text with invisible control characters"),
    ):
        response = phone.post(list_url(phone), {**form, "name": name})
        assert response.status_code == 422
        assert words in text(response)
        assert not KeptRules.objects.exists()
        again = filled(response, "keep")
        assert again["name"] == [name]
        assert "Games and rules" in text(response), "they are of no group yet"
    assert phone.post(list_url(phone), {**again, "name": "Mine"}).status_code == 302
    assert load_saved(KeptRules.objects.get()).options == FRIDAY.options


def test_lists(phone: Phone) -> None:
    kept = kept_by(phone, rules("Away"), FRIDAY)
    put_away(KeptRules.objects.get(name="Away"), None)
    for page in (phone.get(phone.settings_url()), phone.get(list_url(phone))):
        assert url(kept) in html(page)
        assert "Friday Gamble Dobon · dobon ×2 · 2s count 50" in text(page)
    assert "Away" not in text(phone.get(phone.settings_url()))
    assert "Archived Away" in text(phone.get(list_url(phone)))


def test_two_circles_do_not_see_each_other(phone: Phone, stranger: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    assert stranger.get(url(kept)).status_code == 404
    assert (
        stranger.get(url(kept).replace(kept.circle.public_id, stranger.session.circle.public_id)).status_code
        == 404
    )
    assert "Friday" not in text(stranger.get(stranger.settings_url()))
    start = f"/circles/{stranger.session.circle.public_id}/new/"
    page = stranger.get(start, {"game": "gamble", "rules": f"kept.{kept.public_id}"})
    assert "The chosen rules were not found; the usual ones are used." in text(page)
    assert "Friday" not in text(page)
    assert forms(page)["new"]["opt-dobon_factor"] == ["3"]
    assert stranger.post(list_url(phone), {"code": code_of(FRIDAY)}).status_code == 404


def test_rules_of_a_game_that_is_not_known_are_left_alone(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    KeptRules.objects.update(game="mahjong")
    assert "Friday" not in text(phone.get(list_url(phone)))
    assert phone.get(url(kept)).status_code == 404


def test_who_only_watches_reads_them(phone: Phone) -> None:
    viewer = come_in(phone, "viewer")
    assert "House rules" not in text(viewer.get(viewer.settings_url()))
    kept = kept_by(phone, FRIDAY)
    page = viewer.get(list_url(viewer))
    assert url(kept) in html(page)
    assert "upload" not in forms(page)
    assert "/new/" not in html(page)
    assert url(kept) in html(viewer.get(viewer.settings_url()))
