"""Draw faults from all places a mutation tool could change: the same ones for the same tree and seed.

Every place has the same chance, however many changes are possible there; then one of these is drawn.
"""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from dataclasses import replace as with_changes
from pathlib import Path
from typing import Protocol

from devtools import ROOT, fail
from devtools.faults.catalogue import Fault, load, save
from devtools.faults.planting import function_at, sources

SEED = 16
COUNT = 25
PER_FILE = 2
PACKAGES = {"P": "pairing", "T": "tournaments"}
# A line, from 1, and a column, from 0.
Position = tuple[int, int]
# An operator of the tool, and the how-manieth of the places in the file to which it applies.
Way = tuple[str, int]


class Tool(Protocol):
    """A mutation tool: the stretches of a source it could change and how, and the source after one change."""

    def sites(self, source: str) -> Mapping[tuple[Position, Position], Sequence[Way]]: ...

    def changed(self, source: str, way: Way) -> str | None: ...


@dataclass(frozen=True)
class Site:
    """A stretch of source that can be changed, and how."""

    path: str
    start: Position
    end: Position
    ways: tuple[Way, ...]


def draw(tool: Tool, *, write: bool) -> None:
    drawn = [fault for letter, package in PACKAGES.items() for fault in draw_from(tool, package, letter)]
    if not write:
        print(json.dumps([asdict(fault) for fault in drawn], indent=1, ensure_ascii=False))
        return
    save([*drawn, *(fault for fault in load() if not fault.is_drawn)])


def draw_from(tool: Tool, package: str, letter: str, *, root: Path = ROOT, count: int = COUNT) -> list[Fault]:
    """`count` faults of one package, named by `letter` and a number; at most two of one file."""
    found: list[Fault] = []
    per_file: Counter[str] = Counter()
    for fault in _shuffled(tool, sources(root, [package]), root, f"{SEED}:{package}"):
        if per_file[fault.file] < PER_FILE:
            per_file[fault.file] += 1
            found.append(with_changes(fault, id=f"{letter}{len(found) + 1:02}"))
        if len(found) == count:
            break
    return found


def replace(tool: Tool, name: str, file: str) -> None:
    """Draw another fault of the same kind in a file, and put it into the list in place of the one that is gone."""
    faults = load()
    at = next((at for at, fault in enumerate(faults) if fault.id == name), None)
    if at is None or not faults[at].is_drawn:
        fail(f"ID: there is no drawn fault {name}; one by hand is written into the list by hand")
    if not (ROOT / file).is_file():
        fail(f"FILE: there is no file {file}")
    old = faults[at]
    drawn = _shuffled(tool, [ROOT / file], ROOT, f"{SEED}:{name}:{file}")
    new = next((fault for fault in drawn if fault.kind == old.kind), None)
    if new is None:
        fail(f"FILE: nothing in {file} can be changed by {old.kind}")
    faults[at] = with_changes(
        new, id=name, replaces={"file": old.file, "function": old.function, "old": old.old}
    )
    save(faults)


def _shuffled(tool: Tool, files: Sequence[Path], root: Path, seed: str) -> Iterator[Fault]:
    lots = random.Random(seed)
    sites = [site for path in files for site in sites_of(tool, path, root)]
    lots.shuffle(sites)
    for site in sites:
        way = lots.choice(site.ways)
        source = (root / site.path).read_text()
        changed = tool.changed(source, way)
        if changed is not None and is_fault(source, changed):
            yield fault_of(site.path, way[0], source, changed)


def sites_of(tool: Tool, path: Path, root: Path) -> list[Site]:
    """All places of a file in their order, without type annotations and `__all__`: they decide nothing."""
    source = path.read_text()
    left_out = list(idle_stretches(source))
    return [
        Site(str(path.relative_to(root)), start, end, tuple(ways))
        for (start, end), ways in sorted(tool.sites(source).items())
        if not any(first <= start and end <= last for first, last in left_out)
    ]


def idle_stretches(source: str) -> Iterator[tuple[Position, Position]]:
    """Where type annotations and `__all__` begin and end, in characters as the mutation tool counts them."""
    lines = source.splitlines()
    for node in _idle(ast.parse(source)):
        if node.end_lineno is not None and node.end_col_offset is not None:
            start = (node.lineno, _characters(lines[node.lineno - 1], node.col_offset))
            yield start, (node.end_lineno, _characters(lines[node.end_lineno - 1], node.end_col_offset))


def _idle(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            yield node.returns
        elif isinstance(node, ast.Assign) and any(ast.unparse(to) == "__all__" for to in node.targets):
            yield node


def _characters(line: str, octets: int) -> int:
    return len(line.encode()[:octets].decode())


def is_fault(source: str, changed: str) -> bool:
    """Whether a change is Python, and another program than before."""
    try:
        return ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def fault_of(path: str, operator: str, source: str, changed: str) -> Fault:
    """The change as lines: those that differ, and as many around them as make the place unique in its file."""
    old, new = source.splitlines(), changed.splitlines()
    first = _alike(old, new)
    if len(new) < len(old):  # a decorator goes with the empty lines before it: those may stay
        empty = next(at for at, line in enumerate(old[first:]) if line.strip())
        new[first:first], first = old[first : first + empty], first + empty
    tail = _alike(old[first:][::-1], new[first:][::-1])
    last, end = len(old) - tail, len(new) - tail
    function = function_at(ast.parse(source), max(first, last - 1) + 1)
    while last == first or _times(old, old[first:last]) > 1:
        first, last, end = max(0, first - 1), min(len(old), last + 1), min(len(new), end + 1)
    before, after = _trimmed(old[first:last], new[first:end])
    kind = operator.removeprefix("core/").partition("_")[0]
    return Fault("", kind, operator, path, function, before, after)


def _trimmed(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """Without empty lines at the edges: formatting decides how many there are."""
    while not old[0].strip() and new and not new[0].strip():
        old, new = old[1:], new[1:]
    while not old[-1].strip() and new and not new[-1].strip():
        old, new = old[:-1], new[:-1]
    return old, new


def _alike(these: Sequence[str], those: Sequence[str]) -> int:
    pairs: Iterable[tuple[str, str]] = zip(these, those, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(these), len(those)))


def _times(lines: Sequence[str], part: Sequence[str]) -> int:
    stripped, wanted = [line.strip() for line in lines], [line.strip() for line in part]
    return sum(stripped[at : at + len(wanted)] == wanted for at in range(len(stripped)))
