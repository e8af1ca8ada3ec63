"""Two rounds at once: the next round can be paired while the one before it is still being played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairing import engine
from pairing.model.errors import PairingError
from tournaments import snapshots
from tournaments.events.selectors.phases import system_of
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.models import Match, Round, RoundState, Tournament
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


def rounds_being_played(tournament: Tournament) -> list[Round]:
    """Published and not completed, in order: none, one, or two when one was paired ahead."""
    return list(tournament.rounds.filter(state__in=PLAYED_NOW).order_by("number"))


def round_ahead(tournament: Tournament, rounds: Iterable[Round] | None = None) -> Ahead | None:
    """The round that could be paired ahead, or that has to wait; None where there is nothing to pair ahead.

    `rounds` are all rounds of the event with its draft, if they are known already.
    """
    known = list(tournament.rounds.all() if rounds is None else rounds)
    if not system_of(tournament, len(known) + 1).pairs_ahead:
        return None
    unfinished = [r for r in known if r.state != RoundState.COMPLETED]
    if len(unfinished) != 1 or unfinished[0].state == RoundState.DRAFT:
        return None
    played = unfinished[0]
    if played.number >= tournament.rounds_planned:
        return None
    try:
        if not engine.may_pair_ahead(snapshots.load(tournament)):
            return None
    except PairingError:
        return Ahead(played.number + 1, played.number, False, tuple(missing_tables(played)))
    return Ahead(played.number + 1, played.number, True, ())


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
