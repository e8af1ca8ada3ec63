"""Whole evenings through the queue: results in a random order, a correction, undo of twenty steps; nothing is lost and
nothing is called twice, and the log gives the same state.
"""

import random
from collections.abc import Iterator

import pytest

from pairing.queue.moments import check_moments
from tests.factories import make_event, pair
from tests.sweep import sweep_rows
from tests.tournaments.steps import fresh
from tournaments import snapshots
from tournaments.history.replay import replay
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.models import Match, RoundState, Tournament
from tournaments.queue.selectors.now import read
from tournaments.queue.services import queue
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


def evening(system: str, size: int, tables: int, **options: object) -> Tournament:
    event = make_event(field=size, system=system, options=options, rounds_planned=30)
    rounds.publish(tournament=event, actor=None, round_=pair(event))
    queue.open_queue(tournament=event, actor=None, tables=range(1, tables + 1), call=True)
    queue.decide(fresh(event))
    return fresh(event)


def calls_twice(event: Tournament) -> list[tuple[int, int]]:
    """Matches that are called again without having been taken back."""
    called: set[tuple[int, int]] = set()
    twice = []
    for moment in snapshots.load(event).moments:
        for id, _table in moment.calls:
            twice += [id] if id in called else []
            called.add(id)
        if moment.verb == "take_back":
            called.discard(moment.match)
    return twice


def end_one(event: Tournament, chance: random.Random) -> bool:
    """A match that is at a table gets its result, and the queue calls the next."""
    here = sorted(match.id for match in read(event).at_table.values())
    if not here:
        return False
    number, table = chance.choice(here)
    match = Match.objects.get(round__tournament=event, round__number=number, table=table)
    results.enter_result(tournament=event, actor=None, match=match, result=chance.choice(("1-0", "0-1")))
    queue.decide(event)
    return True


def holds(event: Tournament) -> Iterator[tuple[int, int]]:
    yield from (match.id for match in read(event).state.matches if match.hold)


def release_all(event: Tournament) -> None:
    for id in list(holds(event)):
        queue.change(tournament=event, actor=None, facts=[{"release": list(id)}])
    queue.decide(event)


def refuse_damage(event: Tournament) -> None:
    snapshot = snapshots.load(event)
    assert check_moments(snapshot, snapshot.moments) is None
    assert calls_twice(event) == []
    assert replay(event).same


EVENINGS = [
    ("bracket", 8, 3, {"advance": "match"}),
    *sweep_rows(
        ("bracket", 32, 6, {"advance": "match"}),
        ("double_elimination", 16, 4, {"advance": "match"}),
        ("round_robin", 10, 3, {"schedule": "whole"}),
    ),
]


@pytest.mark.parametrize(("system", "size", "tables", "options"), EVENINGS)
def test_an_evening_is_played_to_its_end(
    system: str, size: int, tables: int, options: dict[str, object]
) -> None:
    event, chance = evening(system, size, tables, **options), random.Random(f"{system}-{size}")
    for _result in range(size // 2):
        end_one(event, chance)
    first = Match.objects.filter(round__tournament=event, result__isnull=False).order_by("pk").first()
    assert first is not None
    other = "0-1" if first.result == "1-0" else "1-0"
    change = results.correct_result if first.round.state == RoundState.COMPLETED else results.enter_result
    change(tournament=event, actor=None, match=first, result=other)
    queue.decide(event)
    refuse_damage(event)
    before = snapshots.load(event)
    for _step in range(min(20, size)):
        undo_last_step(tournament=event, actor=None)
    refuse_damage(event)
    for _step in range(min(20, size)):
        redo_last_step(tournament=event, actor=None)
    assert snapshots.load(event).rounds == before.rounds
    release_all(event)
    while end_one(event, chance):
        pass
    refuse_damage(event)
    assert {row.state for row in event.rounds.all()} == {RoundState.COMPLETED}
    assert not list(holds(event))
