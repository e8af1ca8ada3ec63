"""What can be chosen for the final phase, and fields that do not fit it; totals worked out by hand."""

from dataclasses import replace

import pytest

from pairing.engine import outlook, pair
from pairing.model.errors import PairingError
from pairing.model.types import Match, Round
from pairing.systems.mahjong.phases import _groups_of
from tests.pairing.mahjong_events import (
    QUALIFYING,
    everybody,
    final,
    groups,
    mahjong,
    name_of,
    play_on,
    tables_of,
)


def test_the_tables_of_the_top_8_can_be_drawn() -> None:
    seen = set()
    for seed in range(30):
        snapshot = final(QUALIFYING, options={"seeding": "lots"}, draw_seed=f"s{seed}")
        first, second = tables_of(pair(snapshot), snapshot)[:2]
        assert set(f"{first} {second}".split()) == set("A1 A2 A3 A4 B1 B2 B3 B4".split())
        seen.add(first)
    assert len(seen) > 10


def test_the_phases_follow_from_the_number_of_rounds() -> None:
    snapshot = mahjong(
        players=" ".join(f"P{i}" for i in range(1, 17)), system="mahjong_final", rounds_planned=4
    )
    assert [len(groups(play_on(snapshot, rounds))) for rounds in range(5)] == [1, 1, 2, 2, 3]


def test_without_a_number_of_rounds_six_rounds_qualify() -> None:
    snapshot = mahjong(players=" ".join(f"P{i}" for i in range(1, 25)), system="mahjong_final")
    assert len(outlook(snapshot)) == 6
    assert [len(groups(play_on(snapshot, rounds))) for rounds in (5, 6, 7, 8)] == [1, 2, 2, 3]
    played = play_on(snapshot, 8)
    with pytest.raises(PairingError, match="Round 9 cannot be paired: the event ends with round 8"):
        pair(played)


def test_too_few_rounds_for_a_qualifying_are_refused() -> None:
    snapshot = mahjong(players="A B C D", system="mahjong_final", rounds_planned=2)
    with pytest.raises(PairingError, match=r"Rounds planned: 2\. That leaves none before the cut"):
        pair(snapshot)


def test_swiss_may_come_before_the_cut() -> None:
    people = {f"P{i}": {"rating": 2000 - i} for i in range(1, 17)}
    swiss = {"qualifying": "swiss", "first_round": "rating", "qualifying_rounds": 3}
    snapshot = final(players=" ".join(people), about=people, options=swiss)
    assert tables_of(pair(snapshot), snapshot)[0] == "P1 P2 P3 P4"
    assert outlook(snapshot) == ()
    assert len(groups(play_on(snapshot, 5))) == 3


def test_a_house_player_is_never_in_the_cut() -> None:
    people = " ".join(f"P{i}" for i in range(1, 14))
    played = play_on(final(players=people, options={"qualifying_rounds": 2}), 4)
    assert any(
        player in {e.id for e in played.entrants if e.house}
        for r in played.rounds
        for m in r.matches
        for player in m.seats
    )
    assert all(not name.startswith("House") for names in groups(played).values() for name in names.split())
    seated = [
        name_of(played, player) for player in everybody(pair(replace(played, rounds=played.rounds[:2])))
    ]
    assert len([name for name in seated if name.startswith("House")]) == 3


def test_the_first_table_of_the_last_round_is_the_one_with_the_higher_mean() -> None:
    """Three strong players and a house player (90), who sits for somebody who left, add up to less than four others."""
    last = Round(8, matches=(Match(1, (1, 2, 3, 4)), Match(2, (5, 6, 7, 90))))
    points = dict.fromkeys((1, 2, 3, 4), 8000) | dict.fromkeys((5, 6, 7), 10000)
    assert _groups_of(last, [1, 2, 3, 4, 5, 6, 7], points) == {5: 0, 6: 0, 7: 0, 1: 1, 2: 1, 3: 1, 4: 1}
