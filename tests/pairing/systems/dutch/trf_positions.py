"""The position that a FIDE tournament report is in: individual Swiss, as the pairing engines read it.

Columns (from 0) of a player line: start number 4-8; ten for each round from 91: opponent, colour (5), result (7). A
bye `0000 - H` (or F, Z) in the column after the last one with a pairing says: not in this round. A column in which
everybody has an entry is a past round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.pairing.systems.dutch.notation import Worth
from tests.pairing.systems.dutch.people import OTHER
from tests.pairing.systems.dutch.position import GAMES, NOT_THERE, PAB, Entry, Player, Position

_RESULTS = {"1": "1", "w": "1", "=": "=", "d": "=", "0": "0", "l": "0"}
_NAMES = {  # of the points in a line XXS
    "WW": "win", "BW": "win", "WD": "draw", "BD": "draw", "WL": "loss", "BL": "loss", "PAB": "bye", "HPB": "half",
    "FW": "forfeit_win", "FL": "forfeit_loss",
}  # fmt: skip


@dataclass(slots=True)
class _Report:
    cells: dict[int, list[str]] = field(default_factory=dict)
    planned: int | None = None
    initial: str | None = None
    forbidden: set[frozenset[int]] = field(default_factory=set)
    worth: dict[str, int] = field(default_factory=dict)
    virtual: dict[int, tuple[int, ...]] = field(default_factory=dict)


def position_of_report(text: str) -> Position:
    """The position before the round to be paired. Start numbers have to be 1, 2, 3, ..."""
    report = _Report()
    for line in text.splitlines():
        _read_line(report, line)
    tpns = sorted(report.cells)
    if tpns != list(range(1, len(tpns) + 1)):
        raise ValueError("start numbers are missing")
    number = _past_rounds(report.cells.values()) + 1
    worth = Worth(**report.worth)
    players = []
    for tpn in tpns:
        cells = [*report.cells[tpn], *[""] * number][:number]
        rounds = tuple(_entry(cell, worth) for cell in cells[:-1])
        virtual = (*report.virtual.get(tpn, ()), *[0] * number)[:number]
        players.append(Player(tpn, rounds, not cells[-1], virtual if any(virtual) else ()))
    return Position(
        players=tuple(players),
        number=number,
        planned=report.planned,
        initial=report.initial or initial_colour(players, number),
        forbidden=frozenset(report.forbidden),
        win=worth.win,
        loss=worth.loss,
    )


def _read_line(report: _Report, line: str) -> None:
    code, words = line[:3], line[3:].split()
    if code == "001":
        rest = line[91:].rstrip()
        report.cells[int(line[4:8])] = [rest[k : k + 10].strip() for k in range(0, len(rest), 10)]
    elif code in ("XXR", "142"):
        report.planned = int(words[0])
    elif code in ("XXC", "152"):
        found = [word[0].lower() for word in words if word.lower() in ("white1", "black1", "w", "b")]
        report.initial = found[0] if found else None
    elif code == "XXP":
        ids = list(map(int, words))
        report.forbidden |= {frozenset((a, b)) for a in ids for b in ids if a < b}
    elif code == "XXS":
        for word in words:
            name, _, value = word.partition("=")
            if name in _NAMES:
                report.worth[_NAMES[name]] = round(float(value) * 100)
    elif code == "XXA":
        report.virtual[int(words[0])] = tuple(round(float(word) * 100) for word in words[1:])
    elif code.strip() and not (code.isdigit() and code[2] == "2") and not code.startswith("XX"):
        raise ValueError(f"{code!r} is not known")


def _past_rounds(players: Iterable[list[str]]) -> int:
    """Up to the last column with a pairing, or in which everybody has an entry."""
    players = list(players)
    columns = max((len(cells) for cells in players), default=0)
    past = 0
    for index in range(columns):
        column = [cells[index] if index < len(cells) else "" for cells in players]
        if all(column) or any(_is_paired(cell) for cell in column):
            past = index + 1
    return past


def _is_paired(cell: str) -> bool:
    return bool(cell) and ((cell.split()[0].strip("0") != "" and cell[0] != "-") or cell.endswith("U"))


def _entry(cell: str, worth: Worth) -> Entry:
    if not cell:
        return NOT_THERE
    *who, result = cell.split()
    if not who or not who[0].strip("0-"):
        kind = result.upper()
        return NOT_THERE if kind in ("Z", "-") else Entry(kind, worth.other(kind))
    opponent, colour = int(who[0]), who[-1]
    if result in "+-":
        return Entry(result, worth.other(result), opponent)
    if colour not in GAMES:
        raise ValueError(f"{cell!r} is no round of a player")
    return Entry(colour, worth.game(_RESULTS[result.lower()]), opponent, _RESULTS[result.lower()])


def initial_colour(players: list[Player], number: int) -> str:
    """The colour that the first player in number order had in the first round with colours, reversed for each player
    before it who took part without colour.
    """
    for past in range(number - 1):
        reverse = False
        for player in players:
            entry = player.rounds[past]
            if entry.kind in GAMES:
                return OTHER[entry.kind] if reverse else entry.kind
            reverse ^= entry.kind in (*"+-", PAB)
    return "w"
