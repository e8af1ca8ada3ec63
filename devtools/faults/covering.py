"""Which tests execute the code a fault stands in, cheapest first, from one run of the suite with contexts.

What runs when a module is imported belongs to no test, nor does compiled code: for those count the tests that execute
the function that is decorated, else any function of the module, else any of its folder, else all of the package.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from devtools import ROOT, fail
from devtools.faults.catalogue import Fault
from devtools.faults.planting import Place

KEPT = ROOT / ".tools" / "faults"
COVERAGE = KEPT / "coverage"
DURATIONS = KEPT / "durations.json"
Tests = frozenset[str]


class Covering:
    """What the run with contexts has noted."""

    def __init__(self, coverage: Path = COVERAGE, durations: Path = DURATIONS) -> None:
        from coverage import CoverageData

        if not coverage.is_file() or not durations.is_file():
            fail("nothing is known of which test executes what: run `dev.py faults contexts` first")
        self.data = CoverageData(str(coverage))
        self.data.read()
        self.measured = sorted(self.data.measured_files())
        self.seconds, self.failed = _durations(json.loads(durations.read_text()))
        self._lines: dict[str, dict[int, list[str]]] = {}

    def tests(self, fault: Fault, place: Place, root: Path) -> list[str]:
        """The tests for a fault, by module, the cheapest module first: what a module shares is made once."""
        relative = str(place.path.relative_to(root))
        tree = ast.parse(place.path.read_text())
        for lines in _stretches(tree, changed_lines(fault, place)):
            if found := self._at(relative, lines):
                return self._ordered(found)
        for near in (place.path, place.path.parent, root / relative.partition("/")[0]):
            files = [near] if near.is_file() else sorted(near.rglob("*.py"))
            found = frozenset().union(*(self._at(str(f.relative_to(root)), bodies(f)) for f in files))
            if found:
                return self._ordered(found)
        return self._ordered(frozenset(self.seconds) - self.failed)

    def _at(self, relative: str, lines: Iterable[int]) -> Tests:
        """The tests that execute one of these lines of a file."""
        if relative not in self._lines:
            name = next(
                (name for name in self.measured if name.endswith(f"/{relative}") or name == relative), ""
            )
            self._lines[relative] = self.data.contexts_by_lineno(name) if name else {}
        by_line = self._lines[relative]
        contexts = {context.partition("|")[0] for line in lines for context in by_line.get(line, ())}
        return frozenset(contexts & self.seconds.keys()) - self.failed

    def _ordered(self, tests: Tests) -> list[str]:
        modules: dict[str, list[str]] = defaultdict(list)
        for name in sorted(tests):
            modules[name.partition("::")[0]].append(name)
        costs = {module: sum(self.seconds[name] for name in names) for module, names in modules.items()}
        return [name for module in sorted(modules, key=lambda m: (costs[m], m)) for name in modules[module]]


def changed_lines(fault: Fault, place: Place) -> list[int]:
    """The lines of the file that the fault changes or takes away."""
    same = next((at for at, (a, b) in enumerate(zip(fault.old, fault.new, strict=False)) if a != b), 0)
    kept = zip(reversed(fault.old[same:]), reversed(fault.new[same:]), strict=False)
    tail = next((at for at, (a, b) in enumerate(kept) if a != b), len(fault.new) - same)
    last = max(place.first + same, place.last - tail)
    return list(range(place.first + same, last + 1))


def bodies(path: Path) -> list[int]:
    """The lines inside the functions of a file: those that run when a test calls something."""
    tree = ast.parse(path.read_text())
    return [line for node in ast.walk(tree) if _is_function(node) for line in _body(node)]


def _stretches(tree: ast.Module, changed: Sequence[int]) -> list[list[int]]:
    """Lines to look at: the statement itself if it is in a function, or the body of what it decorates."""
    functions: list[Any] = [node for node in ast.walk(tree) if _is_function(node)]
    if any(changed[0] in _body(node) for node in functions):
        return [_statement(tree, changed)]
    heads = [node for node in functions if changed[0] in range(_first(node), node.body[0].lineno)]
    return [_body(node) for node in heads]


def _statement(tree: ast.Module, changed: Sequence[int]) -> list[int]:
    """The lines of the innermost statement around the change; of one with a body, its head."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and _first(node) <= changed[0] <= (node.end_lineno or node.lineno)
    ]
    node = max(around, key=lambda found: (_first(found), -(found.end_lineno or 0)))
    inner = getattr(node, "body", None)
    last = inner[0].lineno - 1 if inner and inner[0].lineno > changed[0] else node.end_lineno or node.lineno
    return sorted({*range(_first(node), last + 1), *changed})


def _is_function(node: ast.AST) -> Any:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _body(node: Any) -> list[int]:
    return list(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))


def _first(node: Any) -> int:
    return min((above.lineno for above in getattr(node, "decorator_list", [])), default=node.lineno)


def _durations(rows: list[tuple[str, str, float, str]]) -> tuple[dict[str, float], Tests]:
    """Seconds by test, and the tests that fail or are skipped without any fault."""
    seconds: dict[str, float] = defaultdict(float)
    idle = set()
    for name, _when, took, outcome in rows:
        seconds[name] += took
        if outcome != "passed":
            idle.add(name)
    return dict(seconds), frozenset(idle)
