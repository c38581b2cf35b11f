"""The description is OpenAPI, is served, and names every address there is, and no other."""

from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import resolve
from jsonschema import Draft202012Validator

from scorekeeper.api.urls import token_urls

from .boards import DESCRIPTION


def references(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from [data["$ref"]] if isinstance(data.get("$ref"), str) else ()
        for value in data.values():
            yield from references(value)
    elif isinstance(data, list):
        for value in data:
            yield from references(value)


def pointed_at(reference: str) -> Any:
    data: Any = DESCRIPTION
    for name in reference.removeprefix("#/").split("/"):
        data = data[name]
    return data


def test_it_is_served_to_everybody(db: None) -> None:
    response = Client().get("/api/v1/openapi.json")
    assert response.json() == DESCRIPTION
    assert response["Access-Control-Allow-Origin"] == "*"


def test_every_address_is_described() -> None:
    prefix = DESCRIPTION["servers"][0]["url"]
    named = {resolve(prefix + path.replace("{id}", "a")).url_name for path in DESCRIPTION["paths"]}
    assert named == {entry.name for entry in token_urls} - {"api_other"}


def test_every_schema_is_one() -> None:
    for schema in DESCRIPTION["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    assert DESCRIPTION["openapi"].startswith("3.1.")


def test_what_is_referred_to_is_there_and_used() -> None:
    used = set(references(DESCRIPTION))
    assert all(pointed_at(one) for one in used)
    kinds = ("schemas", "responses", "parameters")
    there = {f"#/components/{kind}/{name}" for kind in kinds for name in DESCRIPTION["components"][kind]}
    assert used == there
