"""The command line of bbpPairings: what is asked for."""

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
    """A report to be made: by the configuration in `file`, after the report in it (`is_model`), or without one; from a
    seed or from any.
    """

    system: str
    output: Path
    file: Path | None = None
    is_model: bool = False
    seed: int | None = None
    checklist: Path | None = None


def read(words: Sequence[str]) -> Request | Generation | None:
    """What the words ask for; None where they are no command."""
    match words:
        case [flag, *rest, "-l"] if flag in SYSTEMS and (request := _without_list(SYSTEMS[flag], rest)):
            return replace(request, checklist=_report_of(request).with_suffix(".list"))
        case [flag, *rest, "-l", name] if flag in SYSTEMS and (request := _without_list(SYSTEMS[flag], rest)):
            return replace(request, checklist=beside(_report_of(request), name))
        case [flag, *rest] if flag in SYSTEMS:
            return _without_list(SYSTEMS[flag], rest)
        case _:
            return None


def _report_of(request: Request | Generation) -> Path:
    return request.output if isinstance(request, Generation) else request.file


def _without_list(system: str, words: Sequence[str]) -> Request | Generation | None:
    match words:
        case [file, "-c"]:
            return Request(system, Path(file), check=True)
        case [file, "-p"]:
            return Request(system, Path(file))
        case [file, "-p", output]:
            return Request(system, Path(file), output=beside(Path(file), output))
        case [*first, "-s", seed] if seed.isdecimal():
            return _generation(system, first, int(seed))
        case _:
            return _generation(system, words, None)


def _generation(system: str, words: Sequence[str], seed: int | None) -> Generation | None:
    match words:
        case ["-g", "-o", output]:
            return Generation(system, Path(output), seed=seed)
        case ["-g", file, "-o", output]:
            return Generation(system, beside(Path(file), output), file=Path(file), seed=seed)
        case [file, "-g", "-o", output]:
            return Generation(system, beside(Path(file), output), file=Path(file), is_model=True, seed=seed)
        case _:
            return None


def beside(file: Path, name: str) -> Path:
    """The path of a file that is written: a bare name lies in the folder of the file that was read."""
    return file.with_name(name) if Path(name).name == name else Path(name)
