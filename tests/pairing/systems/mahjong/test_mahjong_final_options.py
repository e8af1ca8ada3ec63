"""What can be chosen for the final phase, and fields that do not fit it; totals worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.engine import outlook, pair
from pairing.errors import PairingError
from pairing.scoring.mahjong import from_json
from pairing.systems.mahjong.phases import _groups_of
from pairing.types import Match, Round, Snapshot
from tests.pairing.mahjong_events import (
    QUALIFYING,
    SEMIS,
    everybody,
    final,
    groups,
    ids,
    mahjong,
    name_of,
    places,
    play_on,
    tables_of,
    why,
    winds_of,
)


def test_fewer_than_the_cut_play_with_house_players_at_its_tables() -> None:
    snapshot = final(["A 45000 B 32000 C 25000 House1 18000", "D 44000 E 31500 F 25500 House2 19000"])
    plan = pair(snapshot)
    # A 30, D 29, B 7, E 6.5, F -9.5, C -10: numbers 1, 3, 6 and 2, 4, 5.
    assert tables_of(plan, snapshot) == ["A B C House1", "D E F House2"]
    assert groups(snapshot) == {0: "A D B E F C"}


# The event, and the tables of the next round, from the first.
TABLES: dict[str, tuple[Snapshot, list[str]]] = {
    "the top 8 seeded balanced": (
        final(QUALIFYING, options={"seeding": "balanced"}), ["A1 A3 B2 B3", "A2 A4 B1 B4"],
    ),
    "the top 8 seeded as a snake": (final(QUALIFYING, options={"seeding": "snake"}), ["A1 A4 B1 B3", "A2 A3 B2 B4"]),
    "the top 8 seeded by standing": (
        final(QUALIFYING, options={"seeding": "standing"}), ["A1 A2 A3 A4", "B1 B2 B3 B4"],
    ),
    "a cut of four stays together": (final(QUALIFYING, options={"cut": 4}), ["A1 A2 A3 A4"]),
    "one final round is the last one": (
        final(QUALIFYING, options={"final_rounds": 1}), ["A1 A2 A3 A4", "B1 B2 B3 B4", "C1 C2 C3 C4", "D1 D2 D3 D4"],
    ),
    # The numbers of the cut are 1, 5, 12, 16 at one table, then 2, 6, 11, 15 and so on: every table adds up to 34.
    "sixteen at four tables of equal strength": (
        final(QUALIFYING, options={"cut": 16}), ["A1 B1 C1 D1", "A2 B2 C2 D4", "A3 B4 C3 D2", "A4 B3 C4 D3"],
    ),
    # A2, B3, A4, B2, A3, B1, A1, B4.
    "of three final rounds the second is seeded by current standing": (
        final(QUALIFYING, SEMIS, options={"final_rounds": 3}), ["A2 A4 B1 B4", "A1 A3 B2 B3"],
    ),
    # B2 (6) and B3 (8) share a table; 7 and 8 change places.
    "a forbidden pair of the cut is parted by an exchange of neighbours": (
        final(QUALIFYING, forbidden=["B2 B3"]), ["A1 A3 B2 B4", "A2 A4 B1 B3"],
    ),
    "forbidden pairs of the rest never meet": (
        final(QUALIFYING, forbidden=["C1 C2"]), ["A1 A3 B2 B3", "A2 A4 B1 B4", "C2 C3 C4 D3", "C1 D1 D2 D4"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLES)
def test_the_tables_of_a_final(case: str) -> None:
    snapshot, expected = TABLES[case]
    plan = pair(snapshot)
    assert tables_of(plan, snapshot)[: len(expected)] == expected
    assert not plan.relaxed


def test_the_tables_of_the_top_8_can_be_drawn() -> None:
    seen = set()
    for seed in range(30):
        snapshot = final(QUALIFYING, options={"seeding": "lots"}, draw_seed=f"s{seed}")
        first, second = tables_of(pair(snapshot), snapshot)[:2]
        assert set(f"{first} {second}".split()) == set("A1 A2 A3 A4 B1 B2 B3 B4".split())
        seen.add(first)
    assert len(seen) > 10


def test_winds_are_drawn_by_lot() -> None:
    """By `printf 'sheets|wind|2|ID' | sha256sum`, for the ids 1, 9, 6 and 10 of A1, A3, B2 and B3."""
    snapshot = final(QUALIFYING)
    assert winds_of(pair(snapshot), snapshot)[0] == "A1 A3 B3 B2"


def test_sixteen_end_table_by_table() -> None:
    """After the semi-finals C4 26.5 and D1 15.5 have overtaken some; a third of the table of places 5 to 8 has more
    than the last finalist and stays behind."""
    snapshot = final(QUALIFYING, SEMIS, options={"cut": 16})
    tables = ["A2 A4 B3 C4", "A3 B2 C3 D1", "A1 B1 C2 D4", "B4 C1 D2 D3"]
    assert tables_of(pair(snapshot), snapshot) == tables
    last = [
        "C4 45000 A4 32000 B3 25000 A2 18000",
        "A3 45000 B2 32000 C3 25000 D1 18000",
        "A1 45000 B1 32000 C2 25000 D4 18000",
        "B4 45000 C1 32000 D2 25000 D3 18000",
    ]
    scored = final(QUALIFYING, SEMIS, last, options={"cut": 16})
    assert places(scored)[:6] == [
        "1 C4 56.5",
        "2 A4 27.65",
        "3 B3 20.3",
        "4 A2 17.5",
        "5 A3 37",
        "6 B2 16.45",
    ]
    assert groups(scored) == {0: "C4 A4 B3 A2", 1: "A3 B2 C3 D1", 2: "A1 B1 C2 D4", 3: "B4 C1 D2 D3"}


@pytest.mark.parametrize(("carry", "first"), [(1, "1 A1 30"), (0.5, "1 A1 15"), (0, "1 A1 0")])
def test_how_much_is_carried_can_be_chosen(carry: float, first: str) -> None:
    snapshot = final(QUALIFYING, options={"carry": carry})
    assert places(snapshot)[0] == first
    assert tables_of(pair(snapshot), snapshot)[0] == "A1 A3 B2 B3", "the cut is seeded by whole totals"


def test_what_does_not_halve_is_rounded_down_to_the_hundredth() -> None:
    """With uma 4.01 and -4.01 a win of 15.0 counts 19.01: a half is 9.505; of -19.01 it is -9.505."""
    scoring = from_json({"uma": [4.01, 0, 0, -4.01]})
    snapshot = final(["A 45000 B 30000 C 30000 D 15000"], mahjong=scoring)
    assert [places(snapshot)[0], places(snapshot)[-1]] == ["1 A 9.5", "4 D -9.51"]


def test_a_forbidden_pair_of_the_last_table_meets_and_this_is_said() -> None:
    snapshot = final(QUALIFYING, SEMIS, forbidden=["A2 B3"])
    plan = pair(snapshot)
    assert tables_of(plan, snapshot)[0] == "A2 A4 B2 B3"
    assert [(item.rule, set(item.players)) for item in plan.relaxed] == [
        ("forbidden", set(ids(snapshot, "A2 B3")))
    ]


def test_the_words_and_the_groups_are_those_of_the_cut() -> None:
    last = final(QUALIFYING, options={"final_rounds": 1})
    assert why(pair(last), last, 1)[0].endswith("this table plays for places 1 to 4")
    assert groups(final(QUALIFYING, options={"cut": 4}))[1].split()[0] == "B1"
    assert groups(final(QUALIFYING, SEMIS, options={"final_rounds": 3}))[0].split()[0] == "A2"


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
    with pytest.raises(PairingError, match="round 9: the event ends with round 8"):
        pair(played)


def test_too_few_rounds_for_a_qualifying_are_refused() -> None:
    snapshot = mahjong(players="A B C D", system="mahjong_final", rounds_planned=2)
    with pytest.raises(PairingError, match="rounds_planned: 2 rounds leave none before the cut"):
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
