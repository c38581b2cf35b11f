"""人の詳細: changes of a person; 統合: merging two entries of one person, and undoing it."""

from datetime import timedelta
from functools import partial

import pytest
from django.http import HttpResponse
from django.utils import timezone

from scorekeeper.circles.models import CircleChange, Player
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import Flow, Merge, RoundEdit, Seat, SeatResult, StandIn
from scorekeeper.play.people import PersonChanged, change_person, last_change
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.people import figures_by_player
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.at_once import at_once, copies
from tests.circle_pages import ask, circle_of, membership, page, person, send
from tests.helpers import DOBON, Phone, forms, html, text

pytestmark = pytest.mark.postgresql


def details_form(phone: Phone, name: str) -> tuple[str, dict[str, str]]:
    """The address of a person's form, and its fields."""
    address = page(phone, "person_edit", person(phone, name).pk)
    return address, {key: values[-1] for key, values in forms(phone.get(address))["person"].items()}


def edit(phone: Phone, name: str, /, **details: str) -> int:
    """Send the form of a person with other details; return the status."""
    address, sent = details_form(phone, name)
    return int(phone.post(address, sent | details).status_code)


def test_a_new_name_shows_everywhere_and_is_logged(phone: Phone) -> None:
    """Only visible changes raise the revision of open tables; an unchanged form writes nothing."""
    phone.record(DOBON)
    before = phone.session.revision
    assert edit(phone, "Ben") == 302
    assert not CircleChange.objects.exists()
    assert not RoundEdit.objects.filter(action=RoundEdit.Action.PEOPLE).exists()
    assert edit(phone, "Ben", name=" Benny ") == 302
    assert phone.session.revision == before + 1
    for name in ("table", "settle", "rounds"):
        assert "Benny" in text(phone.show(name))
    assert "Benny" in text(ask(phone, "people"))
    assert phone.points()["Benny"] == -330
    change = CircleChange.objects.get()
    assert (change.action, change.before, change.after) == ("person", {"name": "Ben"}, {"name": "Benny"})
    assert (change.player, change.device) == (person(phone, "Benny"), membership(phone).device)
    edit(phone, "Benny", reading="べん", guest="on")
    assert phone.session.revision == before + 1, "nothing of it shows at the table"
    phone.press("session_end")
    before = phone.session.revision
    edit(phone, "Benny", name="Benjamin")
    assert phone.session.revision == before, "the table is over"
    assert "Benjamin" in text(phone.show("settle"))


def test_a_stale_round_form_shows_the_new_name(phone: Phone) -> None:
    """A round form that was opened before is answered with 409 and what happened."""
    form = phone.fill(DOBON)
    edit(phone, "Ben", name="Benny", mark="🦊")
    answer = phone.send(form)
    assert answer.status_code == 409
    assert "changed a person Name: Ben → Benny · Mark: – → 🦊" in text(answer)


def test_mark_and_colour_at_the_table(phone: Phone) -> None:
    """大輔 takes the colour of the first seat; the person there keeps it.

    Hidden people and guests stay in the list of names, marks and colours.
    """
    phone.record(DOBON)
    edit(phone, "大輔", mark="だい", color="0")
    edit(phone, "Ben", hidden="on", guest="on")
    shown = html(phone.show("table"))
    assert '<i class="mark seat-0" aria-hidden="true"><span class="pair">だい</span></i>' in shown
    assert '<i class="mark seat-0" aria-hidden="true">あ</i>' in shown
    assert '<i class="mark seat-1" aria-hidden="true">B</i>' in shown
    listed = "Names, marks and colours C Chie あ あき だい 大輔 B Ben Guest Hidden"
    assert listed in text(ask(phone, "people"))


WRONG = [
    ({"name": "ＣＨＩＥ"}, "Somebody of this group has that name."),
    ({"name": ""}, "name"),
    ({"mark": "abc"}, "A mark has one or two characters."),
    ({"mark": "👩🏽‍❤️‍💋‍👨🏽👩🏽‍❤️‍💋‍👨🏽"}, "16"),
    ({"reading": "x" * 31}, "30"),
    ({"color": "10"}, "10"),
    ({"seen": "x"}, ""),
]


def test_a_refused_form_keeps_what_was_typed(phone: Phone, second: Phone) -> None:
    """An invalid one, and a stale one."""
    address, sent = details_form(phone, "Ben")
    for details, words in WRONG:
        answer = phone.post(address, {**sent, "reading": "べん"} | details)
        assert answer.status_code == 422
        assert words in text(answer)
        typed = forms(answer)["person"]
        assert typed["reading"] == [details.get("reading", "べん")]
        assert typed["name"] == [details.get("name", "Ben")]
        assert not CircleChange.objects.exists()

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


FIRST_OUT = {"kind": "out", "winner": "0", "hand-1": "K"}
"""The first seat wins 10 from the second, which is あき."""


@pytest.fixture(name="alias")
def _alias(phone: Phone) -> Phone:
    """Ben has lost 330, and won 10 as Benny at a table of two."""
    phone.record(DOBON)
    sid = phone.sid
    phone.open_table(("Benny", "あき"), circle_of(phone).public_id)
    phone.record(FIRST_OUT)
    phone.sid = sid
    return phone


def merge_address(phone: Phone) -> str:
    return page(phone, "person_merge", person(phone, "Ben").pk)


def merge_form(phone: Phone) -> dict[str, list[str]]:
    """The form on the preview of a merge of Benny into Ben."""
    return forms(phone.get(f"{merge_address(phone)}?other={person(phone, 'Benny').pk}"))["merge"]


def merge_benny(phone: Phone) -> HttpResponse:
    response: HttpResponse = phone.post(merge_address(phone), merge_form(phone))
    return response


def points_of(phone: Phone) -> dict[str, int]:
    scope = Scope(circle_of(phone), "gamble")
    assert refresh_tallies(scope.circle) == 0
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[pk]: one["points"] for pk, one in figures_by_player(scope).items()}


def test_the_preview_of_a_merge(alias: Phone) -> None:
    """13 points of hearts, where the fewest win, are −13 here as on Benny's page."""
    points = {"kind": "points", "points": {"Benny": 13, "Chie": 0}}
    data = {"format": 1, "game": "sheet", "options": {"preset": "hearts"}, "players": ["Benny", "Chie"]}
    start_session(circle_of(alias), prepare(read_document({**data, "rounds": [points]})))
    address = merge_address(alias)
    assert "Benny" in text(alias.get(address))
    shown = text(alias.get(f"{address}?other={person(alias, 'Benny').pk}"))
    assert "2 tables move, with all their points. Gamble Dobon +10 Hearts −13" in shown
    own = page(alias, "person", person(alias, "Benny").pk)
    assert "Points −13" in text(alias.get(f"{own}?game=hearts"))


def test_a_merge_moves_everything(alias: Phone) -> None:
    """−330 and +10 are −320 then; あき has 400 − 10."""
    benny = person(alias, "Benny")
    send(alias, "circle_me", player=benny.pk)
    answer = merge_benny(alias)
    assert answer.status_code == 302
    assert points_of(alias) == {"あき": 390, "Ben": -320, "Chie": -70, "大輔": 0}
    assert not SeatResult.objects.filter(player=benny).exists()
    assert not Flow.objects.filter(taker=benny).exists()
    assert membership(alias).player == person(alias, "Ben")
    assert "Benny" not in html(ask(alias, "people"))
    change = CircleChange.objects.get()
    assert (change.action, change.before, change.after) == ("merge", {"name": "Benny"}, {"name": "Ben"})
    row = RoundEdit.objects.get(action=RoundEdit.Action.PEOPLE)
    assert row.before == {"name": "Benny"}
    assert row.after == {"name": "Ben", "player": person(alias, "Ben").pk}
    alias.sid = circle_of(alias).sessions.first().public_id  # type: ignore[union-attr]
    assert alias.points() == {"Ben": 10, "あき": -10}
    assert "changed a person Name: Benny → Ben" in text(
        alias.send({**alias.fill(FIRST_OUT), "revision": "1"})
    )


def players_of_rows() -> list[tuple[object, ...]]:
    """The people in all rows of seats, stand-ins, results and payments."""
    seats = Seat.objects.order_by("pk").values_list("player__name", "played_by__name")
    stand_ins = StandIn.objects.order_by("pk").values_list("player__name")
    results = SeatResult.objects.order_by("pk").values_list("player__name")
    flows = Flow.objects.order_by("pk").values_list("giver__name", "taker__name")
    return [*seats, *stand_ins, *results, *flows]


def test_a_merge_is_undone(alias: Phone) -> None:
    """Benny is hidden then as before; a form read before the merge does not undo it."""
    benny = person(alias, "Benny")
    benny.hidden = True
    benny.save()
    before, players = points_of(alias), players_of_rows()
    merge_benny(alias)
    with pytest.raises(PersonChanged):
        change_person(benny, {"hidden": False, "reading": "べに"}, None, last_change(benny))
    assert person(alias, "Benny").hidden
    row = Merge.objects.get()
    assert send(alias, "person_merge", row.kept.pk, undo=row.pk).status_code == 302
    assert points_of(alias) == before
    assert players_of_rows() == players
    assert (person(alias, "Benny").merged_into, person(alias, "Benny").hidden) == (None, True)
    assert "Benny" in html(ask(alias, "people"))
    assert send(alias, "person_merge", row.kept.pk, undo=row.pk).status_code == 302
    assert [change.action for change in CircleChange.objects.all()] == ["merge", "unmerge"]


def test_a_merge_cannot_be_undone_after_a_month(alias: Phone) -> None:
    merge_benny(alias)
    address = merge_address(alias)
    Merge.objects.update(at=timezone.now() - timedelta(days=29, hours=23))
    assert "Merged in the last 30 days" in text(alias.get(address))
    Merge.objects.update(at=timezone.now() - timedelta(days=30, hours=1))
    assert "Merged in the last 30 days" not in text(alias.get(address))
    assert alias.post(address, {"undo": Merge.objects.get().pk}).status_code == 409
    for number in ("x", "", "9" * 5000):
        assert alias.post(address, {"undo": number}).status_code == 409


def test_people_who_sat_at_one_table_cannot_be_merged(alias: Phone, stranger: Phone) -> None:
    """Nor who has played for somebody there: Benny for 大輔, where Ben sits."""
    address, chie = merge_address(alias), person(alias, "Chie").pk
    shown = alias.get(f"{address}?other={chie}")
    assert "Both sat at one table, so they are two people" in text(shown)
    assert "merge" not in forms(shown)
    answer = alias.post(address, {"other": chie, "seen": "0"})
    assert answer.status_code == 422
    assert "Both sat at one table" in text(answer)
    others = ("x", person(stranger, "X").pk, person(alias, "Ben").pk)
    for choice in ({}, *({"other": str(other)} for other in others)):
        answer = alias.post(address, choice)
        assert answer.status_code == 422, choice
        assert "Choose one of these people." in text(answer)
    stand_in(alias, 3, "Benny")
    assert "Both sat at one table" in text(alias.get(f"{address}?other={person(alias, 'Benny').pk}"))


def test_a_stale_merge_is_refused(alias: Phone) -> None:
    """A repeated form is answered like the first; after a new merge, the old form to undo is stale."""
    address, seen = merge_address(alias), merge_form(alias)
    assert edit(alias, "Benny", reading="べに") == 302
    answer = alias.post(address, seen)
    assert answer.status_code == 409
    assert "Somebody has changed this meanwhile" in text(answer)
    assert alias.post(address, forms(answer)["merge"]).status_code == 302
    assert alias.post(address, seen).status_code == 302
    undo = {"undo": str(Merge.objects.get().pk)}
    assert [alias.post(address, undo).status_code for _ in range(2)] == [302, 302]
    assert [change.action for change in circle_of(alias).changes.all()] == ["person", "merge", "unmerge"]
    assert alias.post(address, merge_form(alias)).status_code == 302
    assert alias.post(address, undo).status_code == 409


def test_the_merged_name_means_the_person_who_is_kept(alias: Phone) -> None:
    merge_benny(alias)
    alias.open_table(("BENNY", "Chie"), circle_of(alias).public_id)
    assert [seat.player.name for seat in alias.session.seats.select_related("player")] == ["Ben", "Chie"]
    form = {**forms(alias.show("seats"))["seats"], "join": "benny"}
    assert "Ben is at the table already." in text(alias.post(alias.url("seats"), form))
    assert ask(alias, "person_edit", person(alias, "Benny").pk).status_code == 404


def stand_in(phone: Phone, seat: int, name: str) -> None:
    form = forms(phone.show("stand_in"))["stand-in"]
    sent = {**form, "seat": str(seat), "player": name}
    assert phone.post(phone.url("stand_in"), sent).status_code == 302


def test_a_merge_moves_rounds_played_as_stand_in(alias: Phone) -> None:
    """Ben wins 10 from あき at a third table in Chie's seat, Benny at a fourth, there from 大輔 in あき's."""
    for names in (["Ben"], ["Benny", "大輔"]):
        alias.open_table(("Chie", "あき"), circle_of(alias).public_id)
        for seat, name in enumerate(names):
            stand_in(alias, seat, name)
        alias.record(FIRST_OUT)
    before, players = points_of(alias), players_of_rows()
    assert before["Benny"] == 20
    merge_benny(alias)
    assert points_of(alias) == {"あき": 380, "Ben": -300, "Chie": -70, "大輔": -10}
    assert alias.points() == {"Chie": 10, "あき": -10}
    shown = text(alias.show("round", 1))
    assert "Ben played for Chie" in shown
    assert "大輔 played for あき" in shown
    alias.post(merge_address(alias), {"undo": Merge.objects.get().pk})
    assert points_of(alias) == before
    assert players_of_rows() == players
    assert alias.points() == {"Chie": 10, "あき": -10}


@pytest.mark.usefixtures("shared_database")
def test_two_phones_rename_people_at_once() -> None:
    """One person, of whom only one gets a new name; then two, of whom only one gets the same."""
    phones = copies(Phone().open_table(), 2)

    def rename(*people: tuple[str, str]) -> list[int]:
        calls = []
        for phone, (name, new) in zip(phones, people, strict=True):
            where, form = details_form(phones[0], name)
            calls.append(partial(phone.post, where, {**form, "name": new}))
        answers = at_once(calls)
        return sorted(answer.status_code for answer in answers)

    assert rename(("Ben", "Benny"), ("Ben", "Benjamin")) == [302, 409]
    assert CircleChange.objects.count() == 1
    assert rename(("あき", "Eva"), ("Chie", "Eva")) == [302, 422]


@pytest.mark.usefixtures("shared_database")
def test_a_round_is_recorded_during_a_merge() -> None:
    """In any order, stored points equal a replay, and a round that was accepted is there."""
    for _ in range(3):
        phone = Phone().open_table()
        phone.open_table(("Benny", "あき"), circle_of(phone).public_id)
        ben, benny = (person(phone, name).pk for name in ("Ben", "Benny"))
        recording, tab = copies(phone, 2)
        form = recording.fill({"kind": "out", "winner": "0", "hand-1": "K"})
        merging = partial(send, tab, "person_merge", ben, other=benny, seen="0")
        at_once([partial(recording.send, form), merging])
        assert Player.objects.get(pk=benny).merged_into_id == ben
        recorded = phone.session.rounds.exists()
        assert phone.points() == ({"Ben": 10, "あき": -10} if recorded else {"Ben": 0, "あき": 0})
