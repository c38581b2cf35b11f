"""A hand that comes in after the form was shown is not passed over: the form sends what it has shown."""

import json
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.rounds import pads
from tests.helpers import Phone, entry_form, text
from tests.rounds.test_hidden import bare
from tests.seated import REST, answer, collect, confirm, join, open_round, opened, send_hand, wish

Form = dict[str, Any]
CAME = "A hand came in meanwhile: Ben Q"


def looked_at(host: Phone, **facts: str) -> dict[str, Any]:
    """The form of a preview that shows all hands, as it would be confirmed."""
    preview = host.send({**entry_form(host.show("round_new")), **REST, **facts}, "preview")
    assert preview.status_code == 200
    return entry_form(preview)


@pytest.fixture
def form(host: Phone, ben: Phone) -> dict[str, Any]:
    """The form of such a preview, to which Ben has sent a king."""
    collect(host)
    send_hand(ben, "K")
    return looked_at(host)


def hand_of_ben(host: Phone) -> Any:
    return host.session.rounds.get().facts["hands"]["1"]


def refused_form(answer: HttpResponse, words: str = CAME) -> dict[str, Any]:
    """The form on the page that says what came in."""
    assert answer.status_code == 409
    assert words in text(answer)
    return entry_form(answer)


@pytest.mark.postgresql
def test_hands_corrected_after_the_preview_are_shown(host: Phone, ben: Phone, form: Form) -> None:
    assert form["hand-1"] == ["K"]
    for hand in ("Q", "J"):
        send_hand(ben, hand)
        for malformed in ("[]", f'{{"round": {open_round(host).pk}, "hands": [{{"1": 2}}, 3]}}'):
            again = refused_form(host.send({**form, "sent": malformed}), f"Ben {hand}")
            assert again["hand-1"] == form["hand-1"], "nobody says that it is Ben's"
        again = refused_form(host.send(form), f"A hand came in meanwhile: Ben {hand}")
        assert (again["hand-0"], again["hand-1"], again["hand-3"]) == (["5"], [hand], ["2 10"])
        assert again["key"] == form["key"]
        form = again
    send_hand(ben, "")
    missing = host.send(form)
    assert missing.status_code == 422
    assert "hands of Ben" in text(missing)
    assert entry_form(missing)["hand-1"] == [""], "it was taken back"
    send_hand(ben, "J")
    assert host.session.rounds.count() == 0
    assert host.send(form).status_code == 302
    assert hand_of_ben(host) == ["J"]


@pytest.mark.parametrize(
    ("sent", "typed", "later", "is_news", "recorded"),
    [
        ("K", "", "Q", False, "Q"),  # the preview shows the new hand
        ("K", "9", "", False, "9"),  # what is typed over a hand that was shown counts
        ("", "Q", "Q", False, "Q"),
        ("", "9", "Q", True, "9"),  # the preview has nothing of it but a tick: it is shown once
    ],
)
def test_a_preview_after_the_hand_came(
    host: Phone, ben: Phone, sent: str, typed: str, later: str, is_news: bool, recorded: str
) -> None:
    collect(host)
    if sent:
        send_hand(ben, sent)
    form = looked_at(host, **({"hand-1": typed} if typed else {}))
    if later:
        send_hand(ben, later)
    form = entry_form(host.send(form, "preview"))
    assert form["hand-1"] == [recorded]
    if is_news:
        form = refused_form(host.send(form))
        assert form["hand-1"] == [recorded]
    assert host.send(form).status_code == 302
    assert hand_of_ben(host) == [recorded]


def test_only_hands_that_the_round_needs_are_news(host: Phone, ben: Phone) -> None:
    """Chie went out: whatever was sent from her seat before that has no part in the round."""
    chie = join(host, "Chie")
    collect(host, {"kind": "out"})
    send_hand(ben, "K")
    send_hand(chie, "7")
    form = looked_at(host, winner="2", **{"hand-2": "3"})
    send_hand(ben, "Q")
    refused_form(host.send(form))
    assert "Chie 7" not in text(host.send(form))


@pytest.mark.parametrize("said", [None, "[" * 5000])
def test_a_form_that_does_not_send_what_it_has_shown_is_recorded(
    host: Phone, ben: Phone, form: Form, said: str | None
) -> None:
    """A page of an earlier version, also out of the outbox: its hands are those that were typed."""
    del form["sent"]
    send_hand(ben, "Q")
    answer = host.post(
        host.url("round_new"),
        {**form, **({} if said is None else {"sent": said}), "action": "confirm"},
        headers={"Sent-By": "outbox"},
    )
    assert answer.status_code == 204
    assert hand_of_ben(host) == ["K"]


@pytest.mark.parametrize("hidden", [{}, {"hidden_hands": "on"}])
def test_the_answer_was_lost_and_the_next_round_is_being_collected(
    host: Phone, ben: Phone, hidden: dict[str, str]
) -> None:
    """The form is sent once more: it is the round that was recorded, whatever has come in for the next."""
    wish(host, **hidden)
    collect(host)
    send_hand(ben, "K")
    form = looked_at(host)
    assert host.send(form).status_code == 302
    collect(ben)
    send_hand(ben, "Q")
    assert host.send(form).status_code == 302
    assert host.session.rounds.count() == 1
    assert hand_of_ben(host) == ["K"]


def test_a_round_that_was_cancelled_leaves_what_was_typed(host: Phone, ben: Phone, form: Form) -> None:
    assert host.post(host.url("pads_cancel"), {"round": open_round(host).pk}).status_code == 302
    assert host.send(form).status_code == 302
    assert hand_of_ben(host) == ["K"]


def test_hands_asked_after_the_form_was_opened(host: Phone, ben: Phone) -> None:
    form = host.fill({"kind": "out", "winner": "2", "hand-1": "K", **REST})
    collect(ben)
    send_hand(ben, "Q")
    again = refused_form(host.send(form))
    assert again["hand-1"] == ["K"]
    assert host.send(again).status_code == 302
    assert hand_of_ben(host) == ["K"]


def test_a_second_person_is_not_shown_an_older_hand(host: Phone, ben: Phone) -> None:
    wish(host, second_person="on")
    collect(host)
    send_hand(ben, "K")
    form = looked_at(host)
    send_hand(ben, "Q")
    again = refused_form(host.send(form))
    result = open_round(host)
    assert result.state == "collecting"
    assert host.send(again).status_code == 302
    assert host.send(again).status_code == 302, "sent twice"
    assert (host.session.rounds.count(), opened(host)) == (0, result)
    assert answer(ben, "ok") == 302
    assert hand_of_ben(host) == ["Q"]


def test_corrections_and_insertions_ignore_hands_that_were_sent(host: Phone, ben: Phone) -> None:
    collect(host)
    send_hand(ben, "K")
    assert confirm(host, **REST).status_code == 302
    collect(host)
    send_hand(ben, "Q")
    for name in ("round_edit", "round_insert"):
        assert "sent" not in entry_form(host.show(name, 1))
    assert host.play({"hand-1": "9"}, "round_edit", 1).status_code == 302
    assert hand_of_ben(host) == ["9"]


# ── hidden hands ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def hidden(host: Phone, ben: Phone) -> Phone:
    wish(host, hidden_hands="on")
    collect(host)
    return host


def test_the_newest_hidden_hand_is_recorded_without_asking(hidden: Phone, ben: Phone) -> None:
    """Its field was blank all the time, and the form carries of it only that it exists."""
    send_hand(ben, "K")
    form = looked_at(hidden)
    assert form["hand-1"] == [""]
    assert json.loads(form["sent"][0]) == {"round": open_round(hidden).pk, "hands": {"1": {}}}
    send_hand(ben, "Q")
    assert hidden.send(form).status_code == 302
    assert hand_of_ben(hidden) == ["Q"]


def test_a_hidden_hand_cannot_be_guessed_by_what_a_form_says(hidden: Phone, ben: Phone) -> None:
    """Whatever is typed or claimed to have been seen, the answers are the same for every hand."""
    form = looked_at(hidden, **{"hand-1": "K"})
    claim = {"round": open_round(hidden).pk, "hands": {"1": {"hand": "K", "sum": "", "count": ""}}}
    tries = [form, {**form, "sent": json.dumps(claim), "hand-0": "?"}]
    answers = []
    for hand in ("K", "Q"):
        send_hand(ben, hand)
        tried = [hidden.send(each, action) for each in tries for action in ("preview", "confirm")]
        answers.append(list(map(bare, tried)))
    assert answers[0] == answers[1]
    again = refused_form(hidden.send(form), "A hand came in meanwhile: Ben")
    assert again["hand-1"] == ["K"]
    assert hidden.send(again).status_code == 302
    assert hand_of_ben(hidden) == ["K"]


def test_a_hand_that_was_shown_before_hands_were_hidden(host: Phone, ben: Phone, form: Form) -> None:
    """What the form repeats of Ben is his, also once nobody may see it."""
    wish(ben, hidden_hands="on")
    send_hand(ben, "Q")
    late = host.send(form)
    assert late.status_code == 409
    assert entry_form(late)["hand-1"] == [""]
    assert "Q" not in entry_form(late)["sent"][0]
    assert host.send(entry_form(late)).status_code == 302
    assert hand_of_ben(host) == ["Q"]


# ── the service ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgresql
def test_a_hand_that_came_in_meanwhile_is_not_left_out(host: Phone, ben: Phone) -> None:
    """Its phone got an answer that it was received, and the round to be recorded does not have it."""
    collect(host)
    send_hand(ben, "K")
    session, was = host.session, pads.sent_hands(opened(host))
    facts = {"kind": "out", "winner": "2", "hands": {"0": ["5"], "1": ["K"], "3": ["2", "10"]}}
    send_hand(ben, "Q")
    form_version = FormVersion(session.revision, new_key(), None)
    with pytest.raises(pads.HandsCame) as refused:
        pads.record(session, facts, was, form_version)
    assert refused.value.seats == {"1"}
    with pytest.raises(pads.HandsCame):
        pads.propose(session, facts, ({}, {}), was, form_version)
    pads.record(session, facts, pads.sent_hands(opened(host)), form_version)
    assert opened(host) is None
    collect(host)
    send_hand(ben, "9")
    pads.record(session, facts, {}, form_version)
    assert session.rounds.count() == 1, "the same form once more, while the next hands come in"
