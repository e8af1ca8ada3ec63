"""No container engine is at hand where tests run, so what the container files name is looked up instead."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config import env
from devtools.install import UV_VERSION

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
# What the programs themselves or dev.py's own variables mean, besides our settings.
OTHER_VARIABLES = {"HOST", "PORT", "WEB_WORKERS"}
ENGINE_VARIABLES = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "OPENBLAS_NUM_THREADS"}


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    parsed: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
    return parsed


@pytest.fixture(scope="module")
def ours(services: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in services.items() if "build" in service}


def options_of(*program: str) -> str:
    command = [sys.executable, "-m", *program, "--help"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_every_service_a_server_needs_is_there(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"db", "redis", "migrate", "web", "worker"}
    for name, service in services.items():
        assert service.get("healthcheck") or name == "web", name  # web: the image's own
    assert services["migrate"]["healthcheck"] == {"disable": True}
    assert "HEALTHCHECK" in DOCKERFILE


def test_services_wait_for_what_they_need(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            expected = "service_completed_successfully" if other == "migrate" else "service_healthy"
            assert how["condition"] == expected, (name, other)
            assert services[other], (name, other)
    for name in ("web", "worker"):
        assert set(services[name]["depends_on"]) == {"migrate", "redis"}


def test_data_outlives_the_containers(services: dict[str, dict[str, Any]]) -> None:
    declared = set(yaml.safe_load(COMPOSE)["volumes"])
    used = {
        volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])
    }
    assert used == declared
    assert services["db"]["volumes"]
    assert services["redis"]["volumes"]


def test_every_variable_given_to_our_containers_is_one_we_read(ours: dict[str, dict[str, Any]]) -> None:
    for name, service in ours.items():
        assert set(service["environment"]) <= set(env.READ) | OTHER_VARIABLES, name
    baked = set(re.findall(r"(?:^ENV | {4})([A-Z_]+)=", DOCKERFILE.rpartition("\nFROM ")[2], re.MULTILINE))
    assert baked
    assert baked <= set(env.READ) | OTHER_VARIABLES | ENGINE_VARIABLES


def test_every_variable_compose_asks_for_is_in_the_example_file() -> None:
    asked = set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", COMPOSE))
    shown = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert {"SECRET_KEY", "POSTGRES_PASSWORD"} <= asked <= shown


def test_the_database_addresses_are_understood(
    ours: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = ours["web"]["environment"]
    monkeypatch.setenv("DATABASE_URL", re.sub(r"\$\{[^}]*\}", "s3cret", given["DATABASE_URL"]))
    monkeypatch.setenv("REDIS_URL", given["REDIS_URL"])
    database = env.database(tmp_path, pool_size=4)
    assert (database["HOST"], database["NAME"], database["PASSWORD"]) == ("db", "pairwright", "s3cret")
    assert env.broker_url(env.redis_url()) == "redis://redis:6379/0"


def test_commands_of_the_services_exist(ours: dict[str, dict[str, Any]]) -> None:
    assert ours["migrate"]["command"] == ["python", "manage.py", "migrate", "--noinput"]
    assert "migrate" in get_commands()
    worker = ours["worker"]["command"]
    assert worker[:4] == ["celery", "--app", "config", "worker"]
    known = options_of("celery", "worker")
    for word in worker[4:]:
        assert not word.startswith("--") or word in known, word
    known = options_of("celery", "inspect")
    for word in re.findall(r"--(?:destination|timeout)", " ".join(ours["worker"]["healthcheck"]["test"])):
        assert word in known, word


def test_the_image_starts_a_server_that_exists() -> None:
    known = options_of("granian")
    start = DOCKERFILE.rpartition("CMD ")[2]
    assert "exec granian" in start
    for word in re.findall(r"--[a-z-]+", start):
        assert word in known, word
    target = re.search(r"([a-z.]+):application", start)
    assert target
    assert find_spec(target[1])
    probe = re.search(r'"-m", "([a-z.]+)"', DOCKERFILE)
    assert probe
    assert find_spec(probe[1])


def test_what_the_image_copies_is_there() -> None:
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists(), source


def test_versions_agree(services: dict[str, dict[str, Any]]) -> None:
    assert f"uv=={UV_VERSION}" in DOCKERFILE
    client = re.search(r"postgresql-client-(\d+)", DOCKERFILE)
    assert client
    assert services["db"]["image"] == f"postgres:{client[1]}"  # pg_dump refuses a server newer than itself


def test_the_container_does_not_run_as_root() -> None:
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER pairwright$", final, re.MULTILINE)
    assert final.index("USER") < final.index("CMD")


def test_secrets_and_data_stay_out_of_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".git", "var", ".venv"} <= set(ignored)


def test_compose_itself_understands_the_file() -> None:
    docker = shutil.which("docker")
    if (
        not docker
        or subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode
    ):
        pytest.skip("needs docker with its compose plugin")
    surroundings = {**os.environ, "SECRET_KEY": "x", "POSTGRES_PASSWORD": "y"}
    done = subprocess.run(
        [docker, "compose", "config", "--quiet"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
