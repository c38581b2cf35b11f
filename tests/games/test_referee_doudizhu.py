"""判定 of 闘地主: what is this play, and does it beat that one?"""

import pytest

from tests.helpers import Phone, forms, html, text

URL = "/referee/"


@pytest.fixture
def seated(db: None) -> Phone:
    return Phone().open_table(("A", "B", "C"), game="doudizhu")


def ask(phone: Phone, **question: str) -> str:
    response = phone.get(phone.url("referee"), question)
    assert response.status_code == 200, text(response)
    return text(response)


def test_page(seated: Phone) -> None:
    assert "Tap the cards of the play" in ask(seated)
    assert "Referee: what are these cards?" in text(seated.show("rules"))


def test_what_cards_are_and_whether_they_beat_others(seated: Phone) -> None:
    assert "✓ Run of triplets with single cards 7–8" in ask(seated, hand="77788836")
    assert "✓ Rocket" in ask(seated, hand="小王 大王")
    assert "✗ Not a play" in ask(seated, hand="♠3 H3 １０ 10")
    mixed = "✗ Not a play Attached single cards and pairs cannot be mixed."
    assert mixed in ask(seated, hand="333444677")
    assert "✓ Beats it Triplet with a single card 5" in ask(seated, hand="5557", before="3339")
    assert "✗ Does not beat it" in ask(seated, hand="3339", before="5557")
    assert "✓ Beats it Bomb 3" in ask(seated, hand="3333", before="AAA3")
    assert "✗ Not a play" in ask(seated, hand="333444677", before="3")


def test_a_play_before_that_is_none_is_said(seated: Phone) -> None:
    shown = ask(seated, hand="5557", before="35")
    assert "✓ Triplet with a single card 5" in shown
    assert "The play before" in shown
    assert "eats it" not in shown


def test_keys_without_a_script(seated: Phone) -> None:
    """A key sends the form with one more card to the chosen play; another takes the last one back."""
    form = forms(seated.get(seated.url("referee"), {"hand": "333", "add": "4"}))["referee"]
    assert form["hand"] == ["3 3 3 4"]
    form = forms(seated.get(seated.url("referee"), {"before": "3", "add": "JkB", "target": "before"}))[
        "referee"
    ]
    assert (form["hand"], form["before"], form["target"]) == ([""], ["3 JkB"], ["before"])
    form = forms(seated.get(seated.url("referee"), {"hand": "3 4", "drop": "1"}))["referee"]
    assert form["hand"] == ["3"]


def test_what_cannot_be_read(seated: Phone) -> None:
    for question, words in (
        ({"hand": "3 1l"}, "No card"),
        ({"before": "??"}, "No card"),
        ({"hand": "Jk"}, "A joker needs its colour here"),
        ({"hand": "3" * 41}, "At most 40 cards."),
        ({"hand": "\x00"}, "No card"),
    ):
        response = seated.get(seated.url("referee"), question)
        assert response.status_code == 422
        assert words in text(response)
        assert "✓" not in text(response)


def test_jokers_in_words(seated: Phone) -> None:
    assert "✓ Single card small joker" in ask(seated, hand="JkB")
    assert "big joker ×2: more than there are." in ask(seated, hand="3RR")


def test_more_cards_than_there_are(seated: Phone) -> None:
    assert "✗ Not a play" in ask(seated, hand="33333")


def test_by_this_tables_rules(db: None) -> None:
    four = Phone().open_table(("A", "B", "C", "D"), game="doudizhu", four_wings="off", four_rocket="two")
    assert "✗ Not a play" in ask(four, hand="6668")
    assert "✓ Rocket" in ask(four, hand="BR")
    assert "✓ Bomb 3 · 6 cards" in ask(four, hand="333333")


def test_away_from_a_table(db: None) -> None:
    page = Phone().get(URL, {"game": "doudizhu", "hand": "33333"})
    assert "✗ Not a play" in text(page)
    assert forms(page)["referee"]["players"] == ["3"]
    page = Phone().get(URL, {"game": "doudizhu", "hand": "33333", "players": "4"})
    assert "✓ Bomb 3 · 5 cards" in text(page)
    assert forms(page)["referee"]["game"] == ["doudizhu"]


def test_the_cards_being_tapped_are_in_the_bar(seated: Phone) -> None:
    """They may be below the fold on a small phone; jokers are said in words."""
    page = html(seated.get(seated.url("referee"), {"hand": "3334", "before": "JkBJkR", "target": "before"}))
    assert "<bdi>small joker big joker</bdi>" in page
    assert "<bdi>3 3 3 4</bdi>" in html(seated.get(seated.url("referee"), {"hand": "3334"}))
