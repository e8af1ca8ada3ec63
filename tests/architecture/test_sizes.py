"""What is too long to be read at once is split: files of 400 lines, functions of 40, views of 15.

A docstring does not count: where it says what is refused and where a rule stands, it should not be cut.
(`make check` counts branches.)
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from inspect import getsource, unwrap
from textwrap import dedent
from typing import Any

from django.urls import URLResolver, get_resolver

from tests.architecture.source import PACKAGES, ROOT, python_files, shown

FILE_LINES = 400
FUNCTION_LINES, TEST_LINES = 40, 50
VIEW_LINES = 15
METHODS = {"get", "post", "put", "patch", "delete"}
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


def extent(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """Its lines without those of its docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node, clean=False) is None:
        return lines
    said = node.body[0]
    return lines - ((said.end_lineno or said.lineno) - said.lineno + 1)


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
        most = TEST_LINES if "tests" in path.parts else FUNCTION_LINES
        for node in functions(ast.parse(text, shown(path))):
            if extent(node) > most:
                long[f"{shown(path)}:{node.lineno} {node.name}"] = extent(node)
    assert not long, f"over {FILE_LINES} lines, or functions over {FUNCTION_LINES}: {long}"
    assert not left


def test_a_view_only_asks_a_noun_and_answers() -> None:
    long = {name: lines for name, lines in views() if lines > VIEW_LINES}
    assert not long, f"views over {VIEW_LINES} lines: {long}"


def views() -> Iterator[tuple[str, int]]:
    """Every function of ours that an address leads to, and every method of an endpoint, with its length."""
    for callback in callbacks(get_resolver()):
        endpoint = getattr(callback, "view_class", None)
        found = [vars(endpoint)[name] for name in METHODS & vars(endpoint).keys()] if endpoint else [callback]
        for view in map(unwrap, found):
            if view.__module__.partition(".")[0] in PACKAGES:
                node = ast.parse(dedent(getsource(view))).body[0]
                assert isinstance(node, ast.FunctionDef | ast.ClassDef)
                yield f"{view.__module__} {view.__qualname__}", extent(node)


def callbacks(resolver: URLResolver) -> Iterator[Callable[..., Any]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from callbacks(pattern)
        elif pattern.callback:
            yield pattern.callback


def test_no_folder_has_more_modules_than_one_sees_at_once() -> None:
    modules = Counter(shown(path.parent) for path in FILES if path.name != "__init__.py")
    assert {folder: count for folder, count in modules.items() if count > FOLDER_MODULES} == {}
