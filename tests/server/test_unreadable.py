"""What fails over characters that no database keeps is answered in words; everything else fails as ever."""

import pytest
from django.db import DataError
from django.http import HttpRequest
from django.test import RequestFactory

from scorekeeper.server.unreadable import UnreadableMiddleware, storable

BROKEN = ("\0", "a\ud800", "\udfffz")


def answer(request: HttpRequest, error: Exception) -> int | None:
    response = UnreadableMiddleware(None).process_exception(request, error)  # type: ignore[arg-type]
    return response.status_code if response else None


@pytest.mark.parametrize("text", BROKEN)
def test_answered_in_words_wherever_they_stand(text: str) -> None:
    for place in ("GET", "POST"):
        for name, value in (("title", text), (text, "title")):
            request = RequestFactory().post("/")
            fields = getattr(request, place).copy()
            fields[name] = value
            setattr(request, place, fields)
            assert answer(request, ValueError("NUL")) == 400
            assert answer(request, DataError("NUL")) == 400
            assert answer(request, KeyError("something else")) is None


def test_what_fails_without_them_fails() -> None:
    assert answer(RequestFactory().post("/?a=b", {"title": "日本 😀"}), ValueError("something else")) is None


def test_kept() -> None:
    assert [storable(text) for text in (*BROKEN, "日本 😀\n")] == [
        "\ufffd",
        "a\ufffd",
        "\ufffdz",
        "日本 😀\n",
    ]
