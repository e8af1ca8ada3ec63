"""FIDE tournament report files (TRF16, and what individual events use of TRF26) as a Snapshot, and back.

Reading is strict: a line that is not understood, or that contradicts another, is an error naming its line.
What a snapshot has no place for (pairs forbidden in some rounds only, for instance) is left out and said in the notes.
Points that do not follow from the results are an error, too, unless a known convention explains them: a note then.
Reports of team events are refused.

Columns (counted from 0) of a player line, `001`: start number 4-8, sex 9, title 10-13, name 14-47, rating
48-52, federation 53-56, FIDE ID 57-67, born 69-78, points 80-84, rank 85-89; then ten for each round.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pairing.formats.trf_lines import (
    IGNORED,
    LAST_ROUND,
    LEAST_RATING,
    MOST_RATING,
    NO_ENTRY,
    TEAM,
    WHOLE,
    Cell,
    absence,
    born,
    check_known,
    decode,
    fide_id,
    forbidden,
    forbidden_pairs,
    late_entries,
    read_cell,
    whole,
    wrong,
)
from pairing.formats.trf_pairing import first_colour, with_numbers, with_settings
from pairing.formats.trf_points import (
    Abnormal,
    Accelerations,
    Printed,
    adjustments_of,
    compare,
    read_abnormal,
)
from pairing.formats.trf_schedule import system_of
from pairing.formats.trf_scoring import Points
from pairing.formats.trf_tiebreaks import TiebreakLines
from pairing.formats.trf_write import dump
from pairing.model.field import Field, is_open
from pairing.model.reasons import show_points
from pairing.model.schema import DocumentError
from pairing.model.types import (
    RESULTS,
    Adjustment,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    RoundStatus,
    Snapshot,
)
from pairing.tiebreaks import PRESETS
from pairing.tiebreaks.table import counted_rounds

__all__ = ["Report", "dump", "load", "read"]

FIRST_ROUND, PER_ROUND = 91, 10


@dataclass(frozen=True, slots=True)
class Report:
    """A report that was read: the snapshot, in English what it could not hold, birthdays by start number, and what a
    zero-point bye is worth (hundredths; to the snapshot it is a bonus of those who had one).
    """

    snapshot: Snapshot
    notes: tuple[str, ...] = ()
    birth_days: Mapping[int, str] = field(default_factory=dict)
    absence: int = 0


@dataclass(slots=True)
class _Reader:
    name: str = ""
    kind: str = ""
    planned: int | None = None
    colour: str | None = None
    by_line: bool = (
        False  # whether the players are ranked in the order of their lines, whatever their start numbers
    )
    is_baku: bool = False
    players: dict[int, Entrant] = field(default_factory=dict)
    cells: dict[int, list[Cell]] = field(default_factory=dict)
    line_of: dict[int, int] = field(default_factory=dict)
    birth_days: dict[int, str] = field(default_factory=dict)
    points_said: dict[int, str] = field(default_factory=dict)
    forbidden: list[tuple[int, int, int, list[int]]] = field(default_factory=list)
    absences: list[tuple[int, int | None, ByeKind, list[int]]] = field(default_factory=list)
    points: Points = field(default_factory=Points)
    abnormal: list[Abnormal] = field(default_factory=list)
    accelerations: Accelerations = field(default_factory=Accelerations)
    late: dict[int, int] = field(default_factory=dict)
    tiebreaks: TiebreakLines = field(default_factory=TiebreakLines)
    of_byes: list[Adjustment] = field(default_factory=list)  # what byes are worth beyond the point system
    notes: list[str] = field(default_factory=list)


def load(text: str | bytes) -> Snapshot:
    """The snapshot of a report. Errors: DocumentError naming the line."""
    return read(text).snapshot


def read(text: str | bytes) -> Report:
    """A report, with notes about what was left out. Errors: DocumentError naming the line."""
    reader, lines = _Reader(), decode(text) if isinstance(text, bytes) else text
    for number, line in enumerate(re.split(r"\r\n|\n|\r", lines), start=1):
        if line.strip():
            _read_line(reader, number, line)
    if not reader.players:
        raise DocumentError("report", "it has no player line (001)")
    snapshot = _with_adjustments(reader, _snapshot(reader))
    _compare_points(reader, snapshot)
    absence = reader.points.of_bye("z", snapshot.scoring)
    return Report(snapshot, tuple(reader.notes), reader.birth_days, absence)


def _with_adjustments(reader: _Reader, snapshot: Snapshot) -> Snapshot:
    """The snapshot with what records 299 say of single players or rounds."""
    sheets = Field(snapshot).sheets
    worth: dict[tuple[int, int | None], int] = {
        (id, sheet.round): sheet.points for id, rows in sheets.items() for sheet in rows
    }
    apart = reader.points.apart()
    if any(record.kind == "F" for record in apart):
        _note_full_byes_ahead(reader, snapshot)
    found: list[Adjustment] = []
    for record in (*apart, *reader.abnormal):
        if record.is_point_system:
            continue
        more, note = adjustments_of(
            record,
            reader.players,
            len(snapshot.rounds),
            lambda id, number: _cell_of(reader, id, number).letter,
            lambda id, number: worth.get((id, number), 0),
        )
        found += more
        if record in apart:
            reader.of_byes += more
            worth.update(
                {(given.player, given.round): record.points for given in more}
            )  # as that bye usually is
        if note:
            _note(reader, note)
    return replace(snapshot, adjustments=tuple(found))


def _note_full_byes_ahead(reader: _Reader, snapshot: Snapshot) -> None:
    if any(request.kind is ByeKind.FULL for request in snapshot.bye_requests):
        worth = show_points(snapshot.scoring.bye)
        _note(reader, f"full-point byes of rounds to come will count {worth}, as the bye of the pairing")


def _compare_points(reader: _Reader, snapshot: Snapshot) -> None:
    """Hold the points of every player line against the results. Errors: DocumentError for a contradiction."""
    # As the standings: an open round counts as soon as it has a result.
    coming = len(counted_rounds(snapshot, None)) + 1
    points = Field(snapshot, coming).points
    plain = Field(replace(snapshot, adjustments=tuple(reader.of_byes)), coming).points
    playing = {
        b.player: _cell_of(reader, b.player, r.number).letter
        for r in snapshot.rounds[: coming - 1]
        if is_open(r)
        for b in r.byes
    }
    worth = partial(reader.points.of_bye, scoring=snapshot.scoring)
    accelerated = reader.accelerations.of_round(coming, reader.players)
    for id, said in reader.points_said.items():
        if not said:
            continue
        cell = _cell_of(reader, id, coming)
        note = compare(
            Printed(
                reader.line_of[id],
                said,
                points[id],
                additions=points[id] - plain[id],
                next_bye=worth(cell.result) if cell.bye else 0,
                open_bye=worth(playing[id]) if id in playing else 0,
                accelerated=accelerated.get(id, 0),
            )
        )
        if note:
            _note(reader, note)


def _read_line(reader: _Reader, number: int, line: str) -> None:
    code, rest = line[:3], line[3:].strip()
    if code == "001":
        _read_player(reader, number, line)
    elif code in ("XXP", "260"):
        reader.forbidden.append(forbidden(code, rest, number))
    elif code in ("XXZ", "240"):
        reader.absences.append(absence(code, rest, number))
    elif code in ("XXS", "162") or re.fullmatch("BB[WDLZFU]", code):
        reader.points.read(code, rest, number)
    elif code == "299":
        _read_abnormal(reader, number, line)
    elif code == "###":
        reader.late |= late_entries(line)
    elif code in ("XXA", "250"):
        reader.accelerations.read(code, line, number)
    elif not _read_setting(reader, number, code, rest):
        _read_other(reader, number, code, rest)


def _read_setting(reader: _Reader, number: int, code: str, rest: str) -> bool:
    """Take in a line about the event as a whole; whether it is one."""
    if code == "012":
        reader.name = rest[:200]
    elif code == "092":
        reader.kind = rest
    elif code in ("XXR", "142"):
        reader.planned = whole(rest, number, "number of rounds", 1, 1000)
    elif code in ("202", "212"):
        reader.tiebreaks.read(code, rest, number, partial(_note, reader))
    elif code in ("XXC", "152"):
        reader.colour = first_colour(code, rest, number) or reader.colour
        reader.by_line |= code == "XXC" and "rank" in rest.lower().split()
    elif code == "192":
        reader.is_baku = rest.upper().endswith("_BAKU")
    else:
        return False
    return True


def _read_abnormal(reader: _Reader, number: int, line: str) -> None:
    record = read_abnormal(line, number)
    reader.abnormal.append(record)
    if record.is_point_system:
        reader.points.assign(record.kind, record.points, number)


def _read_other(reader: _Reader, number: int, code: str, rest: str) -> None:
    """A line that is left out, with a note where that matters; or one that cannot be."""
    if code in TEAM or (code == "082" and rest not in ("", "0")):
        raise wrong(number, f"{code} belongs to a team event; only reports of individual events can be read")
    if code.startswith("XX"):
        _note(reader, f"{code}: not known, left out")
    elif code not in (*IGNORED, "082") and not re.fullmatch(r"[A-Z]{3}", code):
        raise wrong(number, f"{code!r} is not a code of this format")


def _note(reader: _Reader, text: str) -> None:
    if text not in reader.notes:
        reader.notes.append(text)


def _read_player(reader: _Reader, number: int, line: str) -> None:
    id = whole(line[4:8], number, "start number", 1, 9999)
    if id in reader.players:
        raise wrong(number, f"start number {id} is there twice (first on line {reader.line_of[id]})")
    rating = line[48:52].strip()
    born_in, reader.birth_days[id] = born(line[69:79])
    reader.players[id] = Entrant(
        id=id,
        name=" ".join(line[14:47].split()),
        rating=(whole(rating, number, "rating", LEAST_RATING, MOST_RATING) or None) if rating else None,
        title=" ".join(line[10:13].split()) or None,
        federation=" ".join(line[53:56].split()) or None,
        sex=line[9:10].strip() or None,
        fide_id=fide_id(line[57:68]),
        birth_year=born_in,
    )
    reader.line_of[id] = number
    reader.points_said[id] = line[80:84].strip()
    tail = line[FIRST_ROUND:].rstrip()
    cells = enumerate(range(0, len(tail), PER_ROUND), start=1)
    reader.cells[id] = [read_cell(tail[k : k + PER_ROUND], number, r) for r, k in cells]


def _snapshot(reader: _Reader) -> Snapshot:
    order = sorted(reader.players)
    _enter_late(reader)
    played = _past_rounds(reader)
    rounds = tuple(_round(reader, number, order) for number in range(1, played + 1))
    system, options = system_of(reader.kind, rounds)
    if reader.by_line:
        by_line = enumerate(reader.players.values(), start=1)
        reader.players = {entrant.id: replace(entrant, ranking=place) for place, entrant in by_line}
    snapshot = Snapshot(
        entrants=with_numbers([reader.players[id] for id in order]),
        rounds=rounds,
        name=reader.name,
        system=system,
        options=options,
        rounds_planned=reader.planned,
        scoring=reader.points.scoring(),
        tiebreaks=reader.tiebreaks.chain(PRESETS["fide_swiss"].chain),
        forbidden_pairs=forbidden_pairs(
            reader.forbidden, reader.players, played + 1, reader.planned or LAST_ROUND, partial(_note, reader)
        ),
        bye_requests=_requests(reader, played, order),
    )
    return with_settings(snapshot, reader.colour, reader.accelerations, is_baku=reader.is_baku)


def _enter_late(reader: _Reader) -> None:
    """Take over what comments say of late entries, where it does not contradict a match."""
    for id, number in reader.late.items():
        before = slice(number - 1)
        if id in reader.players and all(cell.opponent is None for cell in reader.cells[id][before]):
            reader.cells[id][before] = [NO_ENTRY] * (number - 1)
            reader.players[id] = replace(reader.players[id], joined_round=number)


def _past_rounds(reader: _Reader) -> int:
    """Rounds are past up to the last column with a match or a bye of the pairing (U), or in which everybody who had
    come has an entry: such a round was one in which nobody could meet.
    """
    rows = reader.cells.values()
    paired = [n for row in rows for n, cell in enumerate(row, 1) if cell.opponent or cell.result == "u"]
    entries = Counter(n for row in rows for n, cell in enumerate(row, 1) if cell.opponent or cell.bye)
    there = reader.players.values()
    full = [n for n, count in entries.items() if count == sum(e.takes_part_in(n) for e in there)]
    return max([*paired, *full], default=0)


def _round(reader: _Reader, number: int, order: list[int]) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    for id in order:
        cell = _cell_of(reader, id, number)
        if cell.opponent is None:
            if cell.bye or reader.players[id].takes_part_in(number):
                byes.append(Bye(id, cell.bye or ByeKind.ABSENT))
        else:
            other = _checked_opponent(reader, id, cell, number)
            if id < cell.opponent:
                matches.append(_match(reader, len(matches) + 1, (id, cell), (cell.opponent, other), number))
    missing = any(m.is_open for m in matches)
    return Round(
        number, RoundStatus.IN_PROGRESS if missing else RoundStatus.COMPLETED, tuple(matches), tuple(byes)
    )


def _cell_of(reader: _Reader, id: int, number: int) -> Cell:
    cells = reader.cells[id]
    return cells[number - 1] if number <= len(cells) else NO_ENTRY


def _checked_opponent(reader: _Reader, id: int, cell: Cell, number: int) -> Cell:
    line, opponent = reader.line_of[id], cell.opponent
    if opponent is None or opponent not in reader.players or opponent == id:
        raise wrong(line, f"round {number}: there is no opponent {opponent}")
    other = _cell_of(reader, opponent, number)
    if other.opponent != id:
        detail = f"round {number}: {id} plays {opponent}, but line {reader.line_of[opponent]} says otherwise"
        raise wrong(line, detail)
    return other


def _match(
    reader: _Reader, table: int, first: tuple[int, Cell], second: tuple[int, Cell], number: int
) -> Match:
    line = reader.line_of[first[0]]
    colours = first[1].colour, second[1].colour
    if colours in (("w", "w"), ("b", "b")):
        raise wrong(line, f"round {number}: {first[0]} and {second[0]} have the same colour")
    if "b" in colours[:1] or "w" in colours[1:]:
        first, second = second, first
    halves = first[1].result, second[1].result
    if halves not in WHOLE:
        who = f"{first[0]} and {second[0]}"
        detail = f"round {number}: {who} have results that do not fit: {halves[0]!r}, {halves[1]!r}"
        raise wrong(line, detail)
    assert WHOLE[halves] is None or WHOLE[halves] in RESULTS
    return Match(table, (first[0], second[0]), WHOLE[halves])


def _requests(reader: _Reader, played: int, order: list[int]) -> tuple[ByeRequest, ...]:
    """Byes that stand in the columns of rounds to come, and those of their own lines."""
    asked: dict[tuple[int, int], ByeKind] = {}
    for id in order:
        for number, cell in enumerate(reader.cells[id][played:], start=played + 1):
            if cell.bye is not None:
                asked[id, number] = cell.bye
    for line, number_or_none, kind, players in reader.absences:
        check_known(reader.players, line, players)
        number = played + 1 if number_or_none is None else number_or_none
        if number > played:
            asked.update({(id, number): kind for id in players})
    return tuple(ByeRequest(id, number, kind) for (id, number), kind in sorted(asked.items()))
