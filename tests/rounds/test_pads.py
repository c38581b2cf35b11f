"""One round entered by several phones: asking, sending the own hand, merging, closing, whose hand it is."""

import json
from collections.abc import Callable
from copy import copy

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.live.hub import News
from scorekeeper.live.watch import find_subscriber, read_state
from scorekeeper.play.models import Hand, Round
from scorekeeper.play.signals import session_changed
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.circle_pages import join_by_link, membership
from tests.helpers import AFTER_OUT, DOBON, OUT, Phone, entry_form, forms, html, text
from tests.seated import (
    REST,
    ROLES,
    answer,
    ask,
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


def test_asking_shows_who_has_sent_and_keeps_what_was_typed(host: Phone) -> None:
    assert 'data-possible="0"' in html(host.show("round_new")), "a single phone has nobody to ask"
    ben = join(host, "Ben")
    page = host.show("round_new")
    assert "Ask phones" in text(page)
    assert 'data-possible="1"' in html(page)
    asked = ask(host, {**ROLES, "hand-0": "5"})
    assert "<html" in html(asked)
    by_script = {**host.fill(ROLES), "action": "ask"}
    part = host.post(host.url("round_new"), by_script, headers={"Sent-By": "pads"})
    assert html(part).lstrip().startswith("<section")
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


def test_a_form_without_scripts_needs_no_copy_of_the_hands(host: Phone, ben: Phone) -> None:
    """Its page was loaded before the hand came, and has the field blank; of two that confirm one is stale."""
    form = entry_form(ask(host))
    blank = {**entry_form(ben.show("round_new")), **REST}
    send_hand(ben, "K")
    shown = {**entry_form(ben.show("round_new")), **REST}
    for _ in range(2):
        assert host.send({**form, **REST}).status_code == 302, "also sent twice"
    assert host.points() == AFTER_OUT
    late = ben.send(shown)
    assert late.status_code == 409
    assert entry_form(late)["hand-1"] == ["K"]
    assert ben.send(blank).status_code == 409
    assert host.session.rounds.count() == 1


def test_anybody_who_enters_the_result_joins_the_same_round(host: Phone, ben: Phone) -> None:
    collect(host)
    first, pad = opened(host), host.session.pad
    form = entry_form(ben.show("round_new"))
    assert (form["kind"], form["winner"]) == (["out"], ["2"])
    collect(ben)
    assert opened(ben) == first
    assert host.session.open_rounds.count() == 1
    assert host.session.pad == pad, "nothing new"
    collect(host, {**ROLES, "winner": "1"})
    assert host.session.pad == pad + 1, "an updated form is announced"
    assert "not needed" in text(ben.show("hand"))


def test_a_hand_of_somebody_who_is_not_asked_does_not_count(host: Phone, ben: Phone) -> None:
    """Ben has sent his hand before it was known that it was he who went out."""
    blank = entry_form(ask(host, {"kind": "out"}))
    send_hand(ben, "K")
    form = {**blank, "winner": "1", "hand-0": "5", "hand-2": "-", "hand-3": "4"}
    assert host.send(form).status_code == 302
    assert host.session.rounds.get().facts["hands"].keys() == {"0", "2", "3"}


def test_the_counter_of_the_pads_is_announced(
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


def test_phones_are_not_asked_after_the_end(host: Phone, ben: Phone) -> None:
    form = host.fill(ROLES)
    host.press("session_end")
    host.send(form, "ask")
    assert opened(host) is None


# ── what ends it ─────────────────────────────────────────────────────────────────────────────────


def test_cancelling_asks_once(host: Phone, ben: Phone) -> None:
    """Then the round is over for every phone; a hand that comes too late can be copied from the answer."""
    collect(host)
    result = open_round(host)
    url = host.url("pads_cancel")
    assert "Nothing is recorded" in text(host.get(url))
    assert opened(host) == result
    assert host.post(url, {"round": result.pk}).status_code == 302
    assert opened(host) is None
    assert host.post(url, {"round": result.pk}).status_code == 409
    assert host.session.rounds.count() == 0
    late = ben.post(ben.url("hand"), {"round": result.pk, "hand-1": "K"})
    assert late.status_code == 409
    assert "recorded or cancelled meanwhile" in text(late)
    assert "K" in text(late)
    assert "No round is open" in text(ben.show("hand"))
    collect(host)
    assert ben.post(ben.url("hand"), {"round": result.pk, "hand-1": "K"}).status_code == 409
    assert not open_round(host).hands.exists(), "it was for the round before"


@pytest.mark.parametrize(
    ("what", "closed"),
    [
        (lambda phone: phone.play(DOBON), True),
        (lambda phone: phone.press("session_end"), True),
        (lambda phone: phone.confirm_change("round_void", 1), False),
        (lambda phone: phone.play(OUT, "round_insert", 1), False),
    ],
)
def test_what_closes_the_round(
    host: Phone, ben: Phone, what: Callable[[Phone], object], closed: bool
) -> None:
    host.play(DOBON)
    collect(host)
    what(host)
    assert (opened(host) is None) is closed


def test_another_table_that_has_played_more_keeps_no_round_open(host: Phone) -> None:
    other = copy(host).open_table(cid=host.session.circle.public_id)
    other.play({"kind": "nogame"})
    other.play({"kind": "nogame"})
    collect(host)
    host.play({"kind": "nogame"})
    assert opened(host) is None


def test_the_database_allows_one_open_round(host: Phone, ben: Phone) -> None:
    collect(host)
    with pytest.raises(IntegrityError), transaction.atomic():
        OpenRound.objects.create(session=host.session)


# ── the own hand on the own phone ────────────────────────────────────────────────────────────────


def test_a_hand_is_sent_corrected_and_taken_back(host: Phone, ben: Phone) -> None:
    """An empty hand takes back what was sent; before that it is a slip, and the page says so."""
    collect(host)
    result = open_round(host)
    form = forms(ben.get(ben.url("hand")))["hand"]
    assert form["round"] == [str(result.pk)]
    assert [name for name in form if name.startswith("hand-")] == ["hand-1"]

    response = send_hand(ben, "hello")
    assert response.status_code == 422
    assert "hello" in html(response)
    response = send_hand(ben, "")
    assert response.status_code == 422
    assert "Enter your cards first, or say that you have none." in text(response)
    assert not result.hands.exists()

    assert send_hand(ben, "-").status_code == 302
    send_hand(ben, "9")
    assert "You can correct it" in text(ben.show("hand"))
    send_hand(ben, "K")
    assert [hand.cards for hand in result.hands.all()] == ["K"]
    send_hand(ben, "")
    assert not result.hands.exists()

    ben.post(ben.url("hand"), {"round": result.pk, "hand-0": "K"})
    assert [hand.seat for hand in result.hands.all()] == [1], "that of the phone, whatever the form says"
    nobody = join_by_link(host)
    assert "which seat" in text(nobody.show("hand"))
    assert nobody.post(nobody.url("hand"), {"round": result.pk, "hand-0": "K"}).status_code == 422
    assert result.hands.count() == 1


def test_the_table_offers_the_hand(host: Phone, ben: Phone) -> None:
    assert "Enter your hand" not in text(ben.show("table"))
    collect(host)
    assert "Enter your hand" in text(ben.show("table"))
    assert "Enter your hand" in html(ben.get(ben.url("table") + "?live=1")), "updates offer it too"
    send_hand(ben, "K")
    assert "Correct your hand" in html(ben.get(ben.url("table") + "?live=1"))
    assert "Nothing to enter" in text(join(host, "Chie").show("table"))
    assert "Enter your hand" not in text(join_by_link(host, "viewer").show("table"))


# ── 手役: ranks will do once the table has said which suits count ──────────────────────────────────

CLAIM = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9"}


@pytest.fixture
def table(db: None) -> tuple[Phone, Phone]:
    """The phone of A, who opened the table, and that of B, who wins."""
    host = Phone()
    host.open_table(("A", "B", "C"), game="teyaku")
    return sit(host, "A"), join(host, "B")


def plan(phone: Phone) -> dict[str, object]:
    """What the pad of the hand asks."""
    page = html(phone.show("hand")).split("data-plan='")[1].split("'")[0]
    result: dict[str, object] = json.loads(page)["kinds"]["dobon"]
    return result


def test_ranks_once_every_suit_that_counts_is_known(table: tuple[Phone, Phone]) -> None:
    host, winner = table
    for typed, shown, declared in (
        ({}, [], []),
        ({"turnup": "♥"}, ["turnup"], []),
        ({"turnup": "-"}, ["turnup"], []),
        ({"turnup": "♥", "riichi-1": "1"}, [], []),
        ({"turnup": "♥", "riichi-1": "1", "bottom": "S"}, ["turnup"], ["bottom"]),
        ({"turnup": "♥", "riichi-0": "1"}, ["turnup"], []),
    ):
        collect(host, {**CLAIM, **typed})
        asked = plan(winner)
        assert asked["suits"] == ["winner"]
        assert (asked["shown"], asked["declared"]) == (shown, declared)


def test_how_many_are_dora_comes_along_with_the_hand(table: tuple[Phone, Phone]) -> None:
    """4 and 5, one of them a ♥: one yaku, 200 from A."""
    host, winner = table
    collect(host, {**CLAIM, "turnup": "♥"})
    assert send_hand(winner, "4 5 ♥×1").status_code == 302
    form = entry_form(host.show("round_new"))
    assert form["hand-1"] == ["4 5 ♥×1"]
    assert confirm(host).status_code == 302
    assert host.points() == {"A": -200, "B": 200, "C": 0}
    assert (Hand.objects.get().cards, Hand.objects.get().ranks) == ("4 5 Hx1", "45")


# ── who entered which hand ───────────────────────────────────────────────────────────────────────


def entered(row: Round) -> dict[int, int | None]:
    """The device of each seat's hand."""
    return dict(row.hands.values_list("seat__number", "entered_by"))


def device(phone: Phone) -> int:
    return membership(phone).device.pk


@pytest.mark.parametrize("wishes", [{}, {"hidden_hands": "on"}, {"second_person": "on"}])
def test_each_phone_its_own_hand(host: Phone, ben: Phone, wishes: dict[str, str]) -> None:
    """What was sent is kept with the round that was recorded, and nowhere else."""
    wish(host, **wishes)
    collect(host)
    send_hand(ben, "K")
    sent = OpenHand.objects.get()
    assert confirm(host, **REST).status_code == 302
    assert "second_person" not in wishes or answer(ben, "ok") == 302
    row = Round.objects.get()
    assert entered(row) == {0: device(host), 1: device(ben), 3: device(host)}
    hand = row.hands.get(seat__number=1)
    assert (hand.cards, hand.entered_at) == ("K", sent.at)
    assert not OpenHand.objects.exists()
    assert OpenRound.objects.get().facts is None


@pytest.mark.parametrize(("sent", "typed", "own"), [("K", "9", 0), ("♠２ T", "S2 10", 1)])
@pytest.mark.parametrize("wishes", [{}, {"second_person": "on"}])
def test_the_same_hand_however_it_was_typed(
    host: Phone, ben: Phone, sent: str, typed: str, own: int, wishes: dict[str, str]
) -> None:
    """Another one that was typed over it is that of who typed it."""
    wish(host, **wishes)
    collect(host)
    send_hand(ben, sent)
    assert confirm(host, **REST, **{"hand-1": typed}).status_code == 302
    assert not wishes or answer(ben, "ok") == 302
    assert entered(Round.objects.get())[1] == device(ben if own else host)


@pytest.mark.parametrize("hidden", [{}, {"hidden_hands": "on"}])
def test_agreeing_does_not_change_who_entered_hands(host: Phone, ben: Phone, hidden: dict[str, str]) -> None:
    """What あき saw and left as it was stays Ben's, though あき's form has it too; Chie only says OK.

    A hidden hand あき has not seen: what he types himself is his, and nothing says him more.
    """
    chie = join(host, "Chie")
    wish(host, second_person="on", **hidden)
    collect(host)
    send_hand(ben, "K")
    form = {**host.fill(REST), "hand-1": "K"}
    for _ in range(2):
        assert host.send(form).status_code == 302, "the same form waits once"
    shown = text(chie.show("second"))
    assert ("pays" in shown, "All hands are in" in shown) == (not hidden, bool(hidden))
    assert answer(chie, "ok") == 302
    whose = device(host if hidden else ben)
    assert entered(Round.objects.get()) == {0: device(host), 1: whose, 3: device(host)}
