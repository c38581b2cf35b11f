"""名前を消す: the books stay, and no row holds the name any more."""

import json
import re

import pytest
from django.apps import apps

from scorekeeper.circles.models import CircleChange, Device, Role
from scorekeeper.circles.services import make_link
from tests.doors import ask, circle_of, come_in, membership, page, send
from tests.helpers import DOBON, Phone, forms, html, text
from tests.play.evenings import YEN, over
from tests.story.test_person_edit import edit, person


def forget(phone: Phone, name: str) -> int:
    return int(send(phone, "person_forget", person(phone, name).pk, typed=name).status_code)


def everything() -> str:
    """All that is stored, as one text."""
    rows = [row for model in apps.get_models() for row in model._default_manager.values()]
    return json.dumps(rows, default=str, ensure_ascii=False).casefold()


@pytest.fixture(name="known")
def _known(db: None) -> Phone:
    """Alexandra was Sandra once, came as Lexi too, holds the phone and gave it and the group her name."""
    phone = Phone().open_table(("Sandra", "Bertram", "Chie", "Lex"))
    edit(phone, "Sandra", name="Alexandra", reading="Arekusandora", mark="Æ")
    phone.record(DOBON)
    sid = phone.sid
    phone.open_table(("Lexi", "Bertram"), circle_of(phone).public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    merge(phone, "Alexandra", "Lexi")
    send(phone, "circle_me", player=person(phone, "Alexandra").pk)
    send(phone, "device_rename", membership(phone).pk, name="Alexandra's phone")
    send(phone, "circle_rename", name="Alexandra・Bertram")
    phone.sid = sid
    return phone


@pytest.mark.postgresql
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


def merge(phone: Phone, kept: str, gone: str) -> None:
    other = person(phone, gone).pk
    assert send(phone, "person_merge", person(phone, kept).pk, other=other, seen="99999").status_code == 302


def test_a_merged_entry_that_still_has_a_seat(db: None) -> None:
    """A file may say so; the seat stays, and its name goes."""
    phone = Phone().open_table(("Anna", "Xaver"))
    phone.open_table(("Berta", "Xaver"), circle_of(phone).public_id)
    circle_of(phone).players.filter(name="Anna").update(merged_into=person(phone, "Berta"))
    forget(phone, "Berta")
    left = everything()
    assert [name for name in ("anna", "berta") if name in left] == []
    assert person(phone, "Former member 2").merged_into == person(phone, "Former member")


def test_somebody_with_whom_a_forgotten_entry_was_merged(db: None) -> None:
    """Both would be called the same for a moment."""
    phone = Phone().open_table(("Anna", "Xaver"))
    phone.open_table(("Berta", "Xaver"), circle_of(phone).public_id)
    assert forget(phone, "Anna") == 302
    merge(phone, "Berta", "Former member")
    assert forget(phone, "Berta") == 302
    assert [one.name for one in circle_of(phone).players.order_by("pk")] == ["Xaver", "Former member 2"]


@pytest.mark.postgresql
def test_what_a_merged_entry_paid_in_one_go(phone: Phone) -> None:
    """The log says who paid, though there is no such entry any more."""
    circle = circle_of(phone)
    over(circle, {("Benny", "あき"): 300}, rate=YEN)
    [value] = re.findall(r'name="clear" value="([^"]+)"', html(ask(phone, "bills")))
    form = forms(ask(phone, "bills"))[page(phone, "clear")]
    assert phone.post(page(phone, "clear"), form | {"clear": value}).status_code == 302
    merge(phone, "Ben", "Benny")
    assert forget(phone, "Ben") == 302
    log = text(ask(phone, "changes")).partition("ticked payments of several tables")[2]
    assert "Former member → あき 300円" in log.partition("payment ticked")[0]


@pytest.mark.postgresql
def test_labels_that_are_nothing_but_the_name(phone: Phone) -> None:
    """Of phones that nobody holds, and of links; one that is more than that was typed freely."""
    for label in ("CHIE", "Chie's old one"):
        send(phone, "device_rename", membership(come_in(phone)).pk, name=label)
    make_link(circle_of(phone), Role.VIEWER, None, "Chie")
    forget(phone, "Chie")
    assert sorted(Device.objects.values_list("name", flat=True)) == ["", "", "Chie's old one"]
    assert set(circle_of(phone).links.values_list("label", flat=True)) == {""}
    assert list(circle_of(phone).changes.filter(action="phone").values_list("after", flat=True)) == [None] * 2


@pytest.mark.postgresql
def test_a_name_that_somebody_else_has_by_now(phone: Phone) -> None:
    """Chie was Dora before another Dora came: that one keeps her name, in the history too."""
    edit(phone, "Chie", name="Dora")
    edit(phone, "Dora", name="Chie")
    edit(phone, "大輔", name="Dora")
    forget(phone, "Chie")
    assert set(phone.points()) == {"あき", "Ben", "Former member", "Dora"}
    changes = (
        CircleChange.objects.filter(action="person").order_by("pk").values_list("after__name", flat=True)
    )
    assert list(changes) == ["Former member", "Former member", "Dora"]


def test_names_with_a_dot_in_the_groups(db: None) -> None:
    phone = Phone().open_table(("ジョン・スミス", "メアリ・スミス", "あき"))
    send(phone, "circle_rename", name="ジョン・スミス・メアリ・スミス・あき")
    forget(phone, "ジョン・スミス")
    assert circle_of(phone).name == "Former member・メアリ・スミス・あき"
