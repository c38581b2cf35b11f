"""Documents name every setting, command, option and API address of the code, and no other."""

import argparse
import json
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from scorekeeper.api.urls import circle_urls, session_urls
from scorekeeper.scoring.__main__ import _parser as engine_parser
from scorekeeper.scoring.registry import GAMES
from scorekeeper.scoring.sources import SOURCES
from scorekeeper.server.health import ALIVE, READY
from tests.addresses.test_access import FOUND

from .test_documents import ROOT, documents

HISTORY = {"CHANGELOG.md"}
"""Documents that also name what was removed."""


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def section(document: str, heading: str) -> str:
    """A section of a document with those below it."""
    text = read(document)
    _before, level, rest = re.split(rf"^(#+) {re.escape(heading)}$", text, maxsplit=1, flags=re.MULTILINE)
    return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def guides() -> dict[str, str]:
    return {path: read(path) for path in documents() if path not in HISTORY}


# --- Settings

SETTING = re.compile(r"\bSCOREKEEPER_[A-Z_]+\b")
ASKED = re.compile(r"environ(?:\.get\(|\[)\"([A-Z_]+)\"")
OF_A_REQUEST = {"CONTENT_TYPE"}
"""Keys of a WSGI environ, which looks the same."""
FILLED_IN = re.compile(r"\$\{([A-Z_]+)")


@cache
def settings_of_the_code() -> frozenset[str]:
    """Environment variables that the app or the deployment files read."""
    sources = [ROOT / "manage.py", *(ROOT / "scorekeeper").rglob("*.py")]
    deployed = [ROOT / "compose.yaml", ROOT / "Dockerfile", *(ROOT / "scorekeeper/server/deploy").glob("*")]
    result: set[str] = set()
    for path in (*sources, *deployed):
        text = path.read_text(encoding="utf-8")
        result |= {*SETTING.findall(text), *ASKED.findall(text), *FILLED_IN.findall(text)}
    return frozenset(result - OF_A_REQUEST)


def settings_of_the_table() -> set[str]:
    table = section("docs/operating.md", "Settings")
    return set(re.findall(r"`([A-Z_]+)`", "\n".join(re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE))))


def test_every_setting_is_documented_and_the_table_has_no_other() -> None:
    text = section("docs/operating.md", "Settings").replace("=", "`")
    assert [name for name in settings_of_the_code() if f"`{name}`" not in text] == []
    assert (
        {"SCOREKEEPER_DATA", "DATABASE_URL", "TZ", "LANG"} < settings_of_the_table() <= settings_of_the_code()
    )


def test_docker_passes_on_every_setting() -> None:
    """Except the data folder, which the image sets, and the proxies, which follow from its network."""
    named = {name for name in settings_of_the_table() if SETTING.fullmatch(name)}
    handed_on = FILLED_IN.findall((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert named - {"SCOREKEEPER_DATA", "SCOREKEEPER_TRUSTED_PROXIES"} <= set(handed_on)


@pytest.mark.parametrize("document", guides())
def test_every_setting_in_a_document_exists(document: str) -> None:
    assert set(SETTING.findall(guides()[document])) <= settings_of_the_code()


# --- Commands of the app and of the engine

OF_DJANGO = {"createsuperuser", "check"}
"""Commands of Django that documents name."""


def parser_of(name: str) -> argparse.ArgumentParser:
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    return command.create_parser("manage.py", name)


def options(parser: argparse.ArgumentParser) -> set[str]:
    names = (option for action in parser._actions for option in action.option_strings)
    return {option for option in names if option.startswith("--")}


COMMON = options(BaseCommand().create_parser("manage.py", "any"))
COMMANDS = sorted(name for name, app in get_commands().items() if str(app).startswith("scorekeeper."))


def rows(text: str, start: str) -> str:
    """The rows of tables that begin with a text."""
    return "\n".join(line for line in text.splitlines() if line.startswith(f"| `{start}"))


def engine_commands() -> dict[str, argparse.ArgumentParser]:
    [subparsers] = (one for one in engine_parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(subparsers.choices)


def commands() -> Iterator[tuple[str, argparse.ArgumentParser, str, set[str]]]:
    """Every command: its name, its parser, the rows about it, and the options that are said of all."""
    text = section("docs/operating.md", "Commands")
    for name in COMMANDS:
        own = rows(text, f"manage.py {name}") + (rows(text, "--") if name == "serve" else "")
        yield name, parser_of(name), own, COMMON
    text = section("docs/engine.md", "Command line")
    for name, parser in engine_commands().items():
        yield name, parser, rows(text, name), {"--help", "--lang"}


@pytest.mark.parametrize(("name", "parser", "described", "common"), list(commands()))
def test_every_command_is_documented_with_its_options(
    name: str, parser: argparse.ArgumentParser, described: str, common: set[str]
) -> None:
    assert described, name
    assert set(re.findall(r"--[a-z-]+", described)) == options(parser) - common
    assert parser.description or name in engine_commands()
    assert [action.dest for action in parser._actions if not action.help] == []


def test_no_other_command_is_documented() -> None:
    text = section("docs/operating.md", "Commands")
    assert set(re.findall(r"^\| `manage\.py (\w+)", text, re.MULTILINE)) == set(COMMANDS)
    text = section("docs/engine.md", "Command line")
    assert set(re.findall(r"^\| `(\w+)", text, re.MULTILINE)) == set(engine_commands())
    assert "`--lang " in text


CALL = re.compile(r"(?:manage\.py|docker compose run --rm app) ([a-z_]+)([^`\n|#]*)")


@pytest.mark.parametrize("document", guides())
def test_every_command_line_in_the_documents_is_valid(document: str) -> None:
    text = guides()[document]
    for name, rest in CALL.findall(text):
        assert name in {*COMMANDS, *OF_DJANGO}, name
        if name in COMMANDS:
            assert set(re.findall(r"(?<!\S)\[?(--[a-z-]+)", rest)) <= options(parser_of(name)), name + rest
    assert set(re.findall(r"python -m scorekeeper\.scoring (\w+)", text)) <= set(engine_commands())
    for name in re.findall(r"python -m ((?:scorekeeper|tests)[\w.]*\w)", text):
        path = ROOT.joinpath(*name.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), name


# --- Addresses


def addresses(text: str) -> Iterator[str]:
    """Addresses in the first column of tables."""
    yield from re.findall(r"^\| `(?:GET )?(/[^`]*)` \|", text, re.MULTILINE)


def test_the_addresses_in_tables_are_those_of_the_code() -> None:
    described = json.loads(read("scorekeeper/api/openapi.json"))
    [server] = described["servers"]
    api = {server["url"] + path for path in described["paths"]}
    assert set(addresses(section("docs/api.md", "Requests"))) == api
    files = [("/t/<id>/", session_urls), ("/circles/<id>/", circle_urls)]
    routes = {start + str(each.pattern) for start, urls in files for each in urls}
    csv = {route for route in routes if route.endswith(".csv")}
    assert set(addresses(section("docs/api.md", "CSV files"))) == csv
    assert set(addresses(section("docs/operating.md", "Health checks"))) == {ALIVE, READY}


@cache
def known_addresses() -> tuple[str, ...]:
    """Every address of the app; that of the admin too, which is there only where it is enabled."""
    routes = (re.sub(r"<[^>]+>", "<>", f"/{route}") for _name, route, _entry in FOUND)
    return (*routes, ALIVE, READY, "/admin/")


def is_an_address(text: str) -> bool:
    """Whether it is an address of the app, or the start of some."""
    path = re.sub(r"<\w+>|\{\w+\}", "<>", text.rstrip("…"))
    return any(known == path or known.startswith(path.rstrip("/") + "/") for known in known_addresses())


OF_THE_SYSTEM = ("/etc", "/var", "/srv", "/data")


@pytest.mark.parametrize("document", guides())
def test_every_address_exists(document: str) -> None:
    quoted = re.findall(r"`(?:GET )?(/[a-z][^`\s]*)`", guides()[document])
    here = {text for text in quoted if not text.startswith(OF_THE_SYSTEM)}
    assert {text for text in here if not is_an_address(text)} == set()


# --- What pages and the terminal say


@cache
def texts() -> str:
    folders = ("scorekeeper/locale", "scorekeeper/scoring/locale")
    catalogue = "".join(read(f"{folder}/ja/LC_MESSAGES/django.po") for folder in folders)
    return re.sub(r"\"\n\"", "", catalogue).lower()


def test_every_message_in_troubleshooting_exists() -> None:
    quoted = re.findall(r"“([^”]+)”", section("docs/operating.md", "Troubleshooting"))
    assert len(quoted) > 8
    for text in quoted:
        pattern = re.sub(r"\d+", r"(?:\\d+|%\\(\\w+\\)[ds])", re.escape(text.lower()))
        assert re.search(pattern, texts()), text


# --- Sources of the rules


def test_the_sources_of_the_games_are_explained_with_their_titles() -> None:
    text = section("scorekeeper/scoring/README.md", "Sources")
    explained = dict(re.findall(r"^\| `(\d{3})` \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE))
    assert set(explained) == {key for key in SOURCES if key.isdigit()}
    for key, title in explained.items():
        assert title.startswith(SOURCES[key])
    assert {ruleset.source for ruleset in GAMES if ruleset.source} <= set(SOURCES)
