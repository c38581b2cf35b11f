"""The referee by touch."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Route, expect

from tests.browser.phone import Phone, Shape


def key(phone: Phone, rank: str) -> Locator:
    return phone.page.locator(f'button[name=add][value="{rank}"]')


def choice(phone: Phone, field: str, value: str) -> Locator:
    return phone.page.locator(f'label:has(input[name={field}][value="{value}"])')


def test_typed_and_sent_by_enter(phone: Phone) -> None:
    """With forced colours the chosen card has a frame; in landscape the button of the bar is broad."""
    phone.page.emulate_media(forced_colors="active")
    phone.go("/referee/?game=kawagoe")
    expect(choice(phone, "count", "1")).to_have_css("outline-style", "double")
    expect(choice(phone, "count", "2")).to_have_css("outline-style", "none")
    phone.tap(choice(phone, "card", "5"))
    phone.page.locator("#f-hand").fill("2 7")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#verdict")).to_contain_text("7−2=5")
    expect(phone.page.locator("#f-hand")).to_have_value("2 7")
    phone.tap(choice(phone, "card", "6"))
    expect(phone.page.locator("#verdict")).to_contain_text("✗")
    phone.show(Shape(640, 360))
    assert phone.page.locator("#bar .btn").evaluate("(one) => one.offsetWidth") > 300


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


def asked_about(question: Route) -> str:
    """The hand in a question to the referee."""
    return parse_qs(urlsplit(question.request.url).query)["hand"][0]


def test_keys_tapped_before_the_answer_came_all_count(phone: Phone) -> None:
    """All answers are held back until everything is tapped, one removal included."""
    cards = "34567"
    phone.go("/referee/?game=doudizhu&hand=K")
    held = phone.hold("**/referee/?*hand=*")
    for rank in cards:
        phone.tap(key(phone, rank))
    phone.tap("button[name=drop]")
    phone.tap(key(phone, "2"))
    hand = " ".join(["K", *cards[:-1], "2"])
    phone.until(lambda: held and asked_about(held[-1]) == hand, "the question after the last tap")
    held[-1].continue_()
    phone.page.unroute_all()
    expect(phone.page.locator("#verdict .fan li")).to_have_count(len(cards) + 1)
    expect(phone.page.locator("#f-hand")).to_have_value(hand)
