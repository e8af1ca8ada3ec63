"""What is too long to be read at once is split: files of 400 lines, functions of 60 (`make check` counts branches)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from tests.architecture.source import PACKAGES, ROOT, python_files, shown

FILE_LINES = 400
FUNCTION_LINES = 60
FOLDER_MODULES = 25
MARKS = ("TO" + "DO", "FIX" + "ME", "XX" + "X:")
FILES = [ROOT / "dev.py", ROOT / "manage.py", *python_files(*PACKAGES, "tests")]


def functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those below this node. Looks into statements only: the many expressions hold none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from functions(child)


def test_no_file_and_no_function_is_too_long_and_nothing_is_left_to_be_done_later() -> None:
    long, left = {}, []
    for path in FILES:
        text = path.read_text()
        lines = text.splitlines()
        if len(lines) > FILE_LINES:
            long[shown(path)] = len(lines)
        left += [
            f"{shown(path)}:{n}" for n, line in enumerate(lines, 1) if any(mark in line for mark in MARKS)
        ]
        if len(lines) <= FUNCTION_LINES:
            continue  # so is every function in it
        for node in functions(ast.parse(text, shown(path))):
            extent = (node.end_lineno or node.lineno) - node.lineno + 1
            if extent > FUNCTION_LINES:
                long[f"{shown(path)}:{node.lineno} {node.name}"] = extent
    assert not long, f"over {FILE_LINES} lines, or functions over {FUNCTION_LINES}: {long}"
    assert not left


def test_no_folder_has_more_modules_than_one_sees_at_once() -> None:
    modules = Counter(shown(path.parent) for path in FILES if path.name != "__init__.py")
    assert {folder: count for folder, count in modules.items() if count > FOLDER_MODULES} == {}
