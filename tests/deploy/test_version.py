"""The version is declared in pyproject.toml, and everybody who is asked says that one."""

import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

from django.test import Client

from tests.api.conftest import description
from tests.desk.pages import text

ROOT = Path(__file__).resolve().parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_the_changes_are_cut_at_the_version_with_its_day_and_the_next_one_is_open() -> None:
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heads[0] == "Unreleased"
    cut = [head.split(" - ") for head in heads[1:]]
    assert cut[0][0] == DECLARED
    assert cut[-1] == ["1.0.0", "2026-11-28"]
    days = [date.fromisoformat(day) for _, day in cut]
    assert days == sorted(days, reverse=True)


def test_the_command_says_it() -> None:
    done = subprocess.run([sys.executable, ROOT / "manage.py", "--version"], capture_output=True, check=True)
    assert done.stdout.decode().strip() == DECLARED


def test_the_page_about_the_program_and_the_description_of_the_api_say_it(client: Client) -> None:
    """The page opens no database. That the description is served as committed tests/api/test_openapi.py sees to."""
    answer = client.get("/about/")
    assert f"Pairwright {DECLARED}" in text(answer)
    assert client.get("/about/", headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert 'href="/about/"' in client.get("/about/rights/").content.decode()
    assert description()["info"]["version"] == DECLARED
