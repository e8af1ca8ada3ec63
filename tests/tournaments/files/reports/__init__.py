"""Two public events of nine rounds (2026), the reports after round 8: facts only, names and FIDE IDs are blanked.

Taken from chess-results.com by github.com/gbtami/swisspairing (MIT), `benchmarks/fixtures/chess_results`, at 193ad99.
"""

from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent
BUDAPEST = (FOLDER / "budapest_a.trf").read_text()
AEROFLOT = (FOLDER / "aeroflot.trf").read_text()
ROUNDS = 8
_FIRST, _WIDTH, _RESULT = 91, 10, 7


def after(report: str, rounds: int, *, open_too: bool = False) -> str:
    """The report as it was exported after so many rounds; `open_too`: with the tables of the next one.

    Nobody's points stand in it: they are those of the end.
    """
    return each_player(report, lambda line: _cut(line, rounds, open_too))


def _cut(line: str, rounds: int, open_too: bool) -> str:
    end = _FIRST + _WIDTH * rounds
    coming = line[end : end + _WIDTH].ljust(_WIDTH)
    if open_too:
        is_game = coming[:4].strip() not in ("", "0000")
        coming = coming[:_RESULT] + " " + coming[_RESULT + 1 :] if is_game else coming
    return f"{line[:80]}{'':11}{line[_FIRST:end]}{coming if open_too else ''}".rstrip()


def each_player(report: str, change: Callable[[str], str]) -> str:
    """The report with every player line changed."""
    return "\n".join(change(line) if line.startswith("001") else line for line in report.splitlines()) + "\n"


def player(report: str, start: int, change: Callable[[str], str]) -> str:
    """The report with the line of one player changed."""
    return each_player(report, lambda line: change(line) if int(line[4:8]) == start else line)


def named(line: str, name: str) -> str:
    return f"{line[:14]}{name:<33}{line[47:]}"


def identified(line: str, fide_id: int) -> str:
    return f"{line[:57]:<57}{fide_id:>11}{line[68:]}"


def result(line: str, number: int, letter: str) -> str:
    at = _FIRST + _WIDTH * (number - 1) + _RESULT
    return f"{line[:at]}{letter}{line[at + 1 :]}"


def tables(report: str, number: int) -> int:
    """How many tables a round has."""
    lines = [line for line in report.splitlines() if line.startswith("001")]
    cells = (line[_FIRST + _WIDTH * (number - 1) :][:4].strip() for line in lines)
    return sum(cell not in ("", "0000") for cell in cells) // 2
