"""House rules in a form: changes show at once and can be reset, and a search finds a rule."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.looks import faults
from tests.browser.phone import Phone

LINE, STAKES = "#options-line", "#stakes-line"
USUAL = "ドボン3倍・2は50点・返しなし"


def unfold(phone: Phone, rule: str) -> Locator:
    """The field of a house rule, with every fold around it open."""
    if not phone.page.locator("#house[open]").count():
        phone.tap("#house > summary")
    field = phone.page.locator(f"#id_opt-{rule}")
    for fold in phone.page.locator(f".board details:has(#id_opt-{rule})").all():
        if fold.get_attribute("open") is None:
            phone.tap(fold.locator("> summary"))
    return field


def matching(phone: Phone, words: str) -> list[str]:
    """The rules that a search for these words shows."""
    phone.page.locator("#find").fill(words)
    return [row.inner_text() for row in phone.page.locator(".board .opt:visible label > span").all()]


def test_what_is_set_is_shown_at_once(phone: Phone) -> None:
    phone.go("/new/")
    the_lines_follow(phone)
    a_switch_by_the_keyboard(phone)
    a_conflict_is_shown_beside_its_rule_at_once(phone)
    an_invalid_field_is_unfolded_and_focused(phone)
    a_lost_request_is_sent_again(phone)


def the_lines_follow(phone: Phone) -> None:
    expect(phone.page.locator(LINE)).to_have_text(USUAL)
    unfold(phone, "dobon_factor").fill("2")
    expect(phone.page.locator(LINE)).to_have_text("ドボン2倍・2は50点・返しなし")
    unfold(phone, "returns").select_option("on")
    expect(phone.page.locator(LINE)).to_have_text("ドボン2倍・2は50点・返しあり")
    expect(phone.page.locator("#live")).to_have_text("ドボン2倍・2は50点・返しあり")
    expect(phone.page.locator(".group:has(#id_opt-returns) .count")).to_have_text("変更1件")

    phone.tap("#stakes > summary")
    phone.page.locator("#id_stakes-start").fill("300")
    phone.page.locator("#id_stakes-unit").fill("円")
    expect(phone.page.locator(STAKES)).to_have_text("配給点300点・1点＝1円")

    first = phone.page.locator("#changed li", has_text="ドボンの倍率")
    expect(first).to_contain_text("もと：3")
    phone.tap(first.locator("button"))
    expect(phone.page.locator(LINE)).to_have_text("ドボン3倍・2は50点・返しあり")
    expect(phone.page.locator("#id_opt-dobon_factor")).to_have_value("3")
    expect(phone.page.locator("#id_opt-returns")).to_have_value("on")
    expect(phone.page.locator("#changed li")).to_have_count(1)
    phone.tap("#changed button")
    expect(phone.page.locator(LINE)).to_have_text(USUAL)


def a_switch_by_the_keyboard(phone: Phone) -> None:
    switch = unfold(phone, "single_claim")
    expect(phone.page.get_by_role("switch", name="1枚でのドボン", checked=True)).to_be_visible()
    switch.focus()
    phone.page.keyboard.press("Space")
    expect(phone.page.get_by_role("switch", name="1枚でのドボン", checked=False)).to_be_visible()
    expect(phone.page.locator("#changed li")).to_contain_text("もと：できる")
    expect(switch).to_be_focused()
    phone.page.locator("#changed button").focus()
    phone.page.keyboard.press("Enter")
    expect(switch).to_be_checked()
    expect(phone.page.locator("#changed li")).to_have_count(0)
    expect(phone.page.locator("#changed")).to_be_focused()


def a_conflict_is_shown_beside_its_rule_at_once(phone: Phone) -> None:
    """The note fits a small phone, with another changed rule beside it."""
    unfold(phone, "dobon_factor").fill("2")
    dora = unfold(phone, "dora")
    phone.tap(dora)
    row = phone.page.locator(".opt:has(#id_opt-dora)")
    expect(row.locator(".err")).to_be_visible()
    expect(dora).to_have_attribute("aria-invalid", "true")
    expect(phone.page.locator(LINE)).to_contain_text("要修正1件")
    assert faults(phone, enlarge=True) == []
    phone.tap(dora)
    expect(row.locator(".err")).to_have_count(0)
    expect(dora).not_to_have_attribute("aria-invalid", "true")
    unfold(phone, "dobon_factor").fill("3")


def an_invalid_field_is_unfolded_and_focused(phone: Phone) -> None:
    field = unfold(phone, "dobon_factor")
    field.fill("")
    phone.tap(".group:has(#id_opt-dobon_factor) > summary")
    phone.tap("#house > summary")
    expect(field).to_be_hidden()
    phone.tap("button[form=new]")
    expect(field).to_be_visible()
    expect(field).to_be_focused()


def a_lost_request_is_sent_again(phone: Phone) -> None:
    field = unfold(phone, "dobon_factor")
    phone.forgive("ERR_FAILED", "htmx:")
    phone.page.route("**/new/", lambda route: route.abort(), times=1)
    field.fill("2")
    expect(phone.page.locator(LINE)).to_have_attribute("aria-busy", "true")
    expect(phone.page.locator(LINE)).to_have_text("ドボン2倍・2は50点・返しなし")
    expect(phone.page.locator(LINE)).not_to_have_attribute("aria-busy", "true")
    expect(field).to_have_value("2")


def test_a_rule_is_found_by_its_words(phone: Phone) -> None:
    """In either kana, full or half width, romaji, or by its key. Enter does not send the form."""
    phone.go("/new/")
    phone.tap("#house > summary")
    expect(phone.page.locator(".board .opt:visible")).to_have_count(0)
    with phone.page.expect_response(re.compile("find")):
        phone.page.locator("#find").focus()
    for words in ("返せる人", "ｶｴｾﾙ", "kaeseru", "return_by"):
        phone.until(lambda words=words: matching(phone, words) == ["返せる人"], words)  # type: ignore[misc]
    assert "ドラ" in matching(phone, "どら")
    assert "ドラ" in matching(phone, "ＤＯＲＡ")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#find")).to_have_value("ＤＯＲＡ")
    assert matching(phone, "dora xyz") == []
    expect(phone.page.locator("[data-none]")).to_be_visible()
    matching(phone, "")
    expect(phone.page.locator(".board .opt:visible")).to_have_count(0)
    expect(phone.page.locator(".board > .group:visible")).not_to_have_count(0)
    expect(phone.page.locator("[data-none]")).to_be_hidden()


def test_another_game_keeps_folds_focus_and_names(phone: Phone) -> None:
    """The names are still there after a link to a changed rule and the back button."""
    phone.go("/new/")
    name = phone.page.locator("[data-seats] input").first
    name.fill("あき")
    phone.tap("#house > summary")
    other = phone.page.locator("a.game", has_text="どてんこ")
    other.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("input[name=game]")).to_have_value("dotenko")
    expect(other).to_be_focused()
    expect(phone.page.locator("#house")).to_have_attribute("open", "")
    expect(phone.page).to_have_url(re.compile(r"/new/\?game=dotenko$"))
    phone.tap(unfold(phone, "burst"))
    phone.tap("#changed a")
    expect(phone.page).to_have_url(re.compile(r"#id_opt-burst$"))
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r"/new/\?game=dotenko$"))
    phone.tap("#changed button")
    expect(phone.page.locator("#changed li")).to_have_count(0)
    expect(name).to_have_value("あき")


def test_a_game_that_is_tapped_before_htmx_has_come_keeps_the_names(phone: Phone) -> None:
    held = phone.hold("**/htmx-2.min.*")
    phone.go("/new/")
    phone.page.locator("[data-seats] input").first.fill("あき")
    phone.tap(phone.page.locator("a.game", has_text="どてんこ"))
    phone.until(lambda: bool(held), "htmx to be asked for")
    held[0].continue_()
    expect(phone.page.locator("input[name=game]")).to_have_value("dotenko")
    expect(phone.page.locator("[data-seats] input").first).to_have_value("あき")


@pytest.mark.parametrize("lang", ["ja", pytest.param("en", marks=pytest.mark.long)])
def test_four_names_and_every_game_are_in_sight(phones: OpenPhone, lang: str) -> None:
    phone = phones(lang=lang)
    phone.post("/new/", name=["あき", "Ben", "Chie", "だい"])
    for where in ("/new/", f"{phone.circle()}new/"):
        phone.go(where)
        expect(phone.page.locator("html.js")).to_have_count(1)
        fields = phone.boxes("[data-seats] > li:visible input")
        assert fields[3].bottom <= phone.box("#bar").top, where
        rows = [game.top for game in phone.boxes("a.game")]
        assert [rows.count(row) for row in sorted(set(rows))] == [3, 3]
