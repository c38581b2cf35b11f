"""A circle's people: their last tables as small pictures."""

from tests.browser.evenings import evening
from tests.browser.phone import Phone


def test_pictures_stand_below_the_names(phone: Phone) -> None:
    """The last tables of everybody end in one line before the points, and touch no name."""
    phone.bring(evening("gamble", 6))
    phone.go(f"{phone.circle()}people/")
    rows = phone.page.locator(".ranks .row-link").all()
    assert len(rows) == 6
    for row in rows:
        name, who, spark = (row.locator(part).first.bounding_box() for part in ("bdi", ".grow", ".spark"))
        assert name
        assert who
        assert spark
        assert abs(spark["x"] + spark["width"] - who["x"] - who["width"]) < 1
        assert spark["y"] >= name["y"] + name["height"]
