"""Monrad and the shogi championship by the kernels against the engine of real events, tournament by tournament."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pairing.lots import lot
from pairing.simulation import choosing, grouped_run, hashing
from pairing.simulation.chance import WORD
from pairing.simulation.compiled import compiled
from pairing.simulation.configuration import Configuration, chains
from pairing.simulation.engine_path import play_through_engine
from pairing.simulation.reference import measures
from pairing.simulation.run import BINS, measured, run_chunk
from pairing.simulation.strengths import Arithmetic, Listed
from pairing.simulation.tables import bin_width
from pairing.simulation.tally import Tally, tally
from pairing.types import Scoring

CHAINS = chains(["solkoff", "wins"], ["omw"], ["sonneborn_berger", "median"])
FAMC = {"order": "F", "method": "A", "floater": "M", "opponent": "C"}
EQUAL = Listed((9, 9, 9, 7, 7, 5, 5, 5, 5, 3, 3, 1, 1))

# Players, rounds, draws, dropouts; system and options; how many tournaments are compared.
CASES: dict[str, tuple[Any, ...]] = {
    "monrad": (64, 5, 0, 0, "monrad", {}, 6),
    "monrad, everything on": (33, 7, 0.2, 0.05, "monrad", {}, 15),
    "monrad, out after two": (32, 8, 0, 0, "monrad", {"elimination": 2}, 10),
    "monrad, one draw": (20, 6, 0.3, 0.04, "monrad", {"order": "fixed_draw", "first_mover": "lot"}, 15),
    "monrad, by rating": (17, 9, 0.1, 0.02, "monrad", {"order": "rating", "elimination": 3}, 10),
    "monrad, to the end": (7, 7, 0.2, 0, "monrad", {"order": "registration"}, 15),
    "shogi": (24, 9, 0, 0, "wcsc", {}, 6),
    "shogi, modified": (24, 9, 0.1, 0, "wcsc", FAMC | {"mode": "MS"}, 6),
    "shogi, variable": (24, 9, 0, 0, "wcsc", FAMC | {"order": "V"}, 6),
    "shogi, looking ahead": (25, 7, 0.2, 0.03, "wcsc", {"floater": "L", "opponent": "D", "search": "exact"}, 10),
    "shogi, halves": (13, 8, 0.2, 0.06, "wcsc", {"floater": "M", "mode": "MS", "search": "exact"}, 15),
    "shogi, in turn": (18, 6, 0.1, 0.02, "wcsc", {"method": "A", "first_mover": "alternate"}, 15),
}  # fmt: skip


def by_engine(configuration: Configuration, seed: int, index: int) -> Tally:
    found = measures(configuration, play_through_engine(configuration, seed, index))
    return tally([found], len(measured(configuration)), bin_width(configuration), BINS)


@pytest.mark.parametrize("name", CASES)
def test_every_tournament_is_that_of_the_engine(name: str) -> None:
    players, rounds, draw, dropout, system, options, count = CASES[name]
    shape = {"draw": draw, "dropout": dropout, "cut": 5}
    configuration = Configuration(Arithmetic(players), rounds, CHAINS, system, options, **shape)
    assert grouped_run.grouped_fits(configuration, 2026, 100 + count)
    together = None
    for index in range(100, 100 + count):
        expected = by_engine(configuration, 2026, index)
        assert run_chunk(configuration, 2026, index, 1) == expected, index
        together = expected if together is None else together.merge(expected)
    assert run_chunk(configuration, 2026, 100, count) == together


def test_other_points_and_equal_strengths() -> None:
    points = Scoring(7, 5, 2, 3)
    for system in grouped_run.SYSTEMS:
        configuration = Configuration(EQUAL, 5, CHAINS, system, draw=0.3, scoring=points, cut=5, brief=True)
        for index in range(8):
            assert run_chunk(configuration, 3, index, 1) == by_engine(configuration, 3, index)


def test_rounds_are_paired_without_the_engine_as_long_as_nobody_is_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("the engine was asked")

    monkeypatch.setattr(grouped_run, "ask_engine", refuse)
    for system in grouped_run.SYSTEMS:
        run_chunk(Configuration(Arithmetic(64), 4, CHAINS, system), 1, 0, 20)


def test_a_lot_with_too_long_a_text_is_left_to_the_engine() -> None:
    configuration = Configuration(Arithmetic(6), 3, CHAINS, "monrad", cut=2)
    assert not grouped_run.grouped_fits(configuration, WORD, 2**60)
    assert run_chunk(configuration, WORD, 2**60, 1) == by_engine(configuration, WORD, 2**60)


@compiled
def lot_of(text: Any, number: Any, block: Any, words: Any) -> Any:
    return hashing.lot(number, hashing.put_text(text, 0, block), block, words)


@pytest.mark.parametrize("text", ["7|0|draw|3|", "|", "x" * 50 + "|"])
def test_lots_are_those_of_the_events(text: str) -> None:
    block = np.zeros(hashing.TEXT, dtype=np.uint8)
    words = np.zeros(hashing.WORDS, dtype=np.uint32)
    letters = np.frombuffer(text.encode(), dtype=np.uint8).copy()
    for number in (1, 9, 10, 1024):
        expected = lot(*text.rstrip("|").split("|"), number) if text != "|" else lot("", number)
        assert int(lot_of(letters, number, block, words)) == expected


def test_the_first_choice_that_works_out_is_found() -> None:
    """Against listing all pairings in the order of preference."""
    import random

    lots = random.Random(5)
    outcomes = set()
    for _ in range(300):
        count, method = lots.choice([4, 6, 7, 8]), lots.randrange(3)
        barred = np.zeros((count, 1), dtype=np.uint64)
        for i in range(count):
            for j in range(i):
                if lots.random() < 0.6:
                    barred[i, 0] |= np.uint64(1 << j)
                    barred[j, 0] |= np.uint64(1 << i)
        x = np.zeros((choosing.ROWS, count + 2), dtype=np.int64)
        x[choosing.MEMBER, :count] = range(count)
        x[choosing.MAY_LEAVE, :count] = [lots.random() < 0.5 for _ in range(count)]
        outcome = chosen(count, 0, count % 2, method, x, barred)
        first = first_pairing(list(range(count)), count, method, x[choosing.MAY_LEAVE], barred)
        outcomes.add(outcome)
        assert (outcome == choosing.FOUND) == (first is not None)
        if first is not None:
            assert dict(enumerate(x[choosing.PARTNER, :count].tolist())) == first
    assert outcomes == {choosing.FOUND, choosing.NONE}


@compiled
def chosen(count: Any, split: Any, leaving: Any, method: Any, x: Any, barred: Any) -> Any:
    return choosing.choose(count, split, leaving, method, x, barred)


def first_pairing(
    free: list[int], count: int, method: int, may_leave: Any, barred: Any
) -> dict[int, int] | None:
    """Partners of all of `free`; whoever leaves has the number `count`."""
    if not free:
        return {}
    one, target = free[0], free[0] + (count + 1) // 2
    keys = {
        choosing.IN_ORDER: lambda other: (other, 0),
        choosing.FROM_END: lambda other: (-other, 0),
        choosing.OPPOSITE: lambda other: (abs(other - target), other),
    }
    for other in [*sorted(free[1:], key=keys[method]), count]:
        leaves = other == count and len(free) % 2 == 1 and may_leave[one]
        if leaves or (other < count and not int(barred[one, 0]) >> other & 1):
            rest = first_pairing([p for p in free[1:] if p != other], count, method, may_leave, barred)
            if rest is not None:
                return rest | {one: other} | ({other: one} if other < count else {})
    return None
