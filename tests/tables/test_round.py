"""レシート: everything about one round, every round in one line, and their numbers."""

import re

from tests.helpers import DOBON, OUT, Phone, html, text
from tests.rounds.test_seats import change

NOTES = {
    "en": ("Notes", "2 of A: nothing is doubled, since that claim was returned."),
    "ja": ("数えなかったもの・補足", "Aの2：返された宣言なので、倍にしません。"),
    "zh-hans": ("未计入及说明", "A的 2：喊牌已被反喊，不翻倍。"),
}
PENALTY = {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"}
CALLED = (
    "Change of seats before round 1",
    "Round 1",
    "Correction after round 1",
    "No game after round 1",
    "Voided round after round 1",
    "Round 2",
)
"""Names of the entries of a table on all pages; the fifth is voided."""


def test_steps_and_payments(phone: Phone) -> None:
    phone.record(DOBON)
    shown = text(phone.show("round", 1))
    assert "2+J=13 ✓" in shown
    assert "(54 + 60 = 114 → 110) × 3 = 330 54 Ben's hand A 2 3 1+50+3 60 あき's hand 2 J 50+10" in shown
    assert "110 114 rounded to the nearest 10 (halves up) ×3 Dobon ×3" in shown
    assert "C Chie pays A 2 3 10 K 74 → 70 70 大 大輔 pays 4 4 → 0 0" in shown
    assert "Total 0 ✓" in shown
    assert "The claimed K is in nobody's hand and counts for nobody." in shown
    assert "This table plays without return." in shown


def test_links_and_labels_for_screen_readers(phone: Phone) -> None:
    phone.record(OUT, OUT, {**DOBON, "hand-1": "♠A ♥2 ♣3"})
    page = html(phone.show("round", 2))
    assert f'rel="prev" href="{phone.url("round", 1)}"' in page
    assert f'rel="next" href="{phone.url("round", 3)}"' in page
    assert 'rel="prev"' not in html(phone.show("round", 1))
    last = html(phone.show("round", 3))
    assert 'rel="next"' not in last
    assert 'aria-label="spades A"' in last
    assert 'suit-H" role="img" aria-label="hearts 2"' in last


def test_preview_and_receipt_say_what_did_not_count(db: None) -> None:
    """In each language."""
    phone = Phone().open_table(("A", "B", "C"), game="kawagoe")
    facts = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "returns": "1"}
    filled = phone.fill({**facts, "hand-0": "2 7", "hand-1": "3 Q"})
    before = {}
    for language in NOTES:
        sent, headers = {**filled, "action": "preview"}, {"accept-language": language}
        before[language] = text(phone.post(phone.url("round_new"), sent, headers=headers))
    phone.record(filled)
    for language, words in NOTES.items():
        after = text(phone.get(phone.url("round", 1), headers={"accept-language": language}))
        for said in words:
            assert said in before[language]
            assert said in after


def test_the_pot_s_payment_follows_the_payments_into_it(db: None) -> None:
    """9 + 3 + 13 is 25; Cyd's stick of 10 goes into the pot and comes out of it.

    Then Cyd declares twice, Ann once: 30 go into the pot, and with the 10 of the round before 40 come out.
    """
    phone = Phone().open_table(("Ann", "Bob", "Cyd"), game="kawagoe", riichi="on", riichi_points=10)
    facts = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5", "hand-1": "3 K"}
    phone.record({**facts, "riichi-2": "1"})
    shown = text(phone.show("round", 1))
    assert "C Cyd pays ◎ pot riichi 10 10 ◎ pot pays A Ann riichi 1 × 10 points = 10 10" in shown
    phone.record({"kind": "nogame", "riichi-0": "1"}, {**facts, "riichi-0": "1", "riichi-2": "2"})
    shown = text(phone.show("round", 3))
    rows = (
        "A Ann pays ◎ pot riichi 10 10",
        "C Cyd pays ◎ pot riichi 10 (2 times) 20",
        "◎ pot pays A Ann pot from before 10 + riichi 3 × 10 points = 40 40",
    )
    assert " ".join(rows) in shown


def test_a_payment_of_nothing_has_a_row_with_its_steps_and_equal_steps_are_shown_once(db: None) -> None:
    """4 and A = 1 round to nothing.  10+4 from each of three is one payment for all of them."""
    phone = Phone().open_table(("Ann", "Bob", "Cyd", "Dan"))
    phone.record({"kind": "out", "winner": "0", "hand-1": "A", "hand-2": "4", "hand-3": "10"})
    assert "B Bob pays A 1 → 0 0 C Cyd pays 4 4 → 0 0" in text(phone.show("round", 1))
    phone.open_table(("A", "B", "C", "D"), game="kawagoe")
    phone.record({"kind": "opening", "callers": "0", "card": "10", "hand-0": "3 7"})
    shown = text(phone.show("round", 1))
    assert shown.count("Added at an opening dobon") == 1
    assert shown.count("10 + 4 = 14") == 1
    assert "each 14" in shown


def test_the_pot_of_a_correction_is_named_and_its_reason_counts(db: None) -> None:
    phone = Phone().open_table(("A", "B", "C"), game="teyaku")
    move = {"from-0": "0", "to-0": "pot", "points-0": "5", "reason-0": "chip"}
    phone.record({"kind": "adjust", **move})
    for language, pot in (("ja", "供託"), ("zh-hans", "底池"), ("en", "pot")):
        shown = text(phone.get(phone.url("round", 1), headers={"accept-language": language}))
        assert f"A → {pot} 5" in shown
        assert "→ pot" not in shown or language == "en"
        assert NOTES[language][0] not in shown


def test_the_list_of_rounds_is_newest_first(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    shown = text(phone.show("rounds"))
    assert "Total 0 ✓" in shown
    assert shown.index("2 Chie went out") < shown.index("1 Dobon! あき hit Ben on K")
    assert "B Ben −330" in shown
    phone.play({**OUT, "hand-0": "6"}, "round_edit", 2)
    phone.confirm_change("round_void", 1)
    page = html(phone.show("rounds"))
    assert page.count(">corrected<") == 1
    assert page.count(">overruled<") == 0
    assert phone.url("round", 2) in page


def test_all_pages_number_rounds_alike(phone: Phone) -> None:
    change(phone, **{"swap-a": "0", "swap-b": "1"})
    mixed = phone.record(DOBON, PENALTY, {"kind": "nogame"}, OUT, OUT)
    mixed.confirm_change("round_void", 5)
    for position, called in enumerate(CALLED, 1):
        title = html(mixed.show("round", position)).partition("<title>")[2].partition("</title>")[0]
        assert " ".join(title.split()).startswith(f"{called} · ")
    rounds, sheet = mixed.show("rounds"), mixed.show("sheet")
    assert re.findall(r'"round-no num">(\d+)<', html(rounds)) == ["2", "1"]
    assert re.findall(r'/rounds/\d+/">\s*<b class="num">(\d+)<', html(sheet)) == ["1", "2"]
    assert all("2 rounds" in text(page) for page in (rounds, sheet))
    shown = text(mixed.show("table"))
    assert "Round 3 next" in shown
    assert "Last round Round 2 ·" in shown
    assert "Result of round 3" in text(mixed.show("round_new"))
    # newest first: the round that was taken back, then all entries in their order
    changes = re.findall(r">([^<]*\bround \d): (\w+)<", html(mixed.show("session_changes")))
    called = [name[0].lower() + name[1:] for name in reversed(CALLED)]
    assert changes == [(called[1], "voided"), *((name, "entered") for name in called)]

    assert "Void round 2?" in text(mixed.show("round_void", 6))
    assert "Void correction after round 1?" in text(mixed.show("round_void", 3))
    assert "Edit round 2" in text(mixed.show("round_edit", 6))
    assert "Add before no game after round 1" in text(mixed.show("round_insert", 4))
    mixed.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    assert "訂正（第1回のあと）" in text(mixed.show("round", 3))
    assert "席替え（第1回の前）" in text(mixed.show("round", 1))
    assert "次は第3回" in text(mixed.show("table"))
    mixed.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "Round 2 voided." in text(mixed.get(mixed.confirm_change("round_void", 6)["Location"]))
    assert "Round 2 restored." in text(mixed.get(mixed.confirm_change("round_restore", 5)["Location"]))
    mixed.confirm_change("round_restore", 6)
    assert "Round 3 · " in text(mixed.show("table"))
