"""ハウスルール as a form: values, changes, resetting, and editing saved rules."""

import re
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play.models import GameSession
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.scoring.settlement import Stake
from tests.helpers import NAMES, Phone, forms, html, text
from tests.rules.helpers import kept_by, rules, url

NEW = "/new/"
PART = {"HX-Request": "true"}


def new_form(phone: Phone) -> dict[str, Any]:
    return forms(phone.get(NEW))["new"]


def look(phone: Phone, where: str, fields: dict[str, Any]) -> str:
    """The fragment that htmx gets for the state of the form."""
    response = phone.post(where, {**fields, "action": "look"}, headers=PART)
    assert response.status_code == 200
    assert "<html" not in html(response)
    return html(response)


def words(page: str, place: str) -> str:
    """The visible words of a part of the page, by its id."""
    match = re.search(rf'<(\w+)[^>]* id="{place}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    assert match, place
    return " ".join(re.sub("<[^>]+>", " ", match[2]).split())


def groups(response: HttpResponse) -> dict[str, tuple[bool, str]]:
    """The groups of a game's own rules, each with whether it is open and the text beside its heading."""
    own = html(response).partition('<details class="borrow fold"')[0]
    fold = r'<details class="group fold"( open)?><summary><b class="grow">(.*?)</b>(.*?)</summary>'
    result = re.findall(fold, own)
    return {title: (bool(opened), re.sub("<[^>]+>", "", count)) for opened, title, count in result}


def test_changes_are_shown_against_the_variant(db: None) -> None:
    """Not against the game's usual rules."""
    phone = Phone()
    page = phone.get(NEW, {"game": "gamble", "rules": "preset.twos-double"})
    assert words(html(page), "changed") == "Changed Nothing so far."
    assert set(groups(page).values()) == {(False, "")}
    fields = forms(page)["new"]
    assert fields["opt-twos"] == ["summed"]
    assert words(look(phone, NEW, fields), "changed") == "Changed Nothing so far."
    changed = look(phone, NEW, {**fields, "opt-twos": "off"})
    was = "those among the cards added up for a payment"
    assert words(changed, "changed") == f"Changed 2s double off Was: {was} Undo"


def test_a_preview_summarises_the_form(db: None) -> None:
    phone = Phone()
    stakes = {"stakes-start": "300", "stakes-unit": "円", "stakes-per_point": "10"}
    stakes |= {"stakes-base": "400", "stakes-end_on_bust": "on"}
    fields = {**new_form(phone), "opt-dobon_factor": "2", "opt-returns": "on", **stakes}
    part = look(phone, NEW, fields)
    assert words(part, "options-line") == "dobon ×2 · 2s count 50 · with return"
    assert words(part, "stakes-line") == "300 points each · base 400 · over at 0 points · 1 point = 10 円"
    assert words(part, "now-opt-dobon_factor") == "Was: 3"
    assert not GameSession.objects.exists()


def test_a_preview_without_script_keeps_what_was_typed(db: None) -> None:
    """Names are not validated, nothing typed is lost, and both parts are open."""
    phone = Phone()
    typed = {"name": ["A", "A"], "title": "夜", "keep": "Ours", "opt-dobon_factor": "2", "stakes-rounds": "7"}
    page = phone.post(NEW, {**new_form(phone), **typed, "action": "look"})
    assert page.status_code == 200
    assert words(html(page), "options-line") == "dobon ×2 · 2s count 50 · no return"
    assert words(html(page), "stakes-line") == "7 rounds"
    again = forms(page)["new"]
    assert [name for name in again["name"] if name] == ["A", "A"]
    assert (again["title"], again["keep"], again["stakes-rounds"]) == (["夜"], ["Ours"], ["7"])
    assert "Please check" not in text(page)
    assert html(page).count('<details class="panel fold" id="house" open>') == 1
    assert groups(page)["Multipliers"] == (True, "1 change")
    assert groups(page)["Rounding"] == (False, "")
    assert not GameSession.objects.exists()
    form = html(page).partition('id="new"')[2]
    enter = re.search(r"<button(?![^>]*type=\"button\")[^>]*>", form)
    assert enter
    assert "name=" not in enter[0], "Enter presses the first button, which resets no rule"


def test_a_rule_is_reset_without_script(db: None) -> None:
    """The one that the button names, and none by an unknown name."""
    phone = Phone()
    typed = {"opt-dobon_factor": "2", "opt-single_claim": "refused", "opt-two_value": "20"}
    form = {**new_form(phone), **typed, "name": list(NAMES)}
    for key in ("nothing", "loser_starts", "", "__class__"):
        assert forms(phone.post(NEW, {**form, "back": key}))["new"]["opt-dobon_factor"] == ["2"]
    page = phone.post(NEW, {**form, "back": "single_claim"})
    assert page.status_code == 200
    again = forms(page)["new"]
    assert again["opt-single_claim"] == ["refused", "allowed"]
    assert (again["opt-dobon_factor"], again["opt-two_value"]) == (["2"], ["20"])
    assert [name for name in again["name"] if name] == list(NAMES)
    assert words(html(page), "changed") == ("Changed Value of a 2 20 Was: 50 Undo Dobon factor 2 Was: 3 Undo")
    assert phone.post(NEW, {**again, "action": "start"}).status_code == 302
    assert GameSession.objects.get().options == {"dobon_factor": 2, "two_value": 20}


def test_errors_are_counted_and_shown_at_their_rule(db: None) -> None:
    phone = Phone()
    fields = {**new_form(phone), "opt-dobon_factor": "99", "opt-returns": "on", "stakes-per_point": "10"}
    part = look(phone, NEW, fields)
    assert words(part, "options-line") == "dobon ×3 · 2s count 50 · with return · to correct: 1"
    assert words(part, "stakes-line") == "points only · to correct: 1"
    assert "less than or equal to 20" in words(part, "now-opt-dobon_factor")
    assert "Dobon factor 99 Was: 3" in words(part, "changed")
    conflict = look(phone, NEW, {**new_form(phone), "opt-amount": "number"})
    assert "only where hands are paid for" in words(conflict, "now-opt-bystanders")
    assert words(conflict, "options-line") == "to correct: 1"
    page = phone.post(NEW, {**fields, "name": list(NAMES)})
    assert page.status_code == 422
    assert forms(page)["new"]["opt-dobon_factor"] == ["99"]
    assert groups(page)["Multipliers"] == (True, "1 change")
    assert words(html(page), "options-line") == "dobon ×3 · 2s count 50 · with return · to correct: 1"


def test_changes_of_saved_rules_are_shown_against_the_usual_ones(phone: Phone) -> None:
    kept = kept_by(phone, rules("Friday", stake=Stake(300), dobon_factor=2, burst="on"))
    where = url(kept, "rule_sets_edit")
    page = phone.get(where)
    assert "stakes-start" in forms(page)["edit"]
    assert "stakes-unit" not in forms(page)["edit"], "what points are turned into is a table's own"
    changed = "Changed Dobon factor 2 Was: 3 Undo Burst on Was: off Undo"
    assert words(html(page), "changed") == changed
    assert groups(page)["Multipliers"] == (True, "1 change")
    assert '<details class="borrow fold" open>' in html(page), "the burst is borrowed"
    part = look(phone, where, {**forms(page)["edit"], "opt-dobon_factor": "4", "stakes-rounds": "9"})
    assert words(part, "options-line").startswith("dobon ×4")
    assert words(part, "stakes-line") == "300 points each · 9 rounds"
    back = phone.post(where, {**forms(page)["edit"], "name": "", "back": "burst"})
    assert back.status_code == 200
    again = forms(back)["edit"]
    assert (again["opt-burst"], again["name"]) == (["off"], [""])
    assert KeptRules.objects.get().options == {"dobon_factor": 2, "burst": "on"}


FRIDAY = rules("Friday", stake=Stake(300), dobon_factor=2)
EDIT = "rule_sets_edit"


def test_changing_options_and_stakes_keeps_an_earlier_version(phone: Phone) -> None:
    """The earlier version keeps its author; a table that was started with it keeps its rules."""
    kept = kept_by(phone, FRIDAY)
    phone.open_table(("A", "B"), phone.session.circle.public_id, dobon_factor=2)
    fields = forms(phone.get(url(kept, EDIT)))["edit"]
    assert (fields["opt-dobon_factor"], fields["stakes-start"]) == (["2"], ["300"])
    assert phone.post(url(kept, EDIT), fields)["Location"] == url(kept)
    assert KeptRules.objects.get().options == {"dobon_factor": 2}, "the form as it is changes nothing"
    more = {"opt-dobon_factor": "4", "opt-returns": "on", "stakes-start": "", "name": "Friday"}
    assert phone.post(url(kept, EDIT), {**fields, **more}).status_code == 302
    now, before = KeptRules.objects.get(current=None), KeptRules.objects.get(current=kept)
    assert (now.pk, now.options, now.stake) == (kept.pk, {"dobon_factor": 4, "returns": "on"}, None)
    assert (before.name, before.options) == ("Friday", {"dobon_factor": 2})
    assert before.created_at == kept.created_at
    assert now.device is not None
    assert before.device is None
    assert phone.session.options == {"dobon_factor": 2}
    assert "tables that were started keep theirs" in text(phone.get(url(kept)))


def test_renaming_keeps_options_and_stake(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    stake, fields = kept.stake, forms(phone.get(url(kept)))["rename"]
    assert phone.post(url(kept, EDIT), {**fields, "name": " 土曜  "}).status_code == 302
    kept.refresh_from_db()
    assert (kept.name, kept.options, kept.stake) == ("土曜", {"dobon_factor": 2}, stake)
    assert KeptRules.objects.get(current=kept).name == "Friday"


INVALID = [
    ({"name": ""}, "Name: a name is missing"),
    ({"name": "x" * 61}, "Name: 61 characters; at most 60"),
    ({"opt-dobon_factor": "0"}, "Dobon factor:"),
    ({"opt-dora": "on"}, "dora count as yaku; this table does not pay by yaku"),
    ({"stakes-base": "100"}, "Base points:"),
]


def test_an_invalid_form_keeps_what_was_typed(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    fields = forms(phone.get(url(kept, EDIT)))["edit"]
    for change, words in INVALID:
        response = phone.post(url(kept, EDIT), {**fields, "opt-two_value": "33", **change})
        assert response.status_code == 422
        assert words in text(response)
        again = forms(response)["edit"]
        assert {name: again[name][-1] for name in change} == change
        assert again["opt-two_value"] == ["33"]
        assert KeptRules.objects.get().options == {"dobon_factor": 2}
        if "name" in change:
            assert 'aria-describedby="id_name_error"' in html(response)
            assert 'id="id_name_error"' in html(response)


def test_a_stale_form_answers_409(phone: Phone, second: Phone) -> None:
    """The page keeps what was typed, which can be saved again."""
    kept = kept_by(phone, FRIDAY)
    fields = forms(phone.get(url(kept, EDIT)))["edit"]
    assert second.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "7"}).status_code == 302
    response = phone.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "9", "name": "Mine"})
    assert response.status_code == 409
    assert "Somebody has changed these rules meanwhile: Friday (dobon ×7" in text(response)
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 7}
    again = forms(response)["edit"]
    assert (again["opt-dobon_factor"], again["name"]) == (["9"], ["Mine"])
    assert phone.post(url(kept, EDIT), again).status_code == 302
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 9}
    assert KeptRules.objects.filter(current=kept).count() == 2


@pytest.mark.parametrize("name", ["Friday", "Other", "Saturday"])
def test_a_repeated_form_changes_once(phone: Phone, name: str) -> None:
    """Also under a name that is taken."""
    kept = kept_by(phone, rules("Saturday"), FRIDAY)
    fields = {**forms(phone.get(url(kept, EDIT)))["edit"], "opt-dobon_factor": "9", "name": name}
    first, second = (phone.post(url(kept, EDIT), fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    kept.refresh_from_db()
    assert kept.name == ("Saturday (2)" if name == "Saturday" else name)
    assert KeptRules.objects.filter(current=kept).count() == 1


def test_archived_rules_cannot_be_changed(phone: Phone) -> None:
    """What was typed stays, and can be saved once they are unarchived."""
    kept = kept_by(phone, FRIDAY)
    fields = forms(phone.get(url(kept, EDIT)))["edit"]
    phone.post(url(kept, "rule_sets_away"))
    assert phone.get(url(kept, EDIT)).status_code == 302
    response = phone.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "7", "name": "Mine"})
    assert response.status_code == 409
    assert "These rules are archived." in text(response)
    assert KeptRules.objects.get().options == {"dobon_factor": 2}
    again = forms(response)["edit"]
    assert (again["opt-dobon_factor"], again["name"]) == (["7"], ["Mine"])
    phone.post(url(kept, "rule_sets_away"), {"back": "1"})
    assert phone.post(url(kept, EDIT), again).status_code == 302
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 7}
