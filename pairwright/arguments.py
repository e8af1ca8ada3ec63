"""The command line of bbpPairings: what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

SYSTEMS = {"--dutch": "dutch", "--burstein": "burstein", "--dubov": "dubov"}


@dataclass(frozen=True, slots=True)
class Request:
    """One report to be checked, or to be paired: then into the file `output`, or to standard output."""

    system: str
    file: Path
    check: bool = False
    output: Path | None = None
    checklist: Path | None = None


@dataclass(frozen=True, slots=True)
class Generation:
    """A report to be made: by a configuration file or without one, from a seed or from any."""

    system: str
    output: Path
    file: Path | None = None
    seed: int | None = None


def read(words: Sequence[str]) -> Request | Generation | None:
    """What the words ask for; None where they are no command."""
    match words:
        case [flag, *rest] if flag in SYSTEMS:
            return _of_report(SYSTEMS[flag], rest) or _of_generator(SYSTEMS[flag], rest)
        case _:
            return None


def _of_report(system: str, words: Sequence[str]) -> Request | None:
    match words:
        case [file, *_, "-l"]:
            return _with_list(_of_report(system, words[:-1]), Path(file).with_suffix(".list"))
        case [file, *_, "-l", name]:
            return _with_list(_of_report(system, words[:-2]), beside(Path(file), name))
        case [file, "-c"]:
            return Request(system, Path(file), check=True)
        case [file, "-p"]:
            return Request(system, Path(file))
        case [file, "-p", output]:
            return Request(system, Path(file), output=beside(Path(file), output))
        case _:
            return None


def _with_list(request: Request | None, checklist: Path) -> Request | None:
    return request and replace(request, checklist=checklist)


def _of_generator(system: str, words: Sequence[str]) -> Generation | None:
    match words:
        case [*first, "-s", seed] if seed.isdecimal():
            unseeded = _of_generator(system, first)
            return unseeded and replace(unseeded, seed=int(seed))
        case ["-g", "-o", output]:
            return Generation(system, Path(output))
        case ["-g", file, "-o", output]:
            return Generation(system, beside(Path(file), output), Path(file))
        case _:
            return None


def beside(file: Path, name: str) -> Path:
    """The path of a file that is written: a bare name lies in the folder of the file that was read."""
    return file.with_name(name) if Path(name).name == name else Path(name)
