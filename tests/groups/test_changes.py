"""変更の記録 of a circle: tables, people, links, phones and rules in one list."""

from datetime import UTC, datetime

from tests.doors import ask, circle_of, come_in, link_of, membership, page, send
from tests.helpers import DOBON, Phone, html, text


def test_tables_names_links_and_phones(phone: Phone) -> None:
    other = come_in(phone, agent="iPhone")
    phone.record(DOBON)
    before = circle_of(phone).name
    send(phone, "circle_rename", name="金曜会")
    send(phone, "link_new", role="2", label="For Eva")
    send(phone, "device_rename", membership(other).pk, name="Ben's")
    send(phone, "link_revoke", link_of(phone, "viewer").pk)
    shown = text(ask(phone, "changes"))
    words = (
        "revoked a link",
        "renamed a phone",
        "made a link",
        "renamed the group",
        "round 1: entered",
        "joined",
    )
    places = [shown.index(one) for one in words]
    assert places == sorted(places)
    assert shown.count("joined") == 2
    assert "joined: Player" in shown
    assert f"{before} becomes 金曜会" in shown
    assert "Player · For Eva" in shown
    assert "iPhone becomes Ben's" in shown


def test_what_was_done_leads_to_where_it_is_seen(phone: Phone) -> None:
    send(phone, "link_new", role="2", label="For Eva")
    send(phone, "ranking", rounds="2")
    shown = html(ask(phone, "changes"))
    for said, where in (
        ("made a link", "circle_settings"),
        ("joined", "circle_settings"),
        ("changed the", "ranking"),
    ):
        assert f'href="{page(phone, where)}">{said}' in shown


def test_a_person_and_two_that_were_merged(phone: Phone) -> None:
    phone.record(DOBON)
    circle = circle_of(phone)
    phone.open_table(("あき", "Benny", "Eva"), circle.public_id)
    ben, benny = circle.players.get(name="Ben"), circle.players.get(name="Benny")
    send(phone, "person_merge", ben.pk, other=str(benny.pk), seen="0")
    shown = html(ask(phone, "changes"))
    assert "merged two people: Ben" in text(ask(phone, "changes"))
    assert f'href="{page(phone, "person_merge", ben.pk)}"' in shown
    viewer = come_in(phone, "viewer")
    assert "merged two people: Ben" in text(ask(viewer, "changes"))
    assert page(phone, "person_merge", ben.pk) not in html(ask(viewer, "changes"))


def test_nothing_of_other_circles(phone: Phone) -> None:
    before = circle_of(phone)
    phone.open_table(("Secret", "Name"))
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert "Secret" not in text(phone.get(f"/circles/{before.public_id}/changes/"))


def test_another_year_is_told(phone: Phone) -> None:
    phone.record(DOBON)
    begun = datetime(2019, 12, 31, 12, tzinfo=UTC)
    phone.session.edits.update(at=begun)
    assert "Dec 31, 2019" in html(ask(phone, "changes"))
