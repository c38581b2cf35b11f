"""Letting others in: the link, the seat, removing a phone, the recovery code."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import LONG, LONG_TOO
from tests.browser.tables import AT_ONCE_MS, scan
from tests.server.running import Running

PEOPLE = ["あき", LONG, LONG_TOO]


def test_scan_choose_the_seat_done_until_removed(phones: OpenPhone) -> None:
    first = phones()
    path = first.post("/new/", name=PEOPLE)
    second = scan(phones, first.invitation(path))
    second.tap(second.page.locator(".seat-pick").nth(1))
    second.page.wait_for_url(re.compile(rf"{path}$"))
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
    assert second.go(path).status == 404
    assert first.go(path).status == 200


def test_back_with_the_recovery_code(phones: OpenPhone) -> None:
    """With a real browser, whose forms say where they come from."""
    first = phones()
    first.start_table(PEOPLE)
    where = first.circle()
    first.go(f"{where}recovery/")
    first.tap("button[value=new]")
    expect(first.page.locator(".code-words li")).to_have_count(7)
    words = first.page.locator(".code-words li").all_inner_texts()
    assert [len(word) for word in words] == [4] * 7
    with first.page.expect_download() as download:
        first.tap("button[value=text]")
    assert "-".join(words) in download.value.path().read_text("utf-8")
    second = phones()
    second.go("/recover/")
    second.page.fill("#id_code", " ".join(words).lower())
    second.tap("save")
    second.page.wait_for_url(re.compile(where))
    second.go(f"{where}settings/")
    expect(second.page.locator("#devices")).to_be_visible()


def test_the_link_is_copied_or_marked_over_plain_http(phones: OpenPhone, server: Running) -> None:
    """In a home network, an insecure context, browsers withhold much."""
    homely = phones(at=f"http://phone.test:{server.port}")
    homely.post("/new/", name=["あき", "Ben"])
    homely.go("/")
    assert homely.page.evaluate("window.isSecureContext") is False
    homely.tap(homely.page.locator('main a[href^="/circles/"]').first)
    button = homely.page.locator("[data-copy='#join-link']")
    before = button.inner_text()
    homely.tap(button)
    expect(button).not_to_have_text(before)
    link = homely.page.locator("#join-link").input_value()
    assert re.fullmatch(r"http://phone\.test:\d+/join/[\w.-]{22,}/", link)
    marked = "(() => { const f = document.querySelector('#join-link');"
    marked += " return f.value.slice(f.selectionStart, f.selectionEnd) })()"
    assert homely.page.evaluate(marked) == link
    homely.tap("[data-share]")
