"""The faults of `faults.json`, their places in today's code, and the code with a fault in it.

Code moves, so a fault is looked for in its file, then anywhere. It is the same place only if the lines are the same,
apart from their indentation.
"""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from devtools import ROOT, fail

LIST = Path(__file__).with_name("faults.json")
# Where product code is; faults are looked for nowhere else.
PACKAGES = ("pairing", "research", "tournaments", "accounts", "config")


@dataclass(frozen=True)
class Fault:
    """One change that must not go unnoticed. `old` and `new` are whole lines, enough of them to be unique in the file.

    `origin` is the operator of the mutation tool, or the joint for which it was chosen by hand; `verdict` says why it
    may live although no test finds it; `replaces` is the fault it took the place of, once that one's code was gone.
    """

    id: str
    kind: str
    origin: str
    file: str
    function: str
    old: list[str]
    new: list[str]
    verdict: str = ""
    replaces: dict[str, Any] = field(default_factory=dict)


class Gone(Exception):
    """The code of a fault is no longer there, or it is there more than once; the text says which."""


@dataclass(frozen=True)
class Place:
    """The lines of a file, counted from 1, in whose stead those of the fault are to stand."""

    path: Path
    first: int
    last: int


def load(path: Path = LIST) -> list[Fault]:
    return [Fault(**row) for row in json.loads(path.read_text())]


def chosen(faults: list[Fault], ids: list[str]) -> list[Fault]:
    """Those with these ids, or all."""
    known = {fault.id: fault for fault in faults}
    if unknown := [name for name in ids if name not in known]:
        fail(f"ID: there is no fault {', '.join(unknown)}; `dev.py faults list` names them")
    return [known[name] for name in dict.fromkeys(ids)] if ids else faults


def find(fault: Fault, root: Path = ROOT) -> Place:
    """The one place of a fault. Errors: Gone."""
    places = _in_file(fault, root / fault.file)
    if not places:
        paths = [path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))]
        places = [place for path in paths for place in _in_file(fault, path)]
    if not places:
        raise Gone(f"{fault.id}: its code is gone from {fault.file} ({fault.function or 'top level'})")
    if len(places) > 1:
        names = ", ".join(f"{place.path.relative_to(root)}:{place.first}" for place in places)
        raise Gone(f"{fault.id}: its code stands in more than one place now: {names}")
    return places[0]


def plant(fault: Fault, place: Place) -> str:
    """The whole text of the file with the fault in it."""
    lines = place.path.read_text().splitlines(keepends=True)
    indent = lines[place.first - 1][: -len(lines[place.first - 1].lstrip())]
    new = textwrap.dedent("\n".join(fault.new)).splitlines()
    lines[place.first - 1 : place.last] = [f"{indent}{line}\n" if line.strip() else "\n" for line in new]
    return "".join(lines)


def _in_file(fault: Fault, path: Path) -> list[Place]:
    if not path.is_file():
        return []
    wanted = [line.strip() for line in fault.old]
    lines = [line.strip() for line in path.read_text().splitlines()]
    starts = (at for at, line in enumerate(lines) if line == wanted[0])
    return [Place(path, at + 1, at + len(wanted)) for at in starts if lines[at : at + len(wanted)] == wanted]
