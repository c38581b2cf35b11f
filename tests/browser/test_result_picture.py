"""The result as a picture: it is fetched when it is asked for, sent or saved, and follows the page."""

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import tightest
from tests.browser.phone import SMALL, Phone
from tests.browser.tables import friends, report

SHARES = """() => { navigator.canShare = ({ files }) => files.length === 1 && files[0].type === "image/png";
  navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].size]; }; }"""
SHOWN = "document.querySelector('[data-picture] img').naturalWidth"
LINKS = (
    ("[data-picture] a[href*=portrait]", "card-night.png"),
    ("[data-picture] a[href*=square]", "card-night-square.png"),
)


def unfold(phone: Phone) -> None:
    phone.tap("[data-picture] > summary")
    phone.until(lambda: phone.page.evaluate(SHOWN) == 1080, "the picture")


def test_it_is_fetched_when_its_fold_opens_and_follows(phones: OpenPhone) -> None:
    first, second, path = friends(phones)
    report(first, path, "10 10")
    asked: list[str] = []
    second.page.on("request", lambda request: asked.append(request.url))
    second.go(f"{path}settle/")
    second.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if ".png" in url and "/picture/" in url]
    unfold(second)
    assert [url for url in asked if url.endswith("portrait.png?v=1")]
    report(first, path, "K")
    second.until(lambda: any(url.endswith("portrait.png?v=2") for url in asked), "the next picture")


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)])
def test_it_fits_the_page_and_is_sent_or_saved(phones: OpenPhone, dark: bool) -> None:
    """Saved where the browser cannot send it."""
    phone = phones(SMALL, dark=dark)
    phone.go(f"{phone.bring(tightest())}settle/")
    with phone.page.expect_request_finished(lambda request: "/table/picture" in request.url):
        unfold(phone)
    box = phone.page.locator("[data-picture] img").bounding_box()
    assert box
    assert 0 < box["x"] < box["x"] + box["width"] < SMALL.width
    for link, name in LINKS:
        with phone.page.expect_download() as got:
            phone.tap(link)
        assert got.value.suggested_filename == name
    phone.page.evaluate(SHARES)
    for link, name in LINKS:
        phone.tap(link)
        phone.until(lambda name=name: phone.page.evaluate("window.shared?.[0]") == name, "the share sheet")
        assert phone.page.evaluate("window.shared")[1] > 10_000
