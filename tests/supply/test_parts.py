"""What is shipped is named with its licence, and listed for programs."""

from importlib import metadata
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.supply import parts, pins

SHIPPED = ("scorekeeper", "static", "templates")
OF_OTHERS = ("*.min.js", "*.otf", "*.ttf", "*.woff", "*.woff2", "LICENSE*", "OFL*")
PACKAGES = sorted(pins.by_name(pins.RUNTIME) | pins.by_name(pins.POSTGRESQL))


def test_every_package_is_named_with_its_licence_and_no_other() -> None:
    assert sorted(parts.licences()) == PACKAGES


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_says_the_same_of_itself(name: str) -> None:
    said = metadata.metadata(name)
    expression = said.get("License-Expression")
    licence = parts.licences()[name]
    if expression:
        assert licence == expression
    else:  # older ones say it in words
        words = [each for each in said.get_all("Classifier") or [] if each.startswith("License")]
        assert any(licence.split("-")[0] in each for each in [*words, said.get("License") or ""])


def _file_belongs(path: Path) -> bool:
    return any(
        path.is_relative_to(whole if whole.is_dir() else whole.parent)
        for whole in (pins.ROOT / each.path for each in parts.kept())
    )


def test_every_file_of_others_is_named_with_its_licence() -> None:
    found = [path for top in SHIPPED for sign in OF_OTHERS for path in (pins.ROOT / top).rglob(sign)]
    assert found
    listed = {path for each in parts.kept() for path in each.files()}
    for path in found:
        text = path.name.startswith(("LICENSE", "OFL"))
        assert _file_belongs(path) if text else path in listed, f"{path} is not in {parts.LICENCES.name}"


def test_every_folder_of_others_is_named_and_has_its_licence_in_it() -> None:
    named = {each.path for each in parts.kept()}
    for folder in (pins.ROOT / "static/vendor").iterdir():
        if folder.is_dir():
            assert f"static/vendor/{folder.name}" in named
            assert (folder / "LICENSE").is_file()


def test_versions_of_files_are_those_told_beside_them() -> None:
    beside = (pins.ROOT / "static/vendor/README.md").read_text()
    for each in parts.kept():
        if each.path.startswith("static/vendor/"):
            assert f"| {each.version} | {each.licence} |" in beside


def test_the_kept_list_is_of_these_parts() -> None:
    """`python -m tests.supply.parts` writes it anew."""
    assert parts.KEPT.read_text() == parts.parts_list()


def test_the_list_is_cyclonedx() -> None:
    check = JsonStrictValidator(SchemaVersion.V1_6)
    assert check.validate_str(parts.KEPT.read_text()) is None
    assert check.validate_str(parts.KEPT.read_text().replace('"library"', '"book"', 1)) is not None


@pytest.mark.long
@pytest.mark.parametrize(("address", "good"), [("https://example.org/", True), ("no address <", False)])
def test_an_address_in_it_is_one(address: str, good: bool) -> None:
    reference = f'"externalReferences": [{{"type": "website", "url": "{address}"}}]'
    told = parts.KEPT.read_text().replace('"type": "library"', f'"type": "library", {reference}', 1)
    assert (JsonStrictValidator(SchemaVersion.V1_6).validate_str(told) is None) is good
