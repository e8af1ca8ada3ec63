"""The random events hold what they are for, and the literal program answers them legally."""

from collections import Counter

import pytest

from tests.pairing.systems.dutch.legality import faults
from tests.pairing.systems.dutch.literal import pair_literally
from tests.pairing.systems.dutch.notation import read, write
from tests.pairing.systems.dutch.position import FORFEITS
from tests.pairing.systems.dutch.random_events import random_rounds
from tests.pairing.systems.dutch.snapshots import position_of, snapshot_of, tpns, worth_of
from tests.sweep import seeds


@pytest.mark.parametrize("seed", seeds(every_day=4, swept=200))
def test_the_literal_answer_is_legal_and_does_not_depend_on_how_it_is_asked(seed: int) -> None:
    for snapshot in random_rounds(seed):
        position, worth = position_of(snapshot), worth_of(snapshot.scoring)
        answer = pair_literally(position)
        assert answer is None or faults(position, answer) == []
        assert read(write(position, answer, worth))[1:] == (position, answer)
        ids = [id for id, _ in sorted(tpns(snapshot).items(), key=lambda item: item[1])]
        assert pair_literally(position_of(snapshot_of(position, worth, ids))) == answer


def test_they_have_everything_in_them() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        for snapshot in random_rounds(seed):
            position = position_of(snapshot)
            entries = [entry for player in position.players for entry in player.rounds]
            seen.update({entry.kind for entry in entries})
            seen["forfeit"] += any(entry.kind in FORFEITS for entry in entries)
            seen["last round"] += position.is_last
            seen["away"] += not all(player.here for player in position.players)
            seen["forbidden"] += bool(position.forbidden)
            seen["extra points"] += any(any(player.extra) for player in position.players)
            seen["late"] += any(entrant.joined_round > 1 for entrant in snapshot.entrants)
            seen["withdrawn"] += any(entrant.left_after_round for entrant in snapshot.entrants)
    wanted = [*"wb+-UHZ", "last round", "away", "forbidden", "extra points", "late", "withdrawn"]
    assert not [what for what in wanted if seen[what] < 5]
