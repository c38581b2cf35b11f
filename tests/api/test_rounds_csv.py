"""The rounds of a session for spreadsheets: a row for every seat and round."""

import re
from datetime import date

import pytest

from scorekeeper.present.words import title
from tests.helpers import DOBON, OUT, Phone

from .tables import column, raw, read


def rounds(phone: Phone, **more: object) -> list[list[str]]:
    return read(phone, phone.url("rounds_csv"), **more)


@pytest.mark.postgresql
def test_a_row_for_every_seat_and_round(phone: Phone) -> None:
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


def test_the_last_column_has_the_hands_as_they_were_entered(phone: Phone) -> None:
    """Those of DOBON; then a hand of which only the sum is known, and a round without any."""
    phone.record(DOBON)
    phone.play({**OUT, "hand-1": "", "sum-1": "64"})
    phone.record({"kind": "nogame"})
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    hands = column(rounds(phone), "Hand")
    assert hands[:4] == ["2 J", "A 2 3", "A 2 3 10 K", "4"]
    assert hands[4:8] == ["5", "64 points", "", "2 10"]
    assert set(hands[8:]) == {""}


@pytest.mark.postgresql
def test_what_is_no_round_has_no_number_and_what_was_taken_back_no_row(phone: Phone) -> None:
    """A correction has the two seats whose points it moved; the round after them is the first that counts."""
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


def test_no_name_is_a_formula(db: None) -> None:
    names = ("=1+1", "+1", "-1", "@A", "＝1", '"=1"', "a,b")
    phone = Phone().open_table(names)
    phone.record({"kind": "out", "winner": "0", **{f"hand-{seat}": "5" for seat in range(1, len(names))}})
    assert column(rounds(phone), "Player") == [*(f"'{name}" for name in names[:5]), *names[5:]]
    assert not re.search(r'(^|[,\n])"?[=+@＝＋－＠\t]', raw(phone, phone.url("rounds_csv")))


def test_headings_in_the_readers_language(phone: Phone) -> None:
    phone.record(OUT)
    lines = rounds(phone, headers={"accept-language": "ja"})
    assert lines[0][-3:] == ["増減", "点数", "手札"]
    assert column(lines, "終わり方")[0] == "上がり"
