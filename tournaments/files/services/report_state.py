"""What an event is to be according to a report: its state (`steps.state`), with the numbers that people have here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from django.utils import timezone

from pairing.formats.trf import Report
from pairing.formats.trf_pairing import on_boards
from pairing.formats.trf_write import renumbered
from pairing.model.field import Field
from pairing.model.types import ByeKind, Entrant, RoundStatus, Snapshot
from tournaments.files.services.documents import STATES, event_values, player_values
from tournaments.files.services.same_players import same_players
from tournaments.models import Match, Round, RoundState, Seat, Tournament
from tournaments.round_rows import played_seats
from tournaments.snapshots import tables_of
from tournaments.steps.delta import Row, Rows, State
from tournaments.steps.state import EVENT, MATCH, ROUND, SEAT, plain

# What a report says of the event as a whole, whatever it was before.
_OF_EVENT = (
    "status", "system", "options", "phases", "scoring", "adjustments", "virtual_points", "schedule",
    "schedule_searched",
)  # fmt: skip
# What is as usual with the first report: tie-breaks may be chosen here afterwards, players report nothing here.
_AT_FIRST = ("tiebreaks",)
_NOT_HERE = ("players_report", "players_check_in", "require_check_in", "secret_seeds")
Otherwise = list[dict[str, Any]]
_OF_PLAYER = (
    "name", "rating", "title", "federation", "ranking", "joined_round", "left_after_round", "starting_rank",
)  # fmt: skip
# What was known before stays where a report does not say it.
_IF_SAID = ("fide_id", "sex", "birth_year", "birth_day")


def in_our_numbers(event: Tournament, before: Snapshot, report: Report) -> Report:
    """The report in the numbers of the event as it was `before`, birthdays too; its matches at tables of the hall.
    Newcomers keep their start number where it is free.
    """
    numbers = same_players(before, report.snapshot)
    taken = {entrant.id for entrant in before.entrants}
    order = [entrant.id for entrant in report.snapshot.entrants]
    free = count(max({*taken, *order}) + 1)
    for start in order:
        if start not in numbers:
            numbers[start] = next(free) if start in taken else start
    moved = renumbered(replace(report.snapshot, tables=tables_of(event)), numbers)
    entrants = _in_order(moved.entrants, [numbers[start] for start in order])
    snapshot = on_boards(replace(moved, entrants=entrants, draw_seed=event.draw_seed))
    return Report(snapshot, report.notes, {numbers[start]: day for start, day in report.birth_days.items()})


def _in_order(entrants: Sequence[Entrant], order: list[int]) -> tuple[Entrant, ...]:
    """By number, ranked by their start numbers where ratings would give another `order`."""
    unranked = tuple(replace(e, ranking=None) for e in sorted(entrants, key=lambda entrant: entrant.id))
    if list(Field(Snapshot(unranked)).start_place) == order:
        return unranked
    start = {id: place for place, id in enumerate(order, start=1)}
    return tuple(replace(entrant, ranking=start[entrant.id]) for entrant in unranked)


def state_after(
    event: Tournament,
    now: State,
    report: Report,
    program: str,
    otherwise: Otherwise | None,
) -> State:
    """The state the event is to have. Players who come have no `id` and `key` yet. `otherwise` is what is to be
    said of rounds; None: what has been said.

    Errors: those of names and fields that cannot be stored.
    """
    snapshot = report.snapshot
    return {
        "settings": {EVENT: _settings(event, now["settings"][EVENT], snapshot, program)},
        "players": _players(now["players"], report),
        "requests": {
            f"{r.round}/{r.player}": {"kind": r.kind.value}
            for r in snapshot.bye_requests
            if r.kind is not ByeKind.ABSENT
        },
        "forbidden": {f"{min(pair)}-{max(pair)}": {} for pair in snapshot.forbidden_pairs},
        "rounds": _rounds(event, now["rounds"], snapshot, otherwise),
        "matches": _matches(now["matches"], snapshot),
        "byes": {
            f"{round_.number}/{bye.player}": {
                "kind": bye.kind.value,
                "points": snapshot.worth.for_bye(bye.kind),
                "why": [],
            }
            for round_ in snapshot.rounds
            for bye in round_.byes
        },
        **{section: now[section] for section in ("moments", "registration", "entries")},
    }


def _settings(event: Tournament, old: Row, snapshot: Snapshot, program: str) -> Row:
    values = event_values(snapshot, event.name, event.visibility)
    return {
        **old,
        **{name: values[name] for name in (*_OF_EVENT, *(() if event.follows else _AT_FIRST))},
        **dict.fromkeys(_NOT_HERE, False),
        "rounds_planned": max(len(snapshot.rounds), snapshot.rounds_planned or event.rounds_planned),
        "follows": program,
    }


def _players(now: Rows, report: Report) -> Rows:
    left = {number: row["left_after_round"] or 0 for number, row in now.items()}
    rows: Rows = {number: {**row, "left_after_round": left[number]} for number, row in now.items()}
    for index, entrant in enumerate(report.snapshot.entrants):
        values = player_values(index, entrant, report.birth_days.get(entrant.id, ""))
        row = rows.setdefault(str(entrant.id), values)
        row |= {name: values[name] for name in _OF_PLAYER}
        row |= {name: values[name] for name in _IF_SAID if values[name]}
    return rows


def _rounds(event: Tournament, now: Rows, snapshot: Snapshot, otherwise: Otherwise | None) -> Rows:
    moment, told = plain(timezone.now()), {one["round"]: one["why"] for one in otherwise or ()}
    rows: Rows = {}
    for round_ in snapshot.rounds:
        new = Round(seed=event.draw_seed, system=snapshot.system, options=dict(snapshot.options))
        made = {field: plain(getattr(new, field)) for field in ROUND}
        row = now.get(str(round_.number), {**made, "created_at": moment, "published_at": moment})
        is_untouched = round_.matches and all(match.is_open for match in round_.matches)
        state = STATES[RoundStatus.PAIRED if is_untouched else round_.status]
        over = (row["completed_at"] or moment) if state is RoundState.COMPLETED else None
        notes = row["notes"] if otherwise is None else told.get(round_.number, [])
        rows[str(round_.number)] = {**row, "state": state.value, "completed_at": over, "notes": notes}
    return rows


def _matches(now: Rows, snapshot: Snapshot) -> Rows:
    """Whoever sits together in a round as before keeps what else stands at their table; and where all do, everybody
    keeps the table, whatever points are corrected in earlier rounds.
    """
    before = {(key.split("/")[0], *sorted(row["players"])): (key, row) for key, row in now.items()}
    new = {field: plain(getattr(Match(), field)) for field in MATCH}
    seat: dict[str, Any] = {field: getattr(Seat(), field) for field in SEAT}
    rows: Rows = {}
    for round_ in snapshot.rounds:
        number = str(round_.number)
        was = [before.get((number, *sorted(match.seats))) for match in round_.matches]
        is_same = all(was) and sum(key.startswith(f"{number}/") for key in now) == len(was)
        for match, there in zip(round_.matches, was, strict=True):
            key = there[0] if there and is_same else f"{number}/{match.table}"
            rows[key] = {
                **(there[1] if there else new),
                "result": match.result,
                "players": list(match.seats),
                "scores": [list({**seat, **values}.values()) for values in played_seats(match, snapshot)],
            }
    return rows
