"""卓をつくる: the form, and the form sent twice."""

import re
from typing import Any

import pytest
from django.db import IntegrityError
from django.urls import reverse

from scorekeeper.circles.models import Circle, Device, Membership, Player, Role
from scorekeeper.circles.services import remove_device
from scorekeeper.play import services
from scorekeeper.play.models import GameSession
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.registry import RULESETS
from tests.at_once import at_once, copies
from tests.helpers import NAMES, Phone, forms, html, text, usual_options

URL = "/new/"
FIRST = {ruleset.family: key for key, ruleset in reversed(RULESETS.items())}
"""One game of each family."""
BORROWED = {"returns": "chain", "streak": "factor", "riichi": "on"}
JOKERS = {"joker_loss": "all", "yaku_points": "0 100 300", "jokers": 4}
CARDS = {"amount": "drawn", "special_cards": "D3=30 S3"}
SWITCH = re.compile(r'<input type="checkbox" name="opt-(\w+)" value="(\w+)" role="switch"([^>]*)>')


def typed_names(response: object) -> list[str]:
    return [name for name in forms(response)["new"]["name"] if name]  # type: ignore[arg-type]


def start(
    phone: Phone, names: tuple[str, ...], cid: str = "", game: str = "gamble", **options: object
) -> Phone:
    """Start a table by the form as it comes, but for these names and house rules."""
    path = reverse("circle_session_new", args=(cid,)) if cid else URL
    data = usual_options(game) | {f"opt-{key}": str(value) for key, value in options.items()}
    return phone.sit_down(phone.post(path, {"game": game, "name": list(names), **data}))


@pytest.fixture
def fresh(db: None) -> Phone:
    return Phone()


def test_a_new_table_opens_a_circle(fresh: Phone) -> None:
    response = fresh.post(URL, {"game": "gamble", "name": [*NAMES, "", ""], "title": " 温泉  旅行 "})
    session = GameSession.objects.get()
    assert response["Location"] == reverse("table", args=(session.public_id,))
    assert [seat.player.name for seat in session.seats.all()] == list(NAMES)
    assert session.circle.name == "あき & Ben & Chie & 大輔"
    assert fresh.get(response["Location"]).status_code == 200
    assert (session.title, session.options) == ("温泉 旅行", {})


def test_the_same_people_again_are_the_same_players(phone: Phone) -> None:
    """Their names are suggested for the next table."""
    circle = phone.session.circle
    page = phone.get(reverse("circle_session_new", args=(circle.public_id,)))
    assert typed_names(page) == list(NAMES)
    assert all(f'<option value="{name}">' in html(page) for name in NAMES)
    start(phone, ("BEN", "chie", "Eva"), circle.public_id)
    assert Circle.objects.count() == 1
    assert [seat.player.name for seat in phone.session.seats.all()] == ["Ben", "Chie", "Eva"]
    assert Player.objects.filter(circle=circle).count() == 5


@pytest.mark.parametrize(
    ("game", "options", "kept"),
    [
        *((game, {}, {}) for game in FIRST.values()),
        ("gamble", {"two_value": 20, "round_to": "up"}, {"two_value": 20, "round_to": "up"}),
        ("gamble", BORROWED, BORROWED),
        ("teyaku", JOKERS, JOKERS),
        ("teyaku", {"yaku_points": " １００、200,  0400 "}, {"yaku_points": "100 200 400"}),
        *(("dotenko", CARDS | {"special_cards": typed}, CARDS) for typed in ("♦3=30、♠3", "♢3=30 ♤3")),
    ],
)
def test_unusual_options_are_stored(
    fresh: Phone, game: str, options: dict[str, object], kept: dict[str, object]
) -> None:
    """Lists of numbers and cards in their canonical form."""
    start(fresh, ("A", "B", "C"), game=game, **options)
    assert (fresh.session.game, fresh.session.options) == (game, kept)
    assert fresh.session.ruleset_version == RULESETS[game].version
    assert fresh.show("rules").status_code == 200


def test_bad_names_and_titles(fresh: Phone) -> None:
    for names, words in (
        (["", "  ", "　"], "This game takes 2 to 10 players."),
        ([f"P{number}" for number in range(11)], "This game takes 2 to 10 players."),
        (["A", "x" * 500], "500 characters; at most 30"),
        (["A", "x" * 31], "Seat 2: a name of 31 characters"),
        (["Ben", "Ｂｅｎ"], "“Ｂｅｎ” is there twice"),
        (["A", "pot"], "“pot” cannot be a name here"),
        (["A", "B\x00C"], "invisible control characters"),
        (["A", "\u202eB"], "invisible control characters"),
        (["A", "\u200d"], "a name is missing"),
    ):
        response = fresh.post(URL, {"game": "gamble", "name": names, "title": "夜"})
        assert response.status_code == 422
        assert words in text(response)
        kept = [" ".join(name.split()) for name in typed_names(response)]
        assert kept[: len(names)] == [" ".join(name.split()) for name in names if name]
        assert forms(response)["new"]["title"] == ["夜"]
    for title in ("x" * 61, "A\x00B"):
        response = fresh.post(URL, {"game": "gamble", "name": list(NAMES), "title": title})
        assert response.status_code == 422
        assert typed_names(response) == list(NAMES)
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    "names",
    [
        ("👨‍👩‍👧‍👦", "محمد علي", "שרה", "🇯🇵", "ガ", "é"),
        ("﷽", "O'Neil & <b>", "%(x)s", "{{ 1 }}", "0", "ﷺ" * 30),
    ],
)
def test_unusual_names(fresh: Phone, names: tuple[str, ...]) -> None:
    start(fresh, names)
    fresh.record({"kind": "out", "winner": "0", **{f"hand-{seat}": "K" for seat in range(1, 6)}})
    assert fresh.points() == {**dict.fromkeys(names, -10), names[0]: 50}
    pages = [text(fresh.show(page)) for page in ("table", "rounds", "settle", "round_new")]
    for page in (*pages, text(fresh.show("round", 1))):
        assert [name for name in names if name not in page] == []
    assert fresh.show("rules").status_code == 200
    assert fresh.show("export").json()["players"] == list(names)


@pytest.mark.parametrize("game", ["gamble", "uno"])
def test_each_game_shows_its_own_rules(fresh: Phone, game: str) -> None:
    """The game's own rules have their headings, all others are among those it can borrow."""
    page = html(fresh.get(URL, {"game": game}))
    house, _, borrowed = page.partition('<details class="borrow fold"')
    for spec in house_rules.specs(type(RULESETS[game].defaults)):
        if spec.kind == "preset":
            continue  # chosen by the game
        assert (f'name="opt-{spec.key}"' in house) == (game in spec.games.split()), spec.key
        assert (f'name="opt-{spec.key}"' in borrowed) == (game not in spec.games.split()), spec.key
    assert f'<input type="hidden" name="game" value="{game}">' in page


def test_the_page_of_a_new_table_where_a_yes_or_no_is_a_switch(fresh: Phone) -> None:
    """A hidden field before it sends the value of an unticked one; it is not required."""
    page = fresh.get(URL)
    assert "Gamble Dobon" in text(page)
    assert "dobon ×3 · 2s count 50 · no return" in text(page)
    assert len(forms(page)["new"]["name"]) == 10
    assert 'name="game" value="gamble"' in html(fresh.get(URL, {"game": "nosuch"}))
    values = {key: (yes, " checked" in rest) for key, yes, rest in SWITCH.findall(html(page))}
    assert values["single_claim"] == ("allowed", True)
    assert values["dora"] == ("on", False)
    assert "required" not in "".join(rest for _key, _yes, rest in SWITCH.findall(html(page)))
    sent = forms(page)["new"]
    assert sent["opt-single_claim"] == ["refused", "allowed"]
    assert sent["opt-dora"] == ["off"]
    switched = {"opt-single_claim": "refused", "opt-together": ["off", "on"], "name": ["A", "B"]}
    fresh.post(URL, {**sent, **switched})
    assert GameSession.objects.get().options == {"single_claim": "refused", "together": "on"}


@pytest.mark.parametrize(
    ("game", "options", "field", "words"),
    [
        *(("gamble", {"dobon_factor": typed}, "dobon_factor", "") for typed in ("21", "1e999")),
        ("gamble", {"returns": "maybe"}, "returns", ""),
        ("gamble", {"two_value": ""}, "two_value", ""),
        ("gamble", {"dora": "on"}, "dora", "dora count as yaku"),
        ("dotenko", {"returns": "on"}, "several", "only where returns can be returned"),
        *(("teyaku", {"yaku_points": numbers}, "yaku_points", "") for numbers in ("", "100 -5", "1 " * 41)),
        (
            "dotenko",
            {"amount": "drawn", "special_cards": "♦3=x"},
            "special_cards",
            "each alone or with a number",
        ),
    ],
)
def test_invalid_and_conflicting_rules(
    fresh: Phone, game: str, options: dict[str, object], field: str, words: str
) -> None:
    """The error stands at the field."""
    data = usual_options(game) | {f"opt-{key}": str(value) for key, value in options.items()}
    response = fresh.post(URL, {**data, "game": game, "name": list(NAMES)})
    assert response.status_code == 422
    assert not GameSession.objects.exists()
    assert typed_names(response) == list(NAMES)
    assert '<details class="panel fold" id="house" open>' in html(response)
    if field == "dora":
        assert '<details class="borrow fold" open>' in html(response), "which is borrowed"
    [(wrong, said)] = re.findall(r'<p class="err" id="id_opt-(\w+)_error">(.*?)</p>', html(response))
    assert wrong == field
    assert words in said


def filled(phone: Phone, path: str = URL) -> dict[str, Any]:
    return {**forms(phone.get(path))["new"], "name": list(NAMES)}


def test_a_repeat_without_cookie_is_readmitted(db: None) -> None:
    """Both requests have no cookie, and each response sets another one."""
    first, second = Phone(), Phone()
    form = filled(first)
    place = first.post(URL, form)["Location"]
    assert second.post(URL, form)["Location"] == place
    assert second.get(place).status_code == 200
    assert set(Membership.objects.values_list("role", flat=True)) == {Role.HOST}


def test_a_repeated_form_does_not_readmit_a_removed_phone(db: None) -> None:
    first, second = Phone(), Phone()
    form = filled(first)
    place = first.post(URL, form)["Location"]
    second.post(URL, form)
    remove_device(Membership.objects.latest("pk"))
    for phone in (second, Phone()):
        assert phone.post(URL, form)["Location"] == place
        assert phone.get(place).status_code == 404
    for other in ({**form, "title": "later"}, filled(first)):
        first.post(URL, other)
    assert GameSession.objects.count() == 3, "another form starts another table"


def test_a_repeated_form_in_a_circle_makes_no_host(db: None) -> None:
    """A player repeats the form, also at the address for a new circle."""
    host = Phone().open_table()
    guest = Phone().sit_at(host)
    path = f"{host.circle_url()}new/"
    form = filled(guest, path)
    assert guest.post(path, form)["Location"] == guest.post(path, form)["Location"]
    guest.post(URL, form)
    own = Membership.objects.get(device=Device.objects.order_by("pk")[1], circle=host.session.circle)
    assert own.role == Role.PLAYER
    assert host.session.circle.sessions.count() == 2


@pytest.mark.postgresql
def test_a_concurrent_repeat_gets_the_first_table(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find no table before either writes it; the database refuses the second."""
    first, start = phone.session, services._start

    def refused(*_words: object) -> GameSession:
        GameSession.objects.filter(pk=first.pk).update(form_hash="form")
        monkeypatch.setattr(services, "_start", start)
        raise IntegrityError

    monkeypatch.setattr(services, "_start", refused)
    result = services.start_once("form", lambda: GameSession.objects.create(circle=first.circle))
    assert result == first
    assert GameSession.objects.count() == 1


@pytest.mark.postgresql
@pytest.mark.usefixtures("shared_database")
def test_eight_concurrent_repeats_start_one_table() -> None:
    phone = Phone().open_table()
    form = filled(phone)
    answers = at_once([lambda tab=tab: tab.post(URL, form) for tab in copies(phone, 8)])
    assert len({answer["Location"] for answer in answers}) == 1
    assert (GameSession.objects.count(), Circle.objects.count()) == (2, 2)
