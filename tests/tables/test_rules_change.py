"""ハウスルールの変更: changing the house rules of a running table."""

import pytest
from django.http import HttpResponse

from scorekeeper.play.models import GameSession
from tests.helpers import DOBON, OUT, Phone, forms, html, text, words

ONCE = {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
"""The claim by the usual rules: 110 x3 from Ben, 70 from Chie."""
TWICE = {"あき": 290, "Ben": -220, "Chie": -70, "大輔": 0}
"""The same with a dobon that pays x2."""

DOUBLE = {"opt-dobon_factor": "2"}
FLAT = {"opt-amount": "flat", "opt-bystanders": "nothing", "opt-deckout": "nogame"}
"""Rules without going out."""


def send(phone: Phone, page: HttpResponse, action: str, **typed: str) -> HttpResponse:
    """The form of a page, filled in and sent by one of its buttons."""
    form = {**forms(page)["rules"], **typed, "action": action}
    answer: HttpResponse = phone.post(phone.url("rules_change"), form)
    return answer


def preview(phone: Phone, **typed: str) -> HttpResponse:
    """The preview of a change of rules."""
    sent = {**phone.form_version(), **typed, "action": "preview"}
    answer: HttpResponse = phone.post(phone.url("rules_change"), sent)
    assert answer.status_code == 200, text(answer)
    return answer


def change(phone: Phone, since: str, **typed: str) -> None:
    sent = {**phone.form_version(), **typed, "action": "confirm", "since": since}
    answer = phone.post(phone.url("rules_change"), sent)
    assert answer.status_code == 302, text(answer)


def cells(page: HttpResponse) -> list[str]:
    """The rows of the table of points, each in one line."""
    body = html(page).partition("<tbody>")[2].partition("</tbody>")[0]
    return [words(row) for row in body.split("<tr>")[1:]]


def plus(*rounds: dict[str, int]) -> dict[str, int]:
    return {name: sum(one[name] for one in rounds) for name in ONCE}


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("since", "scored"),
    [("next", (ONCE, ONCE, TWICE)), ("whole", (TWICE, TWICE, TWICE)), ("from", (ONCE, TWICE, TWICE))],
)
def test_a_change_applies_from_the_chosen_round_on(
    phone: Phone, since: str, scored: tuple[dict[str, int], ...]
) -> None:
    phone.record(DOBON, DOBON)
    second = phone.session.rounds.get(position=2)
    page = send(phone, phone.show("rules_change"), "preview", **DOUBLE)
    form = send(phone, page, "form")
    assert forms(form)["rules"]["opt-dobon_factor"] == ["2"], "back to the form it is still typed"
    assert "Dobon factor 2 Was: 3" in text(form)
    if since == "from":
        page = send(phone, page, "preview", round=str(second.pk))
        assert "From round 2 on 1 round changes." in text(page)
    assert send(phone, page, "confirm", since=since).status_code == 302
    assert "The house rules have changed." in text(phone.show("rules"))
    phone.record(DOBON)
    assert phone.points() == plus(*scored)


def test_the_preview_shows_the_effect_of_each_choice(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    page = preview(phone, **DOUBLE)
    assert "Dobon factor 3 becomes 2" in text(page)
    assert "From the next round Nobody's points move." in text(page)
    assert "For all rounds 1 round changes." in text(page)
    assert "Round Round 2 Show" in text(page), "which leaves the second to begin with"
    # after going out -10 -10 +80 -60 of each; 400 and -330 become 290 and -220
    assert [" ".join(row.split()[1:]) for row in cells(page)] == [
        "あき 390 ±0 280 −110",
        "Ben −340 ±0 −230 +110",
        "Chie 10 ±0 10 ±0",
        "大輔 −60 ±0 −60 ±0",
    ]


def test_a_table_without_rounds_offers_one_choice(phone: Phone) -> None:
    page = preview(phone, **DOUBLE)
    assert "From the next round" in text(page)
    assert "For all rounds" not in text(page)
    change(phone, "next", **DOUBLE)
    phone.record(DOBON)
    assert phone.points() == TWICE


def test_a_round_that_prevents_a_change_is_named(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    page = preview(phone, **FLAT)
    assert "For all rounds Not possible: Round 2: Chie went out" in text(page)
    refused = send(phone, page, "confirm", since="whole")
    assert (refused.status_code, phone.session.revision) == (422, 2)
    assert send(phone, refused, "confirm", since="next").status_code == 302


def test_a_bad_form_keeps_what_was_typed(phone: Phone) -> None:
    """The browser's own validation is not switched off.  htmx gets the parts with the state of the form."""
    form = phone.show("rules_change")
    assert "novalidate" not in html(form)
    sent = {**forms(form)["rules"], **DOUBLE, "action": "look"}
    part = phone.post(phone.url("rules_change"), sent, headers={"HX-Request": "true"})
    assert "Dobon factor" in text(part)
    assert "<html" not in html(part)
    for typed, said in (
        ({}, "No house rule has been changed yet."),
        ({"opt-dobon_factor": "0"}, "Dobon factor: "),
        ({"opt-dora": "on"}, "dora count as yaku; this table does not pay by yaku"),
    ):
        page = send(phone, form, "preview", **{"opt-returns": "off", **typed})
        assert page.status_code == 422
        assert said in text(page)
        assert all(forms(page)["rules"][key][-1] == value for key, value in typed.items())


@pytest.mark.postgresql
def test_a_stale_form_answers_409_and_keeps_what_was_typed(phone: Phone, second: Phone) -> None:
    page = preview(phone, **DOUBLE)
    second.record(DOBON)
    change(second, "next", **{"opt-returns": "on"})
    stale = send(phone, page, "confirm", since="next")
    assert stale.status_code == 409
    assert "Dobon! あき hit Ben on K" in text(stale)
    assert "House rules: " in text(stale)
    assert "Dobon factor 3 becomes 2" in text(stale)
    assert "opt-returns" not in forms(stale)["rules"], "what others changed meanwhile stays"
    assert send(phone, stale, "confirm", since="next").status_code == 302
    assert [row.happened.get("options") for row in phone.session.rounds.order_by("position")] == [
        None,
        {"returns": "on"},
        {"dobon_factor": 2},
    ]


def test_a_form_sent_twice_is_one_change(phone: Phone) -> None:
    page = preview(phone, **DOUBLE)
    assert [send(phone, page, "confirm", since="next").status_code for _ in range(2)] == [302, 302]
    other = send(phone, page, "confirm", since="next", **{"opt-returns": "on"})
    assert other.status_code == 409
    assert "This form was saved before" in text(other)
    assert phone.session.rounds.count() == 1


def test_the_rules_page_lists_changes_which_can_be_voided(phone: Phone) -> None:
    assert "Changed at this table" not in text(phone.show("rules"))
    phone.record(DOBON)
    change(phone, "next", **DOUBLE, **{"opt-returns": "on"})
    page = text(phone.show("rules"))
    assert "From round 2 on Dobon factor: 3 → 2" in page
    assert "Dobon factor: 3 → 2 Return (dobon-gaeshi): off → once Void" in page
    phone.record(DOBON)
    phone.confirm_change("round_void", 2)
    assert phone.points() == plus(ONCE, ONCE)
    assert "Changed at this table" not in text(phone.show("rules"))


@pytest.mark.parametrize(
    ("since", "words"),
    [
        ("next", "These rules apply from round 2 on."),
        ("whole", "These rules apply to all rounds."),
    ],
)
def test_changed_rules_keep_their_name_with_a_note(phone: Phone, since: str, words: str) -> None:
    GameSession.objects.filter(pk=phone.session.pk).update(rules_name="Friday")
    phone.record(DOBON)
    assert "Friday" in text(phone.show("rules"))
    change(phone, since, **DOUBLE)
    page = text(phone.show("rules"))
    assert "Friday (changed) Gamble Dobon dobon ×2" in page
    assert words in page
    assert "Friday (changed)" in text(phone.show("table"))
    change(phone, since, **{"opt-dobon_factor": "3"})
    assert "(changed)" not in text(phone.show("rules"))


def test_the_preview_names_a_later_change(phone: Phone) -> None:
    phone.record(DOBON)
    change(phone, "next", **DOUBLE)
    phone.record(DOBON)
    words = "Change of rules after round 1 (Dobon factor: 2) applies from there on."
    page = text(preview(phone, **{"opt-dobon_factor": "4"}))
    assert page.count(words) == 1


def test_a_receipt_names_the_rules_in_force(phone: Phone) -> None:
    phone.record(DOBON)
    change(phone, "whole", **DOUBLE)
    assert "Scored by" not in text(phone.show("round", 2))
    change(phone, "next", **{"opt-dobon_factor": "4"})
    phone.record(DOBON)
    assert "Scored by the original rules" in text(phone.show("round", 2))
    assert "Scored by the rules from round 2 on" in text(phone.show("round", 4))
    message = text(phone.show("round", 3))
    assert "House rules: Dobon factor: 2 → 4" in message
    assert "Scored by" not in message
    assert "±0" not in message


def test_a_change_is_listed_and_does_not_count_as_a_round(phone: Phone) -> None:
    phone.record(DOBON)
    change(phone, "next", **DOUBLE)
    for name in ("rounds", "sheet", "session_changes"):
        assert "House rules: " in text(phone.show(name)), name
    line = "dobon ×2 · 2s count 50 · no return · These rules apply from round 2 on."
    assert line in text(phone.show("sheet"))
    assert "Result of round 2" in text(phone.show("round_new"))
    assert phone.session.standing["rounds"] == 1


def test_after_the_end_only_played_rounds_can_change(phone: Phone) -> None:
    phone.record(DOBON)
    phone.press("session_end")
    page = preview(phone, **DOUBLE)
    assert "From the next round" not in text(page)
    assert send(phone, page, "confirm", since="whole").status_code == 302
    assert phone.points() == TWICE


@pytest.mark.parametrize(
    ("game", "options", "changed"),
    [("teyaku", {}, "two_value"), ("doudizhu", {}, "unit_points"), ("sheet", {"wins": "low"}, "target")],
)
def test_other_games(db: None, game: str, options: dict[str, object], changed: str) -> None:
    """Of a score sheet it is fixed whether the fewest points are first; until somebody has 37, it is."""
    phone = Phone().open_table(("あき", "Ben", "Chie"), game=game, **options)
    assert "opt-wins" not in forms(phone.show("rules_change"))["rules"]
    change(phone, "next", **{f"opt-{changed}": "37"})
    assert phone.session.rounds.get().happened["options"] == {changed: 37}
    assert phone.show("round_new").status_code == 200


def test_the_preview_says_what_is_carried_over(phone: Phone) -> None:
    """あき has won, which counts once winning again does."""
    phone.record(DOBON)
    page = preview(phone, **{"opt-streak": "points"})
    assert "From the next round Nobody's points move. Wins in a row so far count too: あき 1" in text(page)
    assert text(page).count("Wins in a row") == 1
    assert send(phone, page, "confirm", since="next").status_code == 302
    assert "Wins in a row so far count too: あき 1" in text(phone.show("round", 2))
