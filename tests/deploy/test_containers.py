"""No container engine is at hand where tests run, so what the container files name is looked up instead."""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from itertools import pairwise
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


PARSED: dict[str, Any] = yaml.safe_load(COMPOSE)
SERVICES: dict[str, dict[str, Any]] = PARSED["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "pairwright:local"}
FINAL = DOCKERFILE.rpartition("\nFROM ")[2]


def options_of(*program: str) -> str:
    command = [sys.executable, "-m", *program, "--help"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def assert_known(words: list[str], *program: str) -> None:
    known = options_of(*program)
    assert not [word for word in words if word.startswith("--") and word not in known]


def test_every_service_a_server_needs_is_there_and_waits_for_what_it_needs() -> None:
    assert set(SERVICES) == {"db", "redis", "migrate", "web", "worker"}
    assert [name for name, service in SERVICES.items() if not service.get("healthcheck")] == ["web"]
    assert SERVICES["migrate"]["healthcheck"] == {"disable": True}
    assert "HEALTHCHECK" in DOCKERFILE  # the image's own, for web
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            expected = "service_completed_successfully" if other == "migrate" else "service_healthy"
            assert (how["condition"], other in SERVICES) == (expected, True), (name, other)
    for name in ("web", "worker"):
        assert set(SERVICES[name]["depends_on"]) == {"migrate", "redis"}


def test_one_service_builds_the_image_that_all_of_ours_run() -> None:
    assert set(OURS) == {"migrate", "web", "worker"}
    (builder,) = (name for name, service in SERVICES.items() if "build" in service)
    for name, service in OURS.items():
        assert service["pull_policy"] == "never"
        assert name == builder or builder in service["depends_on"]


def test_the_image_holds_compiled_code_that_is_not_checked_against_times() -> None:
    """What is copied later would lie there uncompiled: nobody can write beside it in a container."""
    building, _, _ = DOCKERFILE.rpartition("\nFROM ")
    assert "UV_COMPILE_BYTECODE=1" in building
    last = re.findall(r"^[A-Z]+ .*", building, re.MULTILINE)[-1]
    assert re.fullmatch(r"RUN \S*python -m compileall (.*) /app", last)
    assert "--invalidation-mode unchecked-hash" in last


def test_data_outlives_the_containers() -> None:
    used = {v.partition(":")[0] for service in SERVICES.values() for v in service.get("volumes", [])}
    assert used == set(PARSED["volumes"])
    assert all(SERVICES[name]["volumes"] for name in ("db", "redis"))


def test_no_container_can_write_elsewhere_or_gain_rights() -> None:
    for name, service in SERVICES.items():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"]), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert not service.get("cap_add") or name not in OURS, name
    (published,) = (ports for service in SERVICES.values() for ports in service.get("ports", []))
    assert published.startswith("${LISTEN:-127.0.0.1}:")


def test_every_variable_of_the_containers_is_one_we_read_and_show() -> None:
    ours = set(env.READ) | OTHER_VARIABLES
    assert set().union(*(service["environment"] for service in OURS.values())) <= ours
    baked = set(re.findall(r"(?:^ENV | {4})([A-Z_]+)=", FINAL, re.MULTILINE))
    assert baked
    assert baked <= ours | ENGINE_VARIABLES
    asked = set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", COMPOSE))
    shown = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"} <= asked <= shown


def test_the_database_addresses_are_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = OURS["web"]["environment"]
    monkeypatch.setenv("DATABASE_URL", re.sub(r"\$\{[^}]*\}", "s3cret", given["DATABASE_URL"]))
    monkeypatch.setenv("REDIS_URL", re.sub(r"\$\{[^}]*\}", "s3cret", given["REDIS_URL"]))
    database = env.database(tmp_path)
    assert (database["HOST"], database["NAME"], database["PASSWORD"]) == ("db", "pairwright", "s3cret")
    assert env.broker_url(env.redis_url()) == "redis://:s3cret@redis:6379/0"
    asked_by_redis = SERVICES["redis"]["command"]
    assert asked_by_redis[asked_by_redis.index("--requirepass") + 1].startswith("${REDIS_PASSWORD:?")


def test_commands_of_the_services_exist() -> None:
    words = OURS["migrate"]["command"][-1].split()
    assert words[:4] == ["python", "manage.py", "migrate", "--noinput"]
    assert {after for word, after in pairwise(words) if word == "manage.py"} == {"migrate", "forget_again"}
    assert {"migrate", "forget_again"} <= get_commands().keys()
    worker = OURS["worker"]["command"]
    assert worker[:4] == ["celery", "--app", "config", "worker"]
    assert_known(worker[4:], "celery", "worker")
    asked = " ".join(OURS["worker"]["healthcheck"]["test"])
    assert_known(re.findall(r"--(?:destination|timeout)", asked), "celery", "inspect")


def test_the_image_starts_a_server_that_exists_and_not_as_root() -> None:
    start = DOCKERFILE.rpartition("CMD ")[2]
    assert_known(re.findall(r"--[a-z-]+", start), "granian")
    server = re.findall(r"exec python -m ([a-z.]+)", start)
    probe = re.findall(r'"-m", "([a-z.]+)"', DOCKERFILE)
    assert [find_spec(module).name for module in server + probe if find_spec(module)] == [
        "config.serve",
        "config.probe",
    ]
    (user,) = re.findall(r"^USER (\d+):\d+$", FINAL, re.MULTILINE)
    assert user != "0" and f"useradd --uid {user} " in FINAL
    assert FINAL.index("USER") < FINAL.index("CMD")


def test_what_the_image_copies_is_there_and_secrets_and_data_stay_out() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    assert not [source for source in " ".join(copied).split() if not (ROOT / source).exists()]
    assert {".env", ".git", "var", ".venv"} <= set((ROOT / ".dockerignore").read_text().split())


def test_checks_and_legs_are_for_the_oldest_python_and_that_of_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = project["project"]["requires-python"].removeprefix(">=")
    (image,) = set(re.findall(r"^FROM python:(\d+\.\d+)-", DOCKERFILE, re.MULTILINE))
    assert project["tool"]["mypy"]["python_version"] == oldest
    assert project["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    steps = (ROOT / ".ci" / "run").read_text()
    assert re.findall(r"^for python in (.+); do$", steps, re.MULTILINE) == [f"{oldest} {image}"]
    (named,) = re.findall(r"^LEG=\((.+?)\)$", steps, re.MULTILINE | re.DOTALL)
    assert all((ROOT / path).exists() for path in named.split())


def test_versions_agree() -> None:
    assert f"uv=={UV_VERSION}" in DOCKERFILE
    (client,) = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)
    assert SERVICES["db"]["image"] == f"postgres:{client}"  # pg_dump refuses a server newer than itself
