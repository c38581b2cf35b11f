"""得点板: points, the last round, and who starts."""

import re

from tests.circle_pages import join_by_link
from tests.helpers import DOBON, NAMES, OUT, Phone, html, text, words


def seat(phone: Phone, name: str) -> str:
    """The text of a person's seat on the board."""
    rows = re.findall(r'<li class="seat.*?</li>', html(phone.show("board")), re.DOTALL)
    [row] = [row for row in rows if f"<bdi>{name}</bdi>" in row]
    return words(row)


def last(phone: Phone) -> str:
    page = html(phone.show("board"))
    return words(page.partition('<section class="last')[2].partition("</section>")[0].partition(">")[2])


def test_the_board_before_the_first_round(phone: Phone) -> None:
    page = text(phone.show("board"))
    assert "No rounds yet." in page
    assert "Round 1 next" in page
    assert "Total 0 ✓" in page
    assert seat(phone, "Ben") == "B Ben 0"
    phone.press("session_end")
    assert html(phone.show("board")).count("step place-1") == 3, "equal points share a place"


def test_points_places_and_last_changes(phone: Phone) -> None:
    """The example of the rules: Ben pays 330 for あき's two and jack on a king; Chie pays 70, 大輔 nothing.

    Then Chie goes out: 390, −340, 10 and −60.
    """
    phone.record(DOBON)
    message = last(phone)
    assert message.startswith("Round 1 Dobon! あき hit Ben on K 2 J → K Payments B Ben → pays あ あき")
    assert "330 C Chie 70 大 大輔 ±0" in message
    page = html(phone.show("board"))
    assert re.findall(r'aria-label="([^"]+)">\s*<span class="pc-r"', page) == ["2", "J", "K"]
    assert "Starts:" in text(phone.show("board"))
    phone.record(OUT)
    assert seat(phone, "あき") == "あ あき 390 #1 last round −10"
    assert seat(phone, "Ben") == "B Ben −340 #4 last round −10"
    assert seat(phone, "Chie") == "C Chie 10 #2 last round +80 starts next"
    assert html(phone.show("board")).count('<li class="seat lead') == 1
    assert "Round 3 next" in text(phone.show("board"))


def test_the_last_round_has_the_number_it_has_elsewhere(db: None) -> None:
    """A correction before it does not count.  Of three payments of 10 for a king two are one line."""
    moved = {"kind": "adjust", "transfers": [{"from": "Ben", "to": "あき", "points": 5, "reason": "x"}]}
    out = {"kind": "out", "winner": "あき", "hands": {name: ["K"] for name in NAMES[1:]}}
    assert last(Phone().bring_in({"rounds": [moved]})).startswith("Correction before round 1 ")
    words = last(Phone().bring_in({"rounds": [moved, out]}))
    assert words.startswith("Round 1 ")
    assert words.endswith("10 C Chie 大 大輔 each 10")


def test_surplus_payments_are_counted(db: None) -> None:
    """From 10 to 80 points: five amounts are shown, three are counted."""
    names = list("abcdefghij")
    others = {name: ["K"] * number for number, name in enumerate(names[2:], 1)}
    hit = {"kind": "dobon", "callers": ["a"], "victim": "b", "card": "9"}
    text = last(
        Phone().bring_in(
            {"players": names, "rounds": [hit | {"hands": {"a": ["4", "5"], "b": [], **others}}]}
        )
    )
    assert text.endswith("F f 40 3 more")


def test_pot_and_streak(db: None) -> None:
    """手役: Chie goes out twice, so she has won again once; then Ben puts 50 into the pot."""
    moved = {"kind": "adjust", "transfers": [{"from": "Ben", "to": "pot", "points": 50, "reason": "x"}]}
    out = {"kind": "out", "winner": "Chie"}
    page = Phone().bring_in({"game": "teyaku", "rounds": [out, out, moved]}).show("board")
    assert "Starts: C Chie streak 1 Pot 50" in text(page)


def test_without_scripts_the_board_reloads_itself(phone: Phone) -> None:
    """An update has neither a frame nor the QR code, which viewers do not have either."""
    phone.record(DOBON)
    whole, page = (html(phone.get(phone.url("board"), query)) for query in ({}, {"live": "1"}))
    assert 'data-revision="' in page
    assert "<text" in page
    for beside in (phone.url("code"), 'id="away"', 'id="full"', "<script"):
        assert (beside in whole, beside in page) == (True, False), beside
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in whole
    assert f'href="{phone.url("table")}"' in whole
    assert f'href="{phone.url("board")}"' in html(phone.show("table"))
    assert not re.findall(r"<(?:button|input|select)\b(?![^>]* hidden)", whole)
    assert phone.url("code") not in html(join_by_link(phone, "viewer").show("board"))


def test_the_end_has_a_podium_and_payments(phone: Phone) -> None:
    """400, −330, −70 and 0; the fewest payments are two to あき."""
    phone.record(DOBON)
    phone.press("session_end")
    page = html(phone.show("board"))
    step = r'<li class="step place-(\d)">.*?<bdi[^>]*>(.*?)</bdi>.*?<text[^>]*>(.*?)</text>'
    steps = re.findall(step, page, re.DOTALL)
    assert steps == [("1", "あき", "+400"), ("2", "大輔", "±0"), ("3", "Chie", "−70")]
    assert "#4" in text(phone.show("board"))
    assert "B Ben → pays あ あき 330" in last(phone)
    assert "C Chie → pays あ あき 70" in last(phone)
    assert "Starts:" not in text(phone.show("board"))
