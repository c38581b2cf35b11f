"""The result as a picture: loaded, shared, saved; and the screenshots of the README."""

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import tightest
from tests.browser.phone import SMALL, Phone, Shape
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


def test_a_code_and_a_picture_load_when_their_fold_opens(phones: OpenPhone) -> None:
    """The picture follows rounds of another phone."""
    first, second, path = friends(phones)
    asked: list[str] = []
    second.page.on("request", lambda request: asked.append(request.url))

    def fetched(part: str) -> list[str]:
        second.page.wait_for_load_state("networkidle")
        return [url for url in asked if part in url]

    report(first, path, "10 10")
    second.go(path)
    assert not fetched("code.svg")
    second.tap("#invite > summary")
    second.until(lambda: fetched("code.svg"), "the code")
    second.go(f"{path}settle/")
    assert not fetched("/picture/")
    unfold(second)
    assert fetched("portrait.png?v=1")
    report(first, path, "K")
    second.until(lambda: fetched("portrait.png?v=2"), "the next picture")


def test_a_picture_fits_the_page_and_is_shared_or_saved(phone: Phone) -> None:
    """The links download it unless the browser can share files."""
    phone.go(f"{phone.bring(tightest())}settle/")
    with phone.page.expect_request_finished(lambda request: "/table/picture" in request.url):
        unfold(phone)
    box = phone.box("[data-picture] img")
    assert 0 < box.left < box.right < SMALL.width
    for link, name in LINKS:
        with phone.page.expect_download() as got:
            phone.tap(link)
        assert got.value.suggested_filename == name
    phone.page.evaluate(SHARES)
    for link, name in LINKS:
        phone.tap(link)
        phone.until(lambda name=name: phone.page.evaluate("window.shared?.[0]") == name, "the share sheet")
        assert phone.page.evaluate("window.shared")[1] > 10_000


HERE = Path(__file__).parent
SHAPE, SCREEN = Shape(360, 800), Shape(1280, 800)
WIDTH, SCREEN_WIDTH = 540, 1120
"""Width of the screenshots in pixels."""
MOST_BYTES = 80_000
NAMES = AKI, BEN, CHIE, DAI = "あき", "ケン", "ちえ", "だい"
HANDS = {AKI: ["A", "2", "3"], BEN: ["♥2", "♠J"], CHIE: ["A", "2", "3", "10", "K"], DAI: []}
ROUNDS = (
    {"kind": "out", "winner": CHIE, "hands": {AKI: ["9", "4"], BEN: ["K", "2"], DAI: ["7", "7", "A"]}},
    {"kind": "out", "winner": BEN, "hands": {AKI: ["2", "10", "6"], CHIE: ["K", "5"], DAI: ["A"]}},
    {"kind": "deckout", "starter": BEN, "hands": {AKI: ["3"], CHIE: ["9", "9"], DAI: ["8", "K", "4"]}},
    {"kind": "dobon", "callers": [BEN], "victim": AKI, "card": "K", "hands": HANDS},
)


def take(phone: Phone, name: str, width: int = WIDTH) -> None:
    """Take a screenshot; only with UPDATE_SCREENSHOTS it replaces the one in the repository."""
    phone.page.evaluate("document.activeElement.blur()")
    phone.page.wait_for_timeout(300)
    raw = phone.page.screenshot()
    if not os.environ.get("UPDATE_SCREENSHOTS"):
        return
    whole = Image.open(BytesIO(raw)).convert("RGB")
    size = width, width * whole.height // whole.width
    small = whole.resize(size, Image.Resampling.LANCZOS)
    few = small.quantize(256, Image.Quantize.FASTOCTREE, kmeans=4, dither=Image.Dither.NONE)
    few.save(HERE / f"{name}.png", optimize=True)


@pytest.mark.long
def test_the_table_and_the_scoreboard_by_day_and_the_entry_by_night(phones: OpenPhone) -> None:
    day, night, screen = phones(SHAPE), phones(SHAPE, dark=True), phones(SCREEN)
    path = day.table("gamble", NAMES, *ROUNDS)
    for other in (night, screen):
        other.share_cookies(day)
    day.go(path)
    take(day, "readme-table")
    night.enter(path)
    night.who(2, 3)
    night.keys("Q")
    night.hands("9 3", "2 8 J", "A 2 3 10 K", "4 4 9")
    night.previewed()
    take(night, "readme-entry")
    screen.go(f"{path}board/")
    expect(screen.page.locator("#full")).to_be_visible()
    take(screen, "readme-board", SCREEN_WIDTH)


def test_the_pictures_in_the_repository_are_small() -> None:
    sizes = [place.stat().st_size for place in HERE.glob("readme-*.png")]
    assert len(sizes) == 3
    assert max(sizes) < MOST_BYTES
