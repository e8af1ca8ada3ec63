"""The list as it is kept, as the program is now, and what was given up on purpose."""

from typing import NamedTuple

from django.utils import translation

from devtools import ROOT
from devtools.inventory import commands, pages, stored

FOLDER = ROOT / "docs" / "inventory"
FILE = FOLDER / "snapshot.txt"
GONE = FOLDER / "gone.txt"
NOTE = "  # "
LEADS = " -> "
COMMAND = "python3 dev.py inventory"


class Gone(NamedTuple):
    """A line that went on purpose, the address it leads to ("" where nobody holds it), and why."""

    line: str
    leads_to: str
    why: str


def recorded_lines() -> set[str]:
    return set(FILE.read_text(encoding="utf-8").splitlines()) if FILE.is_file() else set()


def now() -> set[str]:
    with translation.override("en"):
        return {line for section in (pages, commands, stored) for line in section.lines()}


def gone(text: str = "") -> list[Gone]:
    """`SECTION: LINE [-> ADDRESS]  # WHY`, one a line. Errors: ValueError with the line."""
    found = []
    for entry in (text or GONE.read_text(encoding="utf-8")).splitlines():
        if not entry.strip() or entry.startswith("#"):
            continue
        what, _mark, why = entry.partition(NOTE)
        _section, _colon, line = what.partition(": ")
        line, _arrow, address = line.partition(LEADS)
        if not line.strip() or not why.strip():
            raise ValueError(
                f"{GONE.name}: write SECTION: LINE [{LEADS.strip()} ADDRESS]{NOTE}WHY, not {entry!r}"
            )
        found.append(Gone(line.strip(), address.strip(), why.strip()))
    return found


def vanished(listed: set[str], now: set[str], gone: list[Gone]) -> list[str]:
    """What is kept, not there any more and not given up. An address given up takes its query parameters along."""
    given_up = {one.line for one in gone}
    return sorted(line for line in listed - now - given_up if line.partition(" ?")[0] not in given_up)


def what_vanished(lost: list[str]) -> str:
    return "\n".join([
        f"{len(lost)} listed in docs/inventory and not there any more:",
        *(f"  {line}" for line in lost),
        f"Bring it back. If it goes on purpose, add the line to docs/inventory/{GONE.name} with `{NOTE}WHY`,",
        f"and for an address somebody may hold on paper `{LEADS}NEW ADDRESS` and a redirect. Then run `{COMMAND}`.",
    ])  # fmt: skip
