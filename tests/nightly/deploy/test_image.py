"""The image and what is started with it: linted here, built where there is a Docker."""

import json
import re
import shutil
import subprocess
import sys
import time
import warnings
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.core.management import get_commands

from scorekeeper.server.environment import TRUSTED_PROXIES
from tests.server.running import ROOT

DOCKERFILE, COMPOSE = ROOT / "Dockerfile", ROOT / "compose.yaml"
TAG = "scorekeeper-under-test"
BUILD_S, UP_S, STOP_S = 900, 60, 10


def test_the_dockerfile_has_no_bad_habits() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    result = subprocess.run([str(hadolint), "--no-color", str(DOCKERFILE)], capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.fixture(name="composed")
def _composed() -> dict[str, Any]:
    result: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    return result


def test_what_is_composed_is_well_formed(composed: dict[str, Any]) -> None:
    schema = resources.files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json"
    check = jsonschema.Draft202012Validator(json.loads(schema.read_text()))
    assert [error.message for error in check.iter_errors(composed)] == []


def test_no_password_is_written_down(composed: dict[str, Any]) -> None:
    said = [value for service in composed["services"].values() for value in service["environment"].items()]
    secret = [str(value) for name, value in said if "PASSWORD" in name or "URL" in name]
    assert secret
    for value in secret:
        assert re.sub(r"\$\{(POSTGRES_PASSWORD:\?[^}]+|SCOREKEEPER_PUBLIC_URL:-)\}", "", value) in (
            "",
            "postgres://scorekeeper:@database/scorekeeper",
        )
    assert ".env" in (ROOT / ".gitignore").read_text().split()


def test_the_gateway_that_is_believed_is_the_gateway(composed: dict[str, Any]) -> None:
    [network] = composed["networks"]["scorekeeper"]["ipam"]["config"]
    believed = composed["services"]["app"]["environment"][TRUSTED_PROXIES]
    assert believed == network["gateway"]


def test_everything_that_is_copied_is_let_through() -> None:
    """And nothing is let through that the app does without: tests, data, secrets."""
    copied = set()
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE.read_text(), re.MULTILINE):
        copied |= {each.split("/")[0] for each in line.split()[:-1]}
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert copied == {rule[1:] for rule in rules if rule.startswith("!")}
    assert next(rule for rule in rules if not rule.startswith(("#", "!"))) == "*"
    assert all((ROOT / each).exists() for each in copied)


def test_it_installs_by_hash_and_starts_what_there_is() -> None:
    text = DOCKERFILE.read_text()
    assert "--require-hashes" in text
    assert re.search(r'^CMD \["(\w+)"', text, re.MULTILINE)[1] in get_commands()


def test_the_image_is_built_and_runs() -> None:
    if not docker("version"):
        warnings.warn(
            "THE IMAGE HAS NOT BEEN BUILT: there is no Docker here, or it does not run.", stacklevel=1
        )
        pytest.skip("no Docker")
    assert docker("build", "--file", str(DOCKERFILE), "--tag", TAG, str(ROOT), seconds=BUILD_S)
    assert docker(
        "run", "--detach", "--name", TAG, "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", TAG
    )
    try:
        wait_until_healthy()
        began = time.monotonic()
        assert docker("stop", "--time", "30", TAG)
        assert time.monotonic() - began < STOP_S
        said = subprocess.run(["docker", "logs", TAG], capture_output=True, text=True)
        assert "Traceback" not in said.stdout + said.stderr
    finally:
        docker("rm", "--force", "--volumes", TAG)


def docker(*command: str, seconds: float = 60) -> bool:
    """Whether Docker did it."""
    program = shutil.which("docker")
    if program is None:
        return False
    return subprocess.run([program, *command], stdout=subprocess.DEVNULL, timeout=seconds).returncode == 0


def wait_until_healthy() -> None:
    until = time.monotonic() + UP_S
    asked = ["docker", "inspect", "--format", "{{.State.Health.Status}}", TAG]
    while (said := subprocess.run(asked, capture_output=True, text=True).stdout.strip()) != "healthy":
        assert time.monotonic() < until, said
        time.sleep(0.5)
