"""The felt asks the one next question, in every game, and the bar repeats it until there is none.

R rounds half up to tens; in ギャンブル・ドボン 2 counts 50 and J 10.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

PLAYERS = ["あき", "ベン", "ちえ", "大輔"]
ISOLATES = {ord(char): None for char in "\u2068\u2069"}
Points = tuple[int, int, int, int]

ROUNDS: dict[str, tuple[str, int, Points]] = {
    # ベン {2 J} on a K of ちえ {A}: 3·R(60 + 1) = 180; R(4) = 0 from 大輔, and あき has no card.
    "gamble": (
        "だれがドボンした？ who-1 だれの札だった？ who-2 どの札だった？ key-K"
        " ベンの手札は？ key-2 key-J next ちえの手札は？ key-A next"
        " あきの手札は？ key-none next 大輔の手札は？ key-4",
        13,
        (0, 180, -180, 0),
    ),
    # あき calls a 9 of ベン with {2 7}: 9 + 3 + 13 is 25, doubled by the 2.
    "kawagoe": (
        "だれがドボンした？ who-0 だれの札だった？ who-1 どの札だった？ key-9"
        " あきの手札は？ key-2 key-7 next ベンの手札は？ key-3 key-K",
        10,
        (50, -50, 0, 0),
    ),
    # One ♥ among the cards of あき is a yaku, 200; no yaku are 100.
    "teyaku": (
        "だれがドボンした？ who-0 だれの札だった？ who-1 どの札だった？ key-7"
        " ドラのマークは？ turnup-H あきの手札は？ key-3 key-4 suit-H-1",
        9,
        (200, -200, 0, 0),
    ),
    # あき calls a J of ベン with {7 4}: 11 points.
    "dotenko": (
        "だれがどてんこした？ who-0 だれの札だった？ who-1 どの札だった？ key-J key-7 key-4",
        7,
        (11, -11, 0, 0),
    ),
    # ベン bids 3, two bombs and a rocket: 3·2·2·2 = 24 from each of three.
    "doudizhu": (
        "地主はだれ？ landlord-1 ビッドはいくつ？ bid-3 bombs-2 rockets-1 どちらの勝ち？ result-landlord",
        7,
        (-24, 72, -24, -24),
    ),
}
"""What is asked and what is tapped then, the most taps, and who has how many points afterwards."""


def sit(phone: Phone, game: str, **document: Any) -> None:
    """A table, and the page of its next round."""
    phone.enter(table(phone, game, **document))


def table(phone: Phone, game: str, **document: Any) -> str:
    """The path of a table, which is not opened."""
    return phone.bring({"format": 1, "game": game, "players": PLAYERS, "rounds": [], **document})


def asked(phone: Phone, question: str) -> None:
    """The felt asks it, and the bar too."""
    felt = phone.page.locator("[data-ask-text]:visible, [data-asked]:visible")
    for place in (felt, phone.at("confirm")):
        expect(place).to_be_visible()
        phone.until(lambda place=place: text(place) == question, f"{question} instead of {text(place)}")


def text(place: Any) -> str:
    return str(place.inner_text()).translate(ISOLATES).strip()


def ready(phone: Phone) -> None:
    expect(phone.page.locator("#confirm:not(.wait)")).to_have_text("記録する")


@pytest.mark.parametrize("game", ROUNDS)
def test_one_question_after_the_other_in_few_taps(phone: Phone, game: str) -> None:
    """From the table's page on, a round takes no more than so many taps."""
    walk, most, points = ROUNDS[game]
    phone.go(table(phone, game))
    phone.taps = 0
    phone.enter()
    for word in walk.split():
        asked(phone, word) if word.endswith("？") else phone.tap(word)
    ready(phone)
    phone.record()
    assert phone.taps <= most
    phone.expect_scores(**dict(zip(PLAYERS, points, strict=True)))


def test_three_rounds_of_dotenko(phone: Phone) -> None:
    sit(phone, "dotenko")
    nothing_is_asked_any_more_where_nobody_shows_a_hand(phone)
    a_hand_that_need_not_be_told_is_asked_and_the_round_can_be_recorded(phone)
    a_key_puts_no_other_card_in_the_place_of_the_claimed_one(phone)


def nothing_is_asked_any_more_where_nobody_shows_a_hand(phone: Phone) -> None:
    """10 to each of three for the burst; of a round that does not count there is nothing to type."""
    felt, typed = phone.page.locator("[data-ask-text]"), phone.at("typed")
    phone.kind("nogame")
    expect(typed).to_be_hidden()
    ready(phone)
    phone.kind("burst")
    expect(typed).to_be_visible()
    asked(phone, "バーストしたのはだれ？")
    phone.who(3)
    expect(felt).to_have_text("これで全部です。")
    phone.who(3)
    asked(phone, "バーストしたのはだれ？")
    phone.who(2)
    expect(felt).to_have_text("これで全部です。")
    phone.record()
    phone.expect_scores(あき=10, ベン=10, ちえ=-30, 大輔=10)


def a_hand_that_need_not_be_told_is_asked_and_the_round_can_be_recorded(phone: Phone) -> None:
    """11 for the card; あき had 10 already, ベン too, ちえ has lost 30."""
    phone.enter()
    phone.walk("who-0 who-1 key-J")
    ready(phone)
    assert text(phone.page.locator("[data-ask-text]")) == "あきの手札は？"
    phone.keys("Q A")  # no sum of 13: an ace is +1 or −1, and it is the 11 on the card that is paid
    expect(phone.at("hand-total")).to_have_text("11 ✓")
    expect(phone.page.locator(".tray-check")).to_have_text("Q−A=11 ✓")
    expect(phone.at("who-0").locator("small")).to_have_text("どてんこ\u00a0✓")
    phone.record()
    phone.expect_scores(あき=21, ベン=-1, ちえ=-30, 大輔=10)


def a_key_puts_no_other_card_in_the_place_of_the_claimed_one(phone: Phone) -> None:
    """Naming the returner and tapping the hand at once is enough: 6 from each of three, doubled."""
    phone.enter()
    phone.kind("opening")
    phone.walk("who-2 key-6")
    expect(phone.page.locator("[data-testid=payments] .crowd")).to_have_count(3)
    phone.in_sight("key-none")
    phone.walk("slot-returns who-1")
    expect(phone.page.locator("[data-ask-text]")).to_have_text("さらに返した人は？")
    phone.keys("2 4")
    expect(phone.at("slot-first").locator("b")).to_have_text("6")
    expect(phone.at("hand-1")).to_have_value("2 4")
    phone.record()
    phone.expect_scores(あき=21, ベン=35, ちえ=-66, 大輔=10)


def test_what_is_asked_is_what_was_gone_to_and_the_bar_leads_there(phone: Phone) -> None:
    """What is wrong is said instead of a question."""
    sit(phone, "kawagoe")
    phone.walk("who-0 who-1 slot-callers")
    expect(phone.page.locator("[data-ask-text]")).to_have_text("だれがドボンした？")
    expect(phone.at("confirm")).to_have_text("どの札だった？")
    phone.confirm()
    asked(phone, "どの札だった？")
    phone.walk("key-9 who-1")
    asked(phone, "ベンの手札は？")
    phone.confirm()
    asked(phone, "ベンの手札は？")
    phone.keys("3")
    expect(phone.page.locator("[data-ask-text]")).to_be_hidden()
    confirm, typed = phone.at("confirm"), phone.page.locator("[name=hand-1]")
    phone.until(lambda: text(confirm) == "あきの手札は？", "the next question")
    phone.tap("key-type")
    typed.fill("ABC")
    expect(confirm).to_contain_text("ABC")
    typed.fill("3")
    phone.until(lambda: text(confirm) == "あきの手札は？", "the question")


def returned(phone: Phone) -> list[str]:
    """What the form holds of who returned."""
    values: list[str] = phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)")
    return [value for value in values if value]


def test_where_one_alone_may_return_nobody_is_asked_who_did(phone: Phone) -> None:
    """ベン was claimed and returns 9 with Q − 3: あき pays (9 + 9) · 2 = 36."""
    sit(phone, "kawagoe")
    phone.walk("who-0 who-1 key-9 key-2 key-7 slot-returns")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("ベン")
    asked(phone, "ベンの手札は？")
    phone.keys("3 Q")
    phone.until(lambda: text(phone.at("hand-total")) == "9 ✓", "what the cards make")
    expect(phone.at("who-1").locator("small")).to_have_text("返した\u00a0✓")
    ready(phone)
    phone.walk("slot-victim who-2")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("ちえ")
    phone.tap("slot-returns")
    assert returned(phone) == []


def test_a_return_is_switched_on_and_off(phone: Phone) -> None:
    """It stays on whatever is gone to, and no card is taken meanwhile; switched off it is out of the form."""
    sit(phone, "kawagoe", options={"return_by": "anyone"})
    phone.walk("who-0 who-1 key-9 key-2 key-7")
    switch, slot = phone.at("slot-returns"), phone.at("slot-returners")
    expect(switch).to_have_text("返しあり")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(slot).to_be_hidden()
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(slot).to_be_visible()
    asked(phone, "だれが返した？")
    expect(phone.at("next")).to_be_disabled()
    expect(phone.at("key-2")).to_have_attribute("aria-disabled", "true")
    phone.confirm()
    asked(phone, "だれが返した？")
    phone.who(1)
    asked(phone, "ベンの手札は？")
    phone.keys("4 5")
    ready(phone)
    phone.tap(switch)
    expect(slot).to_be_hidden()
    assert phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)") == [""]
    ready(phone)
    phone.tap(switch)
    asked(phone, "だれが返した？")
    phone.confirm()
    expect(phone.at("confirm")).to_have_text("だれが返した？")
    phone.tap("slot-callers")
    expect(switch).to_have_attribute("aria-checked", "true")
    phone.tap(switch)
    ready(phone)


def test_a_long_chain_of_returns_is_taken_back_tap_by_tap_and_kept(phone: Phone) -> None:
    """The page has fewer places than that; each more is made by a tap."""
    sit(phone, "kawagoe", options={"returns": "chain", "return_by": "anyone"})
    phone.walk("who-0 who-1 key-9 slot-returns")
    chain = [1, 2, 1, 2, 1, 2]
    phone.who(*chain)
    assert returned(phone) == [str(seat) for seat in chain]
    phone.tap("key-undo")
    assert returned(phone) == [str(seat) for seat in chain[:5]]
    phone.page.reload()
    phone.page.wait_for_selector(".entry.live")
    assert returned(phone) == [str(seat) for seat in chain[:5]]
