"""Which tests execute the code a fault is in, cheapest first, from one run of the suite with contexts.

Contexts name no test for code that runs at import, for compiled code, nor for every line of a long statement. There
the tests are those that execute the function around the fault, else any function of the module, else of its folder,
else of the package. A function called while its module is imported may affect every test of the module.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from devtools import TOOLS, fail
from devtools.faults import reports
from devtools.faults.catalogue import Fault
from devtools.faults.planting import Place

KEPT = TOOLS / "faults"
COVERAGE = KEPT / "coverage"
REPORT = KEPT / "report.xml"
IMPORT = ""  # the context of what no test has begun


class Covering:
    """What the run with contexts has noted: `seconds` of every test that passed, and the lines they executed."""

    def __init__(self) -> None:
        from coverage import CoverageData

        if not COVERAGE.is_file() or not REPORT.is_file():
            fail("nothing is known of which test executes what: run `dev.py faults contexts` first")
        self.seconds = {name: took for name, end, took in reports.read(REPORT) if end == reports.PASSED}
        self.data = CoverageData(str(COVERAGE))
        self.data.read()
        self._lines: dict[str, dict[int, list[str]]] = {}

    def tests(self, fault: Fault, place: Place, root: Path) -> list[str]:
        """The tests for a fault, by module, the cheapest module first: what a module shares is made once."""
        for stretch in _ever_wider(fault, place, root):
            found: set[str] = set()
            for path, lines in stretch.items():
                found |= self._at(str(path.relative_to(root)), lines)
            if found:
                return self._ordered(found)
        return self._ordered(self.seconds)

    def usual(self, tests: Iterable[str]) -> float:
        """How many seconds these take; of a test that is new nothing is known yet."""
        return sum(self.seconds.get(name, 1.0) for name in tests)

    def _at(self, relative: str, lines: Iterable[int]) -> set[str]:
        """The tests that execute one of these lines of a file."""
        if relative not in self._lines:
            measured = (name for name in self.data.measured_files() if name.endswith(f"/{relative}"))
            self._lines[relative] = self.data.contexts_by_lineno(next(measured, relative))
        by_line = self._lines[relative]
        contexts = {context for line in lines for context in by_line.get(line, ())}
        if IMPORT in contexts:
            contexts = {context for found in by_line.values() for context in found}
        tests = {context.partition("|")[0] for context in contexts}
        modules = _made_once(contexts)
        return {name for name in self.seconds if name in tests or name.partition("::")[0] in modules}

    def _ordered(self, tests: Iterable[str]) -> list[str]:
        modules: dict[str, list[str]] = defaultdict(list)
        for name in sorted(tests):
            modules[name.partition("::")[0]].append(name)
        cheapest = sorted(modules.values(), key=lambda names: (self.usual(names), names))
        return [name for names in cheapest for name in names]


def _made_once(contexts: Iterable[str]) -> set[str]:
    """Modules of which one test alone executed a line in its setup: what it made there all of them may share."""
    setups = Counter(name.partition("::")[0] for name in contexts if name.endswith("|setup"))
    return {module for module, tests in setups.items() if tests == 1}


def changed_lines(fault: Fault, place: Place) -> list[int]:
    """The lines of the file that the fault changes or takes away."""
    same = next((at for at, (a, b) in enumerate(zip(fault.old, fault.new, strict=False)) if a != b), 0)
    kept = zip(reversed(fault.old[same:]), reversed(fault.new[same:]), strict=False)
    tail = next((at for at, (a, b) in enumerate(kept) if a != b), len(fault.new) - same)
    last = max(place.first + same, place.last - tail)
    return list(range(place.first + same, last + 1))


def _ever_wider(fault: Fault, place: Place, root: Path) -> Iterator[dict[Path, list[int]]]:
    """Lines to look at, by file, until some test is known to execute one of them."""
    changed = changed_lines(fault, place)
    functions = _functions(place.path)
    inside = {line for node in functions for line in _body(node)}
    yield {place.path: [line for line in changed if line in inside]}
    around = [node for node in functions if _first(node) <= changed[0] <= node.end_lineno]
    if around:
        yield {place.path: _body(max(around, key=_first))}
    package = root / place.path.relative_to(root).parts[0]
    for files in ([place.path], place.path.parent.rglob("*.py"), package.rglob("*.py")):
        yield {path: [line for node in _functions(path) for line in _body(node)] for path in files}


def _functions(path: Path) -> list[Any]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def _body(node: Any) -> list[int]:
    return list(range(node.body[0].lineno, node.end_lineno + 1))


def _first(node: Any) -> int:
    return min((above.lineno for above in node.decorator_list), default=node.lineno)
