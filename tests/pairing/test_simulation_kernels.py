"""The compiled kernels against the plain-Python reference, tournament by tournament."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pairing.simulation.chance import GAMMA, WORD, mix
from pairing.simulation.configuration import Configuration, chains, is_fast
from pairing.simulation.flat_tables import flat_fits
from pairing.simulation.measures import ORDER_MEASURES
from pairing.simulation.reference import can_be_paired, measures, play
from pairing.simulation.run import BINS, measured, run_chunk
from pairing.simulation.strengths import Arithmetic, Listed, Normal
from pairing.simulation.tally import Tally, tally
from pairing.types import Scoring
from tests.pairing.test_tiebreaks import study_appendix

PAPER = chains(["solkoff"], ["omw"], ["sonneborn_berger"], ["median"], ["opponent_median"])
SHORT = chains(["solkoff", "sonneborn_berger"])
LONG = chains(
    ["solkoff", "sonneborn_berger", "wins"],
    ["omw", "opponent_median"],
    [{"name": "omw", "floor": "33/100"}],
    [{"name": "omw", "floor": 0}, "median"],
    ["opponent_median", "beaten_median", "beaten_sum", "solkoff"],
)
EQUAL = Listed((9, 9, 9, 7, 7, 5, 5, 5, 5, 3, 3, 1, 1))
APPENDIX = Listed(
    tuple(entrant.rating or 0 for entrant in study_appendix().entrants)
)  # with equal ones in it

# What is simulated, and how many tournaments of it are compared.
CASES = {
    "paper A-1": (Configuration(Arithmetic(64), 5, PAPER), 250),
    "paper A-2": (Configuration(APPENDIX, 5, PAPER), 100),
    "paper B": (Configuration(Arithmetic(64), 5, PAPER, outcome="stronger"), 250),
    "paper A-1, brief": (Configuration(Arithmetic(64), 5, PAPER, brief=True), 250),
    "paper A-2, brief": (Configuration(APPENDIX, 5, PAPER, brief=True), 250),
    "paper B, brief": (Configuration(Arithmetic(64), 5, PAPER, outcome="stronger", brief=True, cut=13), 250),
    "small, brief": (Configuration(Arithmetic(32, 10, 3), 3, PAPER[::-1], brief=True, cut=32), 100),
    "short, brief": (Configuration(Arithmetic(16), 2, PAPER[:2], brief=True, cut=5), 100),
    "two, brief": (Configuration(Arithmetic(2), 1, PAPER, brief=True, cut=1), 20),
    "draws, brief": (Configuration(Arithmetic(16), 4, LONG, draw=0.2, brief=True), 50),
    "draws": (Configuration(Arithmetic(32), 6, LONG, draw=0.3), 200),
    "Elo": (Configuration(Normal(41, 1500, 300), 7, LONG, outcome="elo", draw=0.5, draw_model="close"), 150),
    "dropouts": (Configuration(Arithmetic(48), 6, LONG, dropout=0.08, cut=16), 150),
    "odd, everything on": (Configuration(Arithmetic(33), 7, LONG, draw=0.2, dropout=0.05, cut=4), 200),
    "three points": (Configuration(Arithmetic(20), 6, LONG, draw=0.25, scoring=Scoring(300, 100, 0, 300)), 150),
    "odd points": (Configuration(Arithmetic(15), 5, LONG, draw=0.3, scoring=Scoring(7, 5, 2, 3)), 150),
    "more levels than bits": (Configuration(Arithmetic(13), 6, LONG, draw=0.3, scoring=Scoring(71, 30, 0, 50)), 100),
    "a full word": (Configuration(Arithmetic(64), 7, LONG, draw=0.2, dropout=0.02, cut=64), 40),
    "equal strengths": (Configuration(EQUAL, 5, LONG, draw=0.1, cut=5), 200),
    "as long as it can be": (Configuration(Arithmetic(12), 11, LONG, cut=3), 150),
    "most have met": (Configuration(Arithmetic(16), 12, LONG, draw=0.1), 100),
    "the last of many": (Configuration(Arithmetic(80), 16, PAPER, dropout=0.12), 30),
    "hardly anybody left to meet": (Configuration(Arithmetic(40), 37, SHORT), 2),
    "the same of many": (Configuration(Arithmetic(70), 40, SHORT), 1),
    "everybody leaves": (Configuration(Arithmetic(9), 8, LONG, dropout=0.5, cut=3), 200),
    "two players": (Configuration(Arithmetic(2), 1, PAPER, cut=1), 50),
    "three players": (Configuration(Arithmetic(3), 3, PAPER, cut=3), 50),
    "one word of bits and a half": (Configuration(Arithmetic(97), 7, PAPER, draw=0.1, cut=70), 40),
    "long groups": (Configuration(Arithmetic(300), 4, PAPER, cut=65), 10),
}  # fmt: skip


def reference(configuration: Configuration, seed: int, index: int) -> Tally:
    found = measures(configuration, play(configuration, seed, index))
    kept = len(measured(configuration))
    return tally([found], kept, run_chunk(configuration, seed, index, 1).width, BINS)


@pytest.mark.parametrize("name", CASES)
def test_every_tournament_is_that_of_the_reference(name: str) -> None:
    configuration, count = CASES[name]
    assert is_fast(configuration)
    together = None
    for index in range(1000, 1000 + count):
        expected = reference(configuration, 2026, index)
        assert run_chunk(configuration, 2026, index, 1) == expected, index
        together = expected if together is None else together.merge(expected)
    assert run_chunk(configuration, 2026, 1000, count) == together


def test_the_brief_cases_of_the_paper_go_the_fast_way() -> None:
    fast = {name for name, (configuration, _) in CASES.items() if flat_fits(configuration)}
    assert fast == {name for name in CASES if name.endswith("brief")} - {"draws, brief"}
    assert len(set(APPENDIX.values)) < 64


def test_every_file_with_kernels_counts_where_compiled_code_is_kept() -> None:
    from pairing.simulation import compiled

    folder = Path(compiled.__file__).parent
    marks = ("@compiled\n", "@inner\n", "@inlined\n", "@intrinsic\n", "intrinsic(")
    with_kernels = {path for path in folder.glob("*.py") if any(mark in path.read_text() for mark in marks)}
    assert with_kernels == set(compiled.SOURCES)


def test_the_cases_are_thousands_of_tournaments() -> None:
    assert sum(count for _, count in CASES.values()) >= 2000


@pytest.mark.parametrize("name", ["paper A-1", "odd, everything on"])
def test_chunks_add_up_to_the_same_however_they_are_cut(name: str) -> None:
    configuration, _ = CASES[name]
    whole = run_chunk(configuration, 5, 100, 700)
    cut = [(100, 1), (101, 299), (400, 257), (657, 143)]
    parts = [run_chunk(configuration, 5, start, count) for start, count in reversed(cut)]
    together = parts[0]
    for part in parts[1:]:
        together = together.merge(part)
    assert together == whole
    assert run_chunk(configuration, 6, 100, 700) != whole


def test_the_largest_seed_and_a_large_number_of_a_tournament() -> None:
    configuration, _ = CASES["draws"]
    for index in (0, 10**9, 2**40):
        assert run_chunk(configuration, WORD, index, 1) == reference(configuration, WORD, index)


def test_who_can_be_paired_off_is_found_like_the_matching_of_the_events_finds_it() -> None:
    import numpy as np

    from pairing.simulation import perfect

    lots = random.Random(4)
    answers = []
    for _ in range(1500):
        size = lots.choice([2, 4, 6, 8, 10, 14])
        share = lots.choice([0.3, 0.5, 0.7, 0.9])
        barred: dict[int, set[int]] = {i: set() for i in range(size)}
        table = np.zeros((size, 1), dtype=np.uint64)
        for i in range(size):
            for j in range(i):
                if lots.random() < share:
                    barred[i].add(j)
                    barred[j].add(i)
                    table[i, 0] |= np.uint64(1 << j)
                    table[j, 0] |= np.uint64(1 << i)
        graph = np.zeros((perfect.ROWS, size), dtype=np.int64)
        graph[perfect.WHO] = np.arange(size)
        answer = perfect.can_be_paired(size, graph, table)
        assert answer == can_be_paired(range(size), barred)
        answers.append(answer)
    assert 300 < sum(answers) < 1200


def test_the_kernels_and_the_reference_start_from_the_same_seed() -> None:
    assert mix(GAMMA & WORD) == 0xE220A8397B1DCDAF  # the first number of SplitMix64 for the seed 0


def test_the_names_of_the_measures_are_those_of_the_columns() -> None:
    found: dict[str, Any] = dict(
        zip(ORDER_MEASURES, run_chunk(CASES["two players"][0], 1, 0, 1000).sums[0], strict=True)
    )
    assert found["ties"] == found["difference"] == 0
    assert found["best_wins"] == found["best_in_cut"] == found["all_best_in_cut"]
    assert found["inversions"] == 1000 - found["best_wins"]
    assert found["spearman"] == 1_000_000 * (2 * found["best_wins"] - 1000)
    assert 450 < found["best_wins"] < 650  # 5 : 4
