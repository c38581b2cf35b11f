"""配給点 and the pot at the end of whole sessions."""

from scorekeeper.scoring.document import Document
from tests.scoring.tables import a_round, correction, session


def results(document: Document) -> dict[str, int]:
    return document.settle_up(document.replay().state).result


def test_where_the_fewest_points_win() -> None:
    # from 5000 each to 8000 5500 4000 2500, as far on the other side: 2000 4500 6000 7500; less 6000, and
    # 1000 from each of the four for D
    moved = correction(("bank", "A", 3000), ("bank", "B", 500), ("C", "bank", 1000), ("D", "bank", 2500))
    document = session("A B C D", moved, game="hearts", stake={"start": 5000, "base": 6000})
    assert results(document) == {"A": -4000, "B": -1500, "C": 0, "D": 5500}


def test_what_a_correction_left_in_the_pot_of_a_game_without_one() -> None:
    # A put in 90; B and C are first, and nobody takes anything back: 45 each
    moved = correction(("A", "pot", 90))
    assert results(session("A B C", moved, game="doudizhu")) == {"A": -90, "B": 45, "C": 45}


def test_a_point_of_a_shared_pot_does_not_decide_the_top() -> None:
    # 100 by three is 34 33 33, but the top bonus of 4 x 300 is shared by all three: 400 each.
    # less 300: A -266, B and C -267, D -400
    stake = {"start": 5000, "base": 5300}
    document = session("A B C D", a_round("nogame", riichi="D"), game="teyaku", stake=stake)
    assert results(document) == {"A": 134, "B": 133, "C": 133, "D": -400}


def test_the_pot_can_decide_the_top() -> None:
    # D paid 100 and gets it back: all four are first, 300 each
    stake = {"start": 5000, "base": 5300}
    rounds = a_round("nogame", riichi="D")
    document = session("A B C D", rounds, game="teyaku", stake=stake, pot_end="returned")
    assert results(document) == dict.fromkeys("ABCD", 0)
