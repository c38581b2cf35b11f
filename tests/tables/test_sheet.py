"""記録用紙: a column a seat, a line a round, running totals; the pictures of sheet and result."""

import re
import struct
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, html, text, words
from tests.money.test_settle import TWO_CALLERS, press
from tests.picture_texts import drawn_texts
from tests.scoring.test_hostile import TEN

Line = tuple[str, list[str]]
"""The texts of a line's head and of its cells."""

WON: dict[str, Any] = {"kind": "out", "winner": "Chie", "hands": {"あき": ["5"], "Ben": ["K"], "大輔": ["8"]}}
"""Each of the three others pays 10: a 5, an 8 and a king come to 10 once rounded."""
SIZES = {"portrait": (1080, 1350), "square": (1080, 1080)}


def lines(response: HttpResponse) -> list[Line]:
    result = []
    for row in re.findall(r'<tr data-key="line-.*?</tr>', html(response), re.DOTALL):
        head, *cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        result.append((words(head), [words(cell) for cell in cells]))
    return result


def shown(phone: Phone, **query: str) -> list[Line]:
    return lines(phone.get(phone.url("sheet"), query))


def test_gains_running_totals_and_parts(phone: Phone) -> None:
    """The example of the rules, 20 from あき to Ben, and Chie goes out: 370 − 320 + 10 − 60 is 0.

    What is no round has no number: a correction moves only some, and no game says only what it is.  A voided
    round is struck through, and counts no more.
    """
    phone.record(
        DOBON, {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"}, {"kind": "nogame"}, OUT
    )
    dobon, adjust, nogame, out = shown(phone)
    assert dobon[0].split(maxsplit=2)[:2] == ["1", "K"]
    assert dobon[1] == ["won +400 400", "claimed player −330 −330", "−70 −70", "±0 0"]
    assert adjust[0].startswith("Correction in points")
    assert adjust[1] == ["−20 380", "+20 −310", "", ""]
    assert nogame == ("No game", [])
    assert out[0].startswith("2 Went out"), "the second round that counts"
    assert out[1] == ["−10 370", "−10 −320", "won +80 10", "−60 −60"]
    head = words(html(phone.show("sheet")).partition("</thead>")[0].partition("<thead>")[2])
    assert head == "Round あ あき 370 B Ben −320 C Chie 10 大 大輔 −60"
    assert "Total 0 ✓" in text(phone.show("sheet"))
    phone.confirm_change("round_void", 1)
    voided, _adjust, _nogame, out = shown(phone)
    assert voided == ("Dobon! あき hit Ben on K voided", [])
    assert "<s>Dobon! " in html(phone.show("sheet"))
    assert out[1] == ["−10 −30", "−10 10", "won +80 80", "−60 −60"]


def test_changes_of_seats_and_streaks(db: None) -> None:
    """Eva, who comes for the second round, has no cell in the first; Ben, who left, none in the second."""
    away = {"あき": ["5"], "大輔": ["8"], "Eva": ["K"]}
    rounds = [
        WON,
        {"kind": "seats", "join": ["Eva"], "leave": ["Ben"]},
        {"kind": "streak", "wins": {"Chie": 3}},
        {"kind": "out", "winner": "Eva", "hands": away | {"Chie": ["4"], "Eva": []}},
    ]
    phone = Phone().bring_in({"rounds": rounds})
    first, seats, streak, last = shown(phone)
    assert first[1] == ["−10 −10", "−10 −10", "won +30 30", "−10 −10", ""]
    assert (seats[0], seats[1]) == ("Change of seats: ＋Eva, −Ben", [])
    assert (streak[0], streak[1]) == ("Wins in a row corrected: Chie 3", [])
    assert last[1] == ["−10 −20", "", "±0 30", "−10 −20", "won +20 20"]


def test_a_pot_with_points_has_a_column(db: None) -> None:
    phone = Phone().open_table(("A", "B", "C"), game="teyaku")
    phone.record(
        {"kind": "adjust", "from-0": "0", "to-0": "pot", "points-0": "5"},
        {"kind": "adjust", "from-0": "pot", "to-0": "2", "points-0": "2"},
    )
    assert "pot 3" in words(html(phone.show("sheet")).partition("</thead>")[0])
    assert [cells for _head, cells in shown(phone)] == [["−5 −5", "", "", "+5 5"], ["", "", "+2 2", "−2 3"]]


@pytest.mark.parametrize(
    ("count", "points", "to", "folded"),
    [
        (7, 999, TEN[1], []),
        (7, 1, "pot", []),
        (8, 999, TEN[1], ["sheet-many", "sheet-brief"]),
        (9, 1, "pot", ["sheet-many", "sheet-brief"]),
        (10, 1, "pot", ["sheet-many"]),
        (10, 1000, TEN[1], ["sheet-many"]),
    ],
)
def test_many_players_are_folded_on_a_phone(
    db: None, count: int, points: int, to: str, folded: list[str]
) -> None:
    """Up to seven columns are not.  More than four characters of a change, or the pot of ten players, do not
    fit into a line of so many."""
    names = TEN[:count]
    moves = [{"from": names[0], "to": to, "points": points}]
    page = html(
        Phone().bring_in({"players": names, "rounds": [{"kind": "adjust", "transfers": moves}]}).show("sheet")
    )
    assert [
        name for name in ("sheet-many", "sheet-brief") if f" {name}" in page.partition("<table")[0]
    ] == folded
    assert ('class="sheet-marks" aria-hidden="true"' in page) == ("sheet-brief" in folded)


def test_a_landlord_is_named(db: None) -> None:
    """Ben loses at 2 to each of the other two."""
    phone = Phone().open_table(("あき", "Ben", "Chie"), game="doudizhu")
    phone.record({"kind": "deal", "landlord": "1", "bid": "2", "result": "farmers"})
    [(head, cells)] = shown(phone)
    assert head.startswith("1 The farmers beat landlord Ben")
    assert cells == ["won +2 2", "Landlord −4 −4", "won +2 2"]
    assert "Claimed" not in text(phone.show("sheet"))


def test_the_sheet_is_paged(db: None) -> None:
    """The last fifty first, the oldest of them on top; Chie's points go up by 30 with every round.

    At a table of corrections the pot gets a point with each; its total goes on from the page before.
    """
    phone = Phone().bring_in({"rounds": [WON] * 60})

    def first_and_last(**query: str) -> list[tuple[str, str]]:
        result = shown(phone, **query)
        return [(head.split()[0], cells[2]) for head, cells in (result[0], result[-1])]

    assert first_and_last() == [("11", "won +30 330"), ("60", "won +30 1,800")]
    assert first_and_last(page="2") == [("1", "won +30 30"), ("10", "won +30 300")]
    assert first_and_last(all="") == [("1", "won +30 30"), ("60", "won +30 1,800")]
    assert 'href="?all"' in html(phone.show("sheet"))
    assert 'href="?all"' not in html(phone.get(phone.url("sheet"), {"all": ""}))
    assert "Chie 1,800" in words(html(phone.get(phone.url("sheet"), {"page": "2"})).partition("</thead>")[0])

    move = {"kind": "adjust", "transfers": [{"from": "Ben", "to": "pot", "points": 1}]}
    phone.bring_in({"rounds": [move] * 60})
    assert [cells[-1] for _head, cells in (shown(phone)[0], shown(phone)[-1])] == ["+1 11", "+1 60"]
    assert shown(phone, page="2")[-1][1][-1] == "+1 10"


def test_for_the_printer(phone: Phone) -> None:
    """Every player has a line to sign; the pot, which has the same mark as Ben, does not."""
    here = 'aria-current="page"'
    for name, other in (("rounds", "sheet"), ("sheet", "rounds")):
        looks = html(phone.show(name)).partition("Show rounds as")[2].partition("</nav>")[0]
        assert f'href="{phone.url(other)}"' in looks
        assert f'href="{phone.url(name)}" {here}' in looks
        assert "No rounds yet." in text(phone.show(name))
    phone.record(DOBON)
    page = html(phone.show("sheet"))
    totals = words(page.partition("<tfoot")[2].partition("</tfoot>")[0])
    assert totals.endswith("Total あき 400 Ben −330 Chie −70 大輔 0")
    signs = words(page.partition('class="on-paper signs"')[2].partition("</ul>")[0])
    assert signs.endswith("あき 400 Ben −330 Chie −70 大輔 0")
    assert "Gamble Dobon" in words(page.partition('class="on-paper"')[2].partition("</div>")[0])
    row = page.partition("<tbody>")[2]
    assert f'<a href="{phone.url("round", 1)}">' in row, "every line leads to its receipt"
    assert "Dobon! あき hit Ben on K" in words(row)
    whole = phone.get(phone.url("sheet"), {"all": ""})
    assert "later changes are not included" in text(whole)
    assert "data-line=" not in html(whole)
    phone.session.circle.players.filter(name="Ben").update(mark="◎")
    phone.record({"kind": "adjust", "from-0": "0", "to-0": "pot", "points-0": "5"})
    signs = words(html(phone.show("sheet")).partition('class="on-paper signs"')[2].partition("</ul>")[0])
    assert signs.endswith("あき 395 Ben −330 Chie −70 大輔 0")


def test_in_the_words_of_the_game(db: None) -> None:
    """On the sheet and in the table for spreadsheets."""
    phone = Phone("ja").open_table(("A", "B", "C"), game="teyaku")
    phone.record({"kind": "out", "winner": "0", "hand-1": "5", "hand-2": "K"})
    assert "クリアー" in text(phone.show("sheet"))
    phone.open_table(("A", "B", "C"), game="dotenko")
    phone.record({"kind": "dobon", "callers": "0", "victim": "1", "card": "9"})
    for page in (text(phone.show("sheet")), phone.show("rounds_csv").getvalue().decode()):
        assert "どてんこされた人" in page
        assert "ドボンされた" not in page


def texts_of_picture(phone: Phone) -> list[str]:
    """All texts of the square picture."""
    with drawn_texts() as result:
        phone.show("sheet_picture", "square")
    return result


def test_the_picture_has_points_gains_and_totals(phone: Phone) -> None:
    """あき 400 − 10, Ben −330 − 10, Chie −70 + 80, 大輔 −60: the examples of the rules."""
    phone.record(DOBON, OUT)
    text = texts_of_picture(phone)
    for word in ("390", "−340", "10", "−60", "+400", "−330", "+80", "K", "2 rounds", "Total 0 ✓"):
        assert any(word in one for one in text), word
    assert not any("the last" in one for one in text)


def test_the_picture_has_the_last_rounds_only(phone: Phone) -> None:
    for _ in range(12):
        phone.record(OUT)
    text = texts_of_picture(phone)
    assert "12" in text
    assert "1" not in text
    assert "the last 10 rounds" in text
    assert Table(phone.session).last_number == 12


@pytest.mark.parametrize(("picture", "page"), [("result_picture", "settle"), ("sheet_picture", "sheet")])
def test_pictures_have_the_requested_shape(phone: Phone, picture: str, page: str) -> None:
    """A page links to it once a round was played; without rounds it is empty."""
    links = [phone.url(picture, shape) for shape in SIZES]
    assert not any(link in html(phone.show(page)) for link in links)
    assert phone.get(links[0]).status_code == 200
    phone.record(TWO_CALLERS)
    assert all(f'href="{link}?v=1"' in html(phone.show(page)) for link in links)
    for shape, size in SIZES.items():
        response = phone.show(picture, shape)
        assert response["Content-Type"] == "image/png"
        assert response.content.startswith(b"\x89PNG")
        assert struct.unpack(">II", response.content[16:24]) == size
        assert len(response.content) < 250_000
    assert phone.get(phone.url(picture, "round")).status_code == 404


def test_an_unchanged_picture_answers_304(phone: Phone, second: Phone) -> None:
    """It is the same for all phones of the table.  A round, a payment or another mark changes it."""
    phone.record(TWO_CALLERS)
    second.post(second.url("session_me"), {"player": phone.session.seats.get(number=1).player_id})

    def again(one: Phone, language: str = "en") -> int:
        headers = {"if-none-match": seen, "accept-language": language}
        return int(one.get(one.url("result_picture", "square"), headers=headers).status_code)

    seen = phone.show("result_picture", "square")["ETag"]
    assert (again(phone), again(second), again(phone, "ja")) == (304, 304, 200)
    for change in (
        lambda: press(phone, paid="2:0:70:"),
        lambda: phone.session.circle.players.filter(name="Ben").update(mark="🎲"),
        lambda: phone.record(OUT),
    ):
        change()
        assert again(phone) == 200
        seen = phone.show("result_picture", "square")["ETag"]
