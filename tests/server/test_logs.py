"""Logs, and what they must not contain."""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from scorekeeper.server.logs import JsonLines
from tests.live.clients import EventStream, Sender
from tests.server.running import Running, running

JSON, REQUESTS = {"SCOREKEEPER_LOG": "json"}, {"SCOREKEEPER_LOG_REQUESTS": "1"}
SETTINGS = "tests.server.loud_settings"
BOOM = "tests.server.stub_urls.boom"
NAMES = ("Annegret", "Benedikta", "しづか", "Dorothea")


def log_lines(server: Running) -> list[dict[str, Any]]:
    """The JSON objects of the log."""
    lines = server.lines[[line.startswith("{") for line in server.lines].index(True) :]
    assert lines.pop() == "Stopped. Everything is saved.\n"
    return [json.loads(line) for line in lines]


def an_evening(server: Running) -> list[str]:
    """Open a table, play, follow it and cause errors; returns what the log must not contain."""
    phone = Sender(server).open_table(NAMES)
    phone.play()
    circle = phone.circle()

    async def look_on() -> None:
        line = await EventStream.open(server.port, phone.sid, phone.cookie)
        await line.event()
        line.close()

    asyncio.run(look_on())
    assert phone.ask("GET", f"/stumble/?name={quote(NAMES[2])}")[0] == 500
    assert phone.ask("GET", "/nowhere/Annegret/")[0] == 404
    assert phone.ask("POST", f"/t/{phone.sid}/rounds/new/", {"hand-1": "9 9 7"})[0] in (403, 422)
    secret = [
        *NAMES,
        phone.sid,
        circle.split("/")[2],
        *filter(None, phone.cookies.values()),
        "127.0.0.1",
        "nowhere",
    ]
    return [*secret, *map(quote, NAMES), "10 10", "9 9 7", "/t/", "/circles/", "Python-urllib"]


def test_a_json_log_contains_no_secrets(tmp_path: Path) -> None:
    with running(tmp_path, settings=SETTINGS, own=JSON | REQUESTS) as server:
        secrets = an_evening(server)
    lines = log_lines(server)
    text = json.dumps(lines, ensure_ascii=False)
    assert [secret for secret in secrets if secret in text] == []
    answers = [line for line in lines if line["logger"] == "scorekeeper.requests"]
    assert {"session_new", "round_new", "live", "stumble", "-"} <= {line["view"] for line in answers}
    [round_sent] = [line for line in answers if line["message"] == "302 POST round_new"]
    assert round_sent.keys() == {
        *("time", "level", "logger", "message", "status", "method", "view", "ms", "bytes", "request")
    }
    assert round_sent["time"][10] == "T"
    assert len(round_sent["time"]) == len("2026-11-22T21:15:03.123Z")
    assert round_sent["ms"] > 0
    [mishap] = [line for line in lines if line["level"] == "ERROR"]
    assert mishap["message"] == "500 GET stumble"
    assert mishap["error"] == "IntegrityError from ValueError"
    assert mishap["at"][-1].startswith("tests/server/loud_urls.py:")
    assert mishap["request"] in [line["request"] for line in answers if line["view"] == "stumble"]


@pytest.mark.long
def test_requests_are_not_logged_by_default(tmp_path: Path) -> None:
    with running(tmp_path, own=JSON) as server:
        assert server.ask("GET", "/")[0] == 200
        status, headers, _text = server.ask("GET", "/boom/", None, {"X-Request-ID": "Annegret"})
    [line] = log_lines(server)
    assert (status, line["status"], line["view"], line["error"]) == (500, 500, BOOM, "RuntimeError")
    assert line["request"] == headers["x-request-id"] != "Annegret"


@pytest.mark.long
def test_requests_in_plain_lines(tmp_path: Path) -> None:
    with running(tmp_path, own=REQUESTS) as server:
        assert server.ask("GET", "/echo/")[0] == 200
        assert server.ask("GET", "/healthz")[0] == 200
    assert "INFO scorekeeper.requests: 200 GET tests.server.stub_urls.echo " in server.output
    assert "INFO scorekeeper.requests: 200 GET alive " in server.output


def line_of(message: str, *args: object, name: str = "scorekeeper.play", **more: Any) -> dict[str, Any]:
    record = logging.makeLogRecord({"name": name, "msg": message, "args": args, **more})
    result: dict[str, Any] = json.loads(JsonLines().format(record))
    return result


def test_messages_have_arguments_only_of_our_own_and_of_exceptions_the_type() -> None:
    """asyncio formats its messages itself, with the exception in the second line."""
    result = line_of("Session %d cannot be read: %s", 7, ValueError("Annegret holds 9 9"))
    assert result["message"] == "Session 7 cannot be read: ValueError"
    assert line_of("Not in %s", "Annegret", name="django.security")["message"] == "Not in %s"
    result = line_of("Task failed\nfuture: <ValueError('Annegret')>", name="asyncio")
    assert result["message"] == "Task failed"


def test_database_errors_are_logged_without_traceback() -> None:
    problem = OperationalError("database or disk is full")
    problem.sqlite_errorcode = 13  # type: ignore[attr-defined]
    request = RequestFactory().post("/t/secret/")
    try:
        raise problem
    except OperationalError:
        result = line_of(
            "x", request=request, status_code=503, exc_info=sys.exc_info(), name="django.request"
        )
    assert result["message"] == "503 POST -"
    assert (result["error"], result["trouble"]) == ("OperationalError", "full")
    assert "at" not in result
