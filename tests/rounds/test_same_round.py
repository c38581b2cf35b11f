"""Two phones enter the same round: the second hears that it is recorded already."""

import re
from typing import Any

from django.http import HttpResponse

from scorekeeper.play.models import Round
from tests.helpers import DOBON, OUT, Phone, entry_form, forms, html, text, words
from tests.seated import join, sit

SAME = "The same round is recorded already"
OTHER = "Something happened meanwhile"


def second_of(first: Phone, second: Phone, theirs: dict[str, Any], mine: dict[str, Any]) -> HttpResponse:
    """What the second phone gets that opened its form before the first one sent its own."""
    form = second.fill(mine)
    assert first.play(theirs).status_code == 302
    answer = second.send(form)
    assert answer.status_code == 409
    return answer


def test_the_same_facts_with_cards_in_another_order(phone: Phone, second: Phone) -> None:
    mixed = {**DOBON, "hand-0": "j 2", "hand-1": "３ 1 2", "hand-2": "K 10 3 2 A"}
    answer = second_of(phone, second, {**DOBON}, mixed)
    assert SAME in text(answer)
    assert OTHER not in text(answer)
    assert "unnamed phone · entered Dobon! あき hit Ben on K" in text(answer)
    assert f'href="{phone.url("table")}" data-discard' in html(answer)
    assert "Record as another round" in text(answer)
    assert Round.objects.count() == 1


def test_it_can_be_recorded_as_another_round(phone: Phone, second: Phone) -> None:
    answer = second_of(phone, second, {"kind": "nogame"}, {"kind": "nogame"})
    assert SAME in text(answer)
    assert second.send(entry_form(answer)).status_code == 302
    assert Round.objects.count() == 2


def test_other_facts_are_shown_beside_each_other(phone: Phone, second: Phone) -> None:
    """Another hand of a bystander or a caller, another victim, and other calls: their order is a fact."""
    two = {**DOBON, "callers": ["0", "2"], "hand-2": "10 3"}
    others = {"hand-3": "5"}, {"hand-2": "9 4"}, {"victim": "3"}, {"callers": ["2", "0"]}
    form = second.fill(two)
    assert phone.play(two).status_code == 302
    for other in others:
        answer = second.send({**form, **other})
        assert answer.status_code == 409
        assert OTHER in text(answer)
        assert SAME not in text(answer)
        assert "data-discard" not in html(answer)
        assert "Record as another round" not in text(answer)


def test_among_other_rounds(phone: Phone, second: Phone) -> None:
    form = second.fill(OUT)
    for facts in (DOBON, OUT, {"kind": "nogame"}):
        phone.play(facts)
    assert SAME in text(second.send(form))


def test_a_round_from_before_the_form_was_opened_is_another_one(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    assert OTHER in text(second_of(phone, second, {**OUT}, {**DOBON}))


def test_what_became_of_the_other_one_counts(phone: Phone, second: Phone) -> None:
    """Taken back, it is recorded no more; corrected to what is typed here, it is the same."""
    forms_of = [second.fill(DOBON) for _ in range(2)]
    phone.play({**DOBON, "hand-3": "5"})
    phone.play({"hand-3": "4"}, "round_edit", 1)
    assert SAME in text(second.send(forms_of[0]))
    phone.confirm_change("round_void", 1)
    assert OTHER in text(second.send(forms_of[1]))


def test_who_did_it_is_named_by_seat_then_phone(phone: Phone) -> None:
    ben = join(phone, "Ben", agent="Mozilla/5.0 (X11; Linux x86_64)")
    form = phone.fill({**DOBON})
    ben.play(OUT)
    assert "Ben (Linux) · entered Chie went out" in text(phone.send(form))
    phone.confirm_change("round_void", 1)
    shown = text(phone.show("round", 1))
    assert shown.count("Ben (Linux)") == 2  # at the top and in the history
    sit(phone, "あき")
    assert "あき (unnamed phone)" in text(phone.show("round", 1)).split("History")[1]


def test_a_name_of_another_circle_is_not_told(phone: Phone, second: Phone) -> None:
    elsewhere = Phone().open_table(("Ben", "Zoe"))
    ben = join(elsewhere, "Zoe")
    ben.sit_at(phone)
    ben.play(DOBON)
    assert "Zoe" not in text(phone.show("round", 1))
    assert forms(second.get(second.url("round_void", 1)))


def compared(answer: HttpResponse) -> dict[str, tuple[str, str, bool]]:
    """What the table says of each thing: as recorded, as typed, and whether they agree."""
    table = re.search(r'<table class="beside.*?</table>', html(answer), re.DOTALL)
    assert table
    rows = re.findall(r'<tr( class="differs")?>(.*?)</tr>', table[0].split("<tbody>")[1], re.DOTALL)
    cells = [(mark, [words(cell) for cell in re.split(r"</t[dh]>", row)]) for mark, row in rows]
    return {label: (theirs, mine, not mark) for mark, (label, theirs, mine, *_rest) in cells}


def test_both_versions_stand_beside_each_other(phone: Phone, second: Phone) -> None:
    """Chie without the king: 1+50+3+10=64 instead of 74, so 60 instead of 70, and あき 330+60=390."""
    ben = join(phone, "Ben", agent="Mozilla/5.0 (X11; Linux x86_64)")
    form = second.fill({**DOBON, "hand-1": "3 2 A", "hand-2": "A 2 3 10"})
    assert ben.play(DOBON).status_code == 302
    answer = second.send(form)
    assert compared(answer) == {
        "Result": ("Dobon", "Dobon", True),
        "Caller": ("あき", "あき", True),
        "Claimed player": ("Ben", "Ben", True),
        "Card": ("K", "K", True),
        "あき": ("2 J +400", "2 J +390", False),
        "Ben": ("A 2 3 −330", "3 2 A −330", True),
        "Chie": ("A 2 3 10 K −70", "A 2 3 10 −60", False),
        "大輔": ("4", "4", True),
    }
    head = html(answer).split('class="beside')[1].split("</thead>")[0]
    assert "Ben (Linux)" in head


def test_other_endings_stand_beside_each_other_too(phone: Phone, second: Phone) -> None:
    """Chie 14 → 10 and 大輔 5 → 10 where あき went out; nothing moves in the round that does not count."""
    went = {"kind": "out", "winner": "0", "hand-1": "-", "hand-2": "10 4", "hand-3": "5"}
    rows = compared(second_of(phone, second, {"kind": "nogame"}, went))
    assert rows["Result"] == ("No game", "Went out", False)
    assert rows["Winner"] == ("–", "あき", False)
    assert rows["あき"] == ("±0", "+20", False)
    assert rows["Ben"] == ("–", "none", False)
    assert rows["Chie"] == ("±0", "10 4 −10", False)


def test_the_first_of_several_rounds_is_compared_unless_one_is_the_same(phone: Phone, second: Phone) -> None:
    forms_of = [second.fill(facts) for facts in ({**OUT, "hand-3": "K"}, OUT)]
    for facts in ({"kind": "nogame"}, OUT):
        phone.play(facts)
    assert compared(second.send(forms_of[0]))["Result"] == ("No game", "Went out", False)
    rows = compared(second.send(forms_of[1]))
    assert rows["Result"] == ("Went out", "Went out", True)
    assert all(same for _theirs, _mine, same in rows.values())


def test_two_corrections_of_a_round_stand_beside_each_other(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    form = second.fill({"hand-3": "5"}, "round_edit", 1)
    phone.play({"hand-3": "6"}, "round_edit", 1)
    rows = compared(second.send(form, "confirm", "round_edit", 1))
    assert {label for label, (_theirs, _mine, same) in rows.items() if not same} == {"大輔"}


def test_another_change_has_no_other_version(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    form = second.fill(OUT)
    phone.confirm_change("round_void", 1)
    answer = second.send(form)
    assert OTHER in text(answer)
    assert 'class="beside' not in html(answer)
