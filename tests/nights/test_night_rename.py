"""A night gets a name, and what bears it."""

from scorekeeper.circles.models import CircleChange
from tests.doors import ask, come_in
from tests.helpers import Phone, forms, text
from tests.nights.example import address, look


def name(phone: Phone, words: str) -> int:
    return int(phone.post(address(phone, "night_rename"), {"name": words}).status_code)


def test_it_is_called_so_everywhere(night: Phone) -> None:
    assert name(night, "  誕生日　会 ") == 302
    assert night.session.night.name == "誕生日 会"
    day = f"{night.session.night.day:%b} {night.session.night.day.day}"
    shown = text(look(night))
    assert "誕生日 会" in shown
    assert day in shown
    assert f"誕生日 会 {night.session.night.day:%a}, {day}" in text(ask(night, "circle"))


def test_the_log_has_the_old_name_and_the_new_one(night: Phone) -> None:
    name(night, "First")
    name(night, "Second")
    name(night, "Second")
    changes = CircleChange.objects.filter(action="night")
    assert [(row.before["name"], row.after["name"]) for row in changes] == [
        ("", "First"),
        ("First", "Second"),
    ]
    shown = text(ask(night, "changes"))
    assert "named a night" in shown
    assert "First" in shown


def test_somebody_else_was_faster(night: Phone) -> None:
    """The name given meanwhile is shown, what was typed stays, and sent once more it counts."""
    url, other = address(night, "night_rename"), come_in(night)
    form = forms(look(night))[url]
    assert other.post(url, {**form, "name": "誕生日会"}).status_code == 302
    assert other.post(url, {**form, "name": "誕生日会"}).status_code == 302
    late = night.post(url, {**form, "name": "忘年会"})
    assert late.status_code == 409
    assert "誕生日会" in text(late)
    assert "Somebody has changed this meanwhile." in text(late)
    assert forms(late)[url]["name"] == ["忘年会"]
    assert night.post(url, forms(late)[url]).status_code == 302
    assert night.session.night.name == "忘年会"


def test_too_long_or_by_somebody_who_only_watches(night: Phone) -> None:
    assert name(night, "x" * 61) == 422
    assert name(come_in(night, "viewer"), "Mine") == 403
    assert night.session.night.name == ""


def test_no_name_again(night: Phone) -> None:
    name(night, "First")
    assert name(night, "") == 302
    assert "Night of" in text(look(night))
