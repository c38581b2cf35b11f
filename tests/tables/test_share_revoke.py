"""結果のページを閉じる: a link is closed by itself, and at once."""

from tests.doors import ask, come_in
from tests.helpers import OUT, Phone, forms, html, text
from tests.tables.test_share import share
from tests.tables.test_shared import path_of


def revoke(phone: Phone, number: int) -> int:
    url = phone.url("share_revoke", number)
    return int(phone.post(url, forms(phone.get(phone.url("share"))).get(url, {})).status_code)


def test_it_is_closed_and_the_others_are_not(phone: Phone) -> None:
    phone.record(OUT)
    first, second = share(phone), share(phone)
    assert revoke(phone, first.pk) == 302
    assert Phone().get(path_of(first)).status_code == 404
    assert Phone().get(f"{path_of(first)}picture.png").status_code == 404
    assert Phone().get(path_of(second)).status_code == 200
    shown = html(phone.show("share"))
    assert (path_of(first) in shown, path_of(second) in shown) == (False, True)
    assert "revoked a link" in text(ask(phone, "changes"))


def test_twice_is_once(phone: Phone) -> None:
    phone.record(OUT)
    link = share(phone)
    assert [revoke(phone, link.pk), revoke(phone, link.pk)] == [302, 302]
    assert phone.session.circle.changes.count() == 2


def test_another_table_closes_nothing(phone: Phone, stranger: Phone) -> None:
    phone.record(OUT)
    link = share(phone)
    assert revoke(stranger, link.pk) == 404
    assert come_in(phone, "viewer").post(phone.url("share_revoke", link.pk)).status_code == 403
    assert Phone().get(path_of(link)).status_code == 200
