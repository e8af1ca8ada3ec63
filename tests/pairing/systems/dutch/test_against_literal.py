"""The system gives the answer of the literal program: on random events, the worked examples and positions of others."""

from dataclasses import replace
from random import Random

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.options import describe
from pairing.model.types import Snapshot
from pairing.systems import SYSTEMS
from tests.pairing.systems.dutch.legality import faults
from tests.pairing.systems.dutch.literal import pair_literally
from tests.pairing.systems.dutch.literal_until_2026 import pair_literally_until_2026
from tests.pairing.systems.dutch.notation import read, write
from tests.pairing.systems.dutch.people import FROM_2026, UNTIL_2026
from tests.pairing.systems.dutch.position import Pairing
from tests.pairing.systems.dutch.random_events import random_rounds
from tests.pairing.systems.dutch.rare_positions import RARE
from tests.pairing.systems.dutch.snapshots import SLUG, answer_of, position_of, snapshot_of, worth_of
from tests.pairing.systems.dutch.worked_examples import EXAMPLES
from tests.sweep import seeds

pytestmark = pytest.mark.skipif(SLUG not in SYSTEMS, reason="needs the system")
LITERAL = {FROM_2026: pair_literally, UNTIL_2026: pair_literally_until_2026}


def knows_both_editions() -> bool:
    """Whether the system has the rules until January 2026 as well."""
    return SLUG in SYSTEMS and "rules" in {option.name for option in describe(SYSTEMS[SLUG].options)}


def answered(snapshot: Snapshot) -> Pairing | None:
    """What the system says; None: no legal pairing."""
    try:
        return answer_of(pair(snapshot), snapshot)
    except Impossible:
        return None


@pytest.mark.parametrize("line", [*EXAMPLES.values(), *RARE.values()], ids=[*EXAMPLES, *RARE])
def test_worked_examples_and_rare_positions(line: str) -> None:
    name, position, expected = read(line)
    ids = Random(name).sample(range(1, 100), len(position.players))
    assert answered(snapshot_of(position, ids=ids)) == expected


def compare(snapshot: Snapshot, rules: str) -> None:
    """Hold the system against the literal program; a failure shows the position in the notation of the examples."""
    position = position_of(snapshot)
    expected = LITERAL[rules](position)
    found = answered(snapshot)
    assert found == expected, write(position, expected, worth_of(snapshot.scoring))
    assert found is None or faults(position, found) == []


def as_last_round(snapshot: Snapshot) -> Snapshot:
    """The same event with its next round declared the last one: topscorers may be paired then."""
    return replace(snapshot, options={**snapshot.options, "rounds": len(snapshot.rounds) + 1})


@pytest.mark.parametrize("seed", seeds(every_day=6, swept=500))
def test_random_events(seed: int) -> None:
    for snapshot in random_rounds(seed):
        compare(snapshot, FROM_2026)
        if snapshot.options["acceleration"] == "none":
            compare(as_last_round(snapshot), FROM_2026)


@pytest.mark.parametrize("seed", seeds(every_day=2, swept=300))
def test_whole_events_are_legal(seed: int) -> None:
    """Events up to 200 players, as the system pairs them."""
    for snapshot in random_rounds(seed, most=200, answer=answered):
        found = answered(snapshot)
        assert found is None or faults(position_of(snapshot), found) == []


@pytest.mark.skipif(not knows_both_editions(), reason="needs the edition until 2026-01 as an option")
@pytest.mark.parametrize("seed", seeds(every_day=2, swept=100))
def test_random_events_until_2026(seed: int) -> None:
    for snapshot in random_rounds(seed, most=10):
        compare(replace(snapshot, options={**snapshot.options, "rules": UNTIL_2026}), UNTIL_2026)
