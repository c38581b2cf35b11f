"""One real server, one browser and as many phones as a test wants, all of them watched for errors."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.phone import LOOPBACK, PLAIN, SMALL, Phone, Shape, open_phone
from tests.server.running import REAL, Running, running

HERE = Path(__file__).parent
LONGEST = HERE / "test_layout.py"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OpenPhone = Callable[..., Phone]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.path != LONGEST)  # at the end they would keep one process busy alone


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """The server is another process; its limits are wide enough for a browser."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The server as people start it, with the settings they get."""
    folder, names = tmp_path_factory.mktemp("data"), {"SCOREKEEPER_HOSTS": PLAIN}
    with running(folder, "--host", "127.0.0.1", settings=REAL, own=names) as result:
        assert "http://127.0.0.1:" in result.output, result.output
        yield result


@pytest.fixture(scope="session")
def _playwright() -> Iterator[Playwright]:
    with sync_playwright() as result:
        yield result


def chromium(playwright: Playwright) -> str | None:
    """Where the browser is: named by CHROMIUM, in the path, or one that Playwright fetched."""
    places = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), playwright.chromium.executable_path]
    return next((place for place in places if place and Path(place).exists()), None)


@pytest.fixture(scope="session")
def browser(_playwright: Playwright) -> Iterator[Browser]:
    place = chromium(_playwright)
    if place is None:
        pytest.fail("No Chromium: install it or name it in CHROMIUM. The browser tests have not been run.")
    result = _playwright.chromium.launch(executable_path=place, args=FLAGS)
    yield result
    result.close()


@pytest.fixture
def base(server: Running) -> str:
    """The address of the server on loopback."""
    return f"http://127.0.0.1:{server.port}"


MOST_SPARE = 4
SparePhones = dict[str, list[Phone]]


@pytest.fixture(scope="session")
def spare_phones() -> SparePhones:
    """Phones that earlier tests have left, emptied, by language: opening a new one takes much longer."""
    return {}


@pytest.fixture
def phones(
    request: pytest.FixtureRequest, browser: Browser, base: str, spare_phones: SparePhones
) -> Iterator[OpenPhone]:
    """Open a phone: `phones()`, `phones(Shape(390, 844), lang="en", dark=True, js=False)`.

    Those of a module with `SERVICE_WORKER = True` get the service worker, if they reach the server by an
    address that may have one. A phone with no other wish than its shape and language may be one of an earlier
    test, which still has files in its cache; `new=True` is one that nobody had before.
    """
    opened: list[Phone] = []
    wanted = getattr(request.module, "SERVICE_WORKER", False)

    def make(
        shape: Shape = SMALL, *, at: str = base, lang: str = "ja", new: bool = False, **wishes: Any
    ) -> Phone:
        reusable = not (new or wanted or wishes) and at == base
        if reusable and spare_phones.get(lang):
            phone = spare_phones[lang].pop()
            phone.show(shape)
        else:
            wishes = {"worker": wanted and LOOPBACK in at} | wishes
            phone = open_phone(browser, at, shape, lang=lang, **wishes)
            phone.reusable = reusable
        opened.append(phone)
        return phone

    yield make
    troubles = [trouble for phone in opened for trouble in phone.troubles]
    for phone in opened:
        if phone.reusable and sum(map(len, spare_phones.values())) < MOST_SPARE:
            phone.reset()
            spare_phones.setdefault(phone.lang, []).append(phone)
        else:
            phone.context.close()
    assert not troubles, troubles


@pytest.fixture
def phone(phones: OpenPhone) -> Phone:
    """A small Japanese phone."""
    return phones()
