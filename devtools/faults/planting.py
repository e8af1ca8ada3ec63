"""Find the place of a fault in today's code, and plant it there.

Code moves, so a fault is looked for in its file, then in any file with a function of that name, then anywhere. It is
the same place only if the lines are the same, apart from their indentation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from devtools import ROOT
from devtools.faults.catalogue import Fault, load

# Where product code is; faults are looked for nowhere else.
PACKAGES = ("pairing", "research", "tournaments", "accounts", "config")


class Gone(Exception):
    """The code of a fault is no longer there, or it is there more than once; the text says which."""


@dataclass(frozen=True)
class Place:
    """The lines of a file, counted from 1, in whose stead those of the fault are to stand."""

    path: Path
    first: int
    last: int


def find(fault: Fault, root: Path = ROOT) -> Place:
    """The one place of a fault. Errors: Gone."""
    own = root / fault.file
    found = _in_file(fault, own)
    if len(found) != 1:
        others = [place for path in sources(root) if path != own for place in _in_file(fault, path)]
        named = [place for place in [*found, *others] if _is_inside(place, fault.function)]
        found = named if len(named) == 1 else [*found, *others]
    if not found:
        raise Gone(f"{fault.id}: its code is gone from {fault.file} ({fault.function or 'top level'})")
    if len(found) > 1:
        names = ", ".join(f"{place.path.relative_to(root)}:{place.first}" for place in found)
        raise Gone(f"{fault.id}: its code stands in more than one place now: {names}")
    return found[0]


def plant(fault: Fault, place: Place) -> str:
    """The whole text of the file with the fault in it."""
    lines = place.path.read_text().splitlines(keepends=True)
    shift = _indent(lines[place.first - 1]) - _indent(fault.old[0])
    lines[place.first - 1 : place.last] = [_shifted(line, shift) + "\n" for line in fault.new]
    return "".join(lines)


def sources(root: Path, packages: Sequence[str] = PACKAGES) -> list[Path]:
    """Product code, without migrations."""
    found = [path for package in packages for path in (root / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def function_at(tree: ast.Module, line: int) -> str:
    """The name of the innermost function (or else class) around a line, with what stands around it: `Class.method`."""
    return ".".join(_around(tree, line))


def show() -> None:
    gone = 0
    for fault in load():
        try:
            place = find(fault)
            where = f"{place.path.relative_to(ROOT)}:{place.first}"
        except Gone as error:
            where, gone = f"GONE. {error}", gone + 1
        print(f"{fault.id}  {fault.kind:<18} {where}  {fault.function}")
        for sign, lines in (("-", fault.old), ("+", fault.new)):
            others = fault.new if sign == "-" else fault.old
            print("".join(f"       {sign} {line.strip()}\n" for line in lines if line not in others), end="")
        if fault.verdict:
            print(f"       may live: {fault.verdict}")
    if gone:
        print(f"{gone} to be replaced: `dev.py faults replace ID FILE`")


def _in_file(fault: Fault, path: Path) -> list[Place]:
    if not path.is_file():
        return []
    wanted = [line.strip() for line in fault.old]
    lines = [line.strip() for line in path.read_text().splitlines()]
    starts = (at for at, line in enumerate(lines) if line == wanted[0])
    return [Place(path, at + 1, at + len(wanted)) for at in starts if lines[at : at + len(wanted)] == wanted]


def _is_inside(place: Place, function: str) -> bool:
    at = function_at(ast.parse(place.path.read_text()), place.last)
    return at.rpartition(".")[2] == function.rpartition(".")[2]


def _around(tree: ast.AST, line: int) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        first = min(
            (n.lineno for n in getattr(node, "decorator_list", [])), default=getattr(node, "lineno", 0)
        )
        if first <= line <= (getattr(node, "end_lineno", 0) or 0):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield node.name
            yield from _around(node, line)
            return


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _shifted(line: str, by: int) -> str:
    return " " * max(0, _indent(line) + by) + line.lstrip(" ") if line.strip() else ""
