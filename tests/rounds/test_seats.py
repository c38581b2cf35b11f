"""席替え: people join, leave and swap between two rounds."""

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Round, Seat
from scorekeeper.scoring.limits import MOST_PEOPLE
from tests.helpers import Phone, entry_form, forms, html, text


def change(phone: Phone, **fields: str) -> object:
    url = phone.url("seats")
    return phone.post(url, {**forms(phone.get(url))["seats"], **fields})


def test_somebody_joins(phone: Phone) -> None:
    phone.record()
    assert phone.url("seats") in html(phone.show("table"))
    assert "Change of seats" in text(phone.show("seats"))
    answer = change(phone, join=" えみ ")
    assert (answer.status_code, answer["Location"]) == (302, phone.url("table"))
    assert phone.points()["えみ"] == 0
    assert Seat.objects.get(player__name="えみ").initial is False
    shown = text(phone.show("table"))
    assert "Change of seats: ＋えみ Undo last change" in shown
    phone.record({"kind": "out", "winner": "4", **{f"hand-{seat}": "K" for seat in range(4)}})
    assert phone.points()["えみ"] == 40


def test_somebody_leaves_and_comes_back(phone: Phone) -> None:
    change(phone, leave="1")
    assert "hand-1" not in entry_form(phone.show("round_new"))
    assert "Ben" in text(phone.show("table"))
    change(phone, join="BEN")
    assert "hand-1" in entry_form(phone.show("round_new"))
    assert Seat.objects.filter(session=phone.session).count() == 4


def test_two_swap(phone: Phone) -> None:
    change(phone, **{"swap-a": "0", "swap-b": "2"})
    page = html(phone.show("round_new"))
    assert page.index('name="hand-2"') < page.index('name="hand-0"')


def test_an_earlier_round_is_corrected_among_those_who_sat_there_then(phone: Phone) -> None:
    phone.record({"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "K", "hand-3": "K"})
    change(phone, leave="1", join="えみ")
    for form in (phone.show("round_edit", 1), phone.show("round_insert", 1)):
        assert "hand-1" in entry_form(form)
        assert "hand-4" not in entry_form(form)


def test_it_can_be_taken_back_but_not_edited(phone: Phone) -> None:
    change(phone, leave="1")
    assert phone.url("round_edit", 1) not in html(phone.show("round", 1))
    assert phone.get(phone.url("round_edit", 1)).status_code == 302
    phone.confirm_change("round_void", 1)
    assert "hand-1" in entry_form(phone.show("round_new"))


def test_errors(phone: Phone) -> None:
    form = forms(phone.show("seats"))["seats"]
    for fields, words in (
        ({}, "Choose who joins, leaves or swaps."),
        ({"join": "ben"}, "ben is at the table already."),
        ({"join": "x" * 31}, "A name of 31 characters"),
        ({"join": "pot"}, "cannot be a name"),
        ({"leave": "9"}, "Choose somebody at the table."),
        ({"swap-a": "0"}, "Choose two different players to swap."),
        ({"swap-a": "0", "swap-b": "0"}, "Choose two different players to swap."),
        ({"swap-a": "0", "swap-b": "77"}, "Please check Choose somebody at the table. From the next"),
        ({"swap-a": "0", "swap-b": "1", "leave": "1"}, "A player who is leaving cannot swap seats."),
    ):
        answer = phone.post(phone.url("seats"), {**form, **fields})
        assert answer.status_code == 422
        assert words in text(answer)
    assert not Round.objects.exists()


def test_two_must_stay(db: None) -> None:
    phone = Phone().open_table(("X", "Y"))
    answer = change(phone, leave="0")
    assert answer.status_code == 422
    assert "This game takes 2 to 10 players." in text(answer)


def test_so_many_people_and_no_more_ever_sit_at_a_table(phone: Phone) -> None:
    for number in range(4, MOST_PEOPLE):
        player = Player.objects.create(circle=phone.session.circle, name=f"G{number}", name_key=f"g{number}")
        Seat.objects.create(session=phone.session, player=player, number=number, initial=False)
    assert change(phone, join="G5").status_code == 302
    answer = change(phone, join="Zoe")
    assert answer.status_code == 422
    assert f"More than {MOST_PEOPLE} people at one table" in text(answer)
    assert not Player.objects.filter(name="Zoe").exists()
