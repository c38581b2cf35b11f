"""Hidden hands under attack: whatever a phone asks the server, the answers are the same for every hand."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.rounds.models import OpenHand
from tests.helpers import NAMES, Phone, entry_form, html
from tests.seated import answer, join, open_round, opened, send_hand, sit, wish

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


def test_the_tries_would_tell_where_hands_are_shown(host: Phone, ben: Phone) -> None:
    wish(host)
    assert all(len({*item}) == 3 for item in zip(*previews(host, ben, 2), strict=True))


def test_forms_that_are_refused_or_wait(host: Phone, ben: Phone) -> None:
    """Confirming what is incomplete, stale or waits for a second person says as little as a preview."""
    wish(host, hidden_hands="on", second_person="on")
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    chie = join(host, "Chie")
    form, seen = {**next(tries(host)), "card": "K"}, []
    for hand in (HANDS[0], *HANDS):
        send_hand(ben, hand)
        form["key"] = f"attempt-{len(seen)}"
        answers = [host.send({**form, "hand-0": ""}), host.send({**form, "key": ""}), host.send(form)]
        names = ("second", "table", "hand")
        answers += [phone.get(phone.url(name)) for phone in (host, chie) for name in names]
        assert answer(chie, "no") == 302
        answers += [chie.get(chie.url("round_new"))]
        seen.append([bare(answer) for answer in answers])
        OpenHand.objects.exclude(seat=1).delete()
    assert seen[1] == seen[2] == seen[3], "the first time nothing was refused before"


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


def test_a_form_that_was_recorded_comes_again_while_the_next_hands_come_in(host: Phone, ben: Phone) -> None:
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    send_hand(ben, "2 J")
    form = {**entry_form(host.show("round_new")), "hand-0": "5", "hand-3": "10"}
    assert host.send(form).status_code == 302
    host.send(host.fill({"kind": "out", "winner": "2"}), "ask")
    send_hand(ben, "K")
    assert host.send(form).status_code == 302
    assert host.session.rounds.count() == 1
