"""名前を消す: the books stay, and no row holds the name any more."""

import json

import pytest
from django.apps import apps

from scorekeeper.circles.models import CircleChange, Player
from tests.doors import ask, circle_of, membership, page, send
from tests.helpers import DOBON, Phone, forms, html, text

pytestmark = pytest.mark.postgresql


def person(phone: Phone, name: str) -> Player:
    return circle_of(phone).players.get(name=name)


def edit(phone: Phone, who: str, /, **details: str) -> None:
    address = page(phone, "person_edit", person(phone, who).pk)
    sent = {key: values[-1] for key, values in forms(phone.get(address))["person"].items()}
    assert phone.post(address, sent | details).status_code == 302


def forget(phone: Phone, name: str) -> int:
    return int(send(phone, "person_forget", person(phone, name).pk, typed=name).status_code)


def everything() -> str:
    """All that is stored, as one text."""
    models = [
        model for label in ("circles", "play", "stats") for model in apps.get_app_config(label).get_models()
    ]
    rows = [row for model in models for row in model._default_manager.values()]
    return json.dumps(rows, default=str, ensure_ascii=False).casefold()


@pytest.fixture(name="known")
def _known(db: None) -> Phone:
    """Alexandra was Sandra once, came as Lexi too, holds the phone and gave it and the group her name."""
    phone = Phone().open_table(("Sandra", "Bertram", "Chie", "Lex"))
    edit(phone, "Sandra", name="Alexandra", reading="Arekusandora", mark="Æ")
    phone.play(DOBON)
    sid = phone.sid
    phone.open_table(("Lexi", "Bertram"), circle_of(phone).public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "K"})
    kept = {"other": person(phone, "Lexi").pk, "seen": "99999"}
    assert send(phone, "person_merge", person(phone, "Alexandra").pk, **kept).status_code == 302
    send(phone, "circle_me", player=person(phone, "Alexandra").pk)
    send(phone, "device_rename", membership(phone).pk, name="Alexandra's phone")
    send(phone, "circle_rename", name="Alexandra・Bertram")
    phone.sid = sid
    return phone


def test_no_trace_of_the_name_is_left(known: Phone) -> None:
    assert forget(known, "Alexandra") == 302
    left = everything()
    for name in ("alexandra", "sandra", "lexi", "arekusandora", "æ"):
        assert name not in left, name
    assert "bertram" in left
    assert circle_of(known).name == "Former member・Bertram"


def test_the_books_stay(known: Phone) -> None:
    forget(known, "Alexandra")
    assert known.points() == {"Former member": 400, "Bertram": -330, "Chie": -70, "Lex": 0}
    assert "Former member" in text(known.show("round", 1))
    former = person(known, "Former member")
    assert former.hidden
    assert "Former member" not in html(ask(known, "circle_session_new"))
    change = CircleChange.objects.latest("pk")
    assert (change.action, change.player, change.before, change.after) == ("forget", former, None, None)


def test_a_name_that_was_cut_off_at_the_end_of_the_groups(known: Phone) -> None:
    """Sixty characters are room for no more: the last name is not whole."""
    name = "Bertram・Chie・Lex・" + "x" * 37 + "・Alexa"
    assert len(name) == 60
    send(known, "circle_rename", name=name)
    forget(known, "Alexandra")
    assert "Alexa" not in circle_of(known).name


def test_somebody_else_was_cut_off_at_the_end_of_the_groups(known: Phone) -> None:
    name = "Chie・Lex・" + "x" * 48 + "・Be"
    assert len(name) == 60
    send(known, "circle_rename", name=name)
    forget(known, "Alexandra")
    assert circle_of(known).name == name


def test_several_are_numbered(known: Phone) -> None:
    before = known.session.revision
    forget(known, "Alexandra")
    forget(known, "Chie")
    assert set(known.points()) == {"Former member", "Bertram", "Former member 2", "Lex"}
    assert known.session.revision == before + 2


def test_only_with_the_name_typed(known: Phone) -> None:
    shown = ask(known, "person_forget", person(known, "Alexandra").pk)
    assert "This cannot be undone." in text(shown)
    assert known.url("export") in html(shown)
    for typed in ("", "Bertram", "Alexandr"):
        answer = send(known, "person_forget", person(known, "Alexandra").pk, typed=typed)
        assert answer.status_code == 422
        assert forms(answer)["forget"]["typed"] == [typed]
    assert person(known, "Alexandra").reading


def test_somebody_who_was_taken_apart_again_keeps_the_name(known: Phone) -> None:
    send(known, "circle_rename", name="Alexandra・Lexi・Bertram")
    kept = person(known, "Alexandra")
    send(known, "person_merge", kept.pk, undo=kept.merges.get().pk)
    forget(known, "Alexandra")
    assert person(known, "Lexi").merged_into is None
    assert circle_of(known).name == "Former member・Lexi・Bertram"
