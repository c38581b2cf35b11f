"""仲間: a circle's sessions, its totals and its link."""

from scorekeeper.play.models import GameSession
from tests.helpers import DOBON, OUT, Phone, html, text


def test_totals_over_two_sessions(phone: Phone) -> None:
    """あき 400, Ben −330, Chie −70 on the first night; on the second Ben gets 10 + 70 from Chie and Eva."""
    phone.play(DOBON)
    phone.press("session_end")
    phone.open_table(("Ben", "Chie", "Eva"), phone.session.circle.public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "A 2 3 10 K"})
    shown = text(phone.get(phone.circle_url()))
    assert "All tables together Total 0 ✓ あ あき +400 大 大輔 ±0 E Eva −70 C Chie −80 B Ben −250" in shown


def test_running_and_earlier_sessions(phone: Phone) -> None:
    first = phone.url("table")
    phone.press("session_end")
    phone.open_table(("Ben", "Chie"), phone.session.circle.public_id)
    page = html(phone.get(phone.circle_url()))
    assert page.index('id="h-open"') < page.index(phone.url("table")) < page.index('id="h-ended"')
    assert page.index('id="h-ended"') < page.index(first)


def test_ended_session_shows_its_result(phone: Phone) -> None:
    phone.play(OUT)
    phone.press("session_end")
    assert "Chie +80" in text(phone.get(phone.circle_url()))


def test_link(phone: Phone) -> None:
    link = phone.join_link()
    assert f"http://testserver{link}" in html(phone.get(phone.circle_url()))


def test_opened_by_the_second_device(phone: Phone, second: Phone) -> None:
    assert second.get(phone.circle_url()).status_code == 200


def bring_in(phone: Phone, **data: object) -> None:
    """A second table of the circle, by its form, with one agreed payment."""
    phone.open_table(("Ben", "Chie"), phone.session.circle.public_id)
    GameSession.objects.filter(public_id=phone.sid).update(**data)
    row = {"from-0": "1", "to-0": "0", "points-0": "30"}
    phone.play({"kind": "adjust", **row})


def test_who_owes_whom_over_all_open_tables(phone: Phone) -> None:
    """Ben owes あき 330 here and gets 30 from Chie there; Chie owes あき 70: the two 30s cancel to one."""
    phone.play(DOBON)
    assert "over all open tables" not in text(phone.get(phone.circle_url()))
    bring_in(phone)
    shown = text(phone.get(phone.circle_url()))
    assert "Who owes whom over all open tables B Ben pays あ あき 300 C Chie pays あ あき 100" in shown
    assert "The fewest payments for 2 tables together." in shown
    phone.press("session_end")
    assert "over all open tables" not in text(phone.get(phone.circle_url()))


def test_tables_for_different_units_are_not_joined(phone: Phone) -> None:
    phone.play(DOBON)
    bring_in(phone, rate={"unit": "円", "per_point": "1", "round_to": 10})
    assert "These tables use different units" in text(phone.get(phone.circle_url()))


def test_tables_for_the_same_unit_are_joined(phone: Phone) -> None:
    """At half a yen a point: 165 and 35 here, 30 points at 0.1 there are 3 yen."""
    GameSession.objects.update(rate={"unit": "円", "per_point": "0.5", "round_to": 5})
    phone.play(DOBON)
    bring_in(phone, rate={"unit": "円", "per_point": "0.1", "round_to": 1})
    shown = text(phone.get(phone.circle_url()))
    assert "B Ben pays あ あき 162円 C Chie pays あ あき 38円" in shown
