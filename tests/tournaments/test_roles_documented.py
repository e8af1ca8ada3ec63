"""The table of rights in the documentation is the one that is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Role
from tournaments.permissions import TABLE, Holder, Right

PAGE = Path(__file__).resolve().parents[2] / "docs" / "roles.md"


def rows() -> dict[str, list[str]]:
    """The cells of each right as they stand on the page."""
    found = re.findall(r"^\| `(\w+)`: [^|]+\|(.+)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in found}


def test_every_right_stands_on_the_page_with_who_has_it() -> None:
    columns = [*Role, *Holder]
    written = {
        name: {column for column, cell in zip(columns, cells, strict=True) if cell == "yes"}
        for name, cells in rows().items()
    }
    assert written == {right.value: set(TABLE[right]) for right in Right}


def test_the_page_is_what_the_command_writes() -> None:
    call_command("roles_docs", "--check")


def test_a_page_that_is_out_of_date_is_found(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "docs").mkdir()
    copy = tmp_path / "docs" / "roles.md"
    text = PAGE.read_text(encoding="utf-8")
    settings.BASE_DIR = tmp_path
    copy.write_text(text.replace("| `delete`", "| `deletion`"), encoding="utf-8")
    with pytest.raises(CommandError, match="out of date"):
        call_command("roles_docs", "--check")
    call_command("roles_docs", verbosity=0)
    assert copy.read_text(encoding="utf-8") == text
    copy.write_text("no marks", encoding="utf-8")
    with pytest.raises(CommandError, match="marks"):
        call_command("roles_docs")
