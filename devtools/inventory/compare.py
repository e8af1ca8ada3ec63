"""Compare the stored list with today's, and with what is listed as gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

NOTE = "  # "
LEADS = " -> "
GONE = "gone.txt"
SHOWN = 50
COMMAND = "python3 dev.py inventory"
Listing = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Gone:
    """A line that went on purpose: where it stood, the address it leads to ("" where nobody holds it), and why."""

    section: str
    line: str
    leads_to: str
    why: str


class InventoryError(Exception):
    """The kept listing, or the list of what is gone, cannot be used. One line for whoever has to mend it."""


def listed(lines: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Lines with their notes, sorted. A note may change at any time: only the line itself must stay."""
    found: dict[str, str] = {}
    for line, note in lines:
        if NOTE in line or LEADS in line or line != line.strip() or "\n" in line + note:
            raise InventoryError(f"a line cannot be kept in the inventory as it is: {line!r}")
        found[line] = note
    return dict(sorted(found.items()))


def written(lines: Mapping[str, str]) -> str:
    return "".join(f"{line}{NOTE + note if note else ''}\n" for line, note in lines.items())


def read(folder: Path) -> dict[str, dict[str, str]]:
    """What is kept, by section."""
    found = {}
    for path in sorted(folder.glob("*.txt")):
        if path.name != GONE:
            parts = (line.partition(NOTE) for line in path.read_text(encoding="utf-8").splitlines())
            found[path.stem] = {line: note for line, _mark, note in parts if line}
    return found


def read_gone(folder: Path) -> list[Gone]:
    """`SECTION: LINE [-> ADDRESS]  # WHY`, one a line. Errors: InventoryError naming the line."""
    path = folder / GONE
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found = []
    for at, text in enumerate(lines, 1):
        if not text.strip() or text.startswith("#"):
            continue
        what, _mark, why = text.partition(NOTE)
        section, colon, line = what.partition(": ")
        line, _arrow, address = line.partition(LEADS)
        if not colon or not line.strip() or not why.strip():
            raise InventoryError(f"{GONE}, line {at}: write SECTION: LINE [-> ADDRESS]{NOTE}WHY")
        found.append(Gone(section.strip(), line.strip(), address.strip(), why.strip()))
    return found


def vanished(kept: Listing, now: Listing, gone: Iterable[Gone]) -> list[str]:
    """`section: line` of everything that is kept, is not there any more, and is not named as gone."""
    named = _named(gone)
    return [
        f"{section}: {line}" for section, line in _missing(kept, now) if not _is_named(section, line, named)
    ]


def left_over(kept: Listing, now: Listing, gone: Iterable[Gone]) -> list[str]:
    """Lines that are named as gone and still kept in the listing: it was not written again."""
    named = _named(gone)
    return [f"{section}: {line}" for section, line in _missing(kept, now) if _is_named(section, line, named)]


def _missing(kept: Listing, now: Listing) -> Iterator[tuple[str, str]]:
    for section, lines in kept.items():
        yield from ((section, line) for line in lines if line not in now.get(section, {}))


def _named(gone: Iterable[Gone]) -> set[tuple[str, str]]:
    return {(one.section, one.line) for one in gone}


def _is_named(section: str, line: str, named: set[tuple[str, str]]) -> bool:
    """An address that is given up takes its query parameters with it."""
    return (section, line) in named or (section, line.partition(" ?")[0]) in named


def not_yet_listed(kept: Listing, now: Listing) -> list[str]:
    """`section: line` of everything new, and of lines whose note has changed."""
    return [
        f"{section}: {line}"
        for section, lines in now.items()
        for line, note in lines.items()
        if kept.get(section, {}).get(line) != note
    ]


def still_there(now: Listing, gone: Iterable[Gone]) -> list[str]:
    """`section: line` of what is named as gone and is not."""
    return [f"{one.section}: {one.line}" for one in gone if one.line in now.get(one.section, {})]


def write(folder: Path, now: Listing) -> list[str]:
    """Write the listing; returns the names of the files that changed. Errors: InventoryError if a line would vanish."""
    gone = read_gone(folder)
    if lost := vanished(read(folder), now, gone):
        raise InventoryError(what_vanished(lost))
    if stale := still_there(now, gone):
        raise InventoryError(f"{GONE} names what is still there: {'; '.join(stale)}. Take it out.")
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for section, lines in now.items():
        path, text = folder / f"{section}.txt", written(lines)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path.name)
    for path in sorted(folder.glob("*.txt")):
        if path.name != GONE and path.stem not in now:
            path.unlink()
            changed.append(path.name)
    return changed


def what_vanished(lost: list[str]) -> str:
    """What is not there any more, and what to do about it."""
    return "\n".join([
        f"{len(lost)} listed in docs/inventory and not there any more:",
        *(f"  {line}" for line in lost[:SHOWN]),
        *([f"  and {len(lost) - SHOWN} more"] if len(lost) > SHOWN else []),
        f"Bring it back. If it goes on purpose, add the line to docs/inventory/{GONE} with `{NOTE}WHY`, and for an",
        f"address somebody may hold on paper `{LEADS}NEW ADDRESS` and a redirect. Then run `{COMMAND}`.",
    ])  # fmt: skip
