"""判定: may this hand claim, by the rules of this table?"""

from scorekeeper.play.table import Table
from tests.helpers import Phone, forms, html, text


def ask(phone: Phone, **question: str) -> str:
    response = phone.get(phone.url("referee"), question)
    assert response.status_code == 200, text(response)
    return text(response)


def test_page(phone: Phone) -> None:
    page = phone.show("referee")
    assert "Tap the cards of the hand" in text(page)
    assert phone.url("referee") in html(phone.show("rules"))
    assert forms(page)["referee"]["hand"] == [""]


def test_by_sum_only(phone: Phone) -> None:
    assert "✓ Valid 2+J=13 This hand waits on K 2+J=13" in ask(phone, card="K", hand="2 J")
    assert ask(phone, card="9", hand="2 J").count("✗ Not valid 2+J=13 ≠ 9") == 2  # in the bar too


def test_only_the_hand(phone: Phone) -> None:
    shown = ask(phone, hand="2 J")
    assert "This hand waits on K 2+J=13" in shown
    assert "alid" not in shown


def test_by_this_tables_house_rules(db: None) -> None:
    phone = Phone().open_table(two_cards="sum_difference", single_claim="refused")
    assert "7−2=5 9 2+7=9" in ask(phone, hand="2 7").replace("5 7−2=5", "7−2=5")
    shown = ask(phone, card="7", hand="7")
    assert "✗ Not valid" in shown
    assert "This table does not allow claiming with one card." in shown


def test_four_operations_in_kawagoe(db: None) -> None:
    """{2, 7}: 2+7=9, 7−2=5; 2×7=14 is on no card and 7÷2 does not go."""
    phone = Phone().open_table(game="kawagoe")
    shown = ask(phone, card="9", hand="2 7 Jk")
    assert "✓ Valid 2+7=9" in shown
    assert "7−2=5" in shown
    assert "14" not in shown
    assert "✗ Not valid" in ask(phone, card="10", hand="2 5 Jk Jk", opening="on")
    assert "✓ Valid 2×5=10" in ask(phone, card="10", hand="2 5 Jk Jk")


def test_several_cards_played_together(db: None) -> None:
    """Three 6s: 6 or 18; Q and 6 make both."""
    phone = Phone().open_table(game="teyaku")
    shown = ask(phone, card="6", hand="9 9", count="3")
    assert "✓ Valid 9+9=18" in shown
    assert "✗ Not valid" in ask(phone, card="6", hand="9 9")
    assert "✗ Not valid" in ask(phone, card="6", hand="5 2", count="3")
    assert "9+9+4=22" in ask(phone, hand="9 9 4"), "two jacks"
    assert "K+K+K+5=44" in ask(phone, hand="K K K 5"), "four of them"
    assert "9+9+7=25" not in ask(phone, hand="9 9 7"), "five 5s, which are no four cards"
    assert "81" not in ask(phone, hand="9 9"), "no cards played together make that"


def test_aces_and_jokers_in_dotenko(db: None) -> None:
    phone = Phone().open_table(game="dotenko")
    assert "✓ Valid −A+8=7" in ask(phone, card="7", hand="A 8")
    assert "✓ Valid 8−Jk=7" in ask(phone, card="7", hand="8 Jk")
    assert "A joker on the table cannot be claimed" in ask(phone, card="Jk", hand="A 8")


def test_keys_without_a_script(phone: Phone) -> None:
    """A rank key sends the form with one more card; another takes the last one back."""
    page = phone.get(phone.url("referee"), {"hand": "2", "add": "J", "card": "K"})
    assert forms(page)["referee"]["hand"] == ["2 J"]
    assert forms(page)["referee"]["card"] == ["K"]
    assert "✓ Valid" in text(page)
    page = phone.get(phone.url("referee"), {"hand": "2 J", "drop": "1"})
    assert forms(page)["referee"]["hand"] == ["2"]


def test_what_cannot_be_read(phone: Phone) -> None:
    for question, words in (
        ({"hand": "2 1l"}, "No card “1l”"),
        ({"card": "x" * 300}, "No card"),
        ({"card": "2 3", "hand": "5"}, "One card only."),
        ({"hand": "2 " * 15}, "At most 14 cards."),
        ({"hand": "2 2 2 2 2"}, "2 ×5: too many"),
        ({"hand": "Jk 2"}, "This table plays without jokers."),
        ({"hand": "\x00"}, "No card"),
    ):
        response = phone.get(phone.url("referee"), question)
        assert response.status_code == 422
        assert words in text(response)
        assert "alid" not in text(response).replace("invalid", "")
    for question in ({"count": "99"}, {"count": "x"}, {"opening": "?"}, {"add": "zz"}):
        assert phone.get(phone.url("referee"), question).status_code in (200, 422)


def test_asking_changes_nothing(phone: Phone) -> None:
    phone.record()
    before = phone.session.revision, Table(phone.session).replay.state
    ask(phone, card="K", hand="2 J")
    assert (phone.session.revision, Table(phone.session).replay.state) == before
