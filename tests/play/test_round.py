"""レシート: everything about one round."""

import pytest

from .helpers import DOBON, OUT, Phone, html, text


def test_steps_and_payments(phone: Phone) -> None:
    phone.play(DOBON)
    shown = text(phone.show("round", 1))
    assert "2+J=13 ✓" in shown
    assert "Hand of Ben" in shown
    assert "Together" in shown
    assert "→ 110" in shown
    assert "×3" in shown
    assert "Ben pays 330" in shown
    assert "(54 + 60 = 114 → 110) × 3 = 330" in shown
    assert "Chie pays 70" in shown
    assert "Total 0 ✓" in shown
    assert "The claimed K is in nobody's hand and counts for nobody." in shown
    assert "This table plays without return." in shown


def test_cards_are_drawn_with_names_for_those_who_listen(phone: Phone) -> None:
    phone.play({**DOBON, "hand-1": "♠A ♥2 ♣3"})
    page = html(phone.show("round", 1))
    assert 'aria-label="spades A"' in page
    assert 'href="#suit-H"' in page


def test_neighbours(phone: Phone) -> None:
    for _ in range(3):
        phone.play(OUT)
    page = html(phone.show("round", 2))
    assert f'rel="prev" href="{phone.url("round", 1)}"' in page
    assert f'rel="next" href="{phone.url("round", 3)}"' in page
    assert 'rel="prev"' not in html(phone.show("round", 1))
    assert 'rel="next"' not in html(phone.show("round", 3))


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_wrong_number(phone: Phone, number: int) -> None:
    phone.play(DOBON)
    assert phone.get(phone.url("round", number)).status_code == 404


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "１", "%00"])
def test_no_number(phone: Phone, number: str) -> None:
    phone.play(DOBON)
    assert phone.get(f"{phone.url('rounds')}{number}/").status_code == 404
