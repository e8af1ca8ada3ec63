"""Two rounds at once: the next round can be paired while the one before it is still being played."""

from dataclasses import dataclass

from tournaments.models import Match, Round, RoundState
from tournaments.names.namesakes import full_name, of_event

PLAYED_NOW = (RoundState.PUBLISHED.value, RoundState.IN_PROGRESS.value)


@dataclass(frozen=True, slots=True)
class Ahead:
    """The round after the one being played (`open`), in an event that pairs ahead.

    `may`: it can be paired now; else it waits for the results of that round, of which the tables `missing` have none.
    """

    number: int
    open: int
    may: bool
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AssumedTable:
    """One table of the round before, as it was taken to end; `result` is the true one, None while it is missing."""

    table: int
    names: tuple[str, ...]
    assumed: str
    result: str | None


def assumed_tables(round_: Round) -> tuple[AssumedTable, ...]:
    """What a round was paired on instead of the true results of the round before; empty where it was not."""
    if round_.assumed is None:
        return ()
    results = {row["table"]: row["result"] for row in round_.assumed["results"]}
    matches = Match.objects.filter(
        round__tournament=round_.tournament_id, round__number=round_.assumed["round"]
    ).order_by("table")
    columns = ("table", "result", "seats__player__number", "seats__player__name")
    rows = matches.values_list(*columns).order_by("table", "seats__position")
    apart = of_event(round_.tournament)
    names: dict[int, list[str]] = {}
    true: dict[int, str | None] = {}
    for table, result, number, name in rows:
        names.setdefault(table, []).append(full_name(name, apart.get(number)))
        true[table] = result
    return tuple(
        AssumedTable(table, tuple(names[table]), results[table], true[table])
        for table in names
        if table in results
    )
