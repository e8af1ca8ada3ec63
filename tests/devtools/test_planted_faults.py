"""Planted faults: where each belongs, and when a test has found one. The list itself is run by hand."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from devtools import faults

SOURCE = '''LIMIT = 3


def is_few(count: int | None) -> bool:
    """Whether count < LIMIT."""
    return count is not None and count < LIMIT
'''
MOVED = "class Count:\n" + "".join(
    f"    {line}" if line.strip() else line for line in SOURCE.splitlines(True)
)
FAULT: faults.Fault = {
    "id": "X01",
    "file": "pairing/few.py",
    "function": "is_few",
    "old": ["    return count is not None and count < LIMIT"],
    "new": ["    return count is not None and count > LIMIT"],
}


def test_planting_changes_one_place_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pairing").mkdir()
    for name in ("few", "fewer"):
        (tmp_path / "pairing" / f"{name}.py").write_text(SOURCE)
    assert faults.find(FAULT, tmp_path) == (tmp_path / "pairing" / "few.py", 5)
    expected = SOURCE.replace("and count < LIMIT", "and count > LIMIT")
    assert faults.planted(FAULT, *faults.find(FAULT, tmp_path)) == expected


def test_a_fault_is_found_again_where_its_code_has_moved_to(tmp_path: Path) -> None:
    (tmp_path / "tournaments").mkdir()
    (tmp_path / "tournaments" / "counts.py").write_text(MOVED)
    place = faults.find(FAULT, tmp_path)
    assert place == (tmp_path / "tournaments" / "counts.py", 6)
    assert faults.planted(FAULT, *place) == MOVED.replace("and count < LIMIT", "and count > LIMIT")


@pytest.mark.parametrize(
    ("files", "said"),
    [("", r"\(is_few\) stands nowhere"), ("fewer fewest", r"pairing/fewer\.py:6, pairing/fewest\.py:6")],
)
def test_a_fault_whose_code_is_gone_or_has_doubled_says_so(tmp_path: Path, files: str, said: str) -> None:
    (tmp_path / "pairing").mkdir()
    for name in files.split():
        (tmp_path / "pairing" / f"{name}.py").write_text(SOURCE)
    with pytest.raises(LookupError, match=said):
        faults.find(FAULT, tmp_path)


def test_the_list_has_sixty_faults_that_differ_from_the_code() -> None:
    every = json.loads(faults.LIST.read_text())
    kinds = {"P": 25, "T": 25, "H": 10}
    assert [fault["id"] for fault in every] == [
        f"{k}{n:02}" for k, most in kinds.items() for n in range(1, most + 1)
    ]
    assert all(fault["old"] != fault["new"] and fault["old"] for fault in every)


SUMMARY = "FAILED tests/test_it.py::test_fails[a b] - assert 1 == 2\n1 failed in 0.1s\n"


@pytest.mark.parametrize(
    ("code", "output", "finder"),
    [
        (0, "3 passed in 0.1s\n", ""),
        (1, SUMMARY, "tests/test_it.py::test_fails[a b]"),
        (4, "NameError: inner\n", "tests/test_that.py"),  # cannot even be started
        (None, "", "tests/test_that.py"),  # does not end
    ],
)
def test_a_run_names_the_test_that_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int | None, output: str, finder: str
) -> None:
    def run(*_words: object, **_more: object) -> object:
        if code is None:
            raise subprocess.TimeoutExpired("pytest", 1)
        return SimpleNamespace(returncode=code, stdout=output)

    monkeypatch.setattr(faults.subprocess, "run", run)
    assert faults.failing("tests/test_that.py", tmp_path) == finder
