"""A FIDE report keeps what the Dutch system looks at: read and written, the position stays the same."""

import pytest

from pairing.formats import trf
from tests.pairing.systems.dutch.random_events import random_rounds
from tests.pairing.systems.dutch.snapshots import position_of, tpns
from tests.sweep import seeds


@pytest.mark.parametrize("seed", seeds(every_day=20, swept=300))
def test_a_position_is_the_same_after_a_report(seed: int) -> None:
    """Byes, forfeits, late entries, withdrawals, forbidden pairs, bonuses, Baku points, other points for a win."""
    for snapshot in random_rounds(seed):
        found = trf.read(trf.dump(snapshot))
        assert found.notes == ()
        assert position_of(found.snapshot) == position_of(snapshot)
        assert found.snapshot.options.get("acceleration", "none") == snapshot.options["acceleration"]
        number = tpns(snapshot)
        joined = {number[entrant.id]: entrant.joined_round for entrant in snapshot.entrants}
        assert {entrant.id: entrant.joined_round for entrant in found.snapshot.entrants} == joined
