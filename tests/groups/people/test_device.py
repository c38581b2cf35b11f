"""A phone with everything it changed."""

import pytest
from django.urls import reverse

from scorekeeper.circles.models import Device
from scorekeeper.rules.sets import code_of, usual
from scorekeeper.scoring.registry import RULESETS
from tests.doors import ask, circle_of, membership, page
from tests.helpers import DOBON, OUT, Phone, html, text
from tests.rules.helpers import filled

pytestmark = pytest.mark.django_db


def test_what_it_changed(phone: Phone, player: Phone) -> None:
    """Three changes by the one phone and one by the other."""
    player.record(DOBON)
    phone.record(OUT)
    player.play({"hand-3": "5"}, "round_edit", 1)
    player.confirm_change("round_void", 2)
    shown = text(ask(phone, "device", membership(player).pk))
    assert "3 changes" in shown
    message = ("voided round after round 1: voided", "round 1: corrected", "round 1: entered")
    places = [shown.index(words) for words in message]
    assert places == sorted(places)
    assert "大輔 4" in shown
    assert "大輔 5" in shown
    assert "1 change " in text(ask(phone, "device", membership(phone).pk))


def test_on_the_circle_page_the_last_three(phone: Phone, player: Phone) -> None:
    """Five changes in all: of four by the one phone the last three are named."""
    for _ in range(3):
        player.record(DOBON)
    phone.record(OUT)
    player.press("session_end")
    shown = text(phone.get(phone.settings_url()))
    assert "4 changes" in shown
    assert all(words in shown for words in ("table ended", "round 3: entered", "round 2: entered"))
    assert "round 1: entered" not in shown
    assert "round 4: entered" in shown


def test_what_concerns_no_table_names_none(phone: Phone) -> None:
    assert phone.post(reverse("circle_rename", args=(circle_of(phone).public_id,)), {"name": "Friday"})
    page = html(phone.get(phone.settings_url()))
    assert "renamed" in text(phone.get(phone.settings_url()))
    assert "<bdi></bdi>" not in page


def test_pages(phone: Phone, player: Phone) -> None:
    """51 changes: fifty on the first page, one on the second."""
    from scorekeeper.play.models import RoundEdit

    player.record(DOBON)
    first = RoundEdit.objects.get()
    RoundEdit.objects.bulk_create(
        RoundEdit(session=first.session, action="end", key=f"k{number}", revision=number, device=first.device)
        for number in range(50)
    )
    address = page(phone, "device", membership(player).pk)
    assert text(phone.get(address)).count("table ended") == 50
    assert "Earlier changes" in text(phone.get(address))
    assert "round 1: entered" in text(phone.get(address, {"page": "2"}))
    assert "round 1: entered" in text(phone.get(address, {"page": "9999"}))


def test_a_phone_without_a_name(phone: Phone, player: Phone) -> None:
    Device.objects.update(name="")
    assert "unnamed phone" in text(ask(phone, "device", membership(player).pk))


def test_rules_of_the_circle(phone: Phone, player: Phone) -> None:
    """A round and four changes of kept rules by the one phone, none by the other."""
    rules = reverse("rule_sets_circle", args=(circle_of(phone).public_id,))
    player.record(DOBON)
    kept = player.post(rules, {"code": code_of(usual(RULESETS["gamble"])), "name": "Friday"})
    player.post(kept["Location"] + "edit/", filled(player.get(kept["Location"]), "rename") | {"name": "Sat"})
    player.post(kept["Location"] + "copy/")
    player.post(kept["Location"] + "away/")
    shown = text(ask(phone, "device", membership(player).pk))
    assert "5 changes" in shown
    message = ("archived rules", "saved rules", "changed rules", "saved rules", "round 1: entered")
    places = [shown.index("5 changes")]
    for words in message:
        places.append(shown.index(words, places[-1] + 1))
    circle = text(phone.get(phone.settings_url()))
    assert "5 changes" in circle
    assert "archived rules · Sat" in circle
    assert "changed nothing" in text(ask(phone, "device", membership(phone).pk))
