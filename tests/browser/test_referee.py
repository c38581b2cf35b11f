"""The referee by touch."""

from playwright.sync_api import Locator, expect

from tests.browser.phone import SMALL, THREE, Phone, Shape


def key(phone: Phone, rank: str) -> Locator:
    return phone.page.locator(f'button[name=add][value="{rank}"]')


def choice(phone: Phone, field: str, value: str) -> Locator:
    return phone.page.locator(f'label:has(input[name={field}][value="{value}"])')


def test_three_sixes(phone: Phone) -> None:
    """Q and 6 claim a 6 by difference; 9 and 9 claim three of them, 18, by sum.

    On a phone in landscape the button of the bar is broad.
    """
    phone.go(f"{phone.table('teyaku', THREE)}rules/")
    phone.tap('a[href$="/referee/"]')
    phone.page.wait_for_url("**/referee/")
    phone.show(Shape(640, 360))
    assert phone.page.locator("#bar .btn").evaluate("(one) => one.offsetWidth") > 300
    phone.show(SMALL)
    verdict = phone.page.locator("#verdict")
    for rank in ("6", "Q"):
        phone.tap(key(phone, rank))
        expect(verdict.locator(".fan")).to_contain_text(rank)
    phone.tap(choice(phone, "card", "6"))
    expect(verdict).to_contain_text("✓")
    expect(verdict).to_contain_text("Q−6=6")

    for _ in range(2):
        before = phone.page.locator("#verdict .fan li").count()
        phone.tap("button[name=drop]")
        expect(phone.page.locator("#verdict .fan li")).to_have_count(before - 1)
    phone.tap(key(phone, "9"))
    expect(phone.page.locator("#verdict .fan li")).to_have_count(1)
    phone.tap(key(phone, "9"))
    expect(verdict).to_contain_text("✗")
    phone.tap(choice(phone, "count", "3"))
    expect(verdict).to_contain_text("9+9=18")
    expect(verdict).to_contain_text("✓")


def test_typed_and_sent_by_enter(phone: Phone) -> None:
    """With forced colours the chosen card has a frame."""
    phone.page.emulate_media(forced_colors="active")
    phone.go("/referee/?game=kawagoe")
    expect(choice(phone, "count", "1")).to_have_css("outline-style", "double")
    expect(choice(phone, "count", "2")).to_have_css("outline-style", "none")
    phone.tap(choice(phone, "card", "5"))
    phone.page.locator("#f-hand").fill("2 7")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#verdict")).to_contain_text("7−2=5")
    expect(phone.page.locator("#f-hand")).to_have_value("2 7")


def test_what_is_typed_meanwhile_stays(phone: Phone) -> None:
    """A field that is filled while an answer is on its way keeps its text, and is asked about too."""
    phone.page.route(
        "**/referee/?*hand=*", lambda route: (phone.page.wait_for_timeout(400), route.continue_())
    )
    phone.go("/referee/?game=doudizhu")
    phone.page.locator("#f-hand").fill("5557")
    phone.page.keyboard.press("Tab")
    expect(phone.page.locator("#f-before")).to_be_focused()
    phone.page.keyboard.type("3339")
    expect(phone.page.locator("#verdict")).to_contain_text("勝てます")
    expect(phone.page.locator("#f-before")).to_have_value("3 3 3 9")


def test_keys_tapped_before_the_answer_came_all_count(phone: Phone) -> None:
    """All answers are held back until everything is tapped, one removal included."""
    cards = "34567"
    phone.go("/referee/?game=doudizhu&hand=K")
    held = phone.hold("**/referee/?*hand=*")
    for rank in cards:
        phone.tap(key(phone, rank))
    phone.tap("button[name=drop]")
    phone.tap(key(phone, "2"))
    phone.until(lambda: len(held) == len(cards) + 2, "a question for each tap")
    held[-1].continue_()
    phone.page.unroute_all()
    expect(phone.page.locator("#verdict .fan li")).to_have_count(len(cards) + 1)
    expect(phone.page.locator("#f-hand")).to_have_value(" ".join(["K", *cards[:-1], "2"]))
