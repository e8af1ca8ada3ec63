"""A round of Monrad: the exact pairing, from an indexed field to the checked plan with all its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from pairing.engine import check_plan, pair
from pairing.errors import Impossible
from pairing.field import Field
from pairing.lots import Lots
from pairing.options import parse
from pairing.systems.monrad import MONRAD
from pairing.types import Snapshot
from tests.bench.fields import played_event

Row = tuple[str, str, float, float | None]
SEEDS = (1, 2, 3)


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median CPU seconds, the goal in seconds."""
    return [*_rounds(repeats), *_whole(repeats), *_corners(repeats)]


def _rounds(repeats: int) -> Iterator[Row]:
    """The core alone, the field's points and meetings being known, over several random events."""
    for players, goal in ((1_000, 0.010), (10_000, 0.100)):
        for draws in (0.0, 0.3):
            for number in (2, 3, 5, 9, 12, 15):
                events = [played_event(players, number - 1, draws=draws, seed=seed) for seed in SEEDS]
                taken = [_core(event, repeats) for event in events]
                yield f"{players:,} players, round {number}", _draws(draws), max(taken), goal


def _whole(repeats: int) -> Iterator[Row]:
    """Everything `pair` does with a snapshot, indexing included."""
    for players in (1_000, 10_000):
        event = played_event(players, 8, draws=0.3)
        yield f"{players:,} players, round 9, from the snapshot", _draws(0.3), _pair(event, repeats), None


def _corners(repeats: int) -> Iterator[Row]:
    """Where little is possible: each under a second."""
    fields = {
        "30 players, round 25": played_event(30, 24),
        "30 players, round 21, draws": played_event(30, 20, draws=0.4),
        "200 players, round 40": played_event(200, 39),
        "200 players, round 40, draws": played_event(200, 39, draws=0.3),
        "1,000 players, round 10, half one club": played_event(1_000, 9, club=0.5),
        "1,000 players, round 10, nearly half one club": played_event(1_000, 9, club=0.499),
        "1,000 players, round 10, 60 % one club": played_event(1_000, 9, club=0.6),
        "1,000 players, round 10, three clubs": played_event(1_000, 9, clubs=3),
        "1,000 players, round 15, one group, half one club": played_event(1_000, 14, flat=True, club=0.5),
        "1,000 players, round 15, one group": played_event(1_000, 14, flat=True),
        "1,000 players, round 41, many groups": played_event(1_000, 40, draws=0.3),
    }
    for name, event in fields.items():
        yield name, "slow corner", _core(event, min(repeats, 3)), 1.0


def _draws(draws: float) -> str:
    return f"{draws:.0%} draws" if draws else "no draws"


def _core(event: Snapshot, repeats: int) -> float:
    options = parse(MONRAD.options, event.options)
    taken = []
    for _ in range(repeats):
        field = Field(event)
        _ = field.points, field.met, field.barred, field.had_bye, field.present
        start = process_time()
        try:
            plan = MONRAD.pair(field, options, Lots(event.draw_seed))
            check_plan(plan, field, field.present, MONRAD.seats)
        except Impossible:
            pass
        taken.append(process_time() - start)
    return median(taken)


def _pair(event: Snapshot, repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        start = process_time()
        pair(event)
        taken.append(process_time() - start)
    return median(taken)
