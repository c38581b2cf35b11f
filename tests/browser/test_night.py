"""A night with three games: seven people who come and go, one settlement with two rates, and one picture.

Gamble Dobon at 1円: Ben loses 300 to あき, エマ 120 to Chie and 剛 80 to だい.  Teyaku Dobon at 0.1円,
without these three and with はな: あき loses 1,000 to Ben and はな 500 to Chie.  So あき has +200円, Chie
+170円, だい +80円, Ben −200円, エマ −120円, 剛 −80円 and はな −50円: four payments.  Dotenko stays in
points.
"""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.tables import YEN, expect_payments, lose

SIX = ("あき", "Ben", "Chie", "だい", "エマ", "剛")
FIELDS = ("unit", "per_point", "round_to")


def next_table(phone: Phone, night: str, game: str, people: tuple[str, ...], rate: tuple[str, ...]) -> str:
    """The next table with another game and other people, from the night's page on; gives its path."""
    phone.go(night)
    phone.page.get_by_role("link", name="別のゲームや人").tap()
    phone.tap(f'a.game[href$="game={game}"]')
    expect(phone.page.locator("input[name=game]")).to_have_value(game)
    names = phone.page.locator("[data-seats] input[name=name]")
    for place in range(names.count()):
        if place < len(people) or names.nth(place).input_value():
            names.nth(place).fill(people[place] if place < len(people) else "")
    phone.tap(phone.page.locator("details:has([name=stakes-start]) > summary"))
    for field, value in zip(FIELDS, rate, strict=True):
        phone.page.locator(f"[name=stakes-{field}]").fill(value)
    phone.tap("button[form=new]")
    phone.page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    return phone.page.url.removeprefix(phone.base)


def test_three_games_seven_people_and_one_settlement(phone: Phone, phones: OpenPhone) -> None:
    first = phone.post("/new/", game="gamble", name=SIX, **YEN)
    phone.go(first)
    circle = phone.circle()
    lose(phone, first, (1, 0, 300), (4, 2, 120), (5, 3, 80))

    phone.go(circle)
    phone.page.get_by_role("link", name="今夜").tap()
    phone.page.wait_for_url(re.compile(r"/nights/[0-9-]+/$"))
    night = phone.page.url.removeprefix(phone.base)
    expect(phone.page.locator(".live-dot")).to_have_count(1)
    expect(phone.page.locator("main .hint").first).to_contain_text("まだ続いています")

    board = phones(context=phone.context)
    board.go(f"{night}board/")
    expect(board.page.locator(".head-game, h1").first).to_contain_text("ギャンブル・ドボン")

    phone.end(first)
    people = ("あき", "Ben", "Chie", "はな")
    second = next_table(phone, night, "teyaku", people, ("円", "0.1", "10"))
    expect(board.page.locator("h1")).to_contain_text("手役ドボン")
    lose(phone, second, (0, 1, 1000), (3, 2, 500))
    phone.end(second)
    third = phone.post(f"{circle}new/", game="dotenko", name=("あき", "Ben", "剛"))
    expect(board.page.locator("h1")).to_contain_text("どてんこ")
    lose(phone, third, (1, 2, 7))
    phone.end(third)

    phone.go(night)
    expect(phone.page.locator("header")).to_contain_text("7人・3卓")
    expect_payments(phone, "Ben あき 200円", "はな Chie 50円", "エマ Chie 120円", "剛 だい 80円")
    phone.page.locator(".payments a", has_text="200円").tap()
    phone.page.locator("#id_amount").fill("150")
    phone.tap("save")
    expect(phone.page.locator(".payments")).to_contain_text("150円は支払い済み")
    phone.page.locator(".payments .flow", has_text="剛").locator("[name=paid]").tap()
    still = ("Ben あき 50円", "はな Chie 50円", "エマ Chie 120円")
    expect_payments(phone, *still, "Ben あき 150円 ✓", "剛 だい 80円 ✓")
    expect(phone.page.locator("#settling .sect").first).to_contain_text("残り 220円（450円のうち）")
    expect(phone.page.get_by_role("heading", name="どてんこは点数のまま")).to_be_visible()

    text = phone.page.locator("#share-text").input_value()
    assert "エマ → Chie 120円" in text
    assert "剛 → だい 80円 ✓" in text
    phone.page.locator("[data-picture] summary").tap()
    picture = phone.page.locator("[data-picture] img")
    phone.page.wait_for_function(
        "(one) => one.complete && one.naturalWidth > 0", arg=picture.element_handle()
    )

    phone.page.get_by_role("link", name="見るだけのページ（席のない人へ）").tap()
    phone.tap("button[form=share]")
    page = phone.page.locator("input.join").first.input_value()
    stranger = phones()
    stranger.page.goto(page)
    expect(stranger.page.locator("main")).to_contain_text("手役ドボン")
    expect(stranger.page.locator("main .flow")).to_have_count(5)
    expect(stranger.page.locator("main button, main form")).to_have_count(0)
