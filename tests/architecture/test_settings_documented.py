"""A variable nobody documented is red, and so is one that is documented but not read."""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.architecture.source import ROOT, python_files

# Read by docker-compose.yml alone.
COMPOSE_ONLY = {"LISTEN", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}


def settings_variables() -> set[str]:
    """Variables that the settings have read, and those that only the container's health check reads."""
    from django.conf import settings

    assert settings.configured
    probe = set(re.findall(r'env\.\w+\("([A-Z_]+)"', (ROOT / "config" / "probe.py").read_text()))
    return set(env.READ) | probe


def script_variables() -> set[str]:
    """Variables that dev.py and `pairwright start` read themselves, also from the environment they hand on; not what an
    attack tells its own processes.
    """
    files = [path for path in python_files("devtools", "pairwright/start") if "attack" not in path.parts]
    text = "".join(path.read_text() for path in [ROOT / "dev.py", *files])
    return set(re.findall(r'(?:os\.environ\[|\benv(?:iron)?\.get\()"([A-Z_]+)"', text))


def documented(path: Path, pattern: str) -> set[str]:
    return set(re.findall(pattern, path.read_text(), re.MULTILINE))


def test_every_variable_stands_in_the_example_file_and_in_the_deployment_guide() -> None:
    read = settings_variables() | script_variables() | COMPOSE_ONLY
    assert documented(ROOT / ".env.example", r"^#?([A-Z_]+)=") == read
    assert documented(ROOT / "docs" / "deploy.md", r"`([A-Z][A-Z_]+)`") >= read


def test_the_example_file_gives_the_real_defaults() -> None:
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    spelled: dict[type, Callable[[Any], str]] = {
        bool: lambda value: str(int(bool(value))),
        list: lambda value: ",".join(value),
    }
    for name, default in env.READ.items():
        if isinstance(default, Path) or name == "ENV_FILE":
            continue
        assert shown[name] == spelled.get(type(default), str)(default), name


def start(
    show: str = "s.DATABASES['default']['ENGINE'], s.DATA_DIR, s.DEBUG", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Import the settings in a process that has only these variables, and print some."""
    surroundings = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, **variables}
    code = f"import config.settings as s; print({show})"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )


def test_settings_work_with_no_variable_but_the_folder_for_data(tmp_path: Path) -> None:
    """The key that is made there is kept, and readable by its owner only."""
    done = start(DATA_DIR=str(tmp_path / "new"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["django.db.backends.sqlite3", str(tmp_path / "new"), "False"]
    file = tmp_path / "new" / "secret_key"
    first = file.read_text()
    assert len(first) >= 50
    assert file.stat().st_mode & 0o077 == 0
    start(DATA_DIR=str(tmp_path / "new"))
    assert file.read_text() == first


def test_with_https_cookies_are_taken_from_this_host_alone(tmp_path: Path) -> None:
    """What browsers ask of such a name (RFC 6265bis, 4.1.3.2): Secure, the path /, no domain."""
    names = ("SESSION", "CSRF", "DEVICE")
    done = start(", ".join(f"s.{name}_COOKIE_NAME" for name in names), DATA_DIR=str(tmp_path), HTTPS="1")
    assert done.stdout.split() == ["__Host-sessionid", "__Host-csrftoken", "__Host-pairwright_device"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DEBUG", "perhaps", "1 or 0"),
        ("PAIR_ON_WORKER_FROM", "-3", "whole number"),
        ("PAIR_ON_WORKER_FROM", "many", "whole number"),
        ("LANGUAGE_CODE", "tlh", "one of en, da, ja"),
        ("LOG_LEVEL", "loud", "one of DEBUG"),
        ("TIME_ZONE", "Europe/Atlantis", "time zone"),
        ("REDIS_URL", "http://localhost", "redis://"),
        ("DATABASE_URL", "mysql://localhost/x", "postgres://"),
        ("API_RATE_TOOLS", "often", "120/min"),
        ("LIMIT_SEARCHES", "600/30", "600/min"),
        ("PROXY_ADDRESSES", "proxy.example.org", "10.0.0.5"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"{name}.*{re.escape(said)}"):
        runpy.run_path(str(ROOT / "config" / "settings.py"))
