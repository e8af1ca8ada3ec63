"""The compiled kernels against the plain-Python reference and the engine of real events, tournament by tournament."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pairing.model.lots import lot
from pairing.model.types import Scoring
from pairing.simulation.compiled import hashing
from pairing.simulation.compiled.jit import compiled
from pairing.simulation.drawing import first_that_works
from pairing.simulation.reference.engine_path import play_through_engine
from pairing.simulation.reference.measures import ORDER_MEASURES, places
from pairing.simulation.reference.tournament import can_be_paired, measures, play
from pairing.simulation.run import BINS, run_chunk
from pairing.simulation.setup.chance import WORD
from pairing.simulation.setup.configuration import GROUPED as GROUPED_SYSTEMS, Configuration, chains, is_fast
from pairing.simulation.setup.strengths import Arithmetic, Listed, Normal
from pairing.simulation.tally import Tally, tally
from pairing.simulation.whole_events import score_groups_run
from pairing.simulation.whole_events.tables import bin_width
from pairing.simulation.whole_events.without_floats_tables import fits
from tests.pairing.tiebreaks.test_tiebreaks import study_appendix
from tests.sweep import sweep_rows

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

EVERY_DAY = 25  # one in so many is compared; the sweep compares all

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
    "sums": (Configuration(Arithmetic(13), 5, chains(
        [{"sum": [["solkoff", 1], ["sonneborn_berger", 0.5]]}, "wins"],
        ["median", {"sum": [["opponent_median", 1.25], ["wins", -3], ["sonneborn_berger", 2], ["median", 1]]}],
    ), draw=0.3, dropout=0.05, cut=3, scoring=Scoring(300, 100, 0, 300)), 100),
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
    kept = places(configuration)
    return tally([found], kept, run_chunk(configuration, seed, index, 1).width, BINS)


@pytest.mark.parametrize(
    ("name", "part"),
    [*((n, EVERY_DAY) for n in CASES if CASES[n][1] > 2), *sweep_rows(*((n, 1) for n in CASES))],
)
def test_every_tournament_is_that_of_the_reference(name: str, part: int) -> None:
    configuration, all_of_them = CASES[name]
    count = -(-all_of_them // part)
    assert is_fast(configuration)
    together = None
    for index in range(1000, 1000 + count):
        expected = reference(configuration, 2026, index)
        assert run_chunk(configuration, 2026, index, 1) == expected, index
        together = expected if together is None else together.merge(expected)
    assert run_chunk(configuration, 2026, 1000, count) == together


def test_the_brief_cases_of_the_paper_go_the_fast_way() -> None:
    fast = {name for name, (configuration, _) in CASES.items() if fits(configuration)}
    assert fast == {name for name in CASES if name.endswith("brief")} - {"draws, brief"}
    assert len(set(APPENDIX.values)) < 64


def test_every_file_with_kernels_counts_where_compiled_code_is_kept() -> None:
    from pairing.simulation import fingerprint

    folder = Path(fingerprint.__file__).parent
    marks = ("@compiled\n", "@inner\n", "@inlined\n", "@intrinsic\n", "intrinsic(")
    with_kernels = {path for path in folder.rglob("*.py") if any(mark in path.read_text() for mark in marks)}
    assert with_kernels and with_kernels <= set(fingerprint.SOURCES)


def test_the_largest_seed_and_a_large_number_of_a_tournament() -> None:
    configuration, _ = CASES["draws"]
    for index in (0, 10**9, 2**40):
        assert run_chunk(configuration, WORD, index, 1) == reference(configuration, WORD, index)


def test_who_can_be_paired_off_is_found_like_the_matching_of_the_events_finds_it() -> None:
    import numpy as np

    from pairing.simulation.drawing import perfect_matching

    lots = random.Random(4)
    answers = []
    for _ in range(300):
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
        graph = np.zeros((perfect_matching.ROWS, size), dtype=np.int64)
        graph[perfect_matching.WHO] = np.arange(size)
        answer = perfect_matching.can_be_paired(size, graph, table)
        assert answer == can_be_paired(range(size), barred)
        answers.append(answer)
    assert 60 < sum(answers) < 240


def test_the_names_of_the_measures_are_those_of_the_columns() -> None:
    found: dict[str, Any] = dict(
        zip(ORDER_MEASURES, run_chunk(CASES["two players"][0], 1, 0, 1000).sums[0], strict=True)
    )
    assert found["ties"] == found["difference"] == 0
    assert found["best_wins"] == found["best_in_cut"] == found["all_best_in_cut"]
    assert found["inversions"] == 1000 - found["best_wins"]
    assert found["spearman"] == 1_000_000 * (2 * found["best_wins"] - 1000)
    assert 450 < found["best_wins"] < 650  # 5 : 4


# --- monrad and the shogi championship by the kernels against the engine of real events, tournament by to
CHAINS = chains(["solkoff", "wins"], ["omw"], ["sonneborn_berger", "median"])
FAMC = {"order": "F", "method": "A", "floater": "M", "opponent": "C"}


# Players, rounds, draws, dropouts; system and options; how many tournaments are compared.
GROUPED: dict[str, tuple[Any, ...]] = {
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
    return tally([found], places(configuration), bin_width(configuration), BINS)


@pytest.mark.parametrize(
    ("name", "part"), [*((n, 5) for n in GROUPED), *sweep_rows(*((n, 1) for n in GROUPED))]
)
def test_every_tournament_is_that_of_the_engine(name: str, part: int) -> None:
    players, rounds, draw, dropout, system, options, all_of_them = GROUPED[name]
    count = -(-all_of_them // part)
    shape = {"draw": draw, "dropout": dropout, "cut": 5}
    configuration = Configuration(Arithmetic(players), rounds, CHAINS, system, options, **shape)
    assert score_groups_run.fits(configuration, 2026, 100 + count)
    together = None
    for index in range(100, 100 + count):
        expected = by_engine(configuration, 2026, index)
        assert run_chunk(configuration, 2026, index, 1) == expected, index
        together = expected if together is None else together.merge(expected)
    assert run_chunk(configuration, 2026, 100, count) == together


def test_other_points_and_equal_strengths() -> None:
    points = Scoring(7, 5, 2, 3)
    for system in GROUPED_SYSTEMS:
        configuration = Configuration(EQUAL, 5, CHAINS, system, draw=0.3, scoring=points, cut=5, brief=True)
        for index in range(2):
            assert run_chunk(configuration, 3, index, 1) == by_engine(configuration, 3, index)


def test_rounds_are_paired_without_the_engine_as_long_as_nobody_is_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("the engine was asked")

    monkeypatch.setattr(score_groups_run, "ask_engine", refuse)
    for system in GROUPED_SYSTEMS:
        run_chunk(Configuration(Arithmetic(64), 4, CHAINS, system), 1, 0, 20)


def test_a_lot_with_too_long_a_text_is_left_to_the_engine() -> None:
    configuration = Configuration(Arithmetic(6), 3, CHAINS, "monrad", cut=2)
    assert not score_groups_run.fits(configuration, WORD, 2**60)
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
        x = np.zeros((first_that_works.ROWS, count + 2), dtype=np.int64)
        x[first_that_works.MEMBER, :count] = range(count)
        x[first_that_works.MAY_LEAVE, :count] = [lots.random() < 0.5 for _ in range(count)]
        outcome = chosen(count, 0, count % 2, method, x, barred)
        first = first_pairing(list(range(count)), count, method, x[first_that_works.MAY_LEAVE], barred)
        outcomes.add(outcome)
        assert (outcome == first_that_works.FOUND) == (first is not None)
        if first is not None:
            assert dict(enumerate(x[first_that_works.PARTNER, :count].tolist())) == first
    assert outcomes == {first_that_works.FOUND, first_that_works.NONE}


@compiled
def chosen(count: Any, split: Any, leaving: Any, method: Any, x: Any, barred: Any) -> Any:
    return first_that_works.choose(count, split, leaving, method, x, barred)


def first_pairing(
    free: list[int], count: int, method: int, may_leave: Any, barred: Any
) -> dict[int, int] | None:
    """Partners of all of `free`; whoever leaves has the number `count`."""
    if not free:
        return {}
    one, target = free[0], free[0] + (count + 1) // 2
    keys = {
        first_that_works.IN_ORDER: lambda other: (other, 0),
        first_that_works.FROM_END: lambda other: (-other, 0),
        first_that_works.OPPOSITE: lambda other: (abs(other - target), other),
    }
    for other in [*sorted(free[1:], key=keys[method]), count]:
        leaves = other == count and len(free) % 2 == 1 and may_leave[one]
        if leaves or (other < count and not int(barred[one, 0]) >> other & 1):
            rest = first_pairing([p for p in free[1:] if p != other], count, method, may_leave, barred)
            if rest is not None:
                return rest | {one: other} | ({other: one} if other < count else {})
    return None
