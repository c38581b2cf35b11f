"""A card is felt, a refusal longer; a switch turns it off, and so does a wish for less motion."""

from playwright.sync_api import expect

from tests.browser.phone import THREE, Phone

STUB = """Object.defineProperty(Navigator.prototype, 'vibrate', { configurable: true,
  value: (ms) => { (window.felt ??= []).push(ms); return true; } })"""


def felt(phone: Phone) -> list[str]:
    """What was felt since the page opened: a short tick or a longer refusal."""
    result: list[int] = phone.page.evaluate("window.felt ?? []")
    return ["tick" if ms < 30 else "refusal" for ms in result]


def test_what_a_finger_feels(phone: Phone) -> None:
    """Four eights are a tick each, a fifth is asked about; people are not felt, and none where it is off."""
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


def test_cards_of_a_play_are_felt(phone: Phone) -> None:
    """There are four threes."""
    phone.context.add_init_script(STUB)
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.sit("doudizhu", THREE)
    phone.tap("plays")
    for _card in range(5):
        phone.tap("play-3")
    assert felt(phone) == ["tick"] * 4 + ["refusal"]
