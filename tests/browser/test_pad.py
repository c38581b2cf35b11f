"""The keypad's finer points: changes of mind, undo, and one deck for the whole round."""

from playwright.sync_api import expect

from tests.browser.evenings import tightest
from tests.browser.phone import SMALL, THREE, Phone


def test_changes_of_mind(phone: Phone) -> None:
    """Three rounds at one table, the first of them begun and taken back."""
    phone.sit("gamble", THREE)
    undo_goes_all_the_way_back(phone)
    the_claim_is_checked_and_hands_stay_when_the_ending_is_changed(phone)
    phone.enter()
    the_wrong_caller_is_put_right(phone)
    phone.enter()
    the_keys_say_how_many_are_left(phone)


def undo_goes_all_the_way_back(phone: Phone) -> None:
    phone.walk("who-0 who-1 key-9 key-4 key-5")
    for _tap in range(5):
        phone.tap("key-undo")
    phone.holds(0, "")
    expect(phone.page.locator("#f-card")).to_have_value("")
    expect(phone.page.locator("[name=callers]:checked")).to_have_count(0)
    expect(phone.at("key-undo")).to_be_disabled()


def the_claim_is_checked_and_hands_stay_when_the_ending_is_changed(phone: Phone) -> None:
    """Chie holds R(5)=10, Ben R(20)=20, and it was no dobon after all."""
    phone.walk("who-0 who-1 key-K")
    phone.hands("2 J", "10 10", "5")
    phone.who(0)
    expect(phone.page.locator("[data-hand-name]")).to_contain_text("2+J=13")
    phone.walk("card-1 key-Q")
    expect(phone.page.locator("[data-hand-name]")).not_to_contain_text("2+J=13")
    phone.kind("out")
    phone.who(0)
    phone.holds(1, "10 10")
    phone.holds(2, "5")
    phone.record()
    phone.expect_scores(あき=30, Ben=-20, Chie=-10)


def the_wrong_caller_is_put_right(phone: Phone) -> None:
    """Ben called, not あき: 3·R(9+9)=60 from Chie, R(1)=0 from あき."""
    phone.walk("who-0 slot-callers who-0 who-1 who-2 key-9")
    phone.hands("4 5", "9", "A")
    phone.holds(1, "4 5")
    phone.record()
    phone.expect_scores(あき=30, Ben=40, Chie=-70)


def the_keys_say_how_many_are_left(phone: Phone) -> None:
    """Five 8s of Ben are R(40)=40 for あき, an ace of Chie R(1)=0."""
    phone.kind("out")
    phone.walk("who-0 key-8 key-8 key-8")
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


def test_the_keys_stay_where_they_are_when_the_payments_change(phone: Phone) -> None:
    """At the end of the page the bar grows by a warning and shrinks again; no key moves under the thumb."""
    phone.enter(phone.bring(tightest()))
    phone.kind("dobon")
    phone.walk("who-0 who-1 key-9 key-4")
    expect(phone.at("problems")).to_be_visible()
    phone.page.evaluate("scrollTo(0, 9999)")
    key = phone.at("key-A")
    before, tall = key.bounding_box(), phone.page.locator("#bar").bounding_box()
    phone.keys("5")
    expect(phone.at("problems")).to_have_count(0)
    low = phone.page.locator("#bar").bounding_box()
    assert tall is not None
    assert low is not None
    assert low["height"] < tall["height"]
    assert key.bounding_box() == before


def expect_payments(phone: Phone, *formulas: str) -> None:
    """These payments stand above the button without another tap, each with its formula in sight."""
    shown = phone.page.locator(".pays-first small.num:visible")
    expect(shown).to_have_text(formulas)
    expect(phone.page.locator("#preview")).not_to_have_attribute("aria-busy", "true")
    bar, button = phone.at("#bar").bounding_box(), phone.at("confirm").bounding_box()
    assert bar is not None
    assert button is not None
    assert button["y"] + button["height"] <= SMALL.height
    for part in (*shown.all(), *phone.page.locator(".pays-first > .pay:visible").all()):
        box = part.bounding_box()
        assert box is not None
        assert bar["y"] <= box["y"]
        assert box["y"] + box["height"] <= button["y"]


def test_several_payments_stand_above_the_button_with_their_formulas(phone: Phone) -> None:
    """R(54+60=114)=110 three times, R(74)=70 and R(27)=30, and no key is covered."""
    phone.sit()
    the_preview_is_busy_from_a_tap_on(phone)
    phone.walk("who-1 key-K key-2 key-J")
    typed_entry_is_named_in_the_row_of_the_sum(phone)
    phone.tap("next")
    phone.hands("A 2 3", "A 2 3 10 K", "4 4 Q 9")
    expect_payments(phone, "(54＋60＝114 → 110)×3", "74 → 70", "27 → 30")
    phone.in_sight("key-none")
    phone.tap("[data-testid=payments] summary")
    expect(phone.page.locator(".pays-rest .pay")).to_have_count(2)
    expect_payments(phone, "(Benの手札54＋あきの手札60＝114 → 110)×ドボン3＝330")


def the_preview_is_busy_from_a_tap_on(phone: Phone) -> None:
    """Nobody takes what it said before for the answer. It is the first player who is tapped."""
    preview = phone.page.locator("#preview")
    tap = "(preview) => { document.querySelector('.who-chip').click(); return preview.ariaBusy; }"
    assert preview.evaluate(tap) == "true"
    expect(preview).not_to_have_attribute("aria-busy", "true")


def typed_entry_is_named_in_the_row_of_the_sum(phone: Phone) -> None:
    """All of them beside the button that goes on."""
    expect(phone.at("key-type")).to_have_text("文字で入力")
    boxes = [phone.at(key).bounding_box() for key in ("key-none", "key-sum", "key-type", "next")]
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    words = phone.at("next").locator("span")
    assert words.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_two_payments_stand_above_the_button_where_more_is_asked(phone: Phone) -> None:
    """Of ten, three and five cards that are left the most are shown, below a row of what else happened."""
    phone.sit("teyaku")
    phone.kind("out")
    phone.walk("who-0 key-10 key-3 key-5")
    expect(phone.page.locator(".beside")).to_be_visible()
    expect_payments(phone, "10枚×100点", "5枚×100点")
    phone.in_sight("key-none")
