"""A Snapshot as a FIDE tournament report: TRF16 with the XX lines of JaVaFo and records 260 and 299 of TRF26; two at
a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairing.engine.standings import rank
from pairing.formats import trf_tiebreaks
from pairing.formats.trf_lines import LAST_ROUND, LEAST_RATING, MOST_RATING, late_entry_lines
from pairing.formats.trf_pairing import away_next, settings_lines
from pairing.formats.trf_points import four_columns, write_abnormal
from pairing.formats.trf_schedule import type_of
from pairing.model.clubs import clubs
from pairing.model.field import Field
from pairing.model.reasons import show_points
from pairing.model.schema import DocumentError
from pairing.model.types import RESULTS, TWO, ByeKind, Entrant, Outcome, Scoring, Snapshot
from pairing.tiebreaks.table import counted_rounds

_LETTERS = {
    Outcome.WIN: "1",
    Outcome.DRAW: "=",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
}
_BYES = {ByeKind.FULL: "U", ByeKind.HALF: "H", ByeKind.ZERO: "Z", ByeKind.ABSENT: None}
_SEXES = {"m": "m", "f": "w", "w": "w"}
_BLANK = " " * 10
MOST = 9999  # players: start numbers have four columns


def dump(snapshot: Snapshot, birth_days: Mapping[int, str] | None = None) -> str:
    """The report. Players have their starting ranks as numbers, else they are numbered from the strongest (C.04.2, 2).
    An absence is a blank; fixed tables and what else has no column is left out, and so are the names of clubs and the
    edition of the rules. `birth_days`: by id, as `04-23`.

    Errors: DocumentError when start numbers would have more than four digits or a match seats four.
    """
    _check(snapshot)
    numbers = start_numbers(snapshot)
    snapshot = renumbered(snapshot, numbers)
    born = {numbers[id]: day for id, day in (birth_days or {}).items() if id in numbers}
    lines = [
        f"012 {_clean(snapshot.name, 200)}".rstrip(),
        f"062 {len(snapshot.entrants)}",
        f"092 {type_of(snapshot)}",
    ]
    lines += settings_lines(snapshot)
    lines += _scoring_lines(snapshot.scoring)
    lines += trf_tiebreaks.write(snapshot.tiebreaks)
    lines += [f"XXP {a} {b}" for a, b in snapshot.forbidden_pairs]
    lines += _club_lines(snapshot)
    lines += [write_abnormal(given) for given in snapshot.adjustments]
    lines += late_entry_lines(snapshot.entrants)
    lines += player_lines(snapshot, born).values()
    return "\n".join(lines) + "\n"


def start_numbers(snapshot: Snapshot) -> dict[int, int]:
    """The starting ranks where all have one, else the numbers that C.04.2 gives."""
    ranks = {entrant.id: entrant.starting_rank for entrant in snapshot.entrants}
    given = {id: rank for id, rank in ranks.items() if rank is not None}
    if len(set(given.values())) == len(ranks):
        return given
    return {id: place + 1 for id, place in Field(snapshot).start_place.items()}


def player_lines(snapshot: Snapshot, birth_days: Mapping[int, str] = {}) -> dict[int, str]:
    """The lines 001 of a report, of players whose ids are their start numbers, in that order."""
    ranked = [standing.player for standing in rank(snapshot)]
    # Whoever is not in the standings comes behind those who are.
    behind = [entrant.id for entrant in snapshot.entrants if entrant.id not in ranked]
    places = {player: place for place, player in enumerate([*ranked, *behind], start=1)}
    # What the results are worth, as whoever reads the report adds them up; some systems rank by points of their own.
    points = Field(snapshot, len(counted_rounds(snapshot, None)) + 1).points
    cells = _cells(snapshot)
    return {
        entrant.id: (
            _player(entrant, birth_days.get(entrant.id, ""))
            + f"{four_columns(points[entrant.id], entrant.id)} {places[entrant.id]:4d}  "
            + "".join(cells[entrant.id])
        ).rstrip()
        for entrant in sorted(snapshot.entrants, key=lambda e: e.id)
    }


def renumbered(snapshot: Snapshot, number: Mapping[int, int]) -> Snapshot:
    """The same event with other ids, `number` by the present id, in whatever a report can hold."""
    return replace(
        snapshot,
        entrants=tuple(replace(entrant, id=number[entrant.id]) for entrant in snapshot.entrants),
        rounds=tuple(
            replace(
                round_,
                matches=tuple(replace(m, seats=tuple(number[id] for id in m.seats)) for m in round_.matches),
                byes=tuple(replace(bye, player=number[bye.player]) for bye in round_.byes),
            )
            for round_ in snapshot.rounds
        ),
        forbidden_pairs=tuple((number[a], number[b]) for a, b in snapshot.forbidden_pairs),
        bye_requests=tuple(replace(r, player=number[r.player]) for r in snapshot.bye_requests),
        adjustments=tuple(replace(given, player=number[given.player]) for given in snapshot.adjustments),
        virtual_points=tuple(
            replace(given, players=tuple(number[id] for id in given.players))
            for given in snapshot.virtual_points
        ),
        phases=tuple(
            replace(phase, seeded=tuple(number[id] for id in phase.seeded)) for phase in snapshot.phases
        ),
    )


def _club_lines(snapshot: Snapshot) -> list[str]:
    """Club mates kept apart, as records 260: first round in columns 5-7, last 9-11, start numbers 13-16, 18-21 ..."""
    last = min(snapshot.clubs_apart_rounds, LAST_ROUND)
    if not last:
        return []
    members = (sorted(entrant.id for entrant in club) for club in clubs(snapshot.entrants))
    return [f"260   1 {last:3d} " + " ".join(f"{id:4d}" for id in ids) for ids in members]


def _check(snapshot: Snapshot) -> None:
    if len(snapshot.entrants) > MOST:
        raise DocumentError(
            "report", f"{len(snapshot.entrants)} players: this format has room for four digits"
        )
    if snapshot.seats != TWO:
        raise DocumentError("report", "this format knows matches of two only")
    for round_ in snapshot.rounds:
        if any(len(match.seats) != 2 for match in round_.matches):
            raise DocumentError("report", f"round {round_.number}: this format knows matches of two only")


def _clean(text: str | None, length: int) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text or "").split())[:length]


def _player(e: Entrant, birth_day: str) -> str:
    """Who it is: columns 0 to 79."""
    rating = f"{e.rating:4d}" if e.rating and LEAST_RATING <= e.rating <= MOST_RATING else " " * 4
    who = f"{_clean(e.title, 3):>3} {_clean(e.name, 33):<33} {rating} {_clean(e.federation, 3):<3}"
    born = f"{e.birth_year}/{birth_day.replace('-', '/') or '00/00'}" if e.birth_year else ""
    return f"001 {e.id:4d} {_SEXES.get((e.sex or '')[:1].lower(), ' ')}{who} {e.fide_id or '':>11} {born:10} "


def _cells(snapshot: Snapshot) -> dict[int, list[str]]:
    """Ten characters for every player and round, and for the rounds to come that somebody has a bye in."""
    requests = (*snapshot.bye_requests, *away_next(snapshot))
    ahead = max((r.round for r in requests), default=0)
    columns = max(len(snapshot.rounds), ahead)
    cells = {e.id: [_BLANK] * columns for e in snapshot.entrants}
    for index, round_ in enumerate(snapshot.rounds):
        for match in round_.matches:
            letters = [_LETTERS[o] for o in RESULTS[match.result]] if match.result else [" ", " "]
            for player, other, colour, letter in zip(
                match.seats, match.seats[::-1], "wb", letters, strict=True
            ):
                cells[player][index] = f"{other:4d} {colour} {letter}  "
        for bye in round_.byes:
            if (kind := _BYES[bye.kind]) is not None:
                cells[bye.player][index] = f"0000 - {kind}  "
    for request in requests:
        if request.round > len(snapshot.rounds):
            cells[request.player][request.round - 1] = f"0000 - {_BYES[request.kind] or 'Z'}  "
    return cells


def _scoring_lines(scoring: Scoring) -> list[str]:
    if scoring == Scoring():
        return []
    forfeits = {"FW": Outcome.FORFEIT_WIN, "FL": Outcome.FORFEIT_LOSS}
    values = {
        "WW": scoring.win, "BW": scoring.win, "WD": scoring.draw, "BD": scoring.draw,
        "WL": scoring.loss, "BL": scoring.loss,
        "ZPB": 0, "HPB": scoring.for_bye(ByeKind.HALF), "FPB": scoring.bye, "PAB": scoring.bye,
        **{name: scoring.for_outcome(outcome) for name, outcome in forfeits.items()},
    }  # fmt: skip
    plain = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss, "P": scoring.bye}
    return [
        "XXS " + " ".join(f"{name}={show_points(value)}" for name, value in values.items()),
        # The same for programs that know TRF26 only: letters in columns 6, 15, 24 ..., points in the four after each.
        "162  " + "    ".join(f"{letter}{four_columns(value, 0)}" for letter, value in plain.items()),
    ]
