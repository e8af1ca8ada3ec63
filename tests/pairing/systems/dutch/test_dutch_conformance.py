"""The literal program on positions of others: pairs, colours and bye as bbpPairings gave them."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.formats import trf
from pairing.model.schema import DocumentError
from tests.pairing.places import CONFORMANCE
from tests.pairing.systems.dutch.legality import faults
from tests.pairing.systems.dutch.literal import pair_literally
from tests.pairing.systems.dutch.literal_until_2026 import pair_literally_until_2026
from tests.pairing.systems.dutch.people import People
from tests.pairing.systems.dutch.position import Pairing, Position, pairing
from tests.pairing.systems.dutch.snapshots import position_of

GENERATED = CONFORMANCE / "bbp_generated_2026"
EDGES = CONFORMANCE / "dutch_edge_cases"
EVERY_DAY = 64  # players

needs_files = pytest.mark.skipif(
    not GENERATED.is_dir(), reason="needs the conformance files in ../shared/data"
)


def _cases() -> dict[str, dict[str, Any]]:
    file = GENERATED / "expected.json"
    cases = json.loads(file.read_text())["cases"] if file.is_file() else []
    return {case["file"]: case for case in cases if (GENERATED / case["file"]).is_file()}


CASES = _cases()


GENERATED_POSITIONS = [
    pytest.param(name, marks=() if case["players"] <= EVERY_DAY else pytest.mark.sweep)
    for name, case in CASES.items()
]


def position_in(path: Path) -> Position:
    return position_of(trf.load(path.read_bytes()))


def answered(pairs: list[list[int]]) -> Pairing:
    """The answer in a file of expected pairs: a partner 0 is the bye."""
    byes = [first for first, second in pairs if second == 0]
    return pairing((pair for pair in pairs if pair[1] != 0), *byes)


@needs_files
@pytest.mark.parametrize("name", GENERATED_POSITIONS)
def test_generated_positions(name: str) -> None:
    case, position = CASES[name], position_in(GENERATED / name)
    expected = answered(case["expected_2026"])
    before = answered(case.get("expected_till_2026_01", case["expected_2026"]))
    assert pair_literally(position) == expected
    assert pair_literally_until_2026(position) == before


@needs_files
def test_every_generated_answer_is_legal() -> None:
    for name, case in CASES.items():
        assert faults(position_in(GENERATED / name), answered(case["expected_2026"])) == [], name


@needs_files
@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_the_cases_of_bbp_pairings(name: str) -> None:
    folder = CONFORMANCE / "bbp_tests"
    lines = (folder / f"{name}.expected_pairs").read_text().splitlines()[1:]
    expected = answered([[int(number) for number in line.split()] for line in lines])
    assert pair_literally(position_in(folder / f"{name}.trf")) == expected


@needs_files
@pytest.mark.parametrize("name", ["no_legal_pairings", "no_legal_pairings_odd"])
def test_no_legal_pairing(name: str) -> None:
    position = position_in(EDGES / f"{name}.trf")
    assert pair_literally(position) is None
    assert pair_literally_until_2026(position) is None


@needs_files
def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(DocumentError, match="line 7: '101' is not a code"):
        position_in(EDGES / "invalid_code.trf")


@needs_files
@pytest.mark.parametrize(("favoured", "white"), [("higher", 1), ("lower", 2)])
def test_of_two_absolute_preferences_the_larger_difference_counts(favoured: str, white: int) -> None:
    people = People(position_in(EDGES / f"dutch_e2_both_absolute_{favoured}_favored.trf"))
    assert people.white_of(*people.all[:2]).tpn == white
