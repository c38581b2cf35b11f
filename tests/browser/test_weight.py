"""What the table page costs on a weak line, in bytes on the wire."""

from playwright.sync_api import CDPSession

from tests.browser.phone import Phone
from tests.browser.test_layout import EVENING

FIRST, AGAIN = 80_000, 25_000


def weigh(line: CDPSession, phone: Phone, path: str) -> int:
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.go(path)
    phone.page.wait_for_load_state("networkidle")
    return int(sum(sizes))


def test_the_table_page_is_light(phone: Phone) -> None:
    path = phone.bring(EVENING)
    sizes = []
    for _visit in range(2):
        line = phone.context.new_cdp_session(phone.page)
        line.send("Network.enable")
        sizes.append(weigh(line, phone, path))
        line.detach()
        phone.page.goto("about:blank")
    print(f"bytes: {sizes[0]} first, {sizes[1]} again")
    assert sizes[0] < FIRST
    assert sizes[1] < AGAIN
