"""A program with a token, and what the description promises of each answer."""

import json
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from scorekeeper.circles.codes import make_token
from tests.doors import circle_of
from tests.helpers import Phone

ROOT = Path(__file__).parents[2]
DESCRIPTION = json.loads((ROOT / "scorekeeper" / "api" / "openapi.json").read_text(encoding="utf-8"))


class Board(Client):
    """A program that somebody has built: it has a token, no cookie, and checks what it gets."""

    def __init__(self, secret: str, **extra: Any) -> None:
        super().__init__(**extra)
        self.secret = secret

    def ask(self, name: str, *args: object, method: str = "GET", **headers: str) -> HttpResponse:
        """An answer, which is what the description says."""
        if self.secret:
            headers.setdefault("authorization", f"Bearer {self.secret}")
        response: HttpResponse = self.generic(method, reverse(name, args=args), headers=headers)
        assert not response.cookies
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response
        if method == "GET":
            promised(response, name)
        return response

    def read(self, name: str, *args: object, **headers: str) -> Any:
        response = self.ask(name, *args, **headers)
        assert response.status_code == 200
        return response.json()


def board_of(phone: Phone) -> Board:
    """A program that reads the circle of a phone's table."""
    return Board(make_token(circle_of(phone), "Board", None))


PATHS = {"api_circle": "/circle", "api_sessions": "/sessions", "api_session": "/sessions/{id}"}


def promised(response: HttpResponse, name: str) -> None:
    """Status, kind and shape of an answer are those of the description."""
    path = PATHS.get(name, "/sessions/{id}")
    answers = DESCRIPTION["paths"][path]["get"]["responses"]
    assert str(response.status_code) in answers
    answer = answers[str(response.status_code)]
    if "$ref" in answer:
        answer = DESCRIPTION["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    assert set(answer.get("headers", ())) <= set(response.headers)
    if "content" not in answer:
        assert not response.content
        return
    [(kind, content)] = answer["content"].items()
    assert response["Content-Type"] == kind
    fits(content["schema"], response.json())


def fits(schema: dict[str, Any], data: Any) -> None:
    """Raise ValidationError where data is not of a schema of the description."""
    Draft202012Validator({**schema, "components": DESCRIPTION["components"]}).validate(data)
