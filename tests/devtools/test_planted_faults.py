"""Planted faults: where each belongs, and when a test has found one. The list itself is run by hand."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from devtools.faults import __main__ as running
from devtools.faults.planting import Fault, Gone, Place, chosen, find, load, plant

SOURCE = '''from __future__ import annotations

LIMIT = 3


def is_few(count: int | None) -> bool:
    """Whether count < LIMIT."""
    return count is not None and count < LIMIT


def is_many(count: int) -> bool:
    if count < 1:
        return False
    return LIMIT < count
'''
FAULT = Fault(
    id="X01",
    kind="Turned",
    origin="core/Turned",
    file="pairing/few.py",
    function="is_few",
    old=["    return count is not None and count < LIMIT"],
    new=["    return count is not None and count > LIMIT"],
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for package in ("pairing", "research", "tournaments", "accounts", "config"):
        (tmp_path / package).mkdir()
    for name in ("few", "fewer", "fewest"):
        (tmp_path / "pairing" / f"{name}.py").write_text(SOURCE)
    return tmp_path


def test_planting_changes_one_place_and_nothing_else(tree: Path) -> None:
    place = find(FAULT, tree)
    assert place == Place(tree / "pairing" / "few.py", 8, 8)
    assert plant(FAULT, place) == SOURCE.replace("and count < LIMIT", "and count > LIMIT")


def test_a_fault_is_found_again_where_its_code_has_moved_to(tree: Path) -> None:
    for path in (tree / "pairing").iterdir():
        path.unlink()
    moved = "class Count:\n" + "".join(
        f"    {line}" if line.strip() else line for line in SOURCE.splitlines(True)[5:]
    )
    (tree / "tournaments" / "counts.py").write_text(moved)
    place = find(FAULT, tree)
    assert (place.path.name, place.first) == ("counts.py", 4)
    assert plant(FAULT, place) == moved.replace("and count < LIMIT", "and count > LIMIT")


@pytest.mark.parametrize(
    ("left", "now", "said"),
    [
        ("few fewer fewest", "count <= LIMIT", r"X01: its code is gone from pairing/few\.py \(is_few\)"),
        (
            "fewer fewest",
            "count < LIMIT",
            r"more than one place now: pairing/fewer\.py:8, pairing/fewest\.py:8",
        ),
    ],
)
def test_a_fault_whose_code_is_gone_or_has_doubled_says_so(
    tree: Path, left: str, now: str, said: str
) -> None:
    (tree / "pairing" / "few.py").unlink()
    for name in left.split():
        (tree / "pairing" / f"{name}.py").write_text(SOURCE.replace("count < LIMIT", now))
    with pytest.raises(Gone, match=said):
        find(FAULT, tree)


def test_an_id_that_is_not_in_the_list_is_refused() -> None:
    with pytest.raises(SystemExit, match="ID: there is no fault X02;"):
        chosen([FAULT], ["X01", "X02"])


def test_the_list_has_sixty_faults_each_of_which_is_python_that_differs() -> None:
    faults = load()
    assert [fault.id for fault in faults] == [
        *(f"P{n:02}" for n in range(1, 26)),
        *(f"T{n:02}" for n in range(1, 26)),
        *(f"H{n:02}" for n in range(1, 11)),
    ]
    assert all(fault.old != fault.new and fault.old and fault.kind for fault in faults)


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

    monkeypatch.setattr(running.subprocess, "run", run)
    monkeypatch.setattr(running, "ROOT", tmp_path / "none")
    monkeypatch.setattr(running.shutil, "copytree", lambda _root, tree, **_more: tree.mkdir())
    assert running.Copy(tmp_path).failing(["tests/test_that.py"]) == finder
