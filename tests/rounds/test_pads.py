"""One round entered by several phones: asking, sending, merging, and closing."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.live.hub import News
from scorekeeper.live.watch import find_subscriber, read_state
from scorekeeper.play.signals import session_changed
from scorekeeper.rounds.models import OpenRound
from tests.doors import come_in
from tests.helpers import AFTER_OUT, Phone, entry_form, html, text
from tests.seated import REST, ROLES, ask, collect, join, opened, send_hand

pytestmark = pytest.mark.django_db


def test_asking_shows_who_has_sent_and_keeps_what_was_typed(host: Phone) -> None:
    assert 'data-possible="0"' in html(host.show("round_new")), "a single phone has nobody to ask"
    ben = join(host, "Ben")
    page = host.show("round_new")
    assert "Ask phones" in text(page)
    assert 'data-possible="1"' in html(page)
    asked = ask(host, {**ROLES, "hand-0": "5"})
    # Chie went out, so three hands are asked: あき and Ben hold phones, 大輔 has none.
    assert "Hands: 0 of 3" in text(asked)
    assert "Ben not yet" in text(asked)
    assert "大輔 no phone" in text(asked)
    form = entry_form(asked)
    assert (form["hand-0"], form["winner"]) == (["5"], ["2"])
    assert send_hand(ben, "K").status_code == 302
    page = text(host.show("round_new"))
    assert "Hands: 1 of 3" in page
    assert "Ben ✓ sent" in page


def test_hands_fill_blank_fields_only_and_are_recorded(host: Phone, ben: Phone) -> None:
    collect(host)
    send_hand(ben, "K")
    form = entry_form(host.show("round_new"))
    assert form["hand-1"] == ["K"]
    typed = host.send({**form, "hand-1": "9"}, "preview")
    assert entry_form(typed)["hand-1"] == ["9"]
    assert host.send(entry_form(host.send({**form, **REST}, "preview"))).status_code == 302
    assert host.points() == AFTER_OUT
    assert opened(host) is None


def test_a_form_without_scripts_needs_no_copy_of_the_hands(host: Phone, ben: Phone) -> None:
    """The page was loaded before the hand came; its field is still blank when it is confirmed."""
    form = entry_form(ask(host))
    send_hand(ben, "K")
    assert host.send({**form, **REST}).status_code == 302
    assert host.points() == AFTER_OUT
    assert host.send({**form, **REST}).status_code == 302, "sent twice"
    assert host.session.rounds.count() == 1


def test_anybody_who_enters_the_result_joins_the_same_round(host: Phone, ben: Phone) -> None:
    collect(host)
    first = opened(host)
    form = entry_form(ben.show("round_new"))
    assert (form["kind"], form["winner"]) == (["out"], ["2"])
    collect(ben)
    assert opened(ben) == first
    assert host.session.open_rounds.count() == 1


def test_a_form_that_goes_on_tells_the_others(host: Phone, ben: Phone) -> None:
    collect(host)
    pad = host.session.pad
    collect(host)
    assert host.session.pad == pad, "nothing new"
    collect(host, {**ROLES, "winner": "1"})
    assert host.session.pad == pad + 1
    assert "not needed" in text(ben.show("hand"))


def test_two_open_rounds_cannot_be(host: Phone, ben: Phone) -> None:
    collect(host)
    with pytest.raises(IntegrityError), transaction.atomic():
        OpenRound.objects.create(session=host.session)


def test_two_confirm_and_one_is_told(host: Phone, ben: Phone) -> None:
    """Also whose form was opened before the hand came in, and has its field blank."""
    blank = {**entry_form(ask(ben)), **REST}
    send_hand(ben, "K")
    mine, theirs = ({**entry_form(phone.show("round_new")), **REST} for phone in (host, ben))
    assert host.send(mine).status_code == 302
    late = ben.send(theirs)
    assert late.status_code == 409
    assert entry_form(late)["hand-1"] == ["K"]
    assert ben.send(blank).status_code == 409
    assert host.session.rounds.count() == 1


def test_a_hand_of_somebody_who_is_not_asked_does_not_count(host: Phone, ben: Phone) -> None:
    """Ben has sent his hand before it was known that it was he who went out."""
    blank = entry_form(ask(host, {"kind": "out"}))
    send_hand(ben, "K")
    form = {**blank, "winner": "1", "hand-0": "5", "hand-2": "-", "hand-3": "4"}
    assert host.send(form).status_code == 302
    assert host.session.rounds.get().facts["hands"].keys() == {"0", "2", "3"}


def test_the_number_of_the_pads_is_told(
    host: Phone, ben: Phone, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    lines: list[tuple[int, int]] = []

    def hear(session_id: int, revision: int, pad: int = 0, **_signal: object) -> None:
        lines.append((revision, pad))

    session_changed.connect(hear)
    try:
        collect(host)
        send_hand(ben, "K")
    finally:
        session_changed.disconnect(hear)
    assert lines == [(0, 1), (0, 2)]
    place = find_subscriber(ben.cookies["device"].value, host.sid)
    assert place is not None
    read = read_state([host.session.pk], []).news[host.session.pk]
    assert place[1] == read == News(0, 2), "other processes read the same"


def test_who_only_looks_on_is_not_asked(host: Phone, ben: Phone) -> None:
    collect(host)
    watching = come_in(host, "viewer")
    assert "Enter your hand" not in text(watching.show("table"))
    assert watching.post(host.url("round_new"), {"action": "ask"}).status_code == 403


def test_phones_are_not_asked_after_the_end(host: Phone, ben: Phone) -> None:
    form = host.fill(ROLES)
    host.press("session_end")
    host.send(form, "ask")
    assert opened(host) is None


def test_asking_without_scripts_and_with(host: Phone, ben: Phone) -> None:
    form = {**host.fill(ROLES), "action": "ask"}
    part = host.post(host.url("round_new"), form, headers={"Sent-By": "pads"})
    assert html(part).lstrip().startswith("<section")
    assert "<html" in html(host.post(host.url("round_new"), form))
