"""An old round is corrected, taken back and brought back, and the evening settled, ended and gone on with.

R rounds half up to tens. Four at the table: あき Ben Chie だい.
"""

import re

from playwright.sync_api import expect

from tests.browser.phone import FOUR, Phone, number

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


def test_an_old_round_is_put_right_and_the_evening_settled(phone: Phone) -> None:
    path = phone.table("gamble", FOUR, *ROUNDS)
    correct_the_third(phone, path)
    void_and_restore_the_second(phone, path)
    settle_end_and_reopen(phone, path)


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


def settle_end_and_reopen(phone: Phone, path: str) -> None:
    """No part of −260, 320, −250, 190 adds up to nothing: three payments are the fewest."""
    phone.go(f"{path}settle/")
    paid = dict.fromkeys(FOUR, 0)
    for flow in phone.page.locator(".flow").all():
        payer, payee = flow.locator(".flow-who bdi").all_inner_texts()
        points = number(flow.locator(".flow-amt").inner_text())
        paid[payer] -= points
        paid[payee] += points
    assert phone.page.locator(".flow").count() == 3
    assert paid == {"あき": -260, "Ben": 320, "Chie": -250, "だい": 190}

    phone.tap(f'#bar form[action="{path}end/"] button')
    phone.page.wait_for_selector(f'form[action="{path}reopen/"]')
    phone.go(path)
    expect(phone.at("enter-result")).to_have_count(0)
    phone.go(f"{path}settle/")
    phone.tap(f'form[action="{path}reopen/"] button')
    phone.saved()
    expect(phone.at("enter-result")).to_be_visible()
    phone.expect_scores(あき=-260, Ben=320, Chie=-250, だい=190)
