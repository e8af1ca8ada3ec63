"""The list of faults, `faults.json`: what each changes, and why one that no test finds may stay."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from devtools import fail

LIST = Path(__file__).with_name("faults.json")


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

    @property
    def is_drawn(self) -> bool:
        return self.origin.startswith("core/")


def load(path: Path = LIST) -> list[Fault]:
    return [Fault(**row) for row in json.loads(path.read_text())]


def save(faults: Iterable[Fault], path: Path = LIST) -> None:
    rows = [{name: value for name, value in asdict(fault).items() if value != {}} for fault in faults]
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")


def chosen(faults: list[Fault], ids: list[str]) -> list[Fault]:
    """Those with these ids, or all."""
    known = {fault.id: fault for fault in faults}
    if unknown := [name for name in ids if name not in known]:
        fail(f"ID: there is no fault {', '.join(unknown)}; `dev.py faults list` names them")
    return [known[name] for name in dict.fromkeys(ids)] if ids else faults
