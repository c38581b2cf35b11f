"""判定: may this hand claim, and what is this play, by the rules of this table?"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from django.http import HttpResponse

from tests.helpers import Phone, forms, html, text

THREE, FOUR = ("A", "B", "C"), ("A", "B", "C", "D")
Question = dict[str, str]
FOUR_ROCKET = {"four_wings": "off", "four_rocket": "two"}
SUM_DIFFERENCE = {"two_cards": "sum_difference", "single_claim": "refused"}


def table(game: str = "gamble", options: dict[str, Any] | None = None) -> Phone:
    return Phone().open_table(FOUR if options == FOUR_ROCKET else THREE, game=game, **(options or {}))


def ask(phone: Phone, question: Question, status: int = 200) -> HttpResponse:
    response: HttpResponse = phone.get(phone.url("referee"), question)
    assert response.status_code == status, text(response)
    return response


@pytest.mark.parametrize(
    ("game", "asks", "link"),
    [
        ("gamble", "Tap the cards of the hand", "Referee: may this hand claim?"),
        ("doudizhu", "Tap the cards of the play", "Referee: what are these cards?"),
    ],
)
def test_page(db: None, game: str, asks: str, link: str) -> None:
    phone = table(game)
    page = ask(phone, {})
    assert asks in text(page)
    assert forms(page)["referee"]["hand"] == [""]
    assert phone.url("referee") in html(phone.show("rules"))
    assert link in text(phone.show("rules"))


VERDICTS: list[tuple[str, dict[str, Any], Question, str, str]] = [
    # game and house rules, what is asked, what is answered, and what is not
    ("gamble", {}, {"card": "K", "hand": "2 J"}, "✓ Valid 2+J=13 This hand waits on K 2+J=13", "✗"),
    ("gamble", {}, {"card": "9", "hand": "2 J"}, "✗ Not valid 2+J=13 ≠ 9", "✓"),
    ("gamble", {}, {"hand": "2 J"}, "This hand waits on K 2+J=13", "alid"),
    ("gamble", SUM_DIFFERENCE, {"hand": "2 7"}, "5 7−2=5 9 2+7=9", "alid"),
    ("gamble", SUM_DIFFERENCE, {"card": "7", "hand": "7"},
     "✗ Not valid This table does not allow claiming with one card.", "✓"),
    # {2, 7}: 2+7=9, 7−2=5; 2×7=14 is on no card and 7÷2 does not go
    ("kawagoe", {}, {"card": "9", "hand": "2 7 Jk"}, "✓ Valid 2+7=9 This hand waits on 5 7−2=5", "14"),
    ("kawagoe", {}, {"card": "10", "hand": "2 5 Jk Jk", "opening": "on"}, "✗ Not valid", "✓"),
    ("kawagoe", {}, {"card": "10", "hand": "2 5 Jk Jk"}, "✓ Valid 2×5=10", "✗"),
    # three 6s: 6 or 18; Q and 6 make both
    ("teyaku", {}, {"card": "6", "hand": "9 9", "count": "3"}, "✓ Valid 9+9=18", "81"),
    ("teyaku", {}, {"card": "6", "hand": "9 9"}, "✗ Not valid", "✓"),
    # two jacks make 22; five 5s are no four cards
    ("teyaku", {}, {"hand": "9 9 4"}, "9+9+4=22", "alid"),
    ("teyaku", {}, {"hand": "9 9 7"}, "This hand waits on", "9+9+7=25"),
    ("dotenko", {}, {"card": "7", "hand": "A 8"}, "✓ Valid −A+8=7", "✗"),
    ("dotenko", {}, {"card": "7", "hand": "8 Jk"}, "✓ Valid 8−Jk=7", "✗"),
    ("dotenko", {}, {"card": "Jk", "hand": "A 8"}, "A joker on the table cannot be claimed", "✓"),
    ("doudizhu", {}, {"hand": "77788836"}, "✓ Run of triplets with single cards 7–8", "✗"),
    ("doudizhu", {}, {"hand": "小王 大王"}, "✓ Rocket", "✗"),
    ("doudizhu", {}, {"hand": "♠3 H3 １０ 10"}, "✗ Not a play", "✓"),
    ("doudizhu", {}, {"hand": "333444677"},
     "✗ Not a play Attached single cards and pairs cannot be mixed.", "✓"),
    ("doudizhu", {}, {"hand": "5557", "before": "3339"}, "✓ Beats it Triplet with a single card 5", "✗"),
    ("doudizhu", {}, {"hand": "3339", "before": "5557"}, "✗ Does not beat it", "✓"),
    ("doudizhu", {}, {"hand": "333444677", "before": "3"}, "✗ Not a play", "✓"),
    ("doudizhu", {}, {"hand": "5557", "before": "35"},
     "✓ Triplet with a single card 5 The play before", "eats it"),
    ("doudizhu", {}, {"hand": "33333"}, "✗ Not a play", "✓"),
    ("doudizhu", {}, {"hand": "JkB"}, "✓ Single card small joker", "✗"),
    ("doudizhu", {}, {"hand": "3RR"}, "big joker ×2: more than there are.", "✓"),
    ("doudizhu", FOUR_ROCKET, {"hand": "6668"}, "✗ Not a play", "✓"),
    ("doudizhu", FOUR_ROCKET, {"hand": "BR"}, "✓ Rocket", "✗"),
    ("doudizhu", FOUR_ROCKET, {"hand": "333333"}, "✓ Bomb 3 · 6 cards", "✗"),
]  # fmt: skip


def by_table(rows: Sequence[Any]) -> list[list[Any]]:
    """Groups of consecutive rows that can share a table: of one game and its house rules."""
    return [list(group) for _key, group in groupby(rows, itemgetter(0, 1))]


@pytest.mark.parametrize("rows", by_table(VERDICTS), ids=lambda rows: rows[0][0])
def test_verdict(db: None, rows: list[Any]) -> None:
    phone = table(*rows[0][:2])
    for _game, _options, question, words, never in rows:
        shown = text(ask(phone, question))
        assert words in shown, question
        assert never not in shown.partition("Start over")[0].replace(words, ""), question


UNREAD = [
    ("gamble", {"hand": "2 1l"}, "No card “1l”"),
    ("gamble", {"card": "x" * 300}, "No card"),
    ("gamble", {"card": "2 3", "hand": "5"}, "One card only."),
    ("gamble", {"hand": "2 " * 15}, "At most 14 cards."),
    ("gamble", {"hand": "2 2 2 2 2"}, "2 ×5: too many"),
    ("gamble", {"hand": "Jk 2"}, "This table plays without jokers."),
    ("gamble", {"hand": "\x00"}, "No card"),
    ("doudizhu", {"hand": "3 1l"}, "No card"),
    ("doudizhu", {"before": "??"}, "No card"),
    ("doudizhu", {"hand": "Jk"}, "A joker needs its colour here"),
    ("doudizhu", {"hand": "3" * 41}, "At most 40 cards."),
    ("doudizhu", {"hand": "\x00"}, "No card"),
]


def test_unreadable_cards(db: None) -> None:
    phones = {game: table(game) for game in ("gamble", "doudizhu")}
    for game, question, words in UNREAD:
        shown = text(ask(phones[game], question, 422))
        assert words in shown, question
        assert not {"✓", "✗"} & set(shown), question


def test_invalid_parameters(phone: Phone) -> None:
    for question in ({"count": "99"}, {"count": "x"}, {"opening": "?"}):
        ask(phone, question)
    ask(phone, {"add": "zz"}, 422)


KEYS = [
    ("gamble", {"hand": "2", "add": "J", "card": "K"}, {"hand": "2 J", "card": "K"}),
    ("gamble", {"hand": "2 J", "drop": "1"}, {"hand": "2"}),
    ("doudizhu", {"hand": "333", "add": "4"}, {"hand": "3 3 3 4"}),
    ("doudizhu", {"before": "3", "add": "JkB", "target": "before"},
     {"hand": "", "before": "3 JkB", "target": "before"}),
    ("doudizhu", {"hand": "3 4", "drop": "1"}, {"hand": "3"}),
]  # fmt: skip


def test_card_keys_without_javascript(db: None) -> None:
    """A key sends the form with one more card; another takes the last one back."""
    phones = {game: table(game) for game in ("gamble", "doudizhu")}
    for game, question, fields in KEYS:
        form = forms(ask(phones[game], question))["referee"]
        assert {name: form[name][0] for name in fields} == fields, question


def test_away_from_a_table(db: None) -> None:
    for players, words in (("3", "✗ Not a play"), ("4", "✓ Bomb 3 · 5 cards")):
        page = Phone().get("/referee/", {"game": "doudizhu", "hand": "33333", "players": players})
        assert words in text(page)
        form = forms(page)["referee"]
        assert (form["players"], form["game"]) == ([players], ["doudizhu"])


def test_the_bar_repeats_verdict_and_cards(phone: Phone) -> None:
    """The verdict may be below the fold on a small phone; jokers are in words."""
    said = text(ask(phone, {"card": "9", "hand": "2 J"}))
    assert said.count("✗ Not valid 2+J=13 ≠ 9") == 2
    deal = table("doudizhu")
    page = html(ask(deal, {"hand": "3334", "before": "JkBJkR", "target": "before"}))
    assert "<bdi>small joker big joker</bdi>" in page
    assert "<bdi>3 3 3 4</bdi>" in html(ask(deal, {"hand": "3334"}))
