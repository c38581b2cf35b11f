"""The score sheet on the pages: rounds of every kind, presets, phones, and what follows from them."""

import re

import pytest

from tests.helpers import Phone, entry_form, html, text
from tests.rounds.test_seats import change
from tests.seated import collect, join, open_round, sit, wish

pytestmark = pytest.mark.django_db

FOUR = ("あき", "Ben", "Chie", "大輔")
POKER = {"kind": "points", "sum-0": "−350", "sum-1": "1,200", "sum-2": "-28"}
"""The last one is left blank: 350 + 28 − 1200 = −822."""
UNO = {"kind": "winner", "winner": "0", "sum-1": "24", "sum-2": "72", "sum-3": "9"}


def table(game: str, names: tuple[str, ...] = FOUR, **options: object) -> Phone:
    return Phone().open_table(names, game=game, **options)


PLACES = {"kind": "places", "place-2": "1", "place-0": "2", "place-3": "3"}
PAID: dict[str, tuple[str, dict[str, str], tuple[int, ...]]] = {
    "the last number follows": ("poker", POKER, (-350, 1200, -28, -822)),
    "who is left takes the last place": ("daifugo", PLACES, (1, 0, 2, 0)),
    "only the last place counts": ("old_maid", {"kind": "places", "last": "2"}, (0, 0, -10, 0)),
    "losers pay the winner": ("uno", UNO, (105, -24, -72, -9)),
}


@pytest.mark.parametrize(("game", "typed", "points"), PAID.values(), ids=PAID)
def test_points(game: str, typed: dict[str, str], points: tuple[int, ...]) -> None:
    assert table(game).record(typed).points() == dict(zip(FOUR, points, strict=True))


@pytest.mark.parametrize(
    ("game", "typed", "words"),
    [
        ("poker", {**POKER, "sum-3": "-800"}, "what is missing: −22"),
        ("daifugo", {"kind": "places", "place-2": "1"}, "Who is in place 2?"),
        ("old_maid", {"kind": "places"}, "Choose who was last."),
        ("uno", {**UNO, "winner": ""}, "Choose who won."),
    ],
)
def test_what_cannot_be_recorded_stays_typed(game: str, typed: dict[str, str], words: str) -> None:
    refused = table(game).play(typed)
    assert refused.status_code == 422
    assert words in text(refused)
    assert entry_form(refused).items() >= {name: [one] for name, one in typed.items() if one}.items()


def test_a_wrong_total_is_an_objection_once_everybody_has_points() -> None:
    """13 of 26 are there, then 26, which the others may leave at 0, then 13 + 5 + 1 + 0 = 19."""
    hearts = table("hearts")
    some = hearts.send(hearts.fill({"kind": "points", "sum-0": "13"}), "preview")
    assert "Still needed: points of Ben, Chie, 大輔" in text(some)
    assert "points.total" not in html(some)
    assert "Others get 0" not in text(some)
    left = hearts.send(entry_form(some), "leave")
    assert left.status_code == 422
    assert "points.total" not in html(left)
    assert "Others get 0" in text(hearts.send({**entry_form(left), "sum-0": "26"}, "preview"))
    less = hearts.send({**entry_form(left), "sum-1": "5", "sum-2": "1", "sum-3": "0"})
    assert less.status_code == 422
    assert "come to 19, not to 26" in text(less)
    assert hearts.send(entry_form(less)).status_code == 302
    assert hearts.points() == {"あき": 13, "Ben": 5, "Chie": 1, "大輔": 0}


def test_blank_points_can_be_recorded_as_zero() -> None:
    uno = table("uno")
    still = uno.send(uno.fill({**UNO, "sum-3": ""}), "preview")
    assert "Still needed: points of 大輔" in text(still)
    assert "Others get 0" in text(still)
    assert uno.send(entry_form(still), "leave").status_code == 302
    assert uno.points() == {"あき": 96, "Ben": -24, "Chie": -72, "大輔": 0}


def test_fewest_points_win_and_100_end_it() -> None:
    """あき 5 + 104, Ben 13, Chie 8, 大輔 0, each round a multiple of 26."""
    hearts = table("hearts").record(
        {"kind": "points", "sum-0": "5", "sum-1": "13", "sum-2": "8", "sum-3": "0"},
    )
    assert "Over:" not in text(hearts.show("table"))
    hearts.record({"kind": "points", "sum-0": "104", "sum-1": "0", "sum-2": "0", "sum-3": "0"})
    assert "Over: somebody has the points to end it." in text(hearts.show("table"))
    standing = text(hearts.show("settle"))
    assert standing.index("大輔") < standing.index("Chie") < standing.index("Ben") < standing.index("あき")


def test_an_earlier_round_has_fields_for_those_who_sat_there_then() -> None:
    """Ben has left since and えみ has come: nobody asks for her points, but still for his."""
    uno = table("uno").record(UNO)
    change(uno, leave="1", join="えみ")
    for name in ("round_edit", "round_insert"):
        rows = {field for field in entry_form(uno.show(name, 1)) if field.startswith("sum-")}
        assert rows == {"sum-0", "sum-1", "sum-2", "sum-3"}
    assert uno.play({**UNO, "sum-1": "9"}, "round_insert", 1).status_code == 302
    assert uno.points() == {"あき": 195, "Ben": -33, "Chie": -144, "大輔": -18, "えみ": 0}


def test_a_preset_is_a_game_of_its_own_name() -> None:
    page = html(Phone().get("/new/?game=uno"))
    assert 'id="preset-hearts"' in page
    assert 'id="preset-' not in html(Phone().get("/new/?game=gamble"))
    tiles = html(Phone().get("/"))
    assert "game=sheet" in tiles
    assert "game=uno" not in tiles
    uno = table("uno").record(UNO)
    assert "UNO" in text(uno.show("table"))
    assert "UNO" in text(uno.get(uno.circle_url()))
    assert b"UNO" in b"".join(uno.show("rounds_csv"))


def test_the_score_sheet_has_no_referee() -> None:
    for game in ("sheet", "uno"):
        phone = table(game)
        assert phone.get(phone.url("referee")).status_code == 404
        assert phone.url("referee") not in html(phone.show("rules"))
        assert f"/rules/{game}/" in html(phone.get("/rules/"))
        assert phone.get(f"/rules/{game}/").status_code == 200
        assert f'value="{game}"' not in html(phone.get("/referee/"))


def test_each_phone_enters_its_own_number() -> None:
    host = table("poker")
    ben = join(host, "Ben")
    collect(host, {"kind": "points"})
    page = ben.show("hand")
    assert "Round 1: your points" in text(page)
    assert 'name="sum-1"' in html(page)
    assert 'data-total=""' in html(page), "what a round comes to says nothing of one number"
    assert not re.search('name="(sum-0|winner)"', html(page)), "only that number is asked here"
    assert ben.post(ben.url("hand"), {"round": open_round(host).pk, "sum-1": "1200"}).status_code == 302
    assert host.play({"kind": "points", "sum-0": "-350", "sum-2": "-28"}).status_code == 302
    assert host.points() == {"あき": -350, "Ben": 1200, "Chie": -28, "大輔": -822}
    assert "Ben best with 1,200" in text(host.show("round", 1))


@pytest.mark.parametrize("game", ["poker", "uno"])
def test_hidden_points_that_were_sent_are_not_asked_for_again(game: str) -> None:
    """Nobody else sees them before the round is recorded, and nothing else takes their place."""
    facts = {"kind": "winner", "winner": "0"} if game == "uno" else {"kind": "points"}
    numbers = {"1": "20", "2": "30", "3": "50"} | ({} if game == "uno" else {"0": "-100"})
    host = sit(table(game), "あき")
    assert wish(host, hidden_hands="on").status_code == 302
    ben, chie = join(host, "Ben"), join(host, "Chie")
    collect(host, facts)
    own = {f"sum-{seat}": numbers[seat] for seat in numbers if seat in "03"}
    for seat, phone in (("1", ben), ("2", chie)):
        sent = {"round": open_round(host).pk, f"sum-{seat}": numbers[seat]}
        assert phone.post(phone.url("hand"), sent).status_code == 302
    ready = host.send(host.fill({**facts, **own}), "preview")
    assert "Still needed" not in text(ready)
    assert "Others get 0" not in text(ready)
    assert host.send(entry_form(ready)).status_code == 302
    assert host.points() == {"あき": 100 if game == "uno" else -100, "Ben": 20, "Chie": 30, "大輔": 50} | (
        {"Ben": -20, "Chie": -30, "大輔": -50} if game == "uno" else {}
    )


def test_invalid_house_rules_are_refused() -> None:
    options = {"place_points": "first, second", "bonuses": "革命"}
    for key, typed in options.items():
        page = Phone().post("/new/", {"game": "sheet", "name": list(FOUR), f"opt-{key}": typed})
        assert page.status_code == 422
        assert typed in html(page)
