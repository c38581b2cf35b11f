"""A group's file goes from one group to another, and two people of the same name stay two."""

import json
import re

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_story import evening

NAMES = ("あき", "Ben", "Chie")


def save(phone: Phone, circle: str) -> bytes:
    """The file of a group, by the button of its settings."""
    phone.go(f"{circle}settings/")
    with phone.page.expect_download() as begun:
        phone.tap(f'a[href="{circle}export.json"]')
    assert re.fullmatch(r".*-\d{4}-\d\d-\d\d\.json", begun.value.suggested_filename)
    return begun.value.path().read_bytes()


def send(phone: Phone, circle: str, file: bytes) -> None:
    """Send a file to a group by the button of its settings, up to what would come of it."""
    phone.go(f"{circle}settings/")
    phone.tap(f'a[href="{circle}file/"]')
    sent = {"name": "group.json", "mimeType": "application/json", "buffer": file}
    phone.page.locator("#id_file").set_input_files([sent])  # type: ignore[list-item]
    phone.tap("save")
    expect(phone.page.locator("#h-comes")).to_be_visible()


def test_a_group_goes_into_another_and_two_people_are_told_apart(phone: Phone) -> None:
    evening(phone, "/new/", *NAMES)
    theirs = phone.circle()
    file = save(phone, theirs)
    evening(phone, "/new/", *NAMES)
    ours = phone.circle()
    assert ours != theirs

    send(phone, ours, file)
    expect(phone.page.locator(".same-row")).to_have_count(3)
    phone.page.get_by_label(re.compile("^.*Ben")).fill("Ben B")
    phone.tap("save")
    expect(phone.page.locator("#h-there")).to_be_visible()

    phone.go(f"{ours}people/")
    rows = phone.page.locator(".people .row-link")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="あき")).to_contain_text("+140")  # 70 an evening
    expect(rows.filter(has_text="Chie")).to_contain_text("−120")
    expect(rows.filter(has_text="Ben B")).to_contain_text("−10")

    send(phone, ours, file)
    expect(phone.page.locator(".same-row")).to_have_count(0)
    phone.tap("save")
    expect(phone.page.locator("#h-there")).to_be_visible()
    assert len(json.loads(phone.ask(f"{ours}export.json"))["sessions"]) == 2
