"""配給点とレート: what a session is played for, from the form to the settlement."""

from typing import Any

from scorekeeper.play.models import GameSession
from tests.helpers import NAMES, Phone, forms, html, text

START = {"stakes-start": "300", "stakes-top_bonus": "gap_times_players"}


def open_for(phone: Phone, **stakes: str) -> Any:
    fields = {f"stakes-{key}": value for key, value in stakes.items()}
    return phone.post("/new/", {"game": "gamble", "name": list(NAMES), **START, **fields})


def table_for(**stakes: str) -> Phone:
    phone = Phone()
    return phone.sit_down(open_for(phone, **stakes))


def test_left_empty(phone: Phone) -> None:
    assert phone.session.stake is None
    assert phone.session.rate is None


def test_starting_points_count_on_every_page_alike(db: None) -> None:
    phone = table_for()
    phone.record()
    assert phone.points() == {"あき": 700, "Ben": -30, "Chie": 230, "大輔": 300}
    for page in ("table", "rounds", "settle", "round_new"):
        assert "Total 0 ✓" in text(phone.show(page)) or page == "round_new"
    assert "あ あき +400" in text(phone.show("settle"))
    assert "あ あき +400" in text(phone.get(phone.circle_url()))
    assert phone.show("export").json()["stake"]["start"] == 300


def test_over_after_so_many_rounds(db: None) -> None:
    phone = table_for(rounds="2")
    phone.record({"kind": "nogame"})
    phone.record()
    assert "Over:" not in text(phone.show("table"))
    phone.record()
    assert "Over: all rounds played. (Round 2)" in text(phone.show("table"))
    late = phone.send(phone.fill({"kind": "out", "winner": "0", "hand-1": "5", "hand-2": "5", "hand-3": "5"}))
    assert late.status_code == 422
    assert "The table was over before this round." in text(late)


def test_over_when_somebody_has_nothing_left(db: None) -> None:
    phone = table_for(end_on_bust="on")
    phone.record()
    assert "Over: somebody has no points left. (Round 1)" in text(phone.show("table"))


def test_invalid(db: None) -> None:
    phone = Phone()
    for field, value in (
        ("start", "-1"),
        ("start", "1" * 40),
        ("base", "100"),
        ("rounds", "0"),
        ("top_bonus", "all"),
        ("unit", "x" * 300),
        ("unit", "円\x00"),
        ("per_point", "2"),
        ("per_point", "NaN"),
        ("round_to", "1e400"),
    ):
        response = open_for(phone, **{field: value})
        assert response.status_code == 422
        again = forms(response)["new"]
        assert again["name"][:4] == list(NAMES)
        assert '<p class="err' in html(response) or "Please check" in text(response)
        if field != "top_bonus" and "\x00" not in value:
            assert again[f"stakes-{field}"] == [value]
    assert not GameSession.objects.exists()
