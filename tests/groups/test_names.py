"""Another name for a group, a phone or a night: one way for all three."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from scorekeeper.play.models import Night
from tests.doors import ask, circle_of, come_in, membership, page
from tests.helpers import Phone, forms, html, text
from tests.nights import example

pytestmark = pytest.mark.django_db
ODD = ("健の iPhone", "👨‍👩‍👧‍👦", "محمد", "<b>A & B</b>")


class Named(NamedTuple):
    """What has a name: where it gets one, where its form is, what it is called, and how long that may be."""

    url: str
    shown: str
    name: Callable[[], str]
    longest: int


def circle(host: Phone) -> Named:
    shown = page(host, "circle_settings")
    return Named(page(host, "circle_rename"), shown, lambda: circle_of(host).name, 60)


def device(host: Phone) -> Named:
    """The phone of somebody else."""
    other = come_in(host, agent="Android")
    key = membership(other).pk
    url, shown = (page(host, name, key) for name in ("device_rename", "device"))
    return Named(url, shown, lambda: membership(other).device.name, 40)


def night(host: Phone) -> Named:
    url, shown = example.address(host, "night_rename"), example.address(host)
    return Named(url, shown, lambda: Night.objects.get().name, 60)


@pytest.fixture(name="named", params=[circle, device, night])
def _named(phone: Phone, request: pytest.FixtureRequest) -> Named:
    """Each of the three, at the same table."""
    result: Named = request.param(phone)
    return result


def test_it_is_called_so(phone: Phone, named: Named) -> None:
    for name in (*ODD, "x" * named.longest):
        assert phone.post(named.url, {"name": f" {name} "}).status_code == 302
        assert named.name() == name
        shown = phone.get(named.shown)
        assert name in text(shown)
        assert "<b>A &" not in html(shown)


def test_what_is_no_name_changes_nothing_and_stays_typed(phone: Phone, named: Named) -> None:
    before = named.name()
    for name in ("x" * (named.longest + 1), "x" * 500):
        refused = phone.post(named.url, {"name": name})
        assert refused.status_code == 422
        assert '<p class="err"' in html(refused)
        assert forms(refused)[named.url]["name"] == [name]
        assert named.name() == before


@pytest.mark.parametrize("named", [circle, device], indirect=True)
def test_a_group_and_a_phone_have_one(phone: Phone, named: Named) -> None:
    before = named.name()
    for name in ("", "   ", "A\x00B"):
        refused = phone.post(named.url, {"name": name})
        assert refused.status_code == 422
        assert '<p class="err"' in html(refused)
        assert named.name() == before


def test_another_phone_was_faster(phone: Phone, named: Named) -> None:
    """The name given meanwhile is shown, what was typed stays, and sent once more it counts."""
    form, other = forms(phone.get(named.shown))[named.url], come_in(phone, "host")
    for _ in range(2):
        assert other.post(named.url, {**form, "name": "木曜会"}).status_code == 302
    late = phone.post(named.url, {**form, "name": "金曜会"})
    assert late.status_code == 409
    assert "木曜会" in text(late)
    assert "Somebody has changed this meanwhile." in text(late)
    assert forms(late)[named.url]["name"] == ["金曜会"]
    assert phone.post(named.url, forms(late)[named.url]).status_code == 302
    assert named.name() == "金曜会"


def test_the_log_has_the_old_name_and_the_new_one_once(phone: Phone, named: Named) -> None:
    before = named.name()
    for name in ("First", "Second", "Second"):
        phone.post(named.url, {"name": name})
    noted = circle_of(phone).changes.values_list("before__name", "after__name").order_by("pk")
    assert list(noted) == [(before, "First"), ("First", "Second")]
    assert "First" in text(phone.get(page(phone, "changes")))


def test_a_night_bears_its_name_beside_its_day_and_has_that_again_without(phone: Phone) -> None:
    example.three_games(phone)
    url, day = example.address(phone, "night_rename"), phone.session.night.day
    phone.post(url, {"name": "  誕生日　会 "})
    for shown in (example.look(phone), ask(phone, "circle")):
        assert f"誕生日 会 {day:%a, %b} {day.day}" in text(shown)
    assert phone.post(url, {"name": ""}).status_code == 302
    assert "Night of" in text(example.look(phone))
