"""The card pad: undo, one deck, the next question on felt and bar, payments above the button, vibration."""

from playwright.sync_api import expect

from tests.browser.evenings import tightest
from tests.browser.phone import SMALL, THREE, Phone


def test_changes_of_mind(phone: Phone) -> None:
    """Three rounds at one table; a first one is undone tap by tap.

    A response may replace a field, with as many fields as before: the new one is written.
    """
    phone.sit("gamble", THREE)
    phone.walk("who-0 who-1 key-9 key-4")
    phone.page.locator("[name=hand-0]").evaluate("input => input.replaceWith(input.cloneNode())")
    phone.tap("key-5")
    phone.holds(0, "4 5")
    for _tap in range(5):
        phone.tap("key-undo")
    phone.holds(0, "")
    expect(phone.page.locator("#f-card")).to_have_value("")
    expect(phone.page.locator("[name=callers]:checked")).to_have_count(0)
    expect(phone.at("key-undo")).to_be_disabled()
    a_claim_is_checked_and_hands_stay_with_another_ending(phone)
    phone.enter()
    # Ben called, not あき: 3·R(9+9)=60 from Chie, R(1)=0 from あき.
    phone.walk("who-0 slot-callers who-0 who-1 who-2 key-9")
    phone.hands("4 5", "9", "A")
    phone.holds(1, "4 5")
    phone.record()
    phone.expect_scores(あき=30, Ben=40, Chie=-70)
    phone.enter()
    keys_show_how_many_cards_are_left(phone)


def a_claim_is_checked_and_hands_stay_with_another_ending(phone: Phone) -> None:
    """It was no dobon but an out: R(5)=10 from Chie, R(20)=20 from Ben."""
    phone.click("who-0 who-1 key-K")
    phone.hands("2 J", "10 10", "5")
    phone.who(0)
    expect(phone.page.locator("[data-hand-name]")).to_contain_text("2+J=13")
    phone.walk("card-0 key-Q")
    phone.holds(0, "J Q")
    expect(phone.page.locator("[data-hand-name]")).not_to_contain_text("2+J=13")
    phone.kind("out")
    phone.who(0)
    phone.holds(1, "10 10")
    phone.holds(2, "5")
    phone.record()
    phone.expect_scores(あき=30, Ben=-20, Chie=-10)


def keys_show_how_many_cards_are_left(phone: Phone) -> None:
    """Five 8s of Ben are R(40)=40 for あき, an ace of Chie R(1)=0."""
    phone.kind("out")
    phone.click("who-0 key-8 key-8 key-8")
    expect(phone.at("key-8")).to_contain_text("1")
    phone.keys("8 8")
    expect(phone.page.locator("[data-notice]")).to_be_visible()
    phone.holds(1, "8 8 8 8")
    phone.tap("add-anyway")
    phone.holds(1, "8 8 8 8 8")
    phone.walk("next key-A")
    expect(phone.at("problems")).to_be_visible()
    phone.record()
    phone.expect_scores(あき=70, Ben=0, Chie=-70)


def test_no_key_moves_when_the_payments_change(phone: Phone) -> None:
    """Scrolled to its end, the page stays where it is while a warning in the bar comes and goes."""
    phone.enter(phone.bring(tightest()))
    phone.kind("dobon")
    phone.click("who-0 who-1 key-9 key-4")
    expect(phone.at("problems")).to_be_visible()
    phone.page.evaluate("scrollTo(0, 9999)")
    before, tall = phone.box("key-A"), phone.box("#bar")
    phone.keys("5")
    expect(phone.at("problems")).to_have_count(0)
    assert phone.box("#bar").top > tall.top
    assert phone.box("key-A") == before


def expect_payments(phone: Phone, *formulas: str) -> None:
    """These payments are visible above the button, each with its formula."""
    shown = phone.page.locator(".pays-first small.num:visible")
    expect(shown).to_have_text(formulas)
    expect(phone.page.locator("#preview")).not_to_have_attribute("aria-busy", "true")
    bar, button = phone.box("#bar"), phone.box("confirm")
    assert button.bottom <= SMALL.height
    for box in (*phone.boxes(shown), *phone.boxes(".pays-first > .pay:visible")):
        assert bar.top <= box.top < box.bottom <= button.top


def test_several_payments_stand_above_the_button_with_their_formulas(phone: Phone) -> None:
    """R(54+60=114)=110 three times, R(74)=70 and R(27)=30, and no key is covered."""
    phone.sit()
    preview = phone.page.locator("#preview")
    # From the tap of the first player on, the old preview is marked as out of date.
    tap = "(preview) => { document.querySelector('.who-chip').click(); return preview.ariaBusy; }"
    assert preview.evaluate(tap) == "true"
    expect(preview).not_to_have_attribute("aria-busy", "true")
    phone.click("who-1 key-K key-2 key-J")
    expect(phone.at("key-type")).to_have_text("文字で入力")
    boxes = [phone.box(key) for key in ("key-none", "key-sum", "key-type", "next")]
    assert len({box.top for box in boxes}) == 1
    assert all(min(box.right - box.left, box.bottom - box.top) >= 44 for box in boxes)
    assert phone.at("next").locator("span").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    phone.tap("next")
    phone.hands("A 2 3", "A 2 3 10 K", "4 4 Q 9")
    expect_payments(phone, "(54＋60＝114 → 110)×3", "74 → 70", "27 → 30")
    phone.in_sight("key-none")
    phone.tap("[data-testid=payments] summary")
    expect(phone.page.locator(".pays-rest .pay")).to_have_count(2)
    expect_payments(phone, "(Benの手札54＋あきの手札60＝114 → 110)×ドボン3＝330")


def test_two_payments_and_an_open_hand_after_the_riichi(phone: Phone) -> None:
    """Of payments for ten, three and five cards the two largest are shown, below the row for riichi.

    After a riichi a key is a card of the hand that was open before it.
    """
    phone.sit("teyaku")
    phone.kind("out")
    phone.click("who-0 key-10 key-3 key-5")
    expect(phone.page.locator(".beside")).to_be_visible()
    expect_payments(phone, "10枚×100点", "5枚×100点")
    phone.in_sight("key-none")

    phone.kind("dobon")
    phone.click("who-1 who-0 key-9 turnup-H slot-riichi who-2 key-2 key-7")
    expect(phone.page.locator("[name=hand-1]")).to_have_value("2 7")


def test_three_rounds_of_dotenko(phone: Phone) -> None:
    phone.sit("dotenko")
    a_burst_asks_for_one_player_and_no_hand(phone)
    an_optional_hand_is_asked_and_the_round_can_be_recorded_without(phone)
    a_card_after_the_returner_goes_into_the_hand(phone)


def a_burst_asks_for_one_player_and_no_hand(phone: Phone) -> None:
    """10 to each of three. A round that does not count has nothing to type."""
    felt, typed = phone.page.locator("[data-ask-text]"), phone.at("typed")
    phone.kind("nogame")
    expect(typed).to_be_hidden()
    phone.ready()
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


def an_optional_hand_is_asked_and_the_round_can_be_recorded_without(phone: Phone) -> None:
    """11 for the card, on top of 10, 10 and −30."""
    phone.enter()
    phone.click("who-0 who-1 key-J")
    phone.ready()
    phone.says("[data-ask-text]", "あきの手札は？")
    phone.keys("Q A")  # no sum of 13: an ace is +1 or −1, and it is the 11 on the card that is paid
    expect(phone.at("hand-total")).to_have_text("11 ✓")
    expect(phone.page.locator(".tray-check")).to_have_text("Q−A=11 ✓")
    expect(phone.at("who-0").locator("small")).to_have_text("どてんこ\u00a0✓")
    phone.record()
    phone.expect_scores(あき=21, Ben=-1, Chie=-30, だい=10)


def a_card_after_the_returner_goes_into_the_hand(phone: Phone) -> None:
    """It does not replace the claimed card. 6 from each of three, doubled."""
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


def returned(phone: Phone) -> list[str]:
    """The seats that returned, as the form holds them."""
    values: list[str] = phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)")
    return [value for value in values if value]


def test_a_claim_of_kawagoe(phone: Phone) -> None:
    phone.sit("kawagoe")
    the_bar_leads_to_what_is_missing(phone)
    the_only_one_who_may_return_is_not_asked_for(phone)


def the_bar_leads_to_what_is_missing(phone: Phone) -> None:
    """An error is shown instead of a question, and so is a player whose hand is not needed."""
    confirm, notice = phone.at("confirm"), phone.page.locator("[data-notice]")
    phone.click("who-0 who-1 slot-callers")
    expect(phone.page.locator("[data-ask-text]")).to_have_text("だれがドボンした？")
    expect(confirm).to_have_text("どの札だった？")
    phone.confirm()
    phone.asked("どの札だった？")
    phone.walk("key-9 who-3")
    expect(notice).to_contain_text("だい")
    phone.who(1)
    expect(notice).to_be_hidden()
    phone.asked("Benの手札は？")
    phone.confirm()
    phone.asked("Benの手札は？")
    phone.keys("3")
    expect(phone.page.locator("[data-ask-text]")).to_be_hidden()
    phone.says(confirm, "あきの手札は？")
    phone.tap("key-type")
    typed = phone.page.locator("[name=hand-1]")
    typed.fill("ABC")
    expect(confirm).to_contain_text("ABC")
    typed.fill("3")
    phone.says(confirm, "あきの手札は？")


def the_only_one_who_may_return_is_not_asked_for(phone: Phone) -> None:
    """Ben was claimed and returns 9 with Q − 3: あき pays (9 + 9) · 2 = 36."""
    phone.page.locator("[name=hand-1]").fill("")
    phone.click("who-0 key-2 key-7 slot-returns")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("Ben")
    phone.asked("Benの手札は？")
    phone.keys("3 Q")
    phone.says(phone.at("hand-total"), "9 ✓")
    expect(phone.at("who-1").locator("small")).to_have_text("返した\u00a0✓")
    phone.ready()
    phone.walk("slot-victim who-2")
    assert len(returned(phone)) == 1
    expect(phone.at("slot-returners").locator("b")).to_contain_text("Chie")
    phone.tap("slot-returns")
    assert returned(phone) == []


def test_a_return_is_switched_on_and_off(phone: Phone) -> None:
    """The switch stays on while other slots are open, and keys are disabled until somebody is named.

    Switched off, the return is gone from the form.
    """
    phone.sit("kawagoe", options={"return_by": "anyone"})
    phone.click("who-0 who-1 key-9 key-2 key-7")
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
    phone.ready()
    phone.tap(switch)
    expect(slot).to_be_hidden()
    assert phone.page.locator("[name=returns]").evaluate_all("all => all.map(one => one.value)") == [""]
    phone.ready()
    phone.tap(switch)
    phone.asked("だれが返した？")
    phone.confirm()
    expect(phone.at("confirm")).to_have_text("だれが返した？")
    phone.tap("slot-callers")
    expect(switch).to_have_attribute("aria-checked", "true")
    phone.tap(switch)
    phone.ready()


def test_a_long_chain_of_returns_is_undone_tap_by_tap_and_kept_as_a_draft(phone: Phone) -> None:
    """The chain is longer than the selects of the page; the pad adds more of them."""
    phone.sit("kawagoe", options={"returns": "chain", "return_by": "anyone"})
    phone.click("who-0 who-1 key-9 slot-returns")
    chain = [1, 2, 1, 2, 1, 2]
    phone.who(*chain)
    assert returned(phone) == [str(seat) for seat in chain]
    phone.tap("key-undo")
    assert returned(phone) == [str(seat) for seat in chain[:5]]
    phone.reload()
    assert returned(phone) == [str(seat) for seat in chain[:5]]


STUB = """Object.defineProperty(Navigator.prototype, 'vibrate', { configurable: true,
  value: (ms) => { (window.felt ??= []).push(ms); return true; } })"""


def felt(phone: Phone) -> list[str]:
    """The vibrations since the page opened: a short tick or a longer refusal."""
    result: list[int] = phone.page.evaluate("window.felt ?? []")
    return ["tick" if ms < 30 else "refusal" for ms in result]


def test_cards_vibrate(phone: Phone) -> None:
    """A tick for each card, a longer one for a card that is used up; none for players, nor where it is off.

    The same for the plays of 闘地主.
    """
    phone.context.add_init_script(STUB)
    phone.page.emulate_media(reduced_motion="no-preference")
    table = phone.start_table(["あき", "Ben"])
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.keys("8 8 8 8")
    assert felt(phone) == ["tick"] * 4
    phone.keys("8")
    assert felt(phone) == ["tick"] * 4 + ["refusal"]
    phone.tap("key-undo")
    phone.page.emulate_media(reduced_motion="reduce")
    phone.keys("8 9")
    assert len(felt(phone)) == 5
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.go(table)
    phone.at("buzz").uncheck()
    phone.go(table)
    expect(phone.at("buzz")).not_to_be_checked()
    assert felt(phone) == []
    phone.enter()
    phone.keys("7")
    assert felt(phone) == []
    phone.go(table)
    phone.at("buzz").check()
    assert felt(phone) == ["tick"]
    phone.sit("doudizhu", THREE)
    phone.click("plays play-3 play-3 play-3 play-3 play-3")
    assert felt(phone) == ["tick"] * 4 + ["refusal"]
