"""Who entered which hand of a round that several phones entered together."""

import pytest

from scorekeeper.play.models import Hand, Round
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.doors import membership
from tests.helpers import Phone
from tests.seated import REST, answer, collect, confirm, join, send_hand, wish

pytestmark = pytest.mark.django_db


def entered(row: Round) -> dict[int, int | None]:
    """The device of each seat's hand."""
    return dict(row.hands.values_list("seat__number", "entered_by"))


def device(phone: Phone) -> int:
    return membership(phone).device.pk


@pytest.mark.parametrize("hidden", [{}, {"hidden_hands": "on"}])
def test_each_phone_its_own_hand(host: Phone, ben: Phone, hidden: dict[str, str]) -> None:
    wish(host, **hidden)
    collect(host)
    send_hand(ben, "K")
    sent = OpenHand.objects.get()
    assert confirm(host, **REST).status_code == 302
    row = Round.objects.get()
    assert entered(row) == {0: device(host), 1: device(ben), 3: device(host)}
    assert row.hands.get(seat__number=1).entered_at == sent.at


@pytest.mark.parametrize("wishes", [{}, {"second_person": "on"}])
def test_what_was_sent_is_not_kept_twice(host: Phone, ben: Phone, wishes: dict[str, str]) -> None:
    wish(host, **wishes)
    collect(host)
    send_hand(ben, "K")
    confirm(host, **REST)
    if wishes:
        assert answer(ben, "ok") == 302
    assert Hand.objects.filter(cards="K").count() == 1
    assert not OpenHand.objects.exists()
    assert OpenRound.objects.get().facts is None


def test_a_hand_that_was_changed_afterwards(host: Phone, ben: Phone) -> None:
    collect(host)
    send_hand(ben, "K")
    assert confirm(host, **REST, **{"hand-1": "9"}).status_code == 302
    assert set(entered(Round.objects.get()).values()) == {device(host)}


@pytest.mark.parametrize("typed", ["\uff12 \uff11\uff10", "♠2 T"])
@pytest.mark.parametrize("wishes", [{}, {"second_person": "on"}])
def test_the_same_hand_however_it_was_typed(
    host: Phone, ben: Phone, typed: str, wishes: dict[str, str]
) -> None:
    wish(host, **wishes)
    collect(host)
    send_hand(ben, typed)
    shown = "S2 10" if "♠" in typed else "2 10"
    assert confirm(host, **REST, **{"hand-1": shown}).status_code == 302
    assert not wishes or answer(ben, "ok") == 302
    assert entered(Round.objects.get())[1] == device(ben)


@pytest.mark.parametrize("hidden", [{}, {"hidden_hands": "on"}])
def test_a_second_person_enters_nothing(host: Phone, ben: Phone, hidden: dict[str, str]) -> None:
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
    assert answer(chie, "ok") == 302
    whose = device(host if hidden else ben)
    assert entered(Round.objects.get()) == {0: device(host), 1: whose, 3: device(host)}
