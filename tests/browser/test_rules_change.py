"""House rules change in mid-session: seen before, counted from then on, said on the receipt, taken back."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.looks import faults
from tests.browser.phone import Phone
from tests.browser.test_rule_sets import round_of

CLAIM = {"kind": "dobon", "callers": ["A"], "victim": "B", "card": "K"}
EVENING = {
    "format": 1,
    "game": "gamble",
    "players": ["A", "B"],
    "rounds": [{**CLAIM, "hands": {"A": ["2", "J"], "B": ["10"]}}],
}
"""2 and J are 60, with B's 10 that makes 70; x3 is 210, x2 would be 140."""


def propose(phone: Phone) -> None:
    """The dobon factor is set to 2, up to the question from when on."""
    phone.tap(".group:has(#id_opt-dobon_factor) > summary")
    phone.page.locator("#id_opt-dobon_factor").fill("2")
    phone.tap("next")
    expect(phone.page.locator("table.outcomes")).to_be_visible()


def outcomes(phone: Phone) -> list[str]:
    rows = phone.page.locator("table.outcomes tbody tr").all()
    return [" ".join(row.locator("bdi, b, small").all_text_contents()) for row in rows]


def test_rules_change_and_are_taken_back(phones: OpenPhone) -> None:
    phone = phones(lang="en")
    path = phone.bring(EVENING)
    phone.go(path)
    phone.tap(f'a[href="{path}rules/change/"]')
    propose(phone)
    assert outcomes(phone) == ["A 210 ±0 140 −70", "B −210 ±0 −140 +70"]
    assert faults(phone, enlarge=True) == []
    phone.tap("save")
    expect(phone.page.locator("#changes")).to_contain_text("From round 2 on")
    expect(phone.page.locator("#changes")).to_contain_text("Dobon factor: 3 → 2")
    phone.go(path)
    round_of(phone)
    phone.expect_scores(A=350, B=-350)
    phone.go(f"{path}rounds/3/")
    phone.tap("scored-by")
    phone.tap(phone.page.locator("#changes a", has_text="Void"))
    phone.tap("#bar button[value=confirm]")
    phone.saved()
    phone.expect_scores(A=420, B=-420)
