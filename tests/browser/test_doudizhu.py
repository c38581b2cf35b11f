"""闘地主 on the pad: calls and plays are judged while they are tapped, undone, and kept over a reload."""

import re

from playwright.sync_api import expect

from tests.browser.phone import THREE, Phone


def play(phone: Phone, cards: str) -> None:
    """Enter the cards of a play and play them."""
    enter_cards(phone, cards)
    phone.tap("plays-put")


def enter_cards(phone: Phone, cards: str) -> None:
    phone.click(" ".join(f"play-{rank}" for rank in cards))


def expect_verdict(phone: Phone, state: str) -> None:
    expect(phone.page.locator("[data-verdict]")).to_have_attribute("data-state", state)
    expect(phone.page.locator("[data-verdict]")).not_to_be_empty()


def test_calls_and_plays_are_tapped_and_undone(phone: Phone) -> None:
    phone.sit("doudizhu", THREE)
    the_auction_ends_and_its_landlord_leads(phone)
    phone.page.locator("#f-auction").fill("")
    plays_are_judged_while_they_are_tapped(phone)
    typed_plays_are_listed_and_undone(phone)


def the_auction_ends_and_its_landlord_leads(phone: Phone) -> None:
    """A 3 ends it, and so do two passes after a 1; a player who is tapped after that may still call.

    A reload keeps the calls.
    """
    phone.walk("auction call-3")
    asking = phone.page.locator(".auction-ask")
    expect(asking).to_have_text("競りは終わりです。")
    expect(phone.at("call-1")).to_be_disabled()
    phone.tap("call-by-2")
    expect(phone.at("call-1")).to_be_enabled()
    phone.tap("call-undo")
    for call in ("call-1", "call-pass", "call-pass"):
        expect(asking).to_contain_text("コール")
        phone.tap(call)
    expect(asking).to_have_text("競りは終わりです。")
    phone.click("call-undo call-undo call-undo call-pass call-1 call-3 plays")
    expect(phone.at("play-by-2")).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(phone.at("called").locator("li")).to_have_count(3)
    phone.tap("call-undo")
    expect(phone.at("play-by-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.at("call-by-2")).to_have_attribute("aria-pressed", "true")


def plays_are_judged_while_they_are_tapped(phone: Phone) -> None:
    """3333 with a joker is nothing; 5557 beats 3339, 3339 would not beat 5557.

    A card that is used up is not played again.
    """
    phone.click("landlord-0 plays")
    enter_cards(phone, "333333RR")
    expect(phone.page.locator("[data-trying-cards] li")).to_have_count(5)
    expect(phone.at("play-3")).to_have_class("key used flash")
    expect_verdict(phone, "illegal")
    phone.click("plays-undo " * 5)
    enter_cards(phone, "3339")
    expect_verdict(phone, "leads")
    phone.tap("plays-put")
    enter_cards(phone, "5557")
    expect_verdict(phone, "beats")
    phone.tap("plays-put")
    enter_cards(phone, "4449")
    expect_verdict(phone, "lower")
    phone.click("plays-undo " * 4)


def typed_plays_are_listed_and_undone(phone: Phone) -> None:
    plays = phone.page.locator("#f-plays")
    # A remark takes one line, so that a small phone shows as many plays as possible. Jokers are words.
    plays.fill("Ben: 3334\nChie: 5557")
    remark = phone.at("played").locator("small").last
    expect(remark).to_have_text("3枚組＋1枚 5・勝てる")
    low = "(one) => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).fontSize)"
    phone.until(lambda: remark.evaluate(low), "a remark of one line")
    plays.fill("Ben: JkBJkR")
    expect(phone.at("played")).to_contain_text("黒ジョーカー 赤ジョーカーロケット")

    # A typed play that is undone keeps its suits.
    plays.fill("Ben: ♠10 ♥10 JkB")
    phone.tap("plays-undo")
    expect(phone.page.locator("[data-trying-cards] .suit-H")).to_have_count(1)
    phone.click("plays-undo play-T plays-put")
    expect(plays).to_have_value("Ben: ♠10 ♥10 10")
    plays.fill("")

    # Two kings tapped for あき are Ben's after a pass; undo takes away one, the other, and then the pass.
    phone.click("play-by-0 play-K play-K plays-pass")
    expect(phone.at("play-by-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("[data-trying-cards] li")).to_have_count(2)
    phone.click("plays-undo plays-undo")
    expect(phone.at("play-by-1")).to_have_attribute("aria-pressed", "true")
    phone.tap("plays-undo")
    expect(phone.at("play-by-0")).to_have_attribute("aria-pressed", "true")
    expect(phone.at("plays-undo")).to_be_disabled()

    # Ten pairs in a row, 3 to Q, are twenty cards.
    enter_cards(phone, "33445566778899TTJJQQ")
    tray = phone.page.locator("[data-trying-cards]")
    expect(tray.locator("li")).to_have_count(20)
    assert tray.evaluate("(list) => list.scrollWidth <= list.clientWidth")


def test_tapped_cards_go_over_to_the_landlord_unchanged(phone: Phone) -> None:
    """The name before them is not read as cards (a B is a joker), though one name begins like another."""
    path = phone.sit("doudizhu", ["Ben", "Chie Nakamura", "Ben: B"])
    trying = phone.page.locator("[data-trying-cards] li")
    phone.tap("plays")
    enter_cards(phone, "33")
    for seat in (1, 2):
        phone.tap(f"landlord-{seat}")
        expect(trying).to_have_count(2)
    expect(phone.page.locator("[name=trying]")).to_have_value("Ben: B: 3 3")
    phone.reload()
    expect(phone.at("play-by-2")).to_have_attribute("aria-pressed", "true")
    expect(trying).to_have_count(2)
    phone.tap("plays-put")
    expect(phone.at("plays-text")).to_have_value("Ben: B: 33")
    phone.walk("bid-1 leave")
    phone.saved()
    phone.go(f"{path}rounds/1/")
    expect(phone.page.locator("main")).to_contain_text(re.compile(r"Ben: B\W*3\s*3"))


def test_two_deals(phone: Phone) -> None:
    """Half a deal survives a reload.

    Of an unfinished one the button says what is missing and leads there; the players stay in sight.
    """
    phone.sit("doudizhu", THREE)
    # Chie, the landlord, plays all 12+4+2+2 = 20 cards: a bomb and the rocket, 2·2·2 = 8 from each.
    phone.click("landlord-2 bid-2 plays")
    phone.page.locator("#f-plays").fill("Chie: 345678910JQKA\nChie: 2222")
    phone.tap("play-by-2")
    play(phone, "BR")
    phone.tap("play-by-2")
    enter_cards(phone, "44")
    phone.reload()
    expect(phone.page.locator("[data-trying-cards] li")).to_have_count(2)
    expect(phone.at("played").locator("li")).to_have_count(3)
    expect(phone.at("played")).to_contain_text("8 9 10 J")
    phone.tap("plays-put")
    phone.record()
    phone.expect_scores(あき=-8, Ben=-8, Chie=16)

    # She has put down four of her 20 cards: a bid of 2 and a bomb would be 4 from each.
    phone.enter()
    phone.click("landlord-2 bid-2 plays")
    play(phone, "3333")
    confirm = phone.at("confirm")
    expect(confirm).to_have_text("Chieの手札がまだ16枚残っています")
    expect(confirm).to_have_class("btn wait")
    phone.confirm()
    expect(phone.page.locator(".plays.flash")).to_be_visible()
    phone.in_sight("play-by-0")
    phone.at("play-3").tap(force=True)
    expect(phone.page.locator("[data-verdict]")).to_contain_text("3")
    expect(phone.at("leave")).to_have_text("途中のまま記録")
    phone.tap("leave")
    phone.saved()
    phone.expect_scores(あき=-12, Ben=-12, Chie=24)


def test_the_keys_of_the_referee_stay_under_the_thumb(phone: Phone) -> None:
    """Eleven cards are more than a row, and the verdict comes and goes while they are tapped."""
    phone.go("/referee/?game=doudizhu")
    key = phone.page.locator('button[name=add][value="3"]')
    seen = set()
    for count, rank in enumerate("333444555KA", 1):
        phone.tap(f'button[name=add][value="{rank}"]')
        expect(phone.page.locator("#verdict .fan li")).to_have_count(count)
        place = key.evaluate("(one) => one.getBoundingClientRect().top + scrollY")
        seen.add(round(place))
    assert len(seen) == 1, seen
    expect(phone.at("#said bdi")).to_have_text("3 3 3 4 4 4 5 5 5 K A")
