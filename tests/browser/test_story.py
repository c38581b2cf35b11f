"""A circle's story by thumb: from its year to a night, from its people to what two took from each other."""

from playwright.sync_api import expect

from tests.browser.phone import Phone

OUT = {"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "2 10"}
"""Ben pays 10 for his king, Chie 60 for a 2 and a 10."""
SENT = {"revision": "0", "key": "first-round", "action": "confirm"}
EVENINGS = 3


def evening(phone: Phone, path: str, *names: str) -> str:
    """A table of three with one round, which is over."""
    table = phone.post(path, game="gamble", name=names)
    phone.post(f"{table}rounds/new/", **OUT, **SENT)
    phone.end(table)
    return table


def tab(phone: Phone, number: int) -> None:
    """One of the pages of a circle, by the bar at the bottom."""
    phone.tap(phone.page.locator(".bar-nav a").nth(number))


def test_it_is_walked_from_its_year_from_its_people_and_from_its_table(phone: Phone) -> None:
    """A circle of あき, Ben and Chie with three evenings, each +70, −10 and −60."""
    evening(phone, "/new/", "あき", "Ben", "Chie")
    circle = phone.circle()
    for _ in range(EVENINGS - 1):
        evening(phone, f"{circle}new/", "あき", "Ben", "Chie")
    from_the_year_to_a_night_and_to_a_receipt(phone, circle)
    from_everybody_to_one_and_to_two(phone, circle)
    from_the_table_to_two(phone, circle)


def from_the_year_to_a_night_and_to_a_receipt(phone: Phone, circle: str) -> None:
    phone.go(circle)
    phone.tap(phone.page.locator(".cal-young a"))
    expect(phone.page.locator("header")).to_contain_text(f"{EVENINGS}卓・{EVENINGS}回")
    expect(phone.page.locator(".night-table")).to_have_count(EVENINGS)
    tab(phone, 4)
    expect(phone.page.locator(".year-sum")).to_contain_text("3")
    best = phone.page.locator('.year-card a[href*="/rounds/"]').first
    phone.tap(best)
    expect(phone.page.locator("h1")).to_have_text("第1回")
    expect(phone.page.locator(".deltas").first).to_contain_text("+70")


def from_everybody_to_one_and_to_two(phone: Phone, circle: str) -> None:
    phone.go(circle)
    tab(phone, 1)
    rows = phone.page.locator(".ranks .row-link")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("+210")
    pictures_stand_below_the_names(phone)
    phone.tap(rows.first)
    spots = phone.page.locator(".columns .spot")
    expect(spots).to_have_count(EVENINGS)
    spots.last.focus()
    expect(spots.last.locator("text").first).to_be_visible()
    phone.tap(phone.page.locator('a[href*="/versus/"]', has_text="Chie").first)
    expect(phone.page.locator(".felt")).to_contain_text("180")
    phone.tap(phone.page.locator('main a[href*="/rounds/"]').first)
    expect(phone.page.locator("h1")).to_have_text("第1回")


def pictures_stand_below_the_names(phone: Phone) -> None:
    """The last tables of everybody end in one line before the points, and touch no name."""
    for row in phone.page.locator(".ranks .row-link").all():
        name, who, spark = (row.locator(part).first.bounding_box() for part in ("bdi", ".grow", ".spark"))
        assert name
        assert who
        assert spark
        assert abs(spark["x"] + spark["width"] - who["x"] - who["width"]) < 1
        assert spark["y"] > name["y"] + name["height"]


def from_the_table_to_two(phone: Phone, circle: str) -> None:
    phone.go(circle)
    tab(phone, 2)
    expect(phone.page.locator(".check0")).to_contain_text("0 ✓")
    phone.tap(phone.page.locator(".matrix a", has_text="+180").first)
    expect(phone.page.locator(".felt")).to_contain_text("180")
