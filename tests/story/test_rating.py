"""レーティング: everybody's rating of a game with how sure it is."""

from scorekeeper.circles.models import Player
from tests.doors import ask, circle_of, page
from tests.helpers import DOBON, Phone, text


def test_who_has_three_evenings_has_a_place(phone: Phone) -> None:
    """あき is first on each of them; 大輔 comes before Chie, and Chie before Ben."""
    for _ in range(2):
        phone.play(DOBON)
        phone.open_table(cid=circle_of(phone).public_id)
    shown = text(ask(phone, "rating"))
    assert "Fewer than 3 tables: no place yet – あ あき 2 tables" in shown
    phone.play(DOBON)
    shown = text(ask(phone, "rating"))
    assert "no place yet" not in shown
    items = [shown.index(line) for line in ("1 あ あき 3", "2 大 大輔 3", "3 C Chie 3", "4 B Ben 3")]
    assert items == sorted(items)
    assert "Everybody starts at 1000" in shown


def test_the_scale(phone: Phone) -> None:
    """25 is 1000. A tie of two leaves that, and makes both surer.

    With s² = (25/3)² + (25/300)² = 69.451 and c² = 2 s² + 2 (25/6)² = 173.625, s falls by the root of
    1 − s²/c² · 1/4 · s/c = 1 − 0.4 · 0.25 · 0.6325, from 8.334 to 8.066; twice that, times 40, is 645.
    """
    phone.open_table(("Eva", "Ben"), circle_of(phone).public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "4"})
    shown = text(ask(phone, "rating"))
    assert "B Ben 1 table · last ±0 1,000 ± 645" in shown


def test_guests_and_hidden_people_are_in_no_list_of_today(phone: Phone) -> None:
    phone.play(DOBON)
    Player.objects.filter(name="Ben").update(guest=True)
    Player.objects.filter(name="Chie").update(hidden=True)
    shown = text(ask(phone, "rating"))
    assert "大 大輔 1 table" in shown
    assert "B Ben 1" not in shown
    assert "C Chie 1" not in shown


def test_nothing_was_played(phone: Phone) -> None:
    assert "Nothing was played yet." in text(ask(phone, "rating"))
    assert phone.get(f"{page(phone, 'rating')}?game=nosuch").status_code == 404
