import re

import pytest
from django.template import TemplateDoesNotExist
from django.test import Client, RequestFactory, override_settings

from scorekeeper.server import errors

pytestmark = pytest.mark.urls("tests.server.stub_urls")


@pytest.fixture(name="calm")
def _calm(client: Client) -> Client:
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(("path", "status"), [("/boom/", 500), ("/big/", 413), ("/nothing", 404)])
def test_the_page_tells_nothing_of_the_inside(calm: Client, path: str, status: int) -> None:
    answer = calm.get(path)
    text = answer.content.decode()
    assert answer.status_code == status
    for inside in ("Traceback", "inside story", "RuntimeError", "stub_urls", ".py", "urlpatterns"):
        assert inside not in text


def test_a_form_without_its_token_is_refused_kindly() -> None:
    answer = Client(enforce_csrf_checks=True).post("/echo/", {"name": "a"})
    assert answer.status_code == 403
    assert "CSRF" not in answer.content.decode()


@pytest.mark.parametrize("data", [{"text": "x" * (1024 * 1024 + 1)}, {f"f{n}": "" for n in range(501)}])
def test_what_is_too_large_leaves_no_traceback_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, data: dict[str, str]
) -> None:
    """A stranger could fill the disk with them; where files may be large no length refuses a form."""
    with override_settings(WIDE_PATHS=re.compile("/echo/")):
        assert client.post("/echo/", data).status_code in {400, 413}
    assert caplog.records == []


@pytest.mark.parametrize("length", ["many", "1e3"])
def test_a_length_that_is_no_number(client: Client, length: str) -> None:
    assert client.post("/echo/", CONTENT_LENGTH=length).status_code == 400


@pytest.mark.parametrize("failure", [TemplateDoesNotExist("errors.html"), RuntimeError("no database")])
def test_plain_text_when_the_page_cannot_be_made(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    def fail(*_args: object) -> str:
        raise failure

    monkeypatch.setattr(errors, "render_to_string", fail)
    answer = errors.error_page(RequestFactory().get("/"), 418, "題", "本文")
    assert (answer.status_code, answer.content.decode()) == (418, "題\n\n本文\n")
    assert answer["Content-Type"].startswith("text/plain")
