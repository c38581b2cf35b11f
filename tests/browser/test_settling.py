"""Payments by thumb: in part, on behalf of somebody, over several evenings, and carried over to the next.

Four at the table: あき Ben Chie だい.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FOUR, Phone
from tests.browser.tables import YEN, expect_payments, lose


def night(phone: Phone, circle: str, move: tuple[int, int, int]) -> str:
    """A table that is over, where one lost so many points to another; gives its path."""
    table = phone.post(f"{circle}new/", game="gamble", name=FOUR, **YEN)
    lose(phone, table, move)
    phone.end(table)
    return table


def give(phone: Phone, amount: str, payer: str = "") -> None:
    """Another amount than the first suggestion has, perhaps by somebody else."""
    phone.page.locator(".payments a").first.tap()
    if payer:
        phone.page.locator("#id_from").select_option(label=payer)
    phone.page.locator("#id_amount").fill(amount)
    phone.tap("save")


@pytest.mark.long
def test_in_parts_on_behalf_together_and_carried_over(phone: Phone) -> None:
    phone.post("/new/", game="gamble", name=FOUR)
    circle = phone.circle()
    first = night(phone, circle, (1, 0, 12340))
    phone.go(f"{first}settle/")
    give(phone, "2340")
    expect_payments(phone, "Ben あき 10,000円", "Ben あき 2,340円 ✓")

    night(phone, circle, (2, 1, 10000))
    phone.go(f"{circle}bills/")
    phone.page.locator("summary", has_text="卓ごと").tap()
    phone.page.get_by_role("button", name="選んだ卓をまとめて精算").tap()
    phone.page.wait_for_url(re.compile("/bills/[^/]+/$"))
    expect_payments(phone, "Chie あき 10,000円")

    give(phone, "4000", payer="だい")
    expect_payments(phone, "Chie あき 6,000円", "Chie だい 4,000円", "だい あき 4,000円 ✓")
    bill = phone.page.url

    phone.go(f"{first}settle/")
    expect(phone.page.locator("main p.over")).to_contain_text("まとめて精算しています")

    table = phone.post(f"{circle}new/", game="gamble", name=FOUR)
    phone.go(table)
    fold = phone.page.locator("[data-key=carried] details")
    expect(fold.locator("summary")).to_have_text(re.compile("持ち越し：2件"))
    fold.locator("summary").tap()
    fold.locator("a").first.tap()
    phone.page.wait_for_url(bill)

    phone.page.locator("[name=undo]").tap()
    expect_payments(phone, "Chie あき 10,000円")
    phone.page.locator("[name=paid]").tap()
    expect_payments(phone, "Chie あき 10,000円 ✓")
    phone.go(table)
    expect(phone.page.locator("[data-key=carried] details")).to_have_count(0)
