"""Two phones enter the same round: the second hears that it is there already, or sees both side by side."""

import re
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play.models import Round
from tests.helpers import DOBON, OUT, Phone, entry_form, forms, html, text, words
from tests.seated import join, sit

SAME = "The same round is recorded already"
OTHER = "Something happened meanwhile"
NOGAME = {"kind": "nogame"}
MIXED = {**DOBON, "hand-0": "j 2", "hand-1": "３ 1 2", "hand-2": "K 10 3 2 A"}
TWO = {**DOBON, "callers": ["0", "2"], "hand-2": "10 3"}
WENT = {"kind": "out", "winner": "0", "hand-1": "-", "hand-2": "10 4", "hand-3": "5"}
Rows = dict[str, tuple[str, str, bool]]


def compared(answer: HttpResponse) -> Rows:
    """What the table says of each thing: as recorded, as typed, and whether they agree."""
    table = re.search(r'<table class="beside.*?</table>', html(answer), re.DOTALL)
    assert table
    rows = re.findall(r'<tr( class="differs")?>(.*?)</tr>', table[0].split("<tbody>")[1], re.DOTALL)
    cells = [(mark, [words(cell) for cell in re.split(r"</t[dh]>", row)]) for mark, row in rows]
    return {label: (theirs, mine, not mark) for mark, (label, theirs, mine, *_rest) in cells}


CASES: dict[str, tuple[list[Any], Any, str, Rows]] = {
    # what the first phone records, what the second one typed, what it hears, and what it sees of both
    "cards in another order": ([DOBON], MIXED, SAME, {}),
    "among other rounds": ([DOBON, OUT, NOGAME], OUT, SAME, {"Result": ("Went out", "Went out", True)}),
    "another hand of a bystander": ([TWO], {**TWO, "hand-3": "5"}, OTHER, {}),
    "another hand of a caller": ([TWO], {**TWO, "hand-2": "9 4"}, OTHER, {}),
    "another victim": ([TWO], {**TWO, "victim": "3"}, OTHER, {}),
    "calls in another order": ([TWO], {**TWO, "callers": ["2", "0"]}, OTHER, {}),
    # the first of several is compared unless one is the same
    "several": ([NOGAME, OUT], {**OUT, "hand-3": "K"}, OTHER, {"Result": ("No game", "Went out", False)}),
    # Chie without the king: 1+50+3+10=64 instead of 74, so 60 instead of 70, and あき 330+60=390
    "without the king": ([DOBON], {**DOBON, "hand-1": "3 2 A", "hand-2": "A 2 3 10"}, OTHER, {
        "Result": ("Dobon", "Dobon", True),
        "Caller": ("あき", "あき", True),
        "Claimed player": ("Ben", "Ben", True),
        "Card": ("K", "K", True),
        "あき": ("2 J +400", "2 J +390", False),
        "Ben": ("A 2 3 −330", "3 2 A −330", True),
        "Chie": ("A 2 3 10 K −70", "A 2 3 10 −60", False),
        "大輔": ("4", "4", True),
    }),
    # Chie 14 → 10 and 大輔 5 → 10 where あき went out; nothing moves in the round that does not count
    "another ending": ([NOGAME], WENT, OTHER, {
        "Result": ("No game", "Went out", False),
        "Winner": ("–", "あき", False),
        "あき": ("±0", "+20", False),
        "Ben": ("–", "none", False),
        "Chie": ("±0", "10 4 −10", False),
    }),
}  # fmt: skip


@pytest.mark.parametrize(("theirs", "mine", "heard", "rows"), CASES.values(), ids=CASES)
def test_what_the_second_phone_hears(
    phone: Phone, second: Phone, theirs: list[Any], mine: Any, heard: str, rows: Rows
) -> None:
    form = second.fill(mine)
    for facts in theirs:
        assert phone.play(facts).status_code == 302
    answer = second.send(form)
    assert answer.status_code == 409
    shown, is_same = text(answer), heard == SAME
    assert (SAME in shown, OTHER in shown) == (is_same, not is_same)
    assert ("Record as another round" in shown) is is_same
    assert (f'href="{phone.url("table")}" data-discard' in html(answer)) is is_same
    seen = compared(answer)
    assert {label: seen[label] for label in rows} == rows
    assert all(agree for _theirs, _mine, agree in seen.values()) is is_same
    assert Round.objects.count() == len(theirs)
    assert second.send(entry_form(answer)).status_code == 302, "it can be recorded as another round"


def test_a_round_from_before_the_form_was_opened_is_another_one(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    form = second.fill(DOBON)
    phone.play(OUT)
    assert OTHER in text(second.send(form))


def test_what_became_of_the_other_one_counts(phone: Phone, second: Phone) -> None:
    """Taken back, it is recorded no more; corrected to what is typed here, it is the same."""
    forms_of = [second.fill(DOBON) for _ in range(2)]
    phone.play({**DOBON, "hand-3": "5"})
    phone.play({"hand-3": "4"}, "round_edit", 1)
    assert SAME in text(second.send(forms_of[0]))
    phone.confirm_change("round_void", 1)
    answer = second.send(forms_of[1])
    assert OTHER in text(answer)
    assert 'class="beside' not in html(answer), "another change has no other version"


def test_two_corrections_of_a_round_stand_beside_each_other(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    form = second.fill({"hand-3": "5"}, "round_edit", 1)
    phone.play({"hand-3": "6"}, "round_edit", 1)
    rows = compared(second.send(form, "confirm", "round_edit", 1))
    assert {label for label, (_theirs, _mine, same) in rows.items() if not same} == {"大輔"}


def test_who_did_it_is_named_by_seat_then_phone(phone: Phone) -> None:
    ben = join(phone, "Ben", agent="Mozilla/5.0 (X11; Linux x86_64)")
    form = phone.fill({**DOBON})
    ben.play(OUT)
    late = phone.send(form)
    assert "Ben (Linux) · entered Chie went out" in text(late)
    assert "Ben (Linux)" in html(late).split('class="beside')[1].split("</thead>")[0]
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
