"""The result as a picture: what is on it, how it is sent or saved, and that it follows the page."""

import base64
import struct

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import OUT, PICTURES, SMALL, Phone
from tests.browser.test_layout import EVENING
from tests.browser.test_two_phones import fill, friends

WRITTEN = """(() => { const known = CanvasRenderingContext2D.prototype.fillText; window.written = [];
  CanvasRenderingContext2D.prototype.fillText = function (...all) { window.written.push(all[0]);
    return known.apply(this, all); }; })()"""
SHARES = """navigator.canShare = ({ files }) => files.length === 1 && files[0].type === "image/png";
  navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].size]; };"""
WIDTH = 1080


def unfold(phone: Phone) -> None:
    phone.tap("[data-picture] > summary")
    expect(phone.page.locator("[data-picture] img[src^='data:image/png']")).to_be_visible()


def written(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate("window.written")
    return found


def measure(phone: Phone, name: str) -> tuple[int, int]:
    """Width and height; where they are wanted, the picture is kept for people to judge."""
    source = phone.page.locator("[data-picture] img").get_attribute("src") or ""
    raw = base64.b64decode(source.partition(",")[2])
    if PICTURES:
        OUT.mkdir(exist_ok=True)
        (OUT / f"{name}.png").write_bytes(raw)
    width, height = struct.unpack(">II", raw[16:24])
    return width, height


def test_it_shows_standing_and_payments_and_follows(phones: OpenPhone) -> None:
    """20 and 10: あき 30; then Ben's K makes it あき 30 + 20, Ben −20 − 10, Chie −10 − 10."""
    first, second, path = friends(phones)
    fill(first, "10 10")
    first.record()
    second.context.add_init_script(WRITTEN)
    second.go(f"{path}settle/")
    unfold(second)
    told = " ".join(written(second)[3:])
    assert told == "1 +30 あき 2 −10 Chie 3 −20 Ben だれがだれに払うか 20 Ben → あき 10 Chie → あき"
    assert measure(second, "result-three")[0] == WIDTH
    second.page.evaluate("window.written = []")
    fill(first, "K")
    first.record()
    second.until(lambda: "+50" in written(second), "the picture of the second round")
    assert {"+50", "−30", "−20"} <= set(written(second))


@pytest.mark.parametrize("dark", [False, True])
def test_long_names_and_large_numbers_fit(phones: OpenPhone, dark: bool) -> None:
    """Nothing is wider than its place: the browser was asked for every width before it was drawn."""
    phone = phones(SMALL, dark=dark)
    path = phone.bring(EVENING)
    phone.context.add_init_script(WRITTEN)
    phone.go(f"{path}settle/")
    unfold(phone)
    cut = [words for words in written(phone) if words.endswith("…")]
    assert any(words.startswith("Wolfe") for words in cut)
    assert "−98,760" not in "".join(cut)
    phone.picture(f"result-{'dark' if dark else 'light'}-page")
    width, height = measure(phone, f"result-{'dark' if dark else 'light'}")
    assert (width, height > 1080) == (WIDTH, True)


def test_it_is_sent_where_the_browser_can(phone: Phone) -> None:
    phone.context.add_init_script(SHARES)
    phone.go(f"{phone.bring(EVENING)}settle/")
    unfold(phone)
    expect(phone.page.locator("[data-save]")).to_be_hidden()
    phone.tap("[data-send]")
    phone.until(lambda: phone.page.evaluate("window.shared !== undefined"), "the share sheet")
    name, size = phone.page.evaluate("window.shared")
    assert name == "card-night.png"
    assert size > 10_000


def test_it_is_saved_where_it_cannot(phone: Phone) -> None:
    phone.go(f"{phone.bring(EVENING)}settle/")
    unfold(phone)
    expect(phone.page.locator("[data-send]")).to_be_hidden()
    with phone.page.expect_download() as got:
        phone.tap("[data-save]")
    assert got.value.suggested_filename == "card-night.png"
