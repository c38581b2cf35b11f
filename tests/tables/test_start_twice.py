"""The form that starts a table, sent twice: a double tap, or an answer that was lost."""

from typing import Any

import pytest
from django.db import IntegrityError

from scorekeeper.circles.models import Circle, Device, Membership, Role
from scorekeeper.circles.services import remove_device
from scorekeeper.play import services
from scorekeeper.play.models import GameSession
from tests.at_once import at_once, copies
from tests.helpers import NAMES, Phone, forms

pytestmark = pytest.mark.postgresql

URL = "/new/"


def filled(phone: Phone, path: str = URL) -> dict[str, Any]:
    return {**forms(phone.get(path))["new"], "name": list(NAMES)}


@pytest.mark.django_db
def test_other_contents_or_another_form_start_another_table() -> None:
    phone = Phone()
    form = filled(phone)
    phone.post(URL, form)
    phone.post(URL, {**form, "title": "later"})
    phone.post(URL, filled(phone))
    assert GameSession.objects.count() == 3


@pytest.mark.django_db
def test_a_browser_that_kept_only_the_second_answer_is_in() -> None:
    """Both requests left without a cookie; each answer brings one of its own."""
    first, second = Phone(), Phone()
    form = filled(first)
    place = first.post(URL, form)["Location"]
    assert second.post(URL, form)["Location"] == place
    assert second.get(place).status_code == 200
    assert set(Membership.objects.values_list("role", flat=True)) == {Role.HOST}


@pytest.mark.django_db
def test_the_form_is_no_way_back_in_for_who_was_put_out() -> None:
    first, second = Phone(), Phone()
    form = filled(first)
    place = first.post(URL, form)["Location"]
    second.post(URL, form)
    remove_device(Membership.objects.latest("pk"))
    for phone in (second, Phone()):
        assert phone.post(URL, form)["Location"] == place
        assert phone.get(place).status_code == 404


@pytest.mark.django_db
def test_nobody_becomes_a_host_by_the_form_of_a_circle() -> None:
    """A player starts a table in the circle and sends the same once more, also to the other page."""
    host = Phone().open_table()
    guest = Phone().sit_at(host)
    path = f"{host.circle_url()}new/"
    form = filled(guest, path)
    assert guest.post(path, form)["Location"] == guest.post(path, form)["Location"]
    guest.post(URL, form)
    own = Membership.objects.get(device=Device.objects.order_by("pk")[1], circle=host.session.circle)
    assert own.role == Role.PLAYER
    assert host.session.circle.sessions.count() == 2


@pytest.mark.django_db
def test_whoever_is_second_by_a_moment_gets_the_table_of_the_first(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both looked for the table before either had written it: the database takes one of them."""
    first, start = phone.session, services._start

    def refused(*_words: object) -> GameSession:
        GameSession.objects.filter(pk=first.pk).update(form_hash="form")
        monkeypatch.setattr(services, "_start", start)
        raise IntegrityError

    monkeypatch.setattr(services, "_start", refused)
    result = services.started_once("form", lambda: GameSession.objects.create(circle=first.circle))
    assert result == first
    assert GameSession.objects.count() == 1


@pytest.mark.usefixtures("shared_database")
def test_eight_times_at_once() -> None:
    phone = Phone().open_table()
    form = filled(phone)
    answers = at_once([lambda tab=tab: tab.post(URL, form) for tab in copies(phone, 8)])
    assert len({answer["Location"] for answer in answers}) == 1
    assert (GameSession.objects.count(), Circle.objects.count()) == (2, 2)
