"""A round robin in a FIDE report, of which all rounds may be there and open."""

from dataclasses import replace

import pytest

from pairing import engine
from pairing.formats import trf
from pairing.model.schema import DocumentError
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot


def schedule(players: int, *, double: bool) -> Snapshot:
    """An event all rounds of which are open, with some results."""
    entrants = tuple(Entrant(id, f"P{id}", rating=2500 - id) for id in range(1, players + 1))
    options = {"schedule": "whole", "order": "registration", "ahead": None, "double": double}
    event = Snapshot(entrants, system="round_robin", options=options)
    event = replace(event, rounds=(as_round(engine.pair(event)),))
    return replace(event, rounds=tuple(map(as_round, engine.open_rounds(event))))


def as_round(plan: RoundPlan) -> Round:
    """Every third match has been played."""
    results = ("1-0", None, None)
    matches = (Match(m.table, m.seats, results[(plan.number + m.table) % 3]) for m in plan.matches)
    byes = (Bye(bye.player, bye.kind) for bye in plan.byes)
    return Round(plan.number, RoundStatus.IN_PROGRESS, tuple(matches), tuple(byes))


def known(snapshot: Snapshot) -> list[tuple[set[object], set[object]]]:
    """What a report says of the rounds: it has no tables."""
    return [({(m.seats, m.result) for m in r.matches}, set(r.byes)) for r in snapshot.rounds]


@pytest.mark.parametrize(("players", "double"), [(5, False), (4, True)])
def test_an_unfinished_whole_schedule_is_read_again_as_what_it_was(players: int, double: bool) -> None:
    event = schedule(players, double=double)
    read = trf.load(trf.dump(event))
    assert known(read) == known(event)
    assert (read.system, read.options) == ("round_robin", event.options)
    assert [{m.seats for m in plan.matches} for plan in engine.open_rounds(read)] == [
        {m.seats for m in round_.matches} for round_ in event.rounds
    ]
    with pytest.raises(DocumentError, match="only the last round may be open"):
        trf.load(trf.dump(event).replace("Round-Robin", "Swiss-System"))
