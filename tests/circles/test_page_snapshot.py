"""A GET runs within a database snapshot, which cannot write and always ends."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from scorekeeper.circles.models import Circle
from scorekeeper.circles.routes import ANYBODY, page
from scorekeeper.server.database import in_transaction
from tests.read_only import Written

pytestmark = pytest.mark.postgresql

View = Callable[[HttpRequest], HttpResponse]


def answer(view: View, method: str, reads: bool = True) -> HttpResponse:
    result = page("somewhere/", view, name="somewhere", get=ANYBODY, post=ANYBODY, reads=reads)
    return result.callback(RequestFactory().generic(method, "/somewhere/"))


def in_a_snapshot(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(in_transaction()))


def writes(_request: HttpRequest) -> HttpResponse:
    Circle.objects.create(name="A")
    return HttpResponse()


def test_get_and_head_run_within_a_snapshot(transactional_db: None) -> None:
    for method, within in (("GET", "True"), ("HEAD", "True"), ("POST", "False")):
        assert answer(in_a_snapshot, method).content.decode() == within, method
        assert not in_transaction()


def test_a_get_cannot_write_unless_it_has_no_snapshot(db: None) -> None:
    with pytest.raises(Written), transaction.atomic():
        answer(writes, "GET")
    answer(writes, "GET", reads=False)
    answer(writes, "POST")
    assert Circle.objects.count() == 2


def test_an_error_ends_the_snapshot(transactional_db: None) -> None:
    for error in (Http404, ZeroDivisionError, KeyboardInterrupt):

        def fails(_request: HttpRequest, error: type[BaseException] = error) -> HttpResponse:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            raise error

        with pytest.raises(error):
            answer(fails, "GET")
        assert not in_transaction(), error
