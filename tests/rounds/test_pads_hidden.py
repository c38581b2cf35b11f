"""Hidden hands: nothing that another phone can get says a card before the round is recorded."""

import pytest

from scorekeeper.rounds.models import OpenHand
from tests.doors import come_in
from tests.helpers import AFTER_OUT, Phone, entry_form, html, text
from tests.rounds.test_hidden_attack import bare
from tests.seated import REST, ROLES, collect, confirm, join, opened, send_hand, sit, wish

pytestmark = pytest.mark.django_db

HANDS = ("♠9 ♥9 ♦9", "A")
"""Two hands that have nothing in common."""


@pytest.fixture
def host(phone: Phone) -> Phone:
    assert wish(phone, hidden_hands="on").status_code == 302
    return sit(phone, "あき")


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
    watching = come_in(host, "viewer")
    seen = []
    for hand in HANDS:
        send_hand(ben, hand)
        assert hand in html(ben.show("hand")), "the own hand is shown"
        seen.append(everything(host, watching))
    assert seen[0] == seen[1]


def test_shown_hands_make_a_difference(host: Phone, ben: Phone) -> None:
    """The test above can fail: where hands are shown the pages differ."""
    wish(host)
    collect(host)
    seen = []
    for hand in HANDS:
        send_hand(ben, hand)
        seen.append(bare(host.show("round_new")))
    assert seen[0] != seen[1]


def test_ticks_then_all_hands_are_in_and_shown_once_recorded(host: Phone, ben: Phone) -> None:
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


def test_what_stands_for_a_hidden_hand_is_objected_to_nowhere(host: Phone, ben: Phone) -> None:
    """Ben's hand makes 13; no other that takes its place in the preview does."""
    collect(host, {"kind": "dobon", "callers": "1", "victim": "2", "card": "K"})
    send_hand(ben, "10 3")
    hands = {"hand-0": "5", "hand-2": "7", "hand-3": "8"}
    page = host.send({**entry_form(host.show("round_new")), **hands}, "preview")
    assert "All hands are in" in text(page)
    assert 'data-testid="problems"' not in html(page)
    assert host.send(entry_form(page)).status_code == 302
    assert "problems" not in html(host.show("round", 1))


def test_who_confirms_too_late_is_told_without_the_hands_in_the_form(host: Phone, ben: Phone) -> None:
    collect(host)
    chie = join(host, "Chie")
    send_hand(ben, "K")
    form = {**entry_form(chie.show("round_new")), **REST}
    confirm(host, **REST)
    late = chie.send(form)
    assert late.status_code == 409
    assert entry_form(late)["hand-1"] == [""]
    assert host.session.rounds.count() == 1


def test_alone_everything_is_shown_as_ever(host: Phone) -> None:
    page = text(host.send(host.fill({**ROLES, **REST, "hand-1": "K"}), "preview"))
    assert "All hands are in" not in page
    assert "−10" in page or "10" in page
    assert opened(host) is None


def test_whoever_takes_the_seat_of_another_sees_nothing(host: Phone, ben: Phone) -> None:
    """Anybody may say on which seat they sit; what was sent from there is shown to its phone alone."""
    collect(host)
    send_hand(ben, "♠9 ♥9 ♦9")
    other = join(host, "Ben", "Android")
    assert "♠9" not in html(other.show("hand"))
    assert "♠9" in html(ben.show("hand"))


def test_nobody_uncovers_what_was_sent_as_hidden(host: Phone, ben: Phone) -> None:
    collect(host)
    send_hand(ben, "♠9 ♥9 ♦9")
    refused = wish(host)
    assert refused.status_code == 409
    assert "shown from the next round on" in text(refused)
    assert host.session.hidden_hands
    assert "♠9" not in html(host.show("round_new"))
    assert confirm(host, **REST).status_code == 302
    assert wish(host).status_code == 302
    assert not host.session.hidden_hands


def test_a_hidden_hand_that_cannot_be_read_is_not_told(host: Phone, ben: Phone) -> None:
    """No form of ours sends one; anyone who confirms hears no more than that."""
    collect(host)
    send_hand(ben, "K")
    OpenHand.objects.update(cards="secret")
    preview = host.send({**entry_form(host.show("round_new")), **REST}, "preview")
    assert "All hands are in" in text(preview)
    refused = host.send(entry_form(preview))
    assert refused.status_code == 422
    assert "A hand that was sent cannot be read" in text(refused)
    assert "secret" not in html(refused)
