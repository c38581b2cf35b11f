"""The felt asks the one next question, and the bar repeats it until there is none."""

from playwright.sync_api import expect

from tests.browser.phone import Phone


def ready(phone: Phone) -> None:
    expect(phone.page.locator("#confirm:not(.wait)")).to_have_text("記録する")


def test_three_rounds_of_dotenko(phone: Phone) -> None:
    phone.sit("dotenko")
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
    phone.asked("バーストしたのはだれ？")
    phone.who(3)
    expect(felt).to_have_text("これで全部です。")
    phone.who(3)
    phone.asked("バーストしたのはだれ？")
    phone.who(2)
    expect(felt).to_have_text("これで全部です。")
    phone.record()
    phone.expect_scores(あき=10, Ben=10, Chie=-30, だい=10)


def a_hand_that_need_not_be_told_is_asked_and_the_round_can_be_recorded(phone: Phone) -> None:
    """11 for the card; あき had 10 already, Ben too, Chie has lost 30."""
    phone.enter()
    phone.walk("who-0 who-1 key-J")
    ready(phone)
    phone.says("[data-ask-text]", "あきの手札は？")
    phone.keys("Q A")  # no sum of 13: an ace is +1 or −1, and it is the 11 on the card that is paid
    expect(phone.at("hand-total")).to_have_text("11 ✓")
    expect(phone.page.locator(".tray-check")).to_have_text("Q−A=11 ✓")
    expect(phone.at("who-0").locator("small")).to_have_text("どてんこ\u00a0✓")
    phone.record()
    phone.expect_scores(あき=21, Ben=-1, Chie=-30, だい=10)


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
    expect(phone.at("slot-card-opening").locator("b")).to_have_text("6")
    phone.holds(1, "2 4")
    phone.record()
    phone.expect_scores(あき=21, Ben=35, Chie=-66, だい=10)


def test_what_is_asked_is_what_was_gone_to_and_the_bar_leads_there(phone: Phone) -> None:
    """What is wrong is said instead of a question."""
    phone.sit("kawagoe")
    phone.walk("who-0 who-1 slot-callers")
    expect(phone.page.locator("[data-ask-text]")).to_have_text("だれがドボンした？")
    expect(phone.at("confirm")).to_have_text("どの札だった？")
    phone.confirm()
    phone.asked("どの札だった？")
    phone.walk("key-9 who-1")
    phone.asked("Benの手札は？")
    phone.confirm()
    phone.asked("Benの手札は？")
    phone.keys("3")
    expect(phone.page.locator("[data-ask-text]")).to_be_hidden()
    confirm, typed = phone.at("confirm"), phone.page.locator("[name=hand-1]")
    phone.says(confirm, "あきの手札は？")
    phone.tap("key-type")
    typed.fill("ABC")
    expect(confirm).to_contain_text("ABC")
    typed.fill("3")
    phone.says(confirm, "あきの手札は？")


def returned(phone: Phone) -> list[str]:
    """What the form holds of who returned."""
    values: list[str] = phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)")
    return [value for value in values if value]


def test_where_one_alone_may_return_nobody_is_asked_who_did(phone: Phone) -> None:
    """Ben was claimed and returns 9 with Q − 3: あき pays (9 + 9) · 2 = 36."""
    phone.sit("kawagoe")
    phone.walk("who-0 who-1 key-9 key-2 key-7 slot-returns")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("Ben")
    phone.asked("Benの手札は？")
    phone.keys("3 Q")
    phone.says(phone.at("hand-total"), "9 ✓")
    expect(phone.at("who-1").locator("small")).to_have_text("返した\u00a0✓")
    ready(phone)
    phone.walk("slot-victim who-2")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("Chie")
    phone.tap("slot-returns")
    assert returned(phone) == []


def test_a_return_is_switched_on_and_off(phone: Phone) -> None:
    """It stays on whatever is gone to, and no card is taken meanwhile; switched off it is out of the form."""
    phone.sit("kawagoe", options={"return_by": "anyone"})
    phone.walk("who-0 who-1 key-9 key-2 key-7")
    switch, slot = phone.at("slot-returns"), phone.at("slot-returners")
    expect(switch).to_have_text("返しあり")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(slot).to_be_hidden()
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(slot).to_be_visible()
    phone.asked("だれが返した？")
    expect(phone.at("next")).to_be_disabled()
    expect(phone.at("key-2")).to_have_attribute("aria-disabled", "true")
    phone.confirm()
    phone.asked("だれが返した？")
    phone.who(1)
    phone.asked("Benの手札は？")
    phone.keys("4 5")
    ready(phone)
    phone.tap(switch)
    expect(slot).to_be_hidden()
    assert phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)") == [""]
    ready(phone)
    phone.tap(switch)
    phone.asked("だれが返した？")
    phone.confirm()
    expect(phone.at("confirm")).to_have_text("だれが返した？")
    phone.tap("slot-callers")
    expect(switch).to_have_attribute("aria-checked", "true")
    phone.tap(switch)
    ready(phone)


def test_a_long_chain_of_returns_is_taken_back_tap_by_tap_and_kept(phone: Phone) -> None:
    """The page has fewer places than that; each more is made by a tap."""
    phone.sit("kawagoe", options={"returns": "chain", "return_by": "anyone"})
    phone.walk("who-0 who-1 key-9 slot-returns")
    chain = [1, 2, 1, 2, 1, 2]
    phone.who(*chain)
    assert returned(phone) == [str(seat) for seat in chain]
    phone.tap("key-undo")
    assert returned(phone) == [str(seat) for seat in chain[:5]]
    phone.reload()
    assert returned(phone) == [str(seat) for seat in chain[:5]]
