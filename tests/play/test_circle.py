"""仲間: a circle's sessions, its totals and its link."""

from .helpers import DOBON, OUT, Phone, html, text


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
