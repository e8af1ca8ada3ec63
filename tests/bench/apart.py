"""Rounds of large fields in which most players may not meet."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from random import Random

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.types import Entrant, Snapshot
from pairing.systems import seats_of
from tests.bench.rows import Once, Row, timed

SHAPES = [("mahjong_swiss", 2, 20.0), ("mahjong_swiss", 8, 10.0), ("monrad", 4, 1.0), ("monrad", 30, 1.0)]


def rows() -> list[Row]:
    return list(_rows())


def _rows() -> Iterator[Row]:
    for system, allowed, goal in SHAPES:
        yield Row(f"1,000 players, {system}", f"{allowed} possible each", _pairing(system, allowed), goal)


def _pairing(system: str, allowed: int) -> Callable[[], Once]:
    def prepare() -> Once:
        event = _apart(system, 1_000, allowed)

        def once() -> None:
            with suppress(Impossible):
                pair(event)

        return timed(once)

    return prepare


def _apart(system: str, players: int, allowed: int) -> Snapshot:
    """Everybody may meet about so many, drawn at random."""
    random, ids = Random(1), range(1, players + 1)
    possible = {frozenset((one, other)) for one in ids for other in random.sample(ids, allowed // 2)}
    return Snapshot(
        tuple(Entrant(id, f"P{id}") for id in ids),
        system=system,
        seats=seats_of(system),
        draw_seed="apart",
        forbidden_pairs=tuple(pair for pair in combinations(ids, 2) if frozenset(pair) not in possible),
    )
