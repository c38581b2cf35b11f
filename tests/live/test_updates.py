"""Updates of pages: without the frame, and rendered once for all phones."""

from time import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.circles.models import Membership, Player, Role
from scorekeeper.live import updates
from tests.helpers import DOBON, OUT, Phone, html, text
from tests.seated import sit

PAGES = [("table",), ("rounds",), ("sheet",), ("settle",), ("round", 1)]


def test_an_update_is_the_page_without_its_frame(phone: Phone, stranger: Phone) -> None:
    """The page contains the address of its event stream.  A stranger gets no cached update either."""
    phone.record(DOBON)
    for page in PAGES:
        whole = html(phone.show(*page))
        for part in (f'data-line="/live/t/{phone.sid}/"', 'data-revision="1"', "js/live/update.js"):
            assert part in whole, page
        update = phone.get(phone.url(*page), {"live": "1"})
        assert update.status_code == 200, page
        assert 'data-revision="1"' in html(update), page
        for part in ('<header class="felt">', '<main id="main"', '<div id="bar">'):
            assert part in html(update), page
        assert "<script" not in html(update), page
        assert "400" in text(update), page
        assert stranger.get(phone.url(*page), {"live": "1"}).status_code == 404, page


def test_the_transfers_of_the_last_round(phone: Phone) -> None:
    """あき takes 330 from Ben (seat 1) and 70 from Chie (seat 2), by the rules' example."""
    phone.record(DOBON)
    page = html(phone.get(phone.url("table"), {"live": "1"})).replace("&quot;", '"')
    assert '{"from": "1", "to": "0", "points": 330}' in page
    assert '{"from": "2", "to": "0", "points": 70}' in page
    assert '"0": 400' in page


def test_an_update_is_cached_until_something_happens(
    phone: Phone, second: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new name does not change the revision; it is shown after the update has expired."""
    path, live = phone.url("table"), {"live": "1"}
    phone.record(DOBON)
    first = html(phone.get(path, live))
    with CaptureQueriesContext(connection) as queries:
        assert html(phone.get(path, live)) == first
    assert len(queries) <= 3, "only the device, and the session with the role, are read"
    Player.objects.filter(name="Ben").update(name="Bernd")
    assert "Bernd" not in html(phone.get(path, live))
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: time() + updates.CACHE_SECONDS)
    assert "Bernd" in html(phone.get(path, live))
    session = phone.session
    type(session).objects.filter(pk=session.pk).update(pad=session.pad + 1)
    assert f'data-pad="{session.pad + 1}"' in html(phone.get(path, live))
    for revision, play in enumerate((OUT, DOBON), 2):
        phone.record(play)
        for each in (phone, second):
            assert f'data-revision="{revision}"' in html(each.get(path, live))


OF_ONE = "csrfmiddlewaretoken", 'name="key"', "/join/"
"""Texts of one phone alone: fields of forms, and invitation links."""


def test_forms_of_an_empty_table_are_not_in_updates(phone: Phone) -> None:
    """Choosing a seat, and a colour for one of two alike: their CSRF tokens would be of another phone."""
    Player.objects.filter(name="Ben").update(color=Player.objects.get(name="あき").color)
    page, update = (html(phone.get(phone.url("table"), data)) for data in ({}, {"live": "1"}))
    assert "looks like" in page
    assert [secret for secret in OF_ONE if secret in update] == []


def test_phones_without_a_seat_share_an_update(phone: Phone, second: Phone) -> None:
    """A host, and a phone of a person without a seat; only a phone with a seat sees its own mark."""
    phone.record(DOBON)
    Player.objects.create(circle=phone.session.circle, name="Emi")
    live = {"live": "1"}
    for page in (("table",), ("rounds",), ("sheet",), ("round", 1), ("board",)):
        path = phone.url(*page)
        pages_seen = {html(each.get(path, live)) for each in (phone, sit(second, "Emi"))}
        assert len(pages_seen) == 1, page
        assert [secret for secret in OF_ONE for update in pages_seen if secret in update] == []
        assert (">you<" in html(sit(second, "Ben").get(path, live))) == (page == ("table",)), page
        assert {html(phone.get(path, live))} == pages_seen, page


def test_an_update_does_not_consume_messages(phone: Phone) -> None:
    phone.play(DOBON)
    phone.get(phone.url("table"), {"live": "1"})
    assert "Saved." in text(phone.show("table"))


def test_a_viewer_each_seat_and_each_language_have_their_own_updates(phone: Phone, second: Phone) -> None:
    path, live = phone.url("table"), {"live": "1"}
    words = {"ja": "合計", "en": "Total 0"}
    for language in ("ja", "en", "ja"):
        update = html(phone.get(path, live, headers={"accept-language": language}))
        assert [each for each, word in words.items() if word in update] == [language]
    phone.record(DOBON)
    membership = Membership.objects.get(device__name="iPhone")
    seen = [html(sit(second, name).get(path, live)) for name in ("Ben", "Chie")]
    Membership.objects.filter(pk=membership.pk).update(role=Role.VIEWER)
    seen += [html(each.get(path, live)) for each in (second, phone)]
    assert len(set(seen)) == 4
    enter = phone.url("round_new")
    assert [enter in each for each in seen] == [True, True, False, True]


def test_transfers_to_the_bank_and_its_row(db: None) -> None:
    """あき pays 20 to the bank; the bank has a row as soon as it has points."""
    phone = Phone().open_table(("あき", "Ben"))
    assert 'data-seat="bank"' not in html(phone.show("table"))
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "bank", "points-0": "20"})
    page = html(phone.get(phone.url("table"), {"live": "1"})).replace("&quot;", '"')
    assert '{"from": "0", "to": "bank", "points": 20}' in page
    assert 'data-seat="bank"' in page
