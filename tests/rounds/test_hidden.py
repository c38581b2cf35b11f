"""Hidden hands under attack: whatever a phone asks the server, the answers are the same for every hand."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.rounds.models import OpenHand
from tests.circle_pages import join_by_link
from tests.helpers import AFTER_OUT, NAMES, Phone, entry_form, html, text
from tests.seated import (
    REST,
    ROLES,
    answer,
    collect,
    confirm,
    join,
    open_round,
    opened,
    send_hand,
    sit,
    wish,
)

pytestmark = pytest.mark.django_db

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
HANDS = ("♠9 ♥9 ♦9 ♣9", "2 J", "-")
"""Four of a rank; two cards that claim K, or 9 and 11 by other operations; and no card at all."""
GAMES = (
    "gamble",
    *(pytest.param(game, marks=pytest.mark.long) for game in ("kawagoe", "teyaku", "dotenko")),
)
ONCE = r'name="(?:csrfmiddlewaretoken|key|proposal|revision)" value="[^"]*"|data-(?:pad|revision)="\d+"'
"""What differs from one answer to the next whatever the hands are."""


@pytest.fixture
def host(phone: Phone) -> Phone:
    assert wish(phone, hidden_hands="on").status_code == 302
    return sit(phone, "あき")


def table_of(game: str) -> tuple[Phone, Phone]:
    """あき and Ben at a table of a game with hidden hands."""
    host = sit(Phone().open_table(NAMES, game=game), "あき")
    wish(host, hidden_hands="on")
    return host, join(host, "Ben")


def bare(response: HttpResponse) -> str:
    """An answer without what differs from one to the next."""
    page = re.sub(ONCE, "", html(response))
    return f"{response.status_code} {re.sub(r'<time[^>]*>[^<]*</time>', '', page)}"


def tries(host: Phone) -> Iterator[dict[str, Any]]:
    """Forms that would have the rules object to what Ben may hold, card by card and number by number."""
    form = entry_form(host.get(host.url("round_new")))
    rest = {"hand-0": "5", "hand-2": "7", "hand-3": "10"}
    for rank in RANKS:
        yield {**form, **rest, "kind": "dobon", "callers": ["1"], "victim": "0", "card": rank}
        yield {**form, **rest, "kind": "out", "winner": "0", "hand-2": " ".join([rank] * 4)}
    yield {**form, **rest, "kind": "out", "winner": "1"}
    yield {**form, **rest, "kind": "deckout", "starter": "1"}
    yield {**form, **rest, "kind": "draw", "winner": "1", "card": "K"}
    yield {**form, **rest, "kind": "opening", "callers": ["1"], "card": "K"}
    yield {**form, **rest, "kind": "dobon", "callers": ["0"], "victim": "1", "card": "5"}
    yield {**form, **rest, "kind": "dobon", "callers": ["0"], "victim": "2", "card": "5", "returns": ["1"]}


def previews(host: Phone, ben: Phone, most: int | None = None) -> list[list[str]]:
    """What the tries, or so many of them, are answered, for each hand that Ben sends."""
    host.send(host.fill({"kind": "dobon", "callers": ["1"], "victim": "0"}), "ask")
    live = {"headers": {"hx-request": "true"}}
    seen = []
    for hand in HANDS:
        assert send_hand(ben, hand).status_code == 302
        forms = islice(tries(host), most)
        seen.append([bare(host.post(host.url("round_new"), form, **live)) for form in forms])
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_previews_of_every_card_and_number(game: str) -> None:
    one, two, none = previews(*table_of(game))
    assert one == two == none


def test_the_tries_give_different_answers_where_hands_are_not_hidden(host: Phone, ben: Phone) -> None:
    wish(host)
    assert all(len({*item}) == 3 for item in zip(*previews(host, ben, 2), strict=True))


def test_forms_that_are_refused_or_wait(host: Phone, ben: Phone) -> None:
    """Confirming what is incomplete, stale or waits for a second person says as little as a preview."""
    wish(host, hidden_hands="on", second_person="on")
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    chie = join(host, "Chie")
    form, seen = {**next(tries(host)), "card": "K"}, []
    for hand in (HANDS[0], *HANDS[:2]):
        send_hand(ben, hand)
        form["key"] = f"attempt-{len(seen)}"
        answers = [host.send({**form, "hand-0": ""}), host.send({**form, "key": ""}), host.send(form)]
        names = ("second", "table", "hand")
        answers += [phone.get(phone.url(name)) for phone in (host, chie) for name in names]
        assert answer(chie, "no") == 302
        answers += [chie.get(chie.url("round_new"))]
        seen.append([bare(answer) for answer in answers])
        OpenHand.objects.exclude(seat=1).delete()
    assert seen[1] == seen[2], "the first time nothing was refused before"


def test_a_guess_sent_again_under_the_key_of_what_waits(host: Phone, ben: Phone) -> None:
    """The same form twice waits once; a form with a guess in it is another one, right or wrong."""
    wish(host, hidden_hands="on", second_person="on")
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    send_hand(ben, "2 J")
    form = {**entry_form(host.show("round_new")), "hand-0": "5", "hand-3": "10"}
    assert host.send(form).status_code == 302
    answers = {bare(host.send({**form, "hand-1": guess})) for guess in ("2 J", "3 J", "A")}
    assert {answer[:3] for answer in answers} == {"409"}
    assert host.send(form).status_code == 302
    result = open_round(host)
    assert result.hands.get(seat=1).cards == "2 J"


def test_a_guess_recorded_before_under_the_same_key(host: Phone, ben: Phone) -> None:
    """A round put in before another may hold a guess; its key opens nothing of the round that is open."""
    host.play({"kind": "nogame"})
    key = {}
    for guess in ("2 J", "3 J"):
        form = host.fill(
            {"kind": "out", "winner": "2", "hand-0": "5", "hand-1": guess, "hand-3": "10"}, "round_insert", 1
        )
        assert host.send(form, "confirm", "round_insert", 1).status_code == 302
        key[guess] = form["key"]
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    send_hand(ben, "2 J")
    form = {**entry_form(host.show("round_new")), "hand-0": "5", "hand-3": "10"}
    answers = [bare(host.send({**form, "key": used})) for used in key.values()]
    assert answers[0] == answers[1]
    assert opened(host) is not None


# ── what pages say of hidden hands ──────────────────────────────────────────────────────────────

TWO_HANDS = ("♠9 ♥9 ♦9", "A")
"""Two hands that have nothing in common."""


def everything(host: Phone, watching: Phone) -> list[str]:
    """What other phones can get of a table where あき and 大輔 are still to be entered."""
    form = {**entry_form(host.show("round_new")), **REST}
    names = ("table", "round_new", "pads", "rounds", "sheet", "settle", "hand", "rules", "settings")
    items = [host.show(name) for name in names]
    items += [host.send(form, "preview"), host.send({**form, "hand-0": ""}), host.send({**form, "kind": ""})]
    items += [host.post(host.url("round_new"), form, headers={"hx-request": "true"})]
    asked = {**form, "action": "ask"}
    items += [host.post(host.url("round_new"), asked, headers={"Sent-By": "pads"})]
    items += [watching.get(watching.url(name) + "?live=1") for name in ("table", "rounds")]
    return [bare(response) for response in items]


def test_no_page_of_another_phone_depends_on_the_cards(host: Phone, ben: Phone) -> None:
    """Whatever Ben has sent, every page of the others is the same."""
    collect(host)
    watching = join_by_link(host, "viewer")
    seen = []
    for hand in TWO_HANDS:
        send_hand(ben, hand)
        assert hand in html(ben.show("hand")), "the own hand is shown"
        seen.append(everything(host, watching))
    assert seen[0] == seen[1]


def test_ticks_then_all_hands_are_in_and_shown_once_recorded(host: Phone, ben: Phone) -> None:
    before = text(host.send(host.fill({**ROLES, **REST, "hand-1": "K"}), "preview"))
    assert "All hands are in" not in before, "nothing has been sent by other phones"
    assert "−10" in before
    collect(host)
    send_hand(ben, "K")
    page = host.show("round_new")
    assert "Ben ✓ sent" in text(page)
    waiting = text(host.send({**entry_form(page), "hand-0": "5"}, "preview"))
    assert "Still needed: hands of 大輔" in waiting
    preview = host.send({**entry_form(page), **REST}, "preview")
    assert "All hands are in" in text(preview)
    assert "80" not in text(preview)
    assert host.send(entry_form(preview)).status_code == 302
    assert host.points() == AFTER_OUT
    assert "K" in text(host.show("round", 1))
    table = text(host.show("table"))
    assert "breaks the rules" not in table
    assert "overruled" not in table


def test_objections_come_once_it_is_recorded(host: Phone, ben: Phone) -> None:
    """Five 9s: one more than the deck has.  One tap confirms, and the round says it then."""
    collect(host)
    send_hand(ben, "9 9 9 9 9")
    page = host.send({**entry_form(host.show("round_new")), **REST}, "preview")
    assert 'data-testid="problems"' not in html(page)
    assert "Record" in text(page)
    assert "Record anyway" not in text(page)
    assert host.send(entry_form(page)).status_code == 302
    table = text(host.show("table"))
    assert "Saved, but something in it breaks the rules" in table
    assert "overruled" in text(ben.show("table"))
    assert "9" in text(host.show("round", 1))
    assert "deck.too_many" in html(host.show("round", 1))


def test_the_placeholder_of_a_hidden_hand_raises_no_objection(host: Phone, ben: Phone) -> None:
    """Ben's hand makes 13; no other that takes its place in the preview does."""
    collect(host, {"kind": "dobon", "callers": "1", "victim": "2", "card": "K"})
    send_hand(ben, "10 3")
    hands = {"hand-0": "5", "hand-2": "7", "hand-3": "8"}
    page = host.send({**entry_form(host.show("round_new")), **hands}, "preview")
    assert "All hands are in" in text(page)
    assert 'data-testid="problems"' not in html(page)
    assert host.send(entry_form(page)).status_code == 302
    assert "problems" not in html(host.show("round", 1))


def test_a_stale_form_has_no_hidden_hands(host: Phone, ben: Phone) -> None:
    collect(host)
    chie = join(host, "Chie")
    send_hand(ben, "K")
    form = {**entry_form(chie.show("round_new")), **REST}
    confirm(host, **REST)
    late = chie.send(form)
    assert late.status_code == 409
    assert entry_form(late)["hand-1"] == [""]
    assert host.session.rounds.count() == 1


def test_hidden_hands_that_were_sent_cannot_be_uncovered(host: Phone, ben: Phone) -> None:
    """Neither by the settings nor by saying that one sits there: only the phone that sent a hand sees it."""
    collect(host)
    send_hand(ben, "♠9 ♥9 ♦9")
    assert "♠9" not in html(join(host, "Ben", "Android").show("hand"))
    assert "♠9" in html(ben.show("hand"))
    refused = wish(host)
    assert refused.status_code == 409
    assert "shown from the next round on" in text(refused)
    assert host.session.hidden_hands
    assert "♠9" not in html(host.show("round_new"))
    assert confirm(host, **REST).status_code == 302
    assert wish(host).status_code == 302
    assert not host.session.hidden_hands


def test_a_hidden_hand_that_cannot_be_read_is_not_shown(host: Phone, ben: Phone) -> None:
    """No form of ours sends one; the page that refuses it says no more than that."""
    collect(host)
    send_hand(ben, "K")
    OpenHand.objects.update(cards="secret")
    preview = host.send({**entry_form(host.show("round_new")), **REST}, "preview")
    assert "All hands are in" in text(preview)
    refused = host.send(entry_form(preview))
    assert refused.status_code == 422
    assert "A hand that was sent cannot be read" in text(refused)
    assert "secret" not in html(refused)
