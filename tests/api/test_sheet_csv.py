"""A score sheet for spreadsheets: a row a round, a column a seat."""

from tests.helpers import DOBON, OUT, Phone
from tests.tables.test_sheet import WON, bring

from .tables import read


def sheet(phone: Phone) -> list[list[str]]:
    return [line[:1] + line[2:] for line in read(phone, phone.url("sheet_csv"))]


def test_gains_and_points(phone: Phone) -> None:
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


def test_seats_that_come_and_go(db: None) -> None:
    """Each of three others pays 10; then Eva comes for Ben, and gets 10, 0 and 10 … from those she beats."""
    away = {"あき": ["5"], "大輔": ["8"], "Chie": ["4"], "Eva": []}
    phone = bring(
        [
            WON,
            {"kind": "seats", "join": ["Eva"], "leave": ["Ben"]},
            {"kind": "out", "winner": "Eva", "hands": away},
        ]
    )
    assert [line[:1] + line[3:] for line in sheet(phone)[1:]] == [
        ["1", "-10", "-10", "30", "-10", "", "0", "-10", "-10", "30", "-10", ""],
        [""] * 12,
        ["2", "-10", "", "0", "-10", "20", "0", "-20", "", "30", "-20", "20"],
    ]


def test_the_pot_keeps_the_sum(db: None) -> None:
    phone = Phone().open_table(("A", "B", "C"), game="teyaku")
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "pot", "points-0": "5"})
    assert sheet(phone)[1:] == [["", "Correction in points", "", "-5", "", "", "5", "-5", "", ""]]


def test_none_yet(phone: Phone) -> None:
    assert len(sheet(phone)) == 1
