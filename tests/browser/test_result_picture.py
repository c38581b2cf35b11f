"""The result as a picture: it is fetched when it is asked for, sent or saved, and follows the page."""

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.phone import OUT, PICTURES, SMALL, Phone
from tests.browser.test_layout import EVENING
from tests.browser.test_two_phones import fill, friends

SHARES = """navigator.canShare = ({ files }) => files.length === 1 && files[0].type === "image/png";
  navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].size]; };"""
SHOWN = "document.querySelector('[data-picture] img').naturalWidth"
PORTRAIT, SQUARE = "[data-picture] a[href*=portrait]", "[data-picture] a[href*=square]"


def unfold(phone: Phone) -> None:
    phone.tap("[data-picture] > summary")
    phone.until(lambda: phone.page.evaluate(SHOWN) == 1080, "the picture")


def test_it_is_fetched_when_its_fold_opens_and_follows(phones: OpenPhone) -> None:
    first, second, path = friends(phones)
    fill(first, "10 10")
    first.record()
    asked: list[str] = []
    second.page.on("request", lambda request: asked.append(request.url))
    second.go(f"{path}settle/")
    second.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if ".png" in url and "/picture/" in url]
    unfold(second)
    assert [url for url in asked if url.endswith("portrait.png?v=1")]
    fill(first, "K")
    first.record()
    second.until(lambda: any(url.endswith("portrait.png?v=2") for url in asked), "the next picture")


@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_the_page(phones: OpenPhone, dark: bool) -> None:
    phone = phones(SMALL, dark=dark)
    phone.go(f"{phone.bring(EVENING)}settle/")
    unfold(phone)
    box = phone.page.locator("[data-picture] img").bounding_box()
    assert box
    assert 0 < box["x"] < box["x"] + box["width"] < SMALL.width
    phone.picture(f"result-{'dark' if dark else 'light'}-page")


@pytest.mark.parametrize(("link", "name"), [(PORTRAIT, "card-night.png"), (SQUARE, "card-night-square.png")])
def test_it_is_sent_where_the_browser_can(phone: Phone, link: str, name: str) -> None:
    phone.context.add_init_script(SHARES)
    phone.go(f"{phone.bring(EVENING)}settle/")
    with phone.page.expect_request_finished(lambda request: "/table/picture" in request.url):
        unfold(phone)
    phone.tap(link)
    phone.until(lambda: phone.page.evaluate("window.shared !== undefined"), "the share sheet")
    sent, size = phone.page.evaluate("window.shared")
    assert sent == name
    assert size > 10_000


def test_it_is_saved_where_it_cannot(phone: Phone) -> None:
    phone.go(f"{phone.bring(EVENING)}settle/")
    unfold(phone)
    for link, name in ((PORTRAIT, "card-night.png"), (SQUARE, "card-night-square.png")):
        with phone.page.expect_download() as got:
            phone.tap(link)
        assert got.value.suggested_filename == name
        if PICTURES:
            got.value.save_as(OUT / f"result-{name}")
