"""What is no address for programs is said in JSON, and counted like everything else."""

import pytest

from tests.helpers import Phone

from .boards import Board, board_of


@pytest.mark.parametrize("rest", ["", "circles", "sessions/a/b", "circle/"])
def test_nothing_there(phone: Phone, rest: str) -> None:
    board = board_of(phone)
    url = f"/api/v1/{rest}"
    response = board.get(url, headers={"authorization": f"Bearer {board.secret}"})
    assert response.status_code == 404
    if rest:
        assert response["Content-Type"] == "application/problem+json"
        assert Board("").get(url).status_code == 401
