"""卓: the running session's page."""

import re

from tests.helpers import DOBON, OUT, Phone, html, text


def test_before_the_first_round(phone: Phone) -> None:
    shown = text(phone.show("table"))
    assert "Deal the cards." in shown
    assert "Round 1 next" in shown
    assert "Total 0 ✓" in shown
    assert all(name in shown for name in ("あき", "Ben", "Chie", "大輔"))


def test_standing_and_change_of_the_last_round(phone: Phone) -> None:
    phone.play(DOBON)
    phone.play(OUT)
    shown = text(phone.show("table"))
    assert "あ あき #1 390 last round −10" in shown
    assert "Ben #4 −340 last round −10" in shown
    assert "Chie #2 starts next 10 last round +80" in shown
    assert "Starts: Chie" in shown
    assert "Round 3 next" in shown


def test_chart_from_the_second_round_on(phone: Phone) -> None:
    phone.play(DOBON)
    assert "<polyline" not in html(phone.show("table"))
    phone.play(OUT)
    assert html(phone.show("table")).count("<polyline") == 4


def test_ended(phone: Phone) -> None:
    phone.play(DOBON)
    phone.press("session_end")
    page = phone.show("table")
    assert "Settle up" in text(page)
    assert phone.url("round_new") not in html(page)
    assert "starts next" not in text(page)
    assert "Starts:" not in text(page)


def test_second_phone_sees_the_same(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    assert "あ あき #1 starts next 400 last round +400" in text(second.show("table"))


def test_never_kept_by_shared_caches(phone: Phone) -> None:
    assert "private" in phone.show("table")["Cache-Control"]


def test_no_inline_script_or_style(phone: Phone) -> None:
    phone.play(DOBON)
    for name in ("table", "rounds", "settle", "rules", "round_new"):
        page = html(phone.show(name))
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick=" not in page
        assert page.count("<script") == len(re.findall(r"<script [^>]*\bsrc=[^>]*></script>", page))


def test_who_deals_next_where_the_loser_deals(db: None) -> None:
    phone = Phone().open_table(game="kawagoe")
    hands = {"hand-0": "4 5", "hand-1": "3 K"}
    phone.play({"kind": "dobon", "callers": ["0"], "victim": "1", "card": "9", **hands})
    shown = text(phone.show("table"))
    assert "Dealer: Ben" in shown
    assert "B Ben #4 deals next" in shown
    assert "starts next" not in shown


def test_what_the_bank_took_in_has_a_row(db: None) -> None:
    """Ben pays 3 × 110 (54 and 60), Chie 70 (74), 大輔 nothing (4): 400 in all."""
    phone = Phone().open_table(paid_to="bank")
    phone.play(DOBON)
    shown = text(phone.show("table"))
    assert "Penalty total 400" in shown
    assert "Total 0 ✓" in shown
