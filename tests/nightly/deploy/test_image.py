"""The Docker image, which is built and run if there is Docker."""

import re
import shutil
import subprocess
import time

import pytest
import yaml
from django.core.management import get_commands

from scorekeeper.server.environment import TRUSTED_PROXIES
from tests.server.running import ROOT, wait_for

DOCKERFILE = ROOT / "Dockerfile"
TAG = "scorekeeper-under-test"
BUILD_S, UP_S, STOP_S = 900, 60, 10


def test_the_trusted_proxy_is_the_gateway() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    [network] = composed["networks"]["scorekeeper"]["ipam"]["config"]
    assert composed["services"]["app"]["environment"][TRUSTED_PROXIES] == network["gateway"]


def test_no_password_is_written_down() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    given = [value for service in composed["services"].values() for value in service["environment"].items()]
    secret = [str(value) for name, value in given if "PASSWORD" in name or "URL" in name]
    asked = r"\$\{(POSTGRES_PASSWORD:\?[^}]+|SCOREKEEPER_PUBLIC_URL:-)\}"
    assert {re.sub(asked, "", value) for value in secret} == {
        "",
        "postgres://scorekeeper:@database/scorekeeper",
    }
    assert ".env" in (ROOT / ".gitignore").read_text().split()


def test_everything_that_is_copied_is_in_the_context() -> None:
    """And nothing that the app does not need: tests, data, secrets."""
    text = DOCKERFILE.read_text()
    assert "--require-hashes" in text
    copied = set()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        copied |= {each.split("/")[0] for each in line.split()[:-1]}
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert copied == {rule[1:] for rule in rules if rule.startswith("!")}
    assert next(rule for rule in rules if not rule.startswith(("#", "!"))) == "*"
    assert all((ROOT / each).exists() for each in copied)
    command = re.search(r'^CMD \["(\w+)"', text, re.MULTILINE)
    assert command
    assert command[1] in get_commands()


def docker(*command: str, seconds: float = 60) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["docker", *command], capture_output=True, text=True, timeout=seconds, check=True)


def test_the_image_is_built_and_runs() -> None:
    if not shutil.which("docker") or subprocess.run(["docker", "version"], capture_output=True).returncode:
        pytest.skip("THE IMAGE HAS NOT BEEN BUILT: there is no Docker here, or it does not run.")
    docker("build", "--file", str(DOCKERFILE), "--tag", TAG, str(ROOT), seconds=BUILD_S)
    docker("run", "--detach", "--name", TAG, "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", TAG)
    try:
        health = ("inspect", "--format", "{{.State.Health.Status}}", TAG)
        wait_for(lambda: docker(*health).stdout.strip() == "healthy", UP_S)
        began = time.monotonic()
        docker("stop", "--time", "30", TAG)
        assert time.monotonic() - began < STOP_S
        said = docker("logs", TAG)
        assert "Traceback" not in said.stdout + said.stderr
    finally:
        docker("rm", "--force", "--volumes", TAG)
