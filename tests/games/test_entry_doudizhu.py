"""結果の入力 of 闘地主: a deal by chips, by its plays and by its auction; every payment by hand."""

from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play.models import Round
from tests.helpers import Phone, entry_form, html, text

THREE = ("あき", "Ben", "Chie")

W1 = {"landlord": "1", "bid": "3", "bombs": "2", "rockets": "1", "result": "landlord"}
"""Bid 3, two bombs, a rocket: 3·2·2·2 = 24 from each."""

PLAYS = """Ben: 3334
Chie: 5557
あき: pass
Ben: 小王 大王
Ben: 10101010
Ben: JJJJQQQQKK"""
"""The fifth line makes a bomb, the fourth a rocket; the last is a play that does not exist."""


def table(names: tuple[str, ...] = THREE, **options: object) -> Phone:
    return Phone().open_table(names, game="doudizhu", **options)


def facts() -> dict[str, Any]:
    result: dict[str, Any] = Round.objects.latest("pk").facts
    return result


def said(response: HttpResponse, *words: str) -> None:
    shown = text(response)
    for word in words:
        assert word in shown, shown


MANY = {"landlord": "0", "bid": "1", "bombs": "more", "result": "landlord"}
DEALS: list[tuple[dict[str, str], tuple[str, ...], int, dict[str, str]]] = [
    # what is typed, words of the preview, Ben's points, what stands in the form that is opened again
    (W1, ("bid 3 × (2 bombs → 4) × (1 rocket → 2) = 24",), 48, {"bombs": "2", "rockets": "1"}),
    # more bombs than chips: 1·2^7 = 128; with nothing typed beside it 6+ is 6: 1·2^6 = 64
    (MANY | {"bombs-more": "7"}, ("= 128",), -128, {"bombs": "more", "bombs-more": "7"}),
    (MANY | {"bombs-more": " "}, ("= 64",), -64, {"bombs": "more", "bombs-more": "6"}),
    # Ben bids 2; a rocket and a bomb of his count, and he was the last to play: 2·2·2 = 8 from each
    ({"landlord": "1", "bid": "2", "plays": PLAYS},
     ("bid 2 × (1 bomb → 2) × (1 rocket → 2) = 8", "Triplet with a single card 5 · beats it",
      "Rocket · beats it", "Bomb 10", "Not a play:", "Bombs: 1 · rockets: 1"), 16,
     {"plays": PLAYS.replace("pass", "-").replace("小王 大王", "JkB JkR"), "result": ""}),
    # passes as players call them: Ben's rocket doubles his bid of 2
    ({"landlord": "1", "bid": "2",
      "plays": "Ben: 3\nChie: 不要\nあき: 要不起\nBen: 5\nChie: 不出\nあき: 过\nBen: 小王 大王"}, (), 8, {}),
    # Ben's 3 ends the auction
    ({"auction": "あき: 1\nBen：３", "result": "landlord"}, ("Ben: 3",), 6, {"auction": "あき: 1\nBen: 3"}),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "words", "points", "opened"), DEALS)
def test_a_deal_is_previewed_paid_and_kept(
    db: None, typed: dict[str, str], words: tuple[str, ...], points: int, opened: dict[str, str]
) -> None:
    phone = table()
    said(phone.send(phone.fill(typed), "preview"), *words)
    assert phone.play(typed).status_code == 302
    assert phone.points()["Ben"] == points
    form, before = entry_form(phone.show("round_edit", 1)), facts()
    assert {name: form.get(name, [""])[0] for name in opened} == opened
    phone.play({}, "round_edit", 1)
    assert facts() == before


def test_counts_from_plays_are_remarks_and_not_notes(db: None) -> None:
    phone = table()
    phone.record({"kind": "deal", "landlord": "1", "bid": "2", "plays": PLAYS})
    receipt = phone.show("round", 1)
    said(receipt, "Counted from the plays: Ben, the landlord, was out first.")
    assert "Notes" not in text(receipt)
    for part in ('aria-label="small joker"', 'aria-label="big joker"', "joker joker-B", "joker joker-R"):
        assert part in html(receipt)


def test_each_verdict_belongs_to_its_play_and_tapped_cards_must_be_played(db: None) -> None:
    """A blank line does not count, but the line of an unknown name does: the pair of sixes comes third."""
    phone = table()
    deal = {"landlord": "1", "bid": "2", "plays": "Ben: 55\n\nDora: 44\nChie: 66\nあき: 要不起"}
    preview = html(phone.send(phone.fill(deal), "preview"))
    assert '<li data-seat="0" data-status="leads">Pair 5</li>' in preview
    assert '<li data-seat="2" data-status="beats">Pair 6 · beats it</li>' in preview
    assert '<li data-seat="3" data-status="passed"></li>' in preview
    tapped = phone.fill({"landlord": "1", "bid": "2", "plays": "Ben: 3334", "trying": "Chie: 4 4 4 5"})
    said(phone.send(tapped, "preview"), "Triplet with a single card 4 · beats it")
    refused = phone.send(tapped)
    assert refused.status_code == 422
    said(refused, "Cards are tapped but not played yet")


def test_a_fact_that_no_longer_counts_is_kept_and_noted(db: None) -> None:
    """A spring that was entered while it counted stays when the round is corrected."""
    phone = table(spring="double")
    phone.record({"kind": "deal", "landlord": "0", "bid": "1", "result": "landlord-spring"})
    session = phone.session
    session.options = {}
    session.save()
    page = phone.show("round_edit", 1)
    assert entry_form(page)["result"] == ["landlord-spring"]
    assert phone.play({"bid": "2"}, "round_edit", 1).status_code == 302
    assert facts()["spring"] is True
    said(phone.show("round", 1), "It was a spring; this table does not count that.")


def test_two_or_five_players_are_refused(db: None) -> None:
    for names in (("A", "B"), ("A", "B", "C", "D", "E")):
        answer = Phone().post("/new/", {"game": "doudizhu", "name": list(names)})
        assert answer.status_code == 422
        said(answer, "This game takes 3 to 4 players.")


def test_the_log_lists_every_fact(db: None) -> None:
    phone = table(doubling="on", open_hand="on")
    deal = {"auction": "あき: 1\nBen: 3", "plays": "Ben: 34567", "doubled-0": "1", "shown": "2"}
    phone.record({"kind": "deal", **deal})
    phone.play({"shown": "4"}, "round_edit", 1)
    text = ("auction: あき 1 · Ben 3 · ", "plays: Ben 3 4 5 6 7", "あき doubled ×1", "open hand ×2")
    said(phone.show("round", 1), *text)


def test_an_unfinished_deal_is_recorded_only_by_its_own_button(db: None) -> None:
    """Ben, the landlord, has put down 3333 of his 20 cards: 16 are left.  Bid 2, a bomb: 4 from each.

    The usual button never records it; the other one says that it is not finished.
    """
    phone = table()
    filled = phone.fill({"landlord": "1", "bid": "2", "plays": "Ben: 3333"})
    for other in ({"plays": ""}, {"trying": "Ben: 4"}):
        assert phone.send({**filled, **other}, "leave").status_code == 422, "something else is missing"
    shown = phone.send(filled, "preview")
    said(shown, "Cards left in the hand of Ben: 16", "Record it unfinished")
    assert 'data-ready="0"' in html(shown)
    answer = phone.send(entry_form(shown))
    assert answer.status_code == 422
    said(answer, "Cards left in the hand of Ben: 16", "Record it unfinished")
    assert not Round.objects.exists()
    assert phone.send(entry_form(answer), "leave").status_code == 302
    assert phone.points() == {"あき": -4, "Ben": 8, "Chie": -4}
    said(phone.show("round", 1), "Ben played last, but cards are left in that hand: 16.")
