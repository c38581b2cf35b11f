"""An old round is corrected, taken back and brought back.

R rounds half up to tens. Four at the table: あき Ben Chie だい.
"""

import re

from playwright.sync_api import expect

from tests.browser.phone import FOUR, Phone

AKI, BEN, CHIE, DAI = FOUR
ROUNDS = [
    {"kind": "out", "winner": AKI, "hands": {BEN: ["A", "2", "3", "10", "K"], CHIE: ["4"], DAI: ["5"]}},
    {
        "kind": "dobon",
        "callers": [BEN],
        "victim": CHIE,
        "card": "K",
        "hands": {BEN: ["2", "J"], CHIE: ["A", "2", "3"], AKI: ["A", "2", "3", "10", "K"], DAI: [*"44Q9"]},
    },
    {
        "kind": "dobon",
        "callers": [CHIE, DAI],
        "victim": AKI,
        "card": "9",
        "hands": {CHIE: ["4", "5"], DAI: ["2", "7"], AKI: ["K"], BEN: ["3", "8"]},
    },
]
"""80, -70, 0 and -10; 10, 360, -330 and -40; and then -260, 340, -260 and 180."""


def test_an_old_round_is_put_right(phone: Phone) -> None:
    path = phone.table("gamble", FOUR, *ROUNDS)
    correct_the_third(phone, path)
    void_and_restore_the_second(phone, path)


def correct_the_third(phone: Phone, path: str) -> None:
    """Ben also held a 5: R(16)=20 to each caller instead of 10."""
    phone.go(f"{path}rounds/")
    phone.tap(phone.page.locator(f'a[href="{path}rounds/3/"]'))
    phone.tap('#bar a[href*="/edit/"]')
    phone.live()
    phone.walk("who-1 key-5")
    diff = phone.at("diff")
    expect(diff).to_be_visible()
    phone.tap(diff.locator("summary"))
    expect(diff).to_contain_text(re.compile("−20.*−40", re.S))
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/3/")
    expect(phone.page.locator(".history")).to_be_visible()
    phone.go(path)
    phone.expect_scores(あき=-260, Ben=320, Chie=-250, だい=190)


def void_and_restore_the_second(phone: Phone, path: str) -> None:
    """Without the second round あき has 70 more, Ben 430 less, Chie 330 and だい 30 more."""
    phone.go(f"{path}rounds/2/")
    phone.tap('#bar a[href*="/void/"]')
    expect(phone.page.locator("main")).to_contain_text("−110")
    phone.tap("#bar button.btn")
    phone.saved()
    phone.expect_scores(あき=-190, Ben=-110, Chie=80, だい=220)
    phone.go(f"{path}rounds/2/")
    phone.tap('#bar a[href*="/restore/"]')
    phone.tap("#bar button.btn")
    phone.saved()
    phone.expect_scores(あき=-260, Ben=320, Chie=-250, だい=190)
