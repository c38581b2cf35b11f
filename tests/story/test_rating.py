"""レーティング: everybody's rating of a game with how sure it is."""

from tests.doors import ask, circle_of
from tests.helpers import DOBON, Phone, text

NO_PLACES = "No places yet: all differences between these people may be chance."


def test_who_may_be_as_strong_as_everybody_else_has_no_place(phone: Phone) -> None:
    """あき is first on each of four evenings, then 大輔, Chie and Ben.

    By openskill itself あき is at 1318 ± 648 and Ben at 595 ± 615 after three: 723 apart, less than the root
    of 648² + 615², 893.  After four they are at 1412 ± 641 and 499 ± 602: 913 apart, more than 879.  Chie and
    大輔 are 923 ± 596 and 1192 ± 616, so nearer to all.
    """
    for _ in range(3):
        phone.record(DOBON)
        phone.open_table(cid=circle_of(phone).public_id)
    shown = text(ask(phone, "rating"))
    assert NO_PLACES in shown
    items = [shown.index(line) for line in ("– あ あき 3", "– 大 大輔 3", "– C Chie 3", "– B Ben 3")]
    assert items == sorted(items)
    phone.record(DOBON)
    shown = text(ask(phone, "rating"))
    assert NO_PLACES not in shown
    items = [shown.index(line) for line in ("1 あ あき 4", "– 大 大輔 4", "– C Chie 4", "4 B Ben 4")]
    assert items == sorted(items)
    assert "Everybody starts at 1000" in shown


def test_the_scale(phone: Phone) -> None:
    """25 is 1000. A tie of two leaves that, and makes both surer.

    With s² = (25/3)² + (25/300)² = 69.451 and c² = 2 s² + 2 (25/6)² = 173.625, s falls by the root of
    1 − s²/c² · 1/4 · s/c = 1 − 0.4 · 0.25 · 0.6325, from 8.334 to 8.066; twice that, times 40, is 645.
    """
    phone.open_table(("Eva", "Ben"), circle_of(phone).public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "4"})
    shown = text(ask(phone, "rating"))
    assert "B Ben 1 table · last ±0 1,000 ± 645" in shown


def test_nothing_was_played(phone: Phone) -> None:
    assert "Nothing was played yet." in text(ask(phone, "rating"))
