"""The command `serve`."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import free_port
from tests.server.running import DATABASE, STUB, Running, refused, running, wait_for


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve") / "data"


@pytest.fixture(name="server", scope="module")
def _server(folder: Path) -> Iterator[Running]:
    """A server that creates its folder, with the usual umask."""
    before = os.umask(0o022)
    try:
        with running(folder, fresh=True) as result:
            yield result
    finally:
        os.umask(before)


@pytest.fixture(name="public", scope="module")
def _public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    port = free_port()
    more = ("--public-url", "https://cards.example.org", "--port", str(port))
    with running(tmp_path_factory.mktemp("public"), *more) as result:
        assert "https://cards.example.org/" in result.first_line
        result.first_line += f"http://127.0.0.1:{port}/"
        yield result


def test_the_address_and_its_qr_code_are_printed(server: Running) -> None:
    assert re.search(r"http://[0-9.]+:[1-9][0-9]*/", server.first_line)
    server.ask("GET", "/")
    assert server.output.count("█") > 50


def test_a_page(server: Running) -> None:
    status, headers, _text = server.ask("GET", "/")
    assert status == 200
    assert "server" not in headers
    assert "Secure" not in headers["set-cookie"]


def test_static_files_are_hashed_compressed_and_immutable(server: Running, folder: Path) -> None:
    hashed = next((folder / "static" / "css").glob("app.*.css")).name
    status, headers, _text = server.ask("GET", f"/static/css/{hashed}", headers={"Accept-Encoding": "gzip"})
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"


def test_only_the_owner_can_read_the_data_folder(server: Running, folder: Path) -> None:
    assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
    assert (folder / DATABASE).exists() != ("DATABASE_URL" in os.environ)
    assert {path.name for path in folder.rglob("*") if path.stat().st_mode & 0o077} == set()


def test_an_unknown_host_is_refused_except_for_health_checks(server: Running) -> None:
    assert server.ask("GET", "/", headers={"Host": "evil.example"})[0] == 400
    for path in ("/healthz", "/readyz"):
        status, headers, text = server.ask("GET", path, headers={"Host": "app:8000"})
        assert (status, text) == (200, "ok\n")
        assert "set-cookie" not in headers
        assert headers["x-content-type-options"] == "nosniff"


def test_a_body_of_ten_megabytes_is_answered_by_413(server: Running) -> None:
    status, _headers, text = server.ask("POST", "/echo/", b"x" * 10 * 1024 * 1024)
    assert status == 413
    assert "Traceback" not in text


def test_an_error_shows_no_details_and_logs_no_path(server: Running) -> None:
    status, _headers, text = server.ask("GET", "/boom/?link=hush-hush")
    assert status == 500
    assert "inside story" not in text
    server.ask("GET", "/c/hush-hush/")
    wait_for(lambda: "500 GET tests.server.stub_urls.boom\n" in server.output)
    assert [secret for secret in ("hush-hush", "/boom/") if secret in server.output] == []


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="with PostgreSQL a folder may have several servers")
def test_a_second_server_on_the_folder_names_the_first(folder: Path, server: Running) -> None:
    """Nothing in the folder is changed."""
    kept = [(folder / name).read_bytes() for name in ("secret.key", "static.stamp")]
    [address] = re.findall(r"http://\S+", server.first_line)
    said = refused(folder, settings=STUB)
    assert f"{folder} cannot be used: it is in use already ({address})." in said
    assert "--data" in said
    assert server.ask("GET", "/")[0] == 200
    assert [(folder / name).read_bytes() for name in ("secret.key", "static.stamp")] == kept


class TestBehindAProxy:
    forwarded = {"Host": "cards.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}

    @pytest.mark.parametrize(
        "path", ["/", "/nothing/", "/boom/", "/live/t/nothing/", "/healthz", "/static/css/app.css"]
    )
    def test_every_response_has_hsts(self, public: Running, path: str) -> None:
        """Also those that are not from the pages."""
        _status, headers, _text = public.ask("GET", path, headers=self.forwarded)
        assert headers["strict-transport-security"] == "max-age=31536000"
        assert headers["cross-origin-opener-policy"] == "same-origin"

    def test_plain_http_is_redirected(self, public: Running) -> None:
        status, headers, _text = public.ask("GET", "/x/", headers={"Host": "cards.example.org"})
        assert (status, headers["location"]) == (301, "https://cards.example.org/x/")

    def test_a_form_is_accepted(self, public: Running) -> None:
        _status, headers, token = public.ask("GET", "/", headers=self.forwarded)
        assert {"Secure", "HttpOnly"} <= set(headers["set-cookie"].split("; "))
        sent = f"name=a&csrfmiddlewaretoken={token}".encode()
        more = {
            "Cookie": headers["set-cookie"].partition(";")[0],
            "Origin": "https://cards.example.org",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        assert public.ask("POST", "/echo/", sent, self.forwarded | more)[0::2] == (200, "a")
