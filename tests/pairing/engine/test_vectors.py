"""The conformance vectors of the pairing systems; their format is described in tests/vectors/README.md."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.engine import pair
from pairing.formats.document import load
from pairing.model.errors import Impossible
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems import SYSTEMS
from tests.pairing.places import VECTORS

FILES = [path for slug in SYSTEMS for path in sorted((VECTORS / slug).glob("*.json"))]


def sets(groups: Any) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}


def check_plan(plan: RoundPlan, snapshot: Snapshot, expected: dict[str, Any]) -> None:
    tables = [list(match.seats) for match in plan.matches]
    if "tables" in expected:
        assert tables == expected["tables"]
    else:
        assert sets(tables) == sets(expected["pairs"])
    asked = {request.player for request in snapshot.bye_requests if request.round == plan.number}
    assert sorted(bye.player for bye in plan.byes if bye.player not in asked) == sorted(expected["byes"])
    waived = {(item.rule, frozenset(item.players)) for item in plan.relaxed}
    assert waived == {(rule, frozenset(players)) for rule, players in expected.get("relaxed", [])}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_vector(path: Path) -> None:
    vector = json.loads(path.read_text(encoding="utf-8"))
    assert vector["source"], "a vector without a source proves nothing"
    snapshot, expected = load(vector["event"]), vector["expected"]
    assert snapshot.system == path.parent.name
    if "impossible" in expected:
        with pytest.raises(Impossible) as caught:
            pair(snapshot, overrides=vector.get("options"))
        assert not expected["impossible"] or set(caught.value.players) == set(expected["impossible"])
    else:
        check_plan(pair(snapshot, overrides=vector.get("options")), snapshot, expected)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_every_system_has_a_vector(slug: str) -> None:
    assert list((VECTORS / slug).glob("*.json")), f"tests/vectors/{slug} holds no case"
