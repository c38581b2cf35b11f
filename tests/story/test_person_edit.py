"""人の詳細: name, reading, mark, colour, guest and hidden, with who changed them."""

from scorekeeper.circles.models import CircleChange, Player
from scorekeeper.play.models import RoundEdit
from tests.doors import ask, circle_of, membership, page
from tests.helpers import DOBON, Phone, forms, html, text


def person(phone: Phone, name: str) -> Player:
    return circle_of(phone).players.get(name=name)


def opened(phone: Phone, name: str) -> tuple[str, dict[str, str]]:
    """The address of a person's form, and what it holds."""
    address = page(phone, "person_edit", person(phone, name).pk)
    return address, {key: values[-1] for key, values in forms(phone.get(address))["person"].items()}


def edit(phone: Phone, name: str, /, **details: str) -> int:
    """Open the page of a person, type something else, and save."""
    address, sent = opened(phone, name)
    return int(phone.post(address, sent | details).status_code)


def test_its_title_says_whose_it_is(phone: Phone) -> None:
    assert "<title>Ben</title>" in html(phone.get(opened(phone, "Ben")[0]))


def test_another_name_shows_everywhere_and_is_written_down(phone: Phone) -> None:
    phone.record(DOBON)
    before = phone.session.revision
    assert edit(phone, "Ben", name=" Benny ") == 302
    assert phone.session.revision == before + 1
    for name in ("table", "settle", "rounds"):
        assert "Benny" in text(phone.show(name))
    assert "Benny" in text(ask(phone, "people"))
    assert phone.points()["Benny"] == -330
    change = CircleChange.objects.get()
    assert (change.action, change.before, change.after) == ("person", {"name": "Ben"}, {"name": "Benny"})
    assert (change.player, change.device) == (person(phone, "Benny"), membership(phone).device)


def test_what_was_entered_before_is_told_of(phone: Phone) -> None:
    """A form that was opened before says what happened meanwhile, and is still filled in."""
    form = phone.fill(DOBON)
    edit(phone, "Ben", name="Benny", mark="🦊")
    answer = phone.send(form)
    assert answer.status_code == 409
    assert "changed a person Name: Ben → Benny · Mark: – → 🦊" in text(answer)


def test_nothing_else_is_nothing_changed(phone: Phone) -> None:
    assert edit(phone, "Ben") == 302
    assert not CircleChange.objects.exists()
    assert not RoundEdit.objects.exists()


def test_tables_that_ended_and_what_no_table_shows(phone: Phone) -> None:
    before = phone.session.revision
    edit(phone, "Ben", reading="べん", guest="on")
    assert phone.session.revision == before
    phone.press("session_end")
    before = phone.session.revision
    edit(phone, "Ben", name="Benny")
    assert phone.session.revision == before
    assert "Benny" in text(phone.show("settle"))


def test_mark_and_colour_at_the_table(phone: Phone) -> None:
    """大輔 takes the colour of the first seat; the person there keeps it."""
    phone.record(DOBON)
    edit(phone, "大輔", mark="だい", color="0")
    shown = html(phone.show("table"))
    assert '<i class="mark seat-0" aria-hidden="true"><span class="pair">だい</span></i>' in shown
    assert '<i class="mark seat-0" aria-hidden="true">あ</i>' in shown
    assert '<i class="mark seat-1" aria-hidden="true">B</i>' in shown


WRONG = [
    ({"name": "ＣＨＩＥ"}, "Somebody of this group has that name."),
    ({"name": ""}, "name"),
    ({"mark": "abc"}, "A mark has one or two characters."),
    ({"mark": "👩🏽‍❤️‍💋‍👨🏽👩🏽‍❤️‍💋‍👨🏽"}, "16"),
    ({"reading": "x" * 31}, "30"),
    ({"color": "10"}, "10"),
    ({"seen": "x"}, ""),
]


def test_what_cannot_be_saved_stays_typed(phone: Phone) -> None:
    address, sent = opened(phone, "Ben")
    for details, words in WRONG:
        answer = phone.post(address, {**sent, "reading": "べん"} | details)
        assert answer.status_code == 422
        assert words in text(answer)
        typed = forms(answer)["person"]
        assert typed["reading"] == [details.get("reading", "べん")]
        assert typed["name"] == [details.get("name", "Ben")]
        assert not CircleChange.objects.exists()


def test_somebody_else_was_faster(phone: Phone, second: Phone) -> None:
    address, sent = opened(phone, "Ben")
    second.post(second.url("session_me"), {"player": person(phone, "Chie").pk})
    edit(second, "Ben", reading="べん")
    answer = phone.post(address, {**sent, "mark": "B2"})
    assert answer.status_code == 409
    assert "changed a person Reading: – → べん" in text(answer)
    assert "· Chie (" in text(answer)
    again = {key: values[-1] for key, values in forms(answer)["person"].items()}
    assert again["mark"] == "B2"
    assert phone.post(address, again).status_code == 302
    assert person(phone, "Ben").mark == "B2"


def test_the_list_for_those_who_may_change_it(phone: Phone) -> None:
    edit(phone, "Ben", hidden="on", guest="on")
    shown = text(ask(phone, "people"))
    assert "Names, marks and colours C Chie あ あき 大 大輔 B Ben Guest Hidden" in shown
