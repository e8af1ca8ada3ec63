"""What is too long to be read at once is split: files of 400 lines, functions of 60, ten branches."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, python_files, shown

FILE_LINES = 400
FUNCTION_LINES = 60
FILES = [ROOT / "dev.py", ROOT / "manage.py", *python_files(*PACKAGES, "tests")]


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(), str(path)) for path in FILES}


def test_no_file_is_longer_than_can_be_overlooked() -> None:
    long = {
        shown(path): lines for path in FILES if (lines := len(path.read_text().splitlines())) > FILE_LINES
    }
    assert not long, f"over {FILE_LINES} lines: {long}"


def test_no_function_is_longer_than_a_screen(trees: dict[Path, ast.Module]) -> None:
    long = {
        f"{shown(path)}:{node.lineno} {node.name}": lines
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES
    }
    assert not long, f"over {FUNCTION_LINES} lines: {long}"


def test_no_function_branches_more_than_ten_ways() -> None:
    command = [sys.executable, "-m", "ruff", "check", "--select", "C901", "--output-format", "concise", "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_left_to_be_done_later() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X:")
    left = [
        f"{shown(path)}:{number}"
        for path in FILES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if any(mark in line for mark in marks)
    ]
    assert not left
