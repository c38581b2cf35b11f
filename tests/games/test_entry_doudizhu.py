"""結果の入力 of 闘地主: a deal by chips, by its plays and by its auction; every payment by hand."""

from typing import Any

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


def saved(phone: Phone, facts: dict[str, Any]) -> dict[str, int]:
    response = phone.play(facts)
    assert response.status_code == 302, text(response)
    return phone.points()


def facts() -> dict[str, Any]:
    result: dict[str, Any] = Round.objects.latest("pk").facts
    return result


def said(response: HttpResponse, *words: str) -> None:
    shown = text(response)
    for word in words:
        assert word in shown, shown


def test_the_example_of_the_rules(db: None) -> None:
    """W-1: 24 from each, +48."""
    phone = table()
    said(phone.send(phone.fill(W1), "preview"), "bid 3 × (2 bombs → 4) × (1 rocket → 2) = 24")
    assert saved(phone, W1) == {"あき": -24, "Ben": 48, "Chie": -24}
    said(phone.show("table"), "Landlord Ben won (bid 3, 2 bombs, 1 rocket)")
    assert facts()["winner"] == "landlord"


def test_more_bombs_than_chips(db: None) -> None:
    """Seven bombs: 1·2^7 = 128."""
    phone = table()
    many = {"landlord": "0", "bid": "1", "bombs": "more", "bombs-more": "7", "result": "landlord"}
    assert saved(phone, many)["Ben"] == -128
    form = entry_form(phone.show("round_edit", 1))
    assert (form["bombs"], form["bombs-more"]) == (["more"], ["7"])


def test_the_chip_above_the_others_with_nothing_typed_beside_it(db: None) -> None:
    """6+ is 6: 1·2^6 = 64."""
    many = {"landlord": "0", "bid": "1", "bombs": "more", "bombs-more": " ", "result": "landlord"}
    assert saved(table(), many)["Ben"] == -64


def test_counted_from_the_plays(db: None) -> None:
    """Ben bids 2; a rocket and a bomb of his count, and he was the last to play: 2·2·2 = 8 from each."""
    phone = table()
    deal = {"landlord": "1", "bid": "2", "plays": PLAYS}
    preview = phone.send(phone.fill(deal), "preview")
    said(
        preview,
        "bid 2 × (1 bomb → 2) × (1 rocket → 2) = 8",
        "Triplet with a single card 5 · beats it",
        "Rocket · beats it",
        "Bomb 10",
        "Not a play:",
        "Bombs: 1 · rockets: 1",
    )
    assert phone.send(entry_form(preview)).status_code == 302
    assert phone.points() == {"あき": -8, "Ben": 16, "Chie": -8}
    assert facts()["plays"][0] == {"by": "1", "cards": ["3", "3", "3", "4"]}
    assert facts()["plays"][2] == {"by": "0", "cards": []}
    assert "winner" not in facts()


def test_what_was_counted_is_not_among_what_did_not_count(db: None) -> None:
    phone = table()
    phone.record({"kind": "deal", "landlord": "1", "bid": "2", "plays": PLAYS})
    receipt = phone.show("round", 1)
    said(receipt, "Counted from the plays: Ben, the landlord, was out first.")
    assert "Notes" not in text(receipt)
    for part in ('aria-label="small joker"', 'aria-label="big joker"', "joker joker-B", "joker joker-R"):
        assert part in html(receipt)


def test_plays_come_back_as_lines(db: None) -> None:
    phone = table()
    phone.record({"kind": "deal", "landlord": "1", "bid": "2", "plays": PLAYS})
    form = entry_form(phone.show("round_edit", 1))
    assert form["plays"][0].splitlines()[2:4] == ["あき: -", "Ben: JkB JkR"]
    kept = facts()
    changed = phone.play({"bid": "3"}, "round_edit", 1)
    assert changed.status_code == 302
    assert {**kept, "bid": 3} == Round.objects.get().facts
    assert phone.points()["Ben"] == 24


def test_cards_being_tapped_are_judged_and_must_be_played(db: None) -> None:
    phone = table()
    deal = {"landlord": "1", "bid": "2", "plays": "Ben: 3334", "trying": "Chie: 4 4 4 5"}
    filled = phone.fill(deal)
    said(phone.send(filled, "preview"), "Triplet with a single card 4 · beats it")
    refused = phone.send(filled)
    assert refused.status_code == 422
    said(refused, "Cards are tapped but not played yet")


def test_a_verdict_stands_beside_its_own_play(db: None) -> None:
    """A blank line is none, and a line of nobody keeps its place: the pair of sixes comes third."""
    phone = table()
    deal = {"landlord": "1", "bid": "2", "plays": "Ben: 55\n\nDora: 44\nChie: 66\nあき: 要不起"}
    preview = html(phone.send(phone.fill(deal), "preview"))
    assert '<li data-seat="0" data-status="leads">Pair 5</li>' in preview
    assert '<li data-seat="2" data-status="beats">Pair 6 · beats it</li>' in preview
    assert '<li data-seat="3" data-status="passed"></li>' in preview


def test_passes_as_players_call_them(db: None) -> None:
    """Ben's rocket doubles his bid of 2: 4 from each."""
    phone = table()
    plays = "Ben: 3\nChie: 不要\nあき: 要不起\nBen: 5\nChie: 不出\nあき: 过\nBen: 小王 大王"
    assert saved(phone, {"landlord": "1", "bid": "2", "plays": plays})["Ben"] == 8


def test_the_auction_names_landlord_and_bid(db: None) -> None:
    """Ben's 3 ends it: 3 from each."""
    phone = table()
    deal = {"auction": "あき: 1\nBen：３", "result": "landlord"}
    preview = phone.send(phone.fill(deal), "preview")
    said(preview, "Ben: 3")
    assert phone.send(entry_form(preview)).status_code == 302
    assert phone.points()["Ben"] == 6
    assert facts()["auction"] == [{"by": "0", "bid": 1}, {"by": "1", "bid": 3}]
    assert entry_form(phone.show("round_edit", 1))["auction"] == ["あき: 1\nBen: 3"]


def test_a_switch_that_is_off_is_told_and_kept(db: None) -> None:
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


def test_the_history_tells_every_fact(db: None) -> None:
    phone = table(doubling="on", open_hand="on")
    deal = {"auction": "あき: 1\nBen: 3", "plays": "Ben: 34567", "doubled-0": "1", "shown": "2"}
    phone.record({"kind": "deal", **deal})
    phone.play({"shown": "4"}, "round_edit", 1)
    text = ("auction: あき 1 · Ben 3 · ", "plays: Ben 3 4 5 6 7", "あき doubled ×1", "open hand ×2")
    said(phone.show("round", 1), *text)


def test_a_deal_that_is_not_finished_is_recorded_by_name_alone(db: None) -> None:
    """Ben, the landlord, has put down 3333 of his 20 cards: 16 are left.  Bid 2, a bomb: 4 from each.

    The usual button never records it; the other one says that it is not finished.
    """
    phone = table()
    filled = phone.fill({"landlord": "1", "bid": "2", "plays": "Ben: 3333"})
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


def test_what_is_missing_otherwise_cannot_be_left_out(db: None) -> None:
    phone = table()
    assert phone.send(phone.fill({"landlord": "1", "bid": "2"}), "leave").status_code == 422
    trying = phone.fill({"landlord": "1", "bid": "2", "plays": "Ben: 3333", "trying": "Ben: 4"})
    assert phone.send(trying, "leave").status_code == 422
