"""Other switches or another name for kept rules."""

import pytest

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.scoring.settlement import Stake
from tests.helpers import Phone, forms, html, text
from tests.rules.helpers import filled, kept_by, rules, url

FRIDAY = rules("Friday", stake=Stake(300), dobon_factor=2)
EDIT = "rule_sets_edit"


def test_the_form_as_it_comes_changes_nothing(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    assert fields["opt-dobon_factor"] == ["2"]
    assert fields["stakes-start"] == ["300"]
    response = phone.post(url(kept, EDIT), fields)
    assert response["Location"] == url(kept)
    assert KeptRules.objects.get().options == {"dobon_factor": 2}


def test_a_name_that_is_none_is_told_at_its_field(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    response = phone.post(url(kept, EDIT), {**fields, "name": "a" * 61})
    assert response.status_code == 422
    assert forms(response)["edit"]["name"] == ["a" * 61]
    assert 'aria-describedby="id_name_error"' in html(response)
    assert 'id="id_name_error"' in html(response)


def test_switches_and_stakes(phone: Phone) -> None:
    """What was there before stays, with who had set it; the table that took it keeps its rules."""
    kept = kept_by(phone, FRIDAY)
    phone.open_table(("A", "B"), phone.session.circle.public_id, dobon_factor=2)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    more = {"opt-dobon_factor": "4", "opt-returns": "on", "stakes-start": "", "name": "Friday"}
    assert phone.post(url(kept, EDIT), {**fields, **more}).status_code == 302
    now, before = KeptRules.objects.get(current=None), KeptRules.objects.get(current=kept)
    assert (now.pk, now.options, now.stake) == (kept.pk, {"dobon_factor": 4, "returns": "on"}, None)
    assert (before.name, before.options, before.created_at) == (
        "Friday",
        {"dobon_factor": 2},
        kept.created_at,
    )
    assert now.device is not None
    assert before.device is None
    assert phone.session.options == {"dobon_factor": 2}
    assert "tables that were started keep theirs" in text(phone.get(url(kept)))


def test_another_name(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept)), "rename")
    assert phone.post(url(kept, EDIT), {**fields, "name": " 土曜  "}).status_code == 302
    kept.refresh_from_db()
    assert (kept.name, kept.options, kept.stake) == ("土曜", {"dobon_factor": 2}, kept.stake)
    assert KeptRules.objects.get(current=kept).name == "Friday"


INVALID = [
    ({"name": ""}, "Name: a name is missing"),
    ({"name": "x" * 61}, "Name: 61 characters; at most 60"),
    ({"opt-dobon_factor": "0"}, "Dobon factor:"),
    ({"opt-dora": "on"}, "dora count as yaku; this table does not pay by yaku"),
    ({"stakes-base": "100"}, "Base points:"),
]


def test_invalid(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    for change, words in INVALID:
        response = phone.post(url(kept, EDIT), {**fields, "opt-two_value": "33", **change})
        assert response.status_code == 422
        assert words in text(response)
        assert forms(response)["edit"]["opt-two_value"] == ["33"]
        assert KeptRules.objects.get().options == {"dobon_factor": 2}


def test_stale(phone: Phone, second: Phone) -> None:
    """Nothing is overwritten unseen: the second gets a 409, keeps what was typed, and may save again."""
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    assert second.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "7"}).status_code == 302
    response = phone.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "9", "name": "Mine"})
    assert response.status_code == 409
    assert "Somebody has changed these rules meanwhile: Friday (dobon ×7" in text(response)
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 7}
    again = filled(response, "edit")
    assert (again["opt-dobon_factor"], again["name"]) == (["9"], ["Mine"])
    assert phone.post(url(kept, EDIT), again).status_code == 302
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 9}
    assert KeptRules.objects.filter(current=kept).count() == 2


@pytest.mark.parametrize("name", ["Friday", "Other", "Saturday"])
def test_the_same_form_twice(phone: Phone, name: str) -> None:
    """It is no news that what was to be done is done, also under a name that is taken."""
    kept = kept_by(phone, rules("Saturday"), FRIDAY)
    fields = {**filled(phone.get(url(kept, EDIT)), "edit"), "opt-dobon_factor": "9", "name": name}
    first, second = (phone.post(url(kept, EDIT), fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    kept.refresh_from_db()
    assert kept.name == ("Saturday (2)" if name == "Saturday" else name)
    assert KeptRules.objects.filter(current=kept).count() == 1


def test_rules_that_are_put_away_are_not_changed(phone: Phone) -> None:
    """What was typed stays, and can be saved once the rules are back."""
    kept = kept_by(phone, FRIDAY)
    fields = filled(phone.get(url(kept, EDIT)), "edit")
    phone.post(url(kept, "rule_sets_away"))
    assert phone.get(url(kept, EDIT)).status_code == 302
    response = phone.post(url(kept, EDIT), {**fields, "opt-dobon_factor": "7", "name": "Mine"})
    assert response.status_code == 409
    assert "These rules are archived." in text(response)
    assert KeptRules.objects.get().options == {"dobon_factor": 2}
    again = filled(response, "edit")
    assert (again["opt-dobon_factor"], again["name"]) == (["7"], ["Mine"])
    phone.post(url(kept, "rule_sets_away"), {"back": "1"})
    assert phone.post(url(kept, EDIT), again).status_code == 302
    assert KeptRules.objects.get(pk=kept.pk).options == {"dobon_factor": 7}


def test_borrowed_rules_are_shown_open(phone: Phone) -> None:
    kept = kept_by(phone, rules("x", burst="on"))
    assert '<details class="borrow fold" open>' in html(phone.get(url(kept, EDIT)))
