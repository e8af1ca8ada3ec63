"""Draw docs/rooms.md from the imports: `python -m devtools.rooms`; `--check` fails when it is out of date."""

import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate
from typing import Any

import grimp

from devtools import ROOT

PAGE = ROOT / "docs" / "rooms.md"
ROOTS = ("accounts", "config", "pairing", "pairwright", "research", "tournaments")
HEAD = """# The rooms and who imports whom

`make docs` draws this from the imports, those inside functions counted; changes by hand are lost. A room imports the
rooms whose columns have a cross in its row; a column has the number of its row.
"""
CORE = """
## The core

The order is that of the contract in `pyproject.toml`, which `make check` holds: each room may import only those
before it.

"""
EVENT = """
## The event

What can be done and asked of a noun, without its pages, endpoints and forms: those may ask anybody. A line ends a band;
inside one imports go both ways, except that the ground has an order; no two modules import each other
(`tests/architecture/test_directions.py`).

"""


def tools() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    return found


def core() -> list[str]:
    """The rooms of the core, lowest first, in the order of the contract of layers."""
    contracts = tools()["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "rooms")
    names = [name for layer in layers for name in re.split(r"\s*[|:]\s*", layer)]
    return [name for name in reversed(names) if name != "research"]


def bands() -> list[list[str]]:
    """The nouns of the event by their bands, lowest first."""
    return [[f"tournaments.{noun}" for noun in band.split()] for band in tools()["pairwright"]["bands"]]


def imports_between(rooms: Iterable[str]) -> Mapping[str, set[str]]:
    """Which other rooms each room imports; the pages of nouns are left out."""
    graph, pages = grimp.build_graph(*ROOTS), set(tools()["pairwright"]["pages"].split())
    known = set(rooms)
    found: dict[str, set[str]] = {room: set() for room in known}
    for module in graph.modules:
        room = ".".join(module.split(".")[:2])
        if room in known and pages.isdisjoint(module.split(".")[2:3]):
            others = {".".join(one.split(".")[:2]) for one in graph.find_modules_directly_imported_by(module)}
            found[room] |= (others & known) - {room}
    return found


def picture(rooms: list[str], ends: Collection[int] = ()) -> str:
    """A square of marks: one row and one column a room; a line after the rooms whose numbers are `ends`."""
    found = imports_between(rooms)
    width = max(map(len, rooms))
    lines = [" " * (width + 4) + " ".join(f"{number:2}" for number in range(1, len(rooms) + 1))]
    for number, room in enumerate(rooms, start=1):
        marks = [" \\" if other == room else " ×" if other in found[room] else " ·" for other in rooms]
        lines.append(f"{number:2}  {room:{width}}" + " ".join(marks))
        if number in ends:
            lines.append("    " + "-" * (width + 3 * len(rooms)))
    return "```text\n" + "\n".join(line.rstrip() for line in lines) + "\n```\n"


def page() -> str:
    ends = list(accumulate(map(len, bands())))[:-1]
    return HEAD + CORE + picture(core()) + EVENT + picture([room for band in bands() for room in band], ends)


def main(arguments: list[str]) -> None:
    fresh = page()
    if arguments == ["--check"]:
        sys.exit(None if PAGE.read_text() == fresh else "docs/rooms.md is out of date: run `make docs`")
    PAGE.write_text(fresh)


if __name__ == "__main__":
    main(sys.argv[1:])
