"""The Dutch system on positions made by others, at any size: the same pairs, colours and bye; the pairs that were
published, where the 2026 engines give them too.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairing.engine import pair
from pairing.formats import trf
from pairing.model.errors import Impossible
from tests.pairing.places import CONFORMANCE
from tests.pairing.systems.dutch.people import FROM_2026, UNTIL_2026
from tests.pairing.systems.dutch.snapshots import answer_of
from tests.pairing.systems.dutch.test_dutch_conformance import CASES, EDGES, GENERATED, answered

PUBLISHED = sorted(CONFORMANCE.glob("chess_results_2026/*"))
ROUNDS = [
    pytest.param(folder, number, id=f"{folder.name[:8]}-{number}")
    for folder in PUBLISHED
    for number in range(1, 9)
]

needs_files = pytest.mark.skipif(
    not GENERATED.is_dir(), reason="needs the conformance files in ../shared/data"
)


@needs_files
@pytest.mark.parametrize("rules", [FROM_2026, UNTIL_2026])
def test_generated_positions(rules: str) -> None:
    for name, case in CASES.items():
        expected = case["expected_2026"]
        if rules == UNTIL_2026:
            expected = case.get("expected_till_2026_01", expected)
        snapshot = trf.load((GENERATED / name).read_bytes())
        snapshot = replace(snapshot, options={**snapshot.options, "rules": rules})
        assert answer_of(pair(snapshot), snapshot) == answered(expected), name


@needs_files
@pytest.mark.parametrize(("folder", "number"), ROUNDS)
def test_published_rounds(folder: Path, number: int) -> None:
    engines = json.loads((folder / "engine_agreement.json").read_text())["rounds"][str(number)]
    if engines["bbp6_2026_rules"] != "=":
        pytest.skip("no engine of the rules of 2026 gives the published round")
    published = json.loads((folder / "published_pairings.json").read_text())["rounds"]
    [expected] = [round_["published_pairings"] for round_ in published if round_["round"] == number]
    snapshot = trf.load((folder / f"before_round_{number}.trf").read_bytes())
    plan = pair(snapshot)
    assert sets(match.seats for match in plan.matches) == sets(p for p in expected if None not in p)


def sets(pairs: Any) -> set[frozenset[int]]:
    return {frozenset(both) for both in pairs}


@needs_files
@pytest.mark.parametrize("name", ["no_legal_pairings", "no_legal_pairings_odd"])
def test_no_legal_pairing(name: str) -> None:
    with pytest.raises(Impossible, match="no possible opponent is left for 1"):
        pair(trf.load((EDGES / f"{name}.trf").read_bytes()))
