"""The command line of bbpPairings: what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SYSTEMS = {"--dutch": "dutch", "--burstein": "burstein", "--dubov": "dubov"}


@dataclass(frozen=True, slots=True)
class Request:
    """One report to be checked, or to be paired: then into the file `output`, or to standard output."""

    system: str
    file: Path
    check: bool = False
    output: Path | None = None


def read(words: Sequence[str]) -> Request | None:
    """What the words ask for; None where they are no command."""
    match words:
        case [system, file, "-c"] if system in SYSTEMS:
            return Request(SYSTEMS[system], Path(file), check=True)
        case [system, file, "-p"] if system in SYSTEMS:
            return Request(SYSTEMS[system], Path(file))
        case [system, file, "-p", output] if system in SYSTEMS and output != "-l":
            return Request(SYSTEMS[system], Path(file), output=beside(Path(file), output))
        case _:
            return None


def beside(file: Path, name: str) -> Path:
    """The path of a file that is written: a bare name lies in the folder of the file that was read."""
    return file.with_name(name) if Path(name).name == name else Path(name)
