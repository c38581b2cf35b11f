"""The admin in a real browser: everything of it runs under the policy of the other pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.live.lines import Sender
from tests.office.test_office import PASSWORD, REAL, make_keeper
from tests.server.running import running

PAGES = (
    "circles/circle/1/change/",
    "play/roundresult/1/change/",
    "auth/user/1/change/",
    "auth/user/1/password/",
)


@pytest.mark.long
def test_nothing_is_refused_by_the_policy(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, settings=REAL, own={"SCOREKEEPER_ADMIN": "1"}) as server:
        Sender(server).open_table().play()
        make_keeper(tmp_path)
        base, text = f"http://127.0.0.1:{server.port}/admin/", list[str]()
        page = browser.new_page(viewport={"width": 360, "height": 640}, locale="en")
        page.on("console", lambda message: text.append(message.text))
        page.on("pageerror", lambda error: text.append(str(error)))
        page.goto(base)
        page.fill("#id_username", "keeper")
        page.fill("#id_password", PASSWORD)
        page.click("[type=submit]")
        for path in PAGES:
            answer = page.goto(base + path)
            assert answer is not None
            assert answer.status == 200
        page.goto(f"{base}circles/circle/")
        expect(page.locator("#result_list tbody tr")).to_have_count(1)
        expect(page.locator("input.action-select")).to_have_count(0)
        page.close()
    assert text == []
