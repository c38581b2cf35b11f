"""Opening a table and letting others in, with and without scripts."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import LONG, LONG_TOO
from tests.browser.phone import PLAIN, THREE, Phone
from tests.browser.tables import AT_ONCE_MS, scan
from tests.server.running import Running

FIELDS = "[data-seats] > li:visible input"


def names(phone: Phone) -> list[str]:
    return [field.input_value() for field in phone.page.locator(FIELDS).all()]


def test_a_table_is_opened_with_names_in_seat_order(phone: Phone) -> None:
    """After choosing the language."""
    phone.go("/")
    expect(phone.page.locator("html")).to_have_attribute("lang", re.compile("^ja"))
    phone.tap('.langs button[value="en"]')
    expect(phone.page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    expect(phone.page.locator("#bar")).to_contain_text("Open a table")
    phone.tap("#bar a.btn")
    phone.page.wait_for_url("**/new/")
    first = phone.page.locator(FIELDS).first
    first.focus()
    # Safari ends a composition before the keydown: only the keyCode 229 says that Enter belonged to it.
    press = """(field, keyCode) => field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", keyCode, bubbles: true, cancelable: true }))"""
    first.evaluate(press, 229)
    expect(first).to_be_focused()
    first.evaluate(press, 13)
    expect(first).not_to_be_focused()
    first.tap()
    for name in ("あき", "Ben", "Chie", "だい", "Ema"):
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    assert [name for name in names(phone) if name] == ["あき", "Ben", "Chie", "だい", "Ema"]

    phone.tap(phone.page.locator("[data-seats] > li:nth-child(2) [data-up]"))
    phone.tap(phone.page.locator("[data-seats] > li:nth-child(3) [data-down]"))
    phone.tap(phone.page.locator("[data-seats] > li:nth-child(5) [data-drop]"))
    assert [name for name in names(phone) if name] == ["Ben", "あき", "だい", "Chie"]

    phone.tap("button[form=new]")
    phone.saved()
    assert list(phone.scores()) == ["Ben", "あき", "だい", "Chie"]
    assert phone.standing() == [0, 0, 0, 0]


def test_the_second_table_offers_the_names_and_another_night_stands_apart(phone: Phone) -> None:
    table = phone.post("/new/", name=THREE)
    phone.go("/")
    phone.tap(phone.page.locator('main a.row-link[href^="/circles/"]').last)
    phone.tap("#bar a.btn")
    chips = phone.page.locator("[data-name]:visible")
    expect(chips).to_have_count(3)
    assert sorted(filter(None, names(phone))) in ([], sorted(THREE))
    for chip in chips.all():
        if chip.get_attribute("aria-pressed") == "false":
            phone.tap(chip)
    expect(phone.page.locator('[data-name][aria-pressed="true"]')).to_have_count(3)
    phone.tap("button[form=new]")
    phone.saved()
    assert sorted(phone.scores()) == sorted(THREE)

    phone.post(f"{table}settings/", day="2024-02-03", title="", revision="0", key="another-night-then")
    phone.go(phone.circle())
    tonight, before = phone.boxes("main .panel.rows")
    assert before.top - tonight.bottom >= 8


PEOPLE = ["あき", LONG, LONG_TOO]


def test_a_scanned_link_a_seat_and_a_removed_phone(phones: OpenPhone) -> None:
    first = phones()
    path = first.post("/new/", name=PEOPLE)
    second = scan(phones, first.invitation(path))
    second.tap(second.page.locator(".seat-pick").nth(1))
    second.saved()
    expect(second.page.locator("#scores > li").nth(1)).to_contain_text(LONG)
    expect(second.page.locator("#scores > li").nth(1).locator(".tag").first).to_be_visible()
    expect(second.at("enter-result")).to_be_visible()
    first.go(first.circle() + "settings/")
    first.page.locator("#devices > summary").tap()
    first.tap(first.page.locator("#devices .link-btn").nth(1))
    first.tap("#bar a.danger")
    second.expected |= {404}
    with first.page.expect_navigation():
        first.tap("save")
    expect(first.page.locator("#devices .link-btn")).to_have_count(1)
    expect(second.page.locator(".live-note.out")).to_be_visible(timeout=AT_ONCE_MS)
    asked: list[str] = []
    second.page.on("request", lambda request: asked.append(request.url))
    second.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(second.page.locator(".live-note")).to_have_count(1)
    assert not [url for url in asked if "live" in url]  # nothing is asked again
    assert second.go(path).status == 404
    assert first.go(path).status == 200


def test_a_link_is_copied_or_selected_over_plain_http(phones: OpenPhone, server: Running) -> None:
    """Plain HTTP on a home network is no secure context: there is no clipboard and no share sheet."""
    homely = phones(at=f"http://{PLAIN}:{server.port}")
    homely.post("/new/", name=["あき", "Ben"])
    homely.go("/")
    assert homely.page.evaluate("window.isSecureContext") is False
    homely.tap(homely.page.locator('main a[href^="/circles/"]').first)
    button = homely.page.locator("[data-copy='#join-link']")
    before = button.inner_text()
    homely.tap(button)
    expect(button).not_to_have_text(before)
    link = homely.page.locator("#join-link").input_value()
    assert re.fullmatch(rf"{homely.base}/join/[\w.-]{{22,}}/", link)
    marked = "(() => { const f = document.querySelector('#join-link');"
    marked += " return f.value.slice(f.selectionStart, f.selectionEnd) })()"
    assert homely.page.evaluate(marked) == link
    homely.tap("[data-share]")


def test_without_scripts_a_table_is_opened_and_a_round_entered_and_previewed(phones: OpenPhone) -> None:
    """An error is shown beside its field; the toast of the recorded round stands above the points.

    Calls and plays of a deal are lines of text. Ben's 2 stands; a run of twelve, four 2s, the rocket and a
    pair: 2·2·2 = 8 from each.
    """
    plain = phones(lang="en", js=False)
    plain.expected |= {422}
    plain.go("/")
    plain.tap("#bar a.btn")
    for place, name in enumerate(["Aki", "Ben", "Chie", "Dai"]):
        plain.page.locator("[data-seats] input[name=name]").nth(place).fill(name)
    plain.tap("button[form=new]")
    plain.saved()
    plain.tap("enter-result")
    plain.tap("kind-dobon")
    plain.tap('#f-callers label:has(input[value="1"])')
    plain.tap('#f-victim label:has(input[value="2"])')
    plain.page.locator("#f-card").fill("K")
    for seat, hand in enumerate(["A 2 3 10 K", "2 J", "A 2 3", "4 4 Q 9"]):
        plain.at(f"hand-{seat}").fill(hand)
    first = plain.at("hand-0")
    first.fill("A 17")
    plain.tap("confirm")
    expect(plain.at("errors")).to_be_visible()
    expect(first).to_have_value("A 17")
    expect(first).to_have_attribute("aria-invalid", "true")

    first.fill("A 2 3 10 K")
    plain.tap('#bar button[value="preview"]')
    expect(plain.at("preview")).to_contain_text("330")
    plain.record()
    plain.expect_scores(Aki=-70, Ben=430, Chie=-330, Dai=-30)
    expect(plain.page.locator("[data-close]")).to_be_hidden()
    assert plain.box("toast").bottom <= plain.box("#scores").top
    with plain.page.expect_navigation():
        plain.tap("toast-turn")
    plain.expect_scores(Aki=0, Ben=0, Chie=0, Dai=0)

    plain.go(plain.table("doudizhu", ["Aki", "Ben", "Chie"]))
    plain.walk("enter-result plays")
    plain.page.locator("#f-plays").fill("Ben: 3456789TJQKA\nBen: 2222\nBen: 小王 大王\nBen: 44")
    plain.tap("auction")
    plain.page.locator("#f-auction").fill("Aki: 1\nBen: 2\nChie: pass\nAki: pass")
    plain.record()
    plain.expect_scores(Aki=-8, Ben=16, Chie=-8)
