"""A round of Monrad: the exact pairing, from an indexed field to the checked plan with all its reasons."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import process_time
from typing import Any

from pairing.engine import check_plan, pair
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.types import Snapshot
from pairing.systems.monrad import MONRAD
from tests.bench.fields import played_event
from tests.bench.rows import Once, Row, timed

SEEDS = (1, 2, 3)
Events = Callable[[], list[Snapshot]]


def rows() -> list[Row]:
    return [*_rounds(), *_whole(), *_corners()]


def _rounds() -> Iterator[Row]:
    """The core alone, the field's points and meetings being known: the slowest of several random events."""
    for players, goal in ((1_000, 0.010), (10_000, 0.100)):
        for draws in (0.0, 0.3):
            for number in (2, 3, 5, 9, 12, 15):
                make = partial(_several, players, number - 1, draws)
                yield Row(f"{players:,} players, round {number}", _draws(draws), partial(_core, make), goal)


def _several(players: int, rounds: int, draws: float) -> list[Snapshot]:
    return [played_event(players, rounds, draws=draws, seed=seed) for seed in SEEDS]


def _whole() -> Iterator[Row]:
    """Everything `pair` does with a snapshot, indexing included."""
    for players in (1_000, 10_000):
        yield Row(f"{players:,} players, round 9, from the snapshot", _draws(0.3), partial(_pair, players))


def _corners() -> Iterator[Row]:
    """Where little is possible: each under a second."""
    fields: dict[str, dict[str, Any]] = {
        "30 players, round 25": {},
        "30 players, round 21, draws": {"draws": 0.4},
        "200 players, round 40": {},
        "200 players, round 40, draws": {"draws": 0.3},
        "1,000 players, round 10, half one club": {"club": 0.5},
        "1,000 players, round 10, nearly half one club": {"club": 0.499},
        "1,000 players, round 10, 60 % one club": {"club": 0.6},
        "1,000 players, round 10, three clubs": {"clubs": 3},
        "1,000 players, round 15, one group, half one club": {"flat": True, "club": 0.5},
        "1,000 players, round 15, one group": {"flat": True},
        "1,000 players, round 41, many groups": {"draws": 0.3},
    }
    for name, how in fields.items():
        players, _players, _round, number = name.replace(",", "").split()[:4]
        make = partial(_one, int(players), int(number) - 1, how)
        yield Row(name, "slow corner", partial(_core, make), 1.0)


def _one(players: int, rounds: int, how: dict[str, Any]) -> list[Snapshot]:
    return [played_event(players, rounds, **how)]


def _draws(draws: float) -> str:
    return f"{draws:.0%} draws" if draws else "no draws"


def _core(make: Events) -> Once:
    events = make()
    return lambda: max(_core_seconds(event) for event in events)


def _core_seconds(event: Snapshot) -> float:
    options = parse(MONRAD.options, event.options)
    field = Field(event)
    _ = field.points, field.met, field.barred, field.had_bye, field.present
    start = process_time()
    with suppress(Impossible):
        plan = MONRAD.pair(field, options, Lots(event.draw_seed))
        check_plan(plan, field, field.present, MONRAD)
    return process_time() - start


def _pair(players: int) -> Once:
    event = played_event(players, 8, draws=0.3)
    return timed(lambda: pair(event))
