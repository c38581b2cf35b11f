"""The second person: a new round waits until another phone has said OK."""

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.rounds import pads
from tests.circle_pages import membership
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, entry_form, forms, html, text
from tests.seated import answer, collect, confirm, join, open_round, opened, sit, wish


@pytest.fixture
def host(phone: Phone) -> Phone:
    assert wish(phone, second_person="on").status_code == 302
    return sit(phone, "あき")


def test_a_round_waits_until_another_phone_says_ok(host: Phone) -> None:
    assert host.play()["Location"] == host.url("second")
    assert host.session.rounds.count() == 0
    alone = host.show("second")
    assert "Nobody else has joined yet" in text(alone)
    assert host.url("settings") in html(alone)
    ben = join(host, "Ben")
    page = text(ben.show("second"))
    assert "Round 1 waits for your OK" in page
    assert "Entered on: あき (unnamed phone)" in page
    assert "330" in page
    assert "waits for an OK" in text(ben.show("table"))
    assert "Not right" in page

    form = forms(host.get(host.url("second")))["second"]
    response = host.post(host.url("second"), {**form, "action": "ok"})
    assert response.status_code == 422
    assert "Another phone has to say OK" in text(response)
    assert host.session.rounds.count() == 0

    assert answer(ben, "ok") == 302
    assert host.points() == AFTER_DOBON
    edit = RoundEdit.objects.get(action="add")
    assert (edit.device, edit.confirmed_by) == (membership(host).device, membership(ben).device)
    assert "あき (unnamed phone), confirmed by Ben (iPhone)" in text(host.show("round", 1))
    assert opened(host) is None

    assert host.play({"hand-0": "3 10"}, "round_edit", 1).status_code == 302
    assert host.session.rounds.get().facts["hands"]["0"] == ["3", "10"], "a correction needs no second person"
    assert host.play(OUT, "round_insert", 1).status_code == 302
    assert host.session.rounds.count() == 2


def test_a_proposal_is_returned_with_a_reason(host: Phone, ben: Phone) -> None:
    host.play()
    assert answer(ben, "no", note="the K was a Q") == 302
    assert "the K was a Q" in text(host.show("table"))
    page = host.show("round_new")
    assert "Not right: the K was a Q" in text(page)
    form = entry_form(page)
    assert (form["callers"], form["hand-0"], form["hand-2"]) == (["0"], ["2 J"], ["A 2 3 10 K"])
    assert confirm(host).status_code == 302
    assert open_round(host).note == ""
    assert answer(ben, "ok") == 302
    assert host.points() == AFTER_DOBON


def test_the_plays_of_a_long_deal_are_returned_in_full(db: None) -> None:
    """Of people with long names, who only pass; a game without hands needs no phones that are asked."""
    names = ("あ" * 30, "い" * 30, "う" * 30)
    host = sit(Phone().open_table(names, game="doudizhu"), names[0])
    assert wish(host, second_person="on").status_code == 302
    other = join(host, names[1])
    assert 'data-possible="0"' in html(host.show("round_new"))
    rounds = [f"{names[0]}: {card}\n{names[1]}: pass\n{names[2]}: pass" for card in "3456789TJQKA2"]
    deal = {"landlord": "0", "bid": "1", "plays": "\n".join([*rounds, *rounds])}
    assert host.play(deal).status_code == 302
    assert answer(other, "no", note="a pair") == 302
    assert entry_form(host.show("round_new"))["plays"][0].splitlines() == deal["plays"].splitlines()
    assert host.play(deal).status_code == 302
    assert host.session.rounds.count() == 0
    assert answer(other, "ok") == 302
    assert host.session.rounds.count() == 1


def test_a_proposal_that_changed_rules_no_longer_allow(host: Phone, ben: Phone) -> None:
    """Somebody went out, and by the rules of now nobody does; it can be given back all the same."""
    host.play(OUT)
    held = open_round(host)
    table = Table(host.session)
    flat = {"amount": "flat", "bystanders": "nothing", "deckout": "nogame"}
    add_round(table, {"kind": "rules", "options": flat}, FormVersion(table.revision, new_key(), None))
    line = "these rules have no such ending"
    assert line in text(ben.show("second"))
    assert answer(ben, "ok") == 409
    assert open_round(host) == held
    assert answer(ben, "no") == 302
    assert line not in text(host.show("round_new"))


def test_no_hands_are_collected_while_a_proposal_waits(host: Phone, ben: Phone) -> None:
    collect(host)
    hand = {"round": open_round(host).pk, "hand-1": "K"}
    form = host.fill(DOBON)
    assert host.send(form)["Location"] == host.url("second")
    asked = ben.send(form, "ask")
    assert (asked.status_code, asked["Location"]) == (302, host.url("second"))
    assert ben.post(ben.url("hand"), hand).status_code == 409


def test_ok_twice_is_accepted_and_a_later_one_is_stale(host: Phone, ben: Phone) -> None:
    chie = join(host, "Chie")
    host.play()
    form, theirs = (forms(phone.get(phone.url("second")))["second"] for phone in (ben, chie))
    for _ in range(2):
        response = ben.post(ben.url("second"), {**form, "action": "ok"})
        assert (response.status_code, response["Location"]) == (302, ben.url("table"))
    assert ben.post(ben.url("second"), {**form, "action": "no"}).status_code == 409
    late = chie.post(chie.url("second"), {**theirs, "action": "ok"})
    assert late.status_code == 409
    assert "recorded or cancelled meanwhile" in text(late)
    assert host.session.rounds.count() == 1
    assert host.points() == AFTER_DOBON


def test_an_answer_to_a_returned_or_another_proposal_is_stale(host: Phone, ben: Phone) -> None:
    """Ben has the round on the screen that Chie returns and あき enters again.

    The page of a late answer, perhaps by the same form, does not say recorded or cancelled.
    """
    chie = join(host, "Chie")
    host.play()
    proposed, form = open_round(host), forms(ben.get(ben.url("second")))["second"]
    assert answer(chie, "no") == 302
    for action in ("ok", "no"):
        late = ben.post(ben.url("second"), {**form, "action": action})
        assert late.status_code == 409
        assert "The round now needs to be corrected." in text(late)
        assert "recorded or cancelled" not in text(late)
    form_version = FormVersion(host.session.revision, new_key(), membership(ben).device)
    with pytest.raises(pads.PadClosed) as caught:
        pads.agree(proposed, open_round(host).proposal, form_version)
    assert not isinstance(caught.value, pads.OtherProposal)

    host.play(OUT)
    for action in ("ok", "no"):
        late = ben.post(ben.url("second"), {**form, "action": action})
        assert late.status_code == 409
        assert "re-entered meanwhile" in text(late)
        assert (host.session.rounds.count(), opened(host) is None) == (0, False)
    assert ben.post(ben.url("second"), {**forms(late)["second"], "action": "ok"}).status_code == 302
    assert host.points() == AFTER_OUT


def test_ok_after_a_change_of_the_table_is_stale(host: Phone, ben: Phone) -> None:
    wish(host)
    host.play(OUT)
    wish(host, second_person="on")
    host.play()
    form = forms(ben.get(ben.url("second")))["second"]
    host.confirm_change("round_void", 1)
    stale = ben.post(ben.url("second"), {**form, "action": "ok"})
    assert stale.status_code == 409
    assert "voided" in text(stale)
    assert ben.post(ben.url("second"), {**forms(stale)["second"], "action": "ok"}).status_code == 302
    assert host.points() == AFTER_DOBON


@pytest.mark.parametrize("wishes", [{"second_person": "on"}, {}])
def test_no_other_round_while_a_proposal_waits(host: Phone, ben: Phone, wishes: dict[str, str]) -> None:
    """What waits is not lost either when the table stops wanting a second person."""
    other = ben.fill(OUT)
    host.play()
    assert ben.get(ben.url("round_new"))["Location"] == ben.url("second")
    wish(host, **wishes)
    refused = ben.send({**other, "revision": str(host.session.revision)})
    assert refused.status_code == 409
    assert "Another round waits for a second person." in text(refused)
    assert answer(ben, "ok") == 302
    assert host.points() == AFTER_DOBON


def test_answers_without_a_proposal_and_unknown_answers(host: Phone, ben: Phone) -> None:
    """Nothing is open, then hands are still coming in, then it is another answer than yes or no."""
    assert "No round is open" in text(ben.show("second"))
    assert ben.post(ben.url("second"), {"action": "ok"}).status_code == 409
    collect(host)
    result = open_round(host)
    form = {"round": result.pk, "proposal": result.proposal, "revision": "1", "key": "k" * 16}
    for action in ("ok", "no", "", "other", "ok\x7f"):
        assert ben.post(ben.url("second"), {**form, "action": action}).status_code == 409
        assert opened(host) == result
    host.play()
    assert answer(ben, "other") == 422
    assert (opened(host), host.session.rounds.count()) == (result, 0)


def test_a_repeated_form_proposes_once_also_from_the_outbox(host: Phone, ben: Phone) -> None:
    form = {**host.fill(DOBON), "action": "confirm"}

    def send(*senders: str) -> None:
        for sender in senders:
            response = host.post(host.url("round_new"), form, headers={"Sent-By": sender})
            assert (response.status_code, response["Recorded"]) == (204, form["key"][0])

    send("page", "outbox")
    assert host.session.rounds.count() == 0
    assert host.session.open_rounds.count() == 1
    assert answer(ben, "ok") == 302
    send("outbox")
    assert host.session.rounds.count() == 1


def test_a_proposal_survives_the_end_of_the_table(host: Phone, ben: Phone) -> None:
    wish(host)
    host.play(OUT)
    wish(host, second_person="on")
    host.play()
    assert ben.press("session_end").status_code == 302
    assert "waits for an OK" in text(ben.show("table"))
    assert answer(ben, "ok") == 302
    assert host.session.rounds.count() == 2
    assert host.session.ended_at is not None
