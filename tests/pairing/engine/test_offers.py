"""What is offered when a round cannot be paired: each offer, taken, pairs it; what would not help is not offered."""

import pytest

from pairing import engine
from pairing.engine.offers import Offers, offers
from pairing.formats import document
from pairing.model.errors import Impossible
from pairing.model.types import Snapshot

Played = list[tuple[list[list[int]], list[int]]]


def stuck(players: int, rounds: Played, **more: object) -> Snapshot:
    """An event of so many players with these rounds: pairs, and who had the bye."""
    return document.load({
        "format": "pairwright-event/1",
        "players": [{"id": n} for n in range(1, players + 1)],
        "rounds": [
            {
                "number": number,
                "status": "completed",
                "matches": [{"table": t, "seats": pair, "result": "1-0"} for t, pair in enumerate(pairs, 1)],
                "byes": [{"player": player, "kind": "full"} for player in byes],
            }
            for number, (pairs, byes) in enumerate(rounds, 1)
        ],
        **more,
    })  # fmt: skip


EVERYBODY_MET: Played = [([[1, 2], [3, 4]], []), ([[1, 3], [2, 4]], []), ([[1, 4], [2, 3]], [])]
THREE_MET: Played = [([[1, 2]], [3]), ([[1, 3]], [2]), ([[2, 3]], [1])]
# 1 and 2 have met, 3 has had the bye and may play neither of them: only another bye and a rematch are left.
KEPT_APART = {"forbidden_pairs": [[1, 3], [2, 3]]}

CASES = [
    (stuck(4, EVERYBODY_MET), Offers(("allow_rematches",))),
    (stuck(3, THREE_MET), Offers(("allow_rematches", "allow_second_bye"), together=True)),
    # They must not meet, whatever is allowed.
    (stuck(2, [([[1, 2]], [])], forbidden_pairs=[[1, 2]]), Offers()),
    (
        stuck(3, [([[1, 2]], [3])], **KEPT_APART),
        Offers(("allow_rematches", "allow_second_bye"), together=True),
    ),
]


@pytest.mark.parametrize(("snapshot", "expected"), CASES)
def test_only_what_helps_is_offered(snapshot: Snapshot, expected: Offers) -> None:
    with pytest.raises(Impossible):
        engine.pair(snapshot)
    assert offers(snapshot) == expected


@pytest.mark.parametrize("snapshot", [snapshot for snapshot, expected in CASES if expected.names])
def test_every_offer_pairs_the_round(snapshot: Snapshot) -> None:
    found = offers(snapshot)
    for names in [found.names] if found.together else [(name,) for name in found.names]:
        assert engine.pair(snapshot, overrides=dict.fromkeys(names, True)).relaxed
