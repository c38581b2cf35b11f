"""記録用紙の画像: everybody's points and the last rounds as a picture."""

import pytest

from scorekeeper.play.table import Table
from scorekeeper.present.pictures import boxes
from tests.helpers import DOBON, OUT, Phone, html
from tests.written import written


def told_of(phone: Phone) -> list[str]:
    """Everything that is written on the square picture."""
    with written() as result:
        phone.show("sheet_picture", "square")
    return result


def test_points_gains_and_running_totals(phone: Phone) -> None:
    """あき 400 − 10, Ben −330 − 10, Chie −70 + 80, 大輔 −60: the examples of the rules."""
    phone.record(DOBON, OUT)
    text = told_of(phone)
    for word in ("390", "−340", "10", "−60", "+400", "−330", "+80", "K", "2 rounds", "Total 0 ✓"):
        assert any(word in one for one in text), word
    assert not any("the last" in one for one in text)


def test_only_the_last_rounds_where_there_are_many(phone: Phone) -> None:
    for _ in range(12):
        phone.record(OUT)
    text = told_of(phone)
    assert "12" in text
    assert "1" not in text
    assert "the last 10 rounds" in text
    assert Table(phone.session).last_number == 12


def test_the_sheet_offers_it_once_something_was_played(phone: Phone) -> None:
    assert phone.url("sheet_picture", "square") not in html(phone.show("sheet"))
    assert phone.show("sheet_picture", "portrait").status_code == 200, "without rounds it is empty"
    phone.record(OUT)
    assert f'href="{phone.url("sheet_picture", "square")}?v=1"' in html(phone.show("sheet"))


def test_the_signs_of_the_legend_are_as_wide_as_cells_are(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are no squares, however much room there is, and stand apart from the sheet."""
    areas = []
    plain = boxes.Felt.box

    def box(self: boxes.Felt, area: boxes.Area, fill: str, round_by: int = 0) -> None:
        areas.append((area, fill))
        plain(self, area, fill, round_by)

    monkeypatch.setattr(boxes.Felt, "box", box)
    phone.record(DOBON)
    phone.show("sheet_picture", "portrait")
    [paper] = [area for area, fill in areas if fill == boxes.PAPER]
    sign = [area for area, fill in areas if fill == boxes.LOSS][-1]
    assert sign.width > sign.height
    assert sign.y > paper.bottom + 6, "below the shadow"
