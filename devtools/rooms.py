"""Draw docs/rooms.md from the imports: `python -m devtools.rooms`; `--check` fails when it is out of date."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping

import grimp

from devtools import ROOT

PAGE = ROOT / "docs" / "rooms.md"
ROOTS = ("accounts", "config", "pairing", "research", "tournaments")
HEAD = """# The rooms and who imports whom

`make docs` draws this from the imports, those inside functions counted; changes by hand are lost. A room imports the
rooms whose columns have a cross in its row; a column has the number of its row. The order is that of the contracts in
`pyproject.toml`, which `make check` holds: each room may import only those before it.
"""


def order_of(contract: str, package: str) -> list[str]:
    """The rooms of a package, lowest first, in the order of a contract of layers."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == contract)
    names = [name.removeprefix(f"{package}.") for layer in layers for name in re.split(r"\s*[|:]\s*", layer)]
    return [f"{package}.{name}" for name in reversed(names) if name != "research"]


def imports_between(rooms: Iterable[str]) -> Mapping[str, set[str]]:
    """Which other rooms each room imports."""
    graph = grimp.build_graph(*ROOTS)
    known = set(rooms)
    found: dict[str, set[str]] = {room: set() for room in known}
    for module in graph.modules:
        room = ".".join(module.split(".")[:2])
        if room in known:
            others = {".".join(one.split(".")[:2]) for one in graph.find_modules_directly_imported_by(module)}
            found[room] |= (others & known) - {room}
    return found


def picture(rooms: list[str]) -> str:
    """A triangle of marks: one row and one column a room."""
    found = imports_between(rooms)
    width = max(map(len, rooms))
    lines = [" " * (width + 4) + " ".join(f"{number:2}" for number in range(1, len(rooms)))]
    for number, room in enumerate(rooms, start=1):
        marks = [" ×" if other in found[room] else " ·" for other in rooms[: number - 1]]
        lines.append(f"{number:2}  {room:{width}}" + " ".join(marks))
    return "```text\n" + "\n".join(line.rstrip() for line in lines) + "\n```\n"


def page() -> str:
    core, event = order_of("rooms", "pairing"), order_of("event", "tournaments")
    return f"{HEAD}\n## The core\n\n{picture(core)}\n## The event\n\n{picture(event)}"


def main(arguments: list[str]) -> None:
    fresh = page()
    if arguments == ["--check"]:
        sys.exit(None if PAGE.read_text() == fresh else "docs/rooms.md is out of date: run `make docs`")
    PAGE.write_text(fresh)


if __name__ == "__main__":
    main(sys.argv[1:])
