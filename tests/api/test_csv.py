"""The files for spreadsheets: rounds, score sheet and payments, of a session and of a circle."""

import csv
import re
import tracemalloc
from collections.abc import Iterator
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from scorekeeper.api.spreadsheets import CHUNK_ROWS, csv_response, seat_rows, sheet_rows
from scorekeeper.circles.models import Circle
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import Bill, BillPayment
from scorekeeper.play.services import start_session
from scorekeeper.present.words import title
from scorekeeper.scoring.document import read_document
from tests.circle_pages import circle_of, join_by_link, page
from tests.helpers import DOBON, OUT, Phone, count_queries
from tests.money.test_settle import press
from tests.tables.test_sheet import WON


def raw(phone: Client, url: str, **more: Any) -> str:
    """The text of a file, which says how it is to be saved."""
    answer = phone.get(url, **more)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="')
    text = b"".join(answer).decode("utf-8")
    assert text.startswith("\ufeff")
    assert text.count("\n") == text.count("\r\n")
    return text[1:]


def read(phone: Client, url: str, **more: Any) -> list[list[str]]:
    """The lines of a file, all of one length, the heading first."""
    lines = list(csv.reader(StringIO(raw(phone, url, **more), newline=""), strict=True))
    assert len({len(line) for line in lines}) == 1
    return lines


def column(lines: list[list[str]], name: str) -> list[str]:
    """The cells of a column."""
    place = lines[0].index(name)
    return [line[place] for line in lines[1:]]


def rounds(phone: Phone, **more: object) -> list[list[str]]:
    return read(phone, phone.url("rounds_csv"), **more)


@pytest.mark.postgresql
def test_rounds_have_a_row_for_each_seat(phone: Phone) -> None:
    """The example of the rules, then Chie goes out: 390 − 340 + 10 − 60 is 0."""
    phone.record(DOBON, OUT)
    lines = rounds(phone)
    assert ",".join(lines[0]) == (
        "ID,Table,Game,Day,Round,Time,Ending,Claimed number,Seat,Player,Played by,Part,Gain,Points,Hand"
    )
    day = phone.session.night.day
    assert lines[1][:5] == [phone.sid, title(phone.session), "Gamble Dobon", f"{day}", "1"]
    assert abs((day - date.today()).days) <= 1, "the day at the place of the server"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", lines[1][5])
    assert [line[4:5] + line[6:14] for line in lines[1:]] == [
        ["1", "Dobon", "K", "1", "あき", "", "Caller, won", "400", "400"],
        ["1", "Dobon", "K", "2", "Ben", "", "Claimed player", "-330", "-330"],
        ["1", "Dobon", "K", "3", "Chie", "", "", "-70", "-70"],
        ["1", "Dobon", "K", "4", "大輔", "", "", "0", "0"],
        ["2", "Went out", "", "1", "あき", "", "", "-10", "390"],
        ["2", "Went out", "", "2", "Ben", "", "", "-10", "-340"],
        ["2", "Went out", "", "3", "Chie", "", "won", "80", "10"],
        ["2", "Went out", "", "4", "大輔", "", "", "-60", "-60"],
    ]


def test_the_last_column_has_the_hands(phone: Phone) -> None:
    """Those of DOBON; then a hand of which only the sum is known, and a round without hands.

    Headings and endings are translated.
    """
    phone.record(DOBON)
    phone.play({**OUT, "hand-1": "", "sum-1": "64"})
    phone.record({"kind": "nogame"})
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    hands = column(rounds(phone), "Hand")
    assert hands[:4] == ["2 J", "A 2 3", "A 2 3 10 K", "4"]
    assert hands[4:8] == ["5", "64 points", "", "2 10"]
    assert set(hands[8:]) == {""}
    lines = rounds(phone, headers={"accept-language": "ja"})
    assert lines[0][-3:] == ["増減", "点数", "手札"]
    assert column(lines, "終わり方")[4] == "上がり"


@pytest.mark.postgresql
def test_corrections_have_no_number_and_voided_rounds_no_row(phone: Phone) -> None:
    """A correction has rows for the two seats whose points it moved."""
    phone.record(DOBON)
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    phone.record({"kind": "nogame"})
    phone.record(OUT)
    phone.confirm_change("round_void", 1)
    lines = rounds(phone)
    assert column(lines, "Round") == ["", "", "1", "1", "1", "1"]
    assert column(lines, "Ending")[:2] == ["Correction in points"] * 2
    assert column(lines, "Gain") == ["-20", "20", "-10", "-10", "80", "-60"]
    assert column(lines, "Points") == ["-20", "20", "-30", "10", "80", "-60"]


def test_formulas_in_names_are_escaped(db: None) -> None:
    names = ("=1+1", "+1", "-1", "@A", "＝1", "＋2", "－2", "＠B", '"=1"', "a,b")
    phone = Phone().open_table(names)
    phone.record({"kind": "out", "winner": "0", **{f"hand-{seat}": "5" for seat in range(1, len(names))}})
    assert column(rounds(phone), "Player") == [*(f"'{name}" for name in names[:8]), *names[8:]]
    assert not re.search(r'(^|[,\n])"?[=+@＝＋－＠\t]', raw(phone, phone.url("rounds_csv")))


def test_more_rows_than_a_chunk() -> None:
    rows = range(CHUNK_ROWS + 1)
    answer = csv_response("x", ["A"], ([row] for row in rows))
    assert b"".join(answer).decode().split("\r\n") == ["\ufeffA", *map(str, rows), ""]


def sheet(phone: Phone) -> list[list[str]]:
    return [line[:1] + line[2:] for line in read(phone, phone.url("sheet_csv"))]


def test_a_sheet_has_gains_and_points(phone: Phone) -> None:
    assert len(sheet(phone)) == 1, "before the first round"
    phone.record(DOBON, OUT)
    head, *lines = sheet(phone)
    assert head == [
        *("Round", "Ending", "Claimed number", "あき", "Ben", "Chie", "大輔", "Pot and penalty total"),
        *("あき (points)", "Ben (points)", "Chie (points)", "大輔 (points)"),
    ]
    assert lines == [
        ["1", "Dobon", "K", "400", "-330", "-70", "0", "0", "400", "-330", "-70", "0"],
        ["2", "Went out", "", "-10", "-10", "80", "-60", "0", "390", "-340", "10", "-60"],
    ]


def test_a_sheet_with_changing_seats(db: None) -> None:
    """Each of three others pays 10; then Eva comes for Ben, and gets 10, 0 and 10 … from those she beats."""
    away = {"あき": ["5"], "大輔": ["8"], "Chie": ["4"], "Eva": []}
    rounds = [
        WON,
        {"kind": "seats", "join": ["Eva"], "leave": ["Ben"]},
        {"kind": "out", "winner": "Eva", "hands": away},
    ]
    phone = Phone().bring_in({"rounds": rounds})
    assert [line[:1] + line[3:] for line in sheet(phone)[1:]] == [
        ["1", "-10", "-10", "30", "-10", "", "0", "-10", "-10", "30", "-10", ""],
        [""] * 12,
        ["2", "-10", "", "0", "-10", "20", "0", "-20", "", "30", "-20", "20"],
    ]


def test_the_pot_s_column_makes_the_sum_0(db: None) -> None:
    phone = Phone().open_table(("A", "B", "C"), game="teyaku")
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "pot", "points-0": "5"})
    assert sheet(phone)[1:] == [["", "Correction in points", "", "-5", "", "", "5", "-5", "", ""]]


def test_payments_and_undone_ones(phone: Phone) -> None:
    """Ben pays 330, Chie 70; the tick of the first is taken back."""
    phone.record(DOBON)
    assert len(read(phone, phone.url("payments_csv"))) == 1
    assert press(phone, paid="1:0:330:") == 302
    assert press(phone, paid="2:0:70:") == 302
    assert press(phone, undo=str(phone.session.payments.first().pk)) == 302
    lines = read(phone, phone.url("payments_csv"))
    assert ",".join(lines[0]) == "ID,Table,Game,Day,Time,From,To,Points,Amount,Unit,Taken back"
    assert [line[5:10] for line in lines[1:]] == [
        ["Ben", "あき", "330", "", ""],
        ["Chie", "あき", "70", "", ""],
    ]
    first, second = column(lines, "Taken back")
    assert first >= column(lines, "Time")[0]
    assert second == ""


@pytest.mark.postgresql
def test_rounds_of_all_sessions_oldest_first(phone: Phone, stranger: Phone) -> None:
    stranger.play({"kind": "out", "winner": "0", "hand-1": "5"})
    first = phone.sid
    phone.record(DOBON)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "K"})
    lines = read(phone, page(phone, "circle_rounds_csv"))
    assert column(lines, "ID") == [first] * 4 + [phone.sid] * 2
    assert column(lines, "Gain") == ["400", "-330", "-70", "0", "10", "-10"]
    assert read(join_by_link(phone, "viewer"), page(phone, "circle_rounds_csv")) == lines


@pytest.mark.postgresql
def test_queries_do_not_grow_with_rounds(phone: Phone) -> None:
    def asked() -> int:
        return count_queries(lambda: read(phone, page(phone, "circle_rounds_csv")))

    phone.record(DOBON)
    few = asked()
    for _ in range(5):
        phone.play(OUT)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    assert asked() == few


@pytest.mark.postgresql
def test_payments_of_all_tables_with_their_units(phone: Phone) -> None:
    """The second table plays for 円, two for a point: 330 points are 660円."""
    phone.record(DOBON)
    assert press(phone, paid="2:0:70:") == 302
    session = phone.open_table(cid=circle_of(phone).public_id).session
    session.rate = {"unit": "円", "per_point": "2", "round_to": 1}
    session.save()
    phone.record(DOBON)
    assert press(phone, paid="1:0:330:660") == 302
    lines = read(phone, page(phone, "circle_payments_csv"))
    assert [line[5:10] for line in lines[1:]] == [
        ["Chie", "あき", "70", "", ""],
        ["Ben", "あき", "330", "660", "円"],
    ]
    assert column(lines, "ID")[1] == phone.sid


@pytest.mark.postgresql
def test_payments_of_combined_settlements(phone: Phone) -> None:
    """One in 円, one in points; a payer of None is the bank."""
    circle = circle_of(phone)
    ben, chie = circle.players.filter(name__in=("Ben", "Chie")).order_by("name")
    in_yen = Bill.objects.create(circle=circle, unit="円")
    in_points = Bill.objects.create(circle=circle, game="gamble")
    BillPayment.objects.create(bill=in_yen, payer=ben, payee=chie, amount="1200.5", key="a")
    BillPayment.objects.create(bill=in_points, payer=None, payee=ben, amount="40", key="b")
    lines = read(phone, page(phone, "circle_payments_csv"))
    assert column(lines, "ID") == [in_yen.public_id, in_points.public_id]
    assert column(lines, "Game") == ["", "Gamble Dobon"]
    assert [line[5:10] for line in lines[1:]] == [
        ["Ben", "Chie", "", "1200.5", "円"],
        ["penalty total", "Ben", "40", "", ""],
    ]


SEATS, ROUNDS, EVENINGS = 2, 1000, 20
SHORT = {"kind": "out", "winner": "A", "hands": {"B": ["3"]}}
EVENING = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": [SHORT] * ROUNDS}
HELD = 3 * 1024 * 1024
"""Bytes of some hundred rows, with a reserve for Python itself."""


def most_held(rows: Iterator[object]) -> tuple[int, int]:
    """The number of rows, and the peak of allocated bytes."""
    tracemalloc.start()
    count = sum(1 for _row in rows)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return count, most


@pytest.mark.long
@pytest.mark.postgresql
def test_memory_does_not_grow_with_rounds(db: None) -> None:
    circle, evening = Circle.objects.create(name="C"), prepare(read_document(EVENING))
    session = start_session(circle, evening)
    assert most_held(sheet_rows(session))[0] == ROUNDS
    few, held = most_held(seat_rows(circle.sessions.all()))
    for _ in range(EVENINGS - 1):
        start_session(circle, evening)
    many, most = most_held(seat_rows(circle.sessions.all()))
    assert (few, many) == (ROUNDS * SEATS, EVENINGS * ROUNDS * SEATS)
    assert most < held + HELD
