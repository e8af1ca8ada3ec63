"""The tables of the hall: which numbers there are. Rounds paired from now on are numbered with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from accounts.models import User
from pairing.formats.document import dump_tables
from pairing.model.hall import HIGHEST, HallTables, misplaced
from tournaments.models import Action, Player, Tournament
from tournaments.players.refusals import refuse
from tournaments.snapshots import tables_of
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.refusals import ServiceError

MOST_RANGES, MOST_SKIPPED, MOST_TABLES = 100, 1000, 5000
_PART = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?")
_BETWEEN = re.compile(r"[,;、，\n]+")


def set_tables(
    *,
    tournament: Tournament,
    actor: User | None,
    ranges: Iterable[Sequence[int]],
    skip: Iterable[int] = (),
) -> HallTables:
    """Say which tables there are; no ranges: 1, 2, 3 ... Rounds that are paired keep their numbers.

    Errors: `bad_tables` (field ranges or skip), `too_many_tables`, `fixed_elsewhere` (params: name, table).
    """
    hall = clean_tables(ranges, skip)
    with changing(tournament, touches=("settings",)):
        before, after = tournament.tables, dump_tables(hall) if hall.ranges else {}
        if before == after:
            raise Unchanged
        _refuse_fixed_elsewhere(tournament, hall)
        tournament.tables = after
        tournament.save(update_fields=["tables"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.TABLES_CHANGED,
            subject=written(hall),
            before=before,
            after=after,
        )
    return hall


def clean_tables(ranges: Iterable[Sequence[int]], skip: Iterable[int]) -> HallTables:
    """The tables of a hall, in order. Errors: `bad_tables`, `too_many_tables`."""
    pairs = tuple(sorted((int(first), int(last)) for first, last in ranges))
    left_out = tuple(sorted({int(number) for number in skip}))
    if len(pairs) > MOST_RANGES or sum(last - first + 1 for first, last in pairs) > MOST_TABLES:
        raise refuse.too_many_tables(most=MOST_TABLES)
    for first, last in pairs:
        if not 1 <= first <= last <= HIGHEST:
            raise _bad("ranges", f"{first}-{last}")
    at = misplaced(pairs)
    if at is not None:
        raise refuse.table_in_two_ranges(number=pairs[at][0])
    hall = HallTables(pairs, left_out)
    for number in left_out:
        if len(left_out) > MOST_SKIPPED or not HallTables(pairs).has(number) or not pairs:
            raise refuse.table_in_no_range(number=number)
    if pairs and next(hall.there(), None) is None:
        raise refuse.no_table_left()
    return hall


def ranges_of(text: str) -> list[tuple[int, int]]:
    """ "1-40, 101-140" as it is typed. Errors: `bad_tables`, naming what is not understood."""
    found = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        match = _PART.fullmatch(part)
        if match is None:
            raise _bad("ranges", part)
        found.append((int(match[1]), int(match[2] or match[1])))
    return found


def numbers_of(text: str) -> list[int]:
    """ "13, 14" or "13-14" as it is typed. Errors: `bad_tables`."""
    try:
        parts = ranges_of(text)
    except ServiceError as error:
        raise _bad("skip", str(error.params["value"])) from error
    for first, last in parts:
        if not 1 <= first <= last < first + MOST_SKIPPED:
            raise _bad("skip", f"{first}-{last}")
    return [number for first, last in parts for number in range(first, last + 1)]


def written(hall: HallTables) -> str:
    """The ranges as they are typed: "1-40, 101-140", and what is left out: "13"."""
    ranges = ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in hall.ranges) or "1, 2, 3 …"
    return f"{ranges} ({', '.join(f'−{number}' for number in hall.skip)})" if hall.skip else ranges


def refuse_fixed_table(tournament: Tournament, fields: dict[str, Any]) -> None:
    """Errors: `no_table_of_hall`, for a player who is given a fixed table that the hall does not have."""
    table = fields.get("fixed_table")
    if table is not None and not tables_of(tournament).has(table):
        raise refuse.no_table_of_hall(table=table)


def _refuse_fixed_elsewhere(tournament: Tournament, hall: HallTables) -> None:
    fixed = Player.objects.filter(tournament=tournament, fixed_table__isnull=False).order_by("number")
    for name, table in fixed.values_list("name", "fixed_table"):
        if table is not None and not hall.has(table):
            raise refuse.fixed_elsewhere(name=name, table=table)


def _bad(field: str, value: str) -> ServiceError:
    return refuse.bad_tables(field=field, high=HIGHEST, value=value[:40])
