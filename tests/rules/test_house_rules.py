"""ハウスルールの欄: what is set, what was changed, and the way back, on pages with house rules as a form."""

import re
from typing import Any

from django.http import HttpResponse

from scorekeeper.play.models import GameSession
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.scoring.settlement import Stake
from tests.helpers import NAMES, Phone, forms, html, text
from tests.rules.helpers import filled, kept_by, rules, url

NEW = "/new/"
PART = {"HX-Request": "true"}


def new_form(phone: Phone, **asked: str) -> dict[str, Any]:
    return filled(phone.get(NEW, asked), "new")


def look(phone: Phone, where: str, fields: dict[str, Any]) -> str:
    """What a script gets that asks how the form stands."""
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
    """The headings of a game's own rules, each with whether it is open and what stands beside it."""
    own = html(response).partition('<details class="borrow fold"')[0]
    fold = r'<details class="group fold"( open)?><summary><b class="grow">(.*?)</b>(.*?)</summary>'
    result = re.findall(fold, own)
    return {title: (bool(opened), re.sub("<[^>]+>", "", count)) for opened, title, count in result}


def test_nothing_is_changed_as_the_form_comes(db: None) -> None:
    for game in ("gamble", "doudizhu"):
        page = Phone().get(NEW, {"game": game})
        assert words(html(page), "changed") == "Changed Nothing so far."
        assert set(groups(page).values()) == {(False, "")}


def test_a_variant_is_no_change_of_itself(db: None) -> None:
    """Half-times is shown against what the table starts from, not against the game's usual rules."""
    phone = Phone()
    fields = new_form(phone, game="gamble", rules="preset.twos-double")
    assert fields["opt-twos"] == ["summed"]
    assert words(look(phone, NEW, fields), "changed") == "Changed Nothing so far."
    changed = look(phone, NEW, {**fields, "opt-twos": "off"})
    was = "those among the cards added up for a payment"
    assert words(changed, "changed") == f"Changed 2s double off Was: {was} Undo"


def test_the_lines_say_what_is_set(db: None) -> None:
    phone = Phone()
    stakes = {"stakes-start": "300", "stakes-unit": "円", "stakes-per_point": "10"}
    stakes |= {"stakes-base": "400", "stakes-end_on_bust": "on"}
    fields = {**new_form(phone), "opt-dobon_factor": "2", "opt-returns": "on", **stakes}
    part = look(phone, NEW, fields)
    assert words(part, "options-line") == "dobon ×2 · 2s count 50 · with return"
    assert words(part, "stakes-line") == "300 points each · base 400 · over at 0 points · 1 point = 10 円"
    assert words(part, "now-opt-dobon_factor") == "Was: 3"
    assert not GameSession.objects.exists()


def test_the_lines_without_a_script(db: None) -> None:
    """Nothing is asked of the names, nothing typed is lost, and both parts are open."""
    phone = Phone()
    typed = {"name": ["A", "A"], "title": "夜", "keep": "Ours", "opt-dobon_factor": "2", "stakes-rounds": "7"}
    page = phone.post(NEW, {**new_form(phone), **typed, "action": "look"})
    assert page.status_code == 200
    assert words(html(page), "options-line") == "dobon ×2 · 2s count 50 · no return"
    assert words(html(page), "stakes-line") == "7 rounds"
    again = filled(page, "new")
    assert [name for name in again["name"] if name] == ["A", "A"]
    assert (again["title"], again["keep"], again["stakes-rounds"]) == (["夜"], ["Ours"], ["7"])
    assert "Please check" not in text(page)
    assert html(page).count('<details class="panel fold" id="house" open>') == 1
    assert groups(page)["Multipliers"] == (True, "1 change")
    assert groups(page)["Rounding"] == (False, "")
    assert not GameSession.objects.exists()


def test_a_rule_goes_back_without_a_script(db: None) -> None:
    phone = Phone()
    typed = {"opt-dobon_factor": "2", "opt-single_claim": "refused", "opt-two_value": "20"}
    page = phone.post(NEW, {**new_form(phone), **typed, "name": list(NAMES), "back": "single_claim"})
    assert page.status_code == 200
    again = filled(page, "new")
    assert again["opt-single_claim"] == ["refused", "allowed"]
    assert (again["opt-dobon_factor"], again["opt-two_value"]) == (["2"], ["20"])
    assert [name for name in again["name"] if name] == list(NAMES)
    assert words(html(page), "changed") == ("Changed Value of a 2 20 Was: 50 Undo Dobon factor 2 Was: 3 Undo")
    assert phone.post(NEW, {**again, "action": "start"}).status_code == 302
    assert GameSession.objects.get().options == {"dobon_factor": 2, "two_value": 20}


def test_no_such_rule_goes_back(db: None) -> None:
    phone = Phone()
    for key in ("nothing", "loser_starts", "", "__class__"):
        page = phone.post(NEW, {**new_form(phone), "opt-dobon_factor": "2", "back": key})
        assert filled(page, "new")["opt-dobon_factor"] == ["2"]


def test_enter_never_takes_a_rule_back(db: None) -> None:
    """The first button of a form is what Enter presses."""
    phone = Phone()
    page = html(phone.post(NEW, {**new_form(phone), "opt-dobon_factor": "2", "action": "look"}))
    form = page[page.index('id="new"') :]
    first = re.search(r"<button(?![^>]*type=\"button\")[^>]*>", form)
    assert first
    assert "name=" not in first[0]


def test_what_is_wrong_is_counted_and_told_beside_the_rule(db: None) -> None:
    phone = Phone()
    fields = {**new_form(phone), "opt-dobon_factor": "99", "opt-returns": "on", "stakes-per_point": "10"}
    part = look(phone, NEW, fields)
    assert words(part, "options-line") == "dobon ×3 · 2s count 50 · with return · to correct: 1"
    assert words(part, "stakes-line") == "points only · to correct: 1"
    assert "less than or equal to 20" in words(part, "now-opt-dobon_factor")
    assert "Dobon factor 99 Was: 3" in words(part, "changed")
    page = phone.post(NEW, {**fields, "name": list(NAMES)})
    assert page.status_code == 422
    assert forms(page)["new"]["opt-dobon_factor"] == ["99"]
    assert groups(page)["Multipliers"] == (True, "1 change")
    assert words(html(page), "options-line") == "dobon ×3 · 2s count 50 · with return · to correct: 1"


def test_rules_that_exclude_each_other_are_told_at_once(db: None) -> None:
    phone = Phone()
    part = look(phone, NEW, {**new_form(phone), "opt-amount": "number"})
    assert "only where hands are paid for" in words(part, "now-opt-bystanders")
    assert words(part, "options-line") == "to correct: 1"


def test_kept_rules_are_told_against_the_usual_ones(phone: Phone) -> None:
    kept = kept_by(phone, rules("Friday", stake=Stake(300), dobon_factor=2, burst="on"))
    where = url(kept, "rule_sets_edit")
    page = phone.get(where)
    changed = "Changed Dobon factor 2 Was: 3 Undo Burst on Was: off Undo"
    assert words(html(page), "changed") == changed
    assert groups(page)["Multipliers"] == (True, "1 change")
    part = look(phone, where, {**filled(page, "edit"), "opt-dobon_factor": "4", "stakes-rounds": "9"})
    assert words(part, "options-line").startswith("dobon ×4")
    assert words(part, "stakes-line") == "300 points each · 9 rounds"
    back = phone.post(where, {**filled(page, "edit"), "name": "", "back": "burst"})
    assert back.status_code == 200
    again = filled(back, "edit")
    assert (again["opt-burst"], again["name"]) == (["off"], [""])
    assert KeptRules.objects.get().options == {"dobon_factor": 2, "burst": "on"}
