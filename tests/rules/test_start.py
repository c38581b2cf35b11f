"""卓をつくる from saved rules, and with stakes."""

from typing import Any

from django.urls import reverse

from scorekeeper.play.models import GameSession
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.scoring.settlement import Stake
from tests.helpers import NAMES, Phone, forms, html, text
from tests.rules.helpers import kept_by, rules

FRIDAY = rules("Friday", stake=Stake(300, rounds=8), dobon_factor=2)


def page_url(phone: Phone) -> str:
    return reverse("circle_session_new", args=(phone.session.circle.public_id,))


def start_with(phone: Phone, address: str, data: Any) -> GameSession:
    return phone.sit_down(phone.post(address, data)).session


def chosen(phone: Phone, choice: str) -> dict[str, Any]:
    """The initial form of a new table of the circle with the chosen rules."""
    return forms(phone.get(page_url(phone), {"game": "gamble", "rules": choice}))["new"]


def test_the_form_offers_rules_of_the_game(phone: Phone) -> None:
    """The choices are links, which htmx boosts."""
    kept_by(phone, rules("Kawa", "kawagoe"))
    kept = kept_by(phone, FRIDAY)
    page = phone.get(page_url(phone))
    assert "Friday" in text(page)
    assert "Kawa " not in text(page)
    assert "Start from Usual rules" in text(page)
    assert "Twenty rounds" in text(page)
    choices = html(page).partition('class="choices"')[2].partition('class="fold variants"')[0]
    assert 'hx-boost="true"' in choices
    assert f'href="?game=gamble&amp;rules=kept.{kept.public_id}"' in choices
    assert "Kawa" in text(phone.get(page_url(phone), {"game": "kawagoe"}))
    other = phone.get(page_url(phone), {"game": "kawagoe", "rules": f"kept.{kept.public_id}"})
    assert forms(other)["new"]["game"] == ["gamble"], "the rules decide the game"


def test_chosen_rules_fill_the_form_and_keep_their_name(phone: Phone) -> None:
    kept = kept_by(phone, FRIDAY)
    page = phone.get(page_url(phone), {"game": "gamble", "rules": f"kept.{kept.public_id}"})
    form = forms(page)["new"]
    assert (form["opt-dobon_factor"], form["stakes-start"], form["stakes-rounds"]) == (["2"], ["300"], ["8"])
    assert [name for name in form["name"] if name] == list(NAMES)
    assert "Start from Friday" in text(page)
    assert "dobon ×2 · 2s count 50" in text(page)
    assert "300 points each · 8 rounds" in text(page)
    session = start_with(phone, page_url(phone), form)
    assert session.options == {"dobon_factor": 2}
    assert session.stake["rounds"] == 8
    assert session.rules_name == "Friday"
    assert "Friday · Round 1 next" in text(phone.show("table"))
    assert "Friday Gamble Dobon dobon ×2" in text(phone.show("rules"))


def test_typed_options_win_over_chosen_rules(phone: Phone) -> None:
    """Also on the page that an invalid form is shown on."""
    kept = kept_by(phone, FRIDAY)
    form = chosen(phone, f"kept.{kept.public_id}") | {"opt-dobon_factor": "4", "stakes-start": "500"}
    wrong = form | {"opt-two_value": "7", "name": ["A"], "keep": "Mine"}
    response = phone.post(page_url(phone), wrong)
    assert response.status_code == 422
    again = forms(response)["new"]
    for field, value in (("opt-two_value", "7"), ("keep", "Mine"), ("rules", f"kept.{kept.public_id}")):
        assert again[field] == [value]
    session = start_with(phone, page_url(phone), form)
    assert session.options == {"dobon_factor": 4}
    assert session.stake["start"] == 500
    assert session.rules_name == ""
    assert KeptRules.objects.get().options == {"dobon_factor": 2}


def test_rules_are_saved_under_a_name_at_the_start(phone: Phone) -> None:
    """From a published variant with one option changed."""
    form = chosen(phone, "preset.twenty-rounds") | {"opt-dobon_factor": "4", "keep": " Our  Friday "}
    session = start_with(phone, page_url(phone), form)
    kept = KeptRules.objects.get()
    assert (kept.name, kept.circle) == ("Our Friday", session.circle)
    assert kept.options == session.options
    assert kept.options["dobon_factor"] == 4
    assert kept.stake["rounds"] == 20
    assert kept.device is not None
    assert session.rules_name == "Our Friday"


def test_rules_saved_with_a_new_group_and_again(db: None) -> None:
    phone = Phone()
    session = start_with(phone, "/new/", {"game": "kawagoe", "name": ["A", "B"], "keep": "Ours"})
    assert session.circle.rule_sets.get().name == "Ours"
    assert session.rules_name == "Ours"
    form = chosen(phone, "") | {"opt-dobon_factor": "9", "keep": "Ours"}
    assert start_with(phone, page_url(phone), form).rules_name == "Ours (2)"


def test_an_invalid_name_for_rules_starts_nothing(phone: Phone) -> None:
    before = GameSession.objects.count()
    response = phone.post(page_url(phone), chosen(phone, "") | {"keep": "a\x00b"})
    assert response.status_code == 422
    assert "invisible control characters" in text(response)
    assert '<details class="panel fold" id="house" open>' in html(response)
    assert (GameSession.objects.count(), KeptRules.objects.count()) == (before, 0)


def test_unknown_rules_fall_back_to_the_usual_ones(phone: Phone) -> None:
    for choice in ("kept.nosuch", "preset.nosuch", "code.abc", "x", "."):
        page = phone.get(page_url(phone), {"game": "kawagoe", "rules": choice})
        assert "The chosen rules were not found; the usual ones are used." in text(page)
        form = forms(page)["new"]
        assert (form["game"], form["rules"]) == (["kawagoe"], [""])


def test_the_usual_rules_have_no_name_and_no_stakes(phone: Phone) -> None:
    session = start_with(phone, page_url(phone), chosen(phone, ""))
    assert (session.rules_name, session.stake, session.rate) == ("", None, None)
    assert "Total 0 ✓ Round 1 next" in text(phone.show("table"))
    assert "Source: 【" in text(phone.show("rules"))


START = {"stakes-start": "300", "stakes-top_bonus": "gap_times_players"}


def open_for(phone: Phone, **stakes: str) -> Any:
    fields = {f"stakes-{key}": value for key, value in stakes.items()}
    return phone.post("/new/", {"game": "gamble", "name": list(NAMES), **START, **fields})


def table_for(**stakes: str) -> Phone:
    phone = Phone()
    return phone.sit_down(open_for(phone, **stakes))


def test_starting_points_count_on_every_page(db: None) -> None:
    phone = table_for()
    phone.record()
    assert phone.points() == {"あき": 700, "Ben": -30, "Chie": 230, "大輔": 300}
    for page in ("table", "rounds", "settle", "round_new"):
        assert "Total 0 ✓" in text(phone.show(page)) or page == "round_new"
    assert "あ あき +400" in text(phone.show("settle"))
    assert "あ あき +400" in text(phone.get(phone.circle_url()))
    assert phone.show("export").json()["stake"]["start"] == 300


def test_over_after_the_agreed_rounds(db: None) -> None:
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


INVALID_STAKES: list[dict[str, str]] = [
    {"start": "-1", "rounds": "0", "unit": "x" * 300, "per_point": "NaN", "round_to": "1e400"},
    {"start": "1" * 40, "top_bonus": "all", "unit": "円\x00"},
    {"base": "100"},
    {"per_point": "2"},
]
"""The last two are wrong beside what else is typed, and alone."""


def test_invalid_stakes(db: None) -> None:
    phone = Phone()
    for wrong in INVALID_STAKES:
        response = open_for(phone, **wrong)
        assert response.status_code == 422
        again = forms(response)["new"]
        assert again["name"][:4] == list(NAMES)
        where = {"per_point": "unit"}  # which is missing
        for field, value in wrong.items():
            assert f'id="id_stakes-{where.get(field, field)}_error"' in html(response), (field, value)
            assert field == "top_bonus" or "\x00" in value or again[f"stakes-{field}"] == [value]
    assert not GameSession.objects.exists()
