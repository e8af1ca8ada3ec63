"""All sections of the list, as the program is now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from devtools import ROOT
from devtools.inventory import addresses, api, commands, rules, stored, surroundings
from devtools.inventory.compare import listed

FOLDER = ROOT / "docs" / "inventory"
SECTIONS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "addresses": addresses.lines,
    "api": api.lines,
    "commands": commands.lines,
    "database": stored.database,
    "documents": stored.documents,
    "options": rules.options,
    "settings": rules.settings,
    "surroundings": surroundings.lines,
    "words": rules.words,
}


def now() -> dict[str, dict[str, str]]:
    return {section: listed(lines()) for section, lines in SECTIONS.items()}
