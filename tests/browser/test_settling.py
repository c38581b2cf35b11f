"""Payments by thumb: in part, on behalf of somebody, over several evenings, and carried over to the next.

Four at the table: あき Ben Chie だい.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_evening import NAMES
from tests.browser.test_layout import circle_of

YEN = {
    "stakes-unit": "円",
    "stakes-per_point": "1",
    "stakes-round_to": "10",
    "stakes-top_bonus": "gap_times_players",
}


def lose(phone: Phone, table: str, *moves: tuple[int, int, int]) -> None:
    """Somebody loses so many points to somebody else, by the numbers of their seats."""
    named = {
        f"{what}-{row}": str(value)
        for row, move in enumerate(moves)
        for what, value in zip(("from", "to", "points"), move, strict=True)
    }
    sent = {"revision": "0", "key": f"lost-at-{table[3:9]}", "action": "confirm"}
    phone.post(f"{table}rounds/new/", kind="adjust", **named, **sent)


def night(phone: Phone, circle: str, move: tuple[int, int, int]) -> str:
    """A table that is over, where one lost so many points to another; gives its path."""
    table = phone.post(f"{circle}new/", game="gamble", name=NAMES, **YEN)
    lose(phone, table, move)
    phone.end(table)
    return table


def expect_payments(phone: Phone, *lines: str) -> None:
    """Who pays whom how much, in any order; a tick for what is paid."""
    rows = phone.page.locator(".payments .flow")
    expect(rows).to_have_count(len(lines))
    expect(rows.locator("[name=undo]")).to_have_count(sum(line.endswith("✓") for line in lines))
    for line in lines:
        payer, payee, amount, *paid = line.split()
        row = rows.filter(has=phone.page.locator("[name=undo]" if paid else "[name=paid]"))
        expect(row.filter(has_text=re.compile(rf"{payer}.*{payee}.*{amount}", re.DOTALL))).to_have_count(1)


def give(phone: Phone, amount: str, payer: str = "") -> None:
    """Another amount than the first suggestion has, perhaps by somebody else."""
    phone.page.locator(".payments a").first.tap()
    if payer:
        phone.page.locator("#id_from").select_option(label=payer)
    phone.page.locator("#id_amount").fill(amount)
    phone.tap("save")


@pytest.mark.long
def test_in_parts_on_behalf_together_and_carried_over(phone: Phone) -> None:
    phone.post("/new/", game="gamble", name=NAMES)
    circle = circle_of(phone)
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

    table = phone.post(f"{circle}new/", game="gamble", name=NAMES)
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
