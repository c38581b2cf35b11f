"""What is left in the pot of a table that is over: everywhere as the settlement gives it out.

D paid A 2,700; then A declared riichi once and B twice: A +2,600, B −200, D −2,700 and 300 in the pot.
"""

import pytest

from scorekeeper.stats.models import Tally
from scorekeeper.stats.tallies import refresh_tallies
from tests.doors import ask
from tests.helpers import Phone, text
from tests.nights.example import look

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ROUNDS = [
    {"kind": "adjust", "transfers": [{"from": "D", "to": "A", "points": 2700}]},
    {"kind": "nogame", "riichi": ["A", "B", "B"]},
]
PEOPLE = ["A", "B", "C", "D"]
RUNNING = "A A +2,600 C C ±0 B B −200 D D −2,700"


def table(rounds: list[dict[str, object]], **options: str) -> Phone:
    document = {"format": 1, "game": "teyaku", "players": PEOPLE, "options": options, "rounds": rounds}
    return Phone().bring_in(document)


def tallies(phone: Phone) -> list[tuple[int, int]]:
    """Points and place of A, B, C and D."""
    assert refresh_tallies(phone.session.circle) == 0
    return list(Tally.objects.order_by("player__name").values_list("points", "place"))


@pytest.mark.parametrize(
    ("pot_end", "over", "places"),
    [
        ("top", "A A +2,900 C C ±0 B B −200 D D −2,700", [(2900, 1), (-200, 3), (0, 2), (-2700, 4)]),
        ("returned", "A A +2,700 B B ±0 C C ±0 D D −2,700", [(2700, 1), (0, 2), (0, 2), (-2700, 4)]),
    ],
)
def test_it_counts_once_the_table_is_over(pot_end: str, over: str, places: list[tuple[int, int]]) -> None:
    phone = table(ROUNDS, pot_end=pot_end)
    for shown in (look(phone), ask(phone, "circle")):
        assert RUNNING in text(shown)
        assert "Total 0 ✓" in text(shown)
    assert tallies(phone) == [(2600, 1), (-200, 3), (0, 2), (-2700, 4)]
    phone.press("session_end")
    for shown in (look(phone), ask(phone, "circle")):
        assert over in text(shown)
        assert "Total 0 ✓" in text(shown)
    assert tallies(phone) == places
    phone.press("session_reopen")
    assert RUNNING in text(look(phone))
    assert tallies(phone)[0] == (2600, 1)


def test_an_odd_point_of_it_breaks_no_tie() -> None:
    """100 of D over three in the first place: 34, 33 and 33."""
    phone = table([{"kind": "nogame", "riichi": ["D"]}])
    phone.press("session_end")
    assert "A A +34 B B +33 C C +33 D D −100" in text(look(phone))
    assert tallies(phone) == [(34, 1), (33, 1), (33, 1), (-100, 4)]
