"""The final phase, by the words of its rules (riichi mahjong events, section 4): totals worked out by hand."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.scoring.mahjong import from_json
from pairing.model.types import Snapshot
from tests.pairing.mahjong_events import (
    FINALS,
    QUALIFYING,
    SEMIS,
    final,
    groups,
    name_of,
    notes,
    places,
    tables_of,
    why,
    winds_of,
)

# Seven above 6.0 (A1, A3, A2, B2, B1, C2 6.4, B4 6.2), then A4, first with 26 - 20, and B3, second with 6.
LEVEL = [
    QUALIFYING[0],
    "A2 42000 B2 41500 C2 41400 D2 -4900",
    QUALIFYING[2],
    "A4 41000-20 B4 31200 C4 28000 D4 19800",
]
# A3 was first in the semi-final.
CORRECTED = ["A3 42300 B2 31200 B3 28000 A1 18500", *SEMIS[1:]]
SEATED = [" ".join(line.split()[::2]) for line in FINALS]
B3_GONE = {"B3": {"left_after_round": 2}}
LAST_WITHOUT_B3 = [
    "A2 18000 A4 32000 B2 45000 A3 25000", "A1 25000 B1 32000 B4 18000 House 45000", *FINALS[2:],
]  # fmt: skip
SIXTEEN = [
    "C4 45000 A4 32000 B3 25000 A2 18000", "A3 45000 B2 32000 C3 25000 D1 18000",
    "A1 45000 B1 32000 C2 25000 D4 18000", "B4 45000 C1 32000 D2 25000 D3 18000",
]  # fmt: skip
# The event; places (from one on), groups, tables of the next round (the first ones), notes, what is read at a table.
Told = dict[str, Any]
STATES: dict[str, tuple[Snapshot, Told]] = {
    "an open last qualifying round halves nothing yet": (
        final([*QUALIFYING[:3], "A4 B4 C4 D4"]), {"places": {1: ["1 A1 30", "2 A2 29", "3 A3 28"]}},
    ),
    "after the qualifying rounds every total is halved and eight are apart; they sit 1 3 6 8 and 2 4 5 7": (
        final(QUALIFYING),
        {
            "places": {1: [
                "1 A1 15", "2 A2 14.5", "3 A3 14", "4 A4 13.65", "5 B1 3.5", "6 B2 3.25", "7 B4 3.1", "8 B3 3",
                "9 C4 -3.5", "10 C3 -4.5", "11 C2 -4.75", "12 C1 -5",
                "13 D3 -12.5", "14 D2 -13", "15 D4 -13.25", "16 D1 -13.5",
            ]},
            "groups": {0: "A1 A2 A3 A4 B1 B2 B4 B3", 2: "C4 C3 C2 C1 D3 D2 D4 D1"},
            "tables": ["A1 A3 B2 B3", "A2 A4 B1 B4", "C1 C2 C3 C4", "D1 D2 D3 D4"],
            "notes": [
                "50% of the total after round 1 counts from here on.",
                "Top 8, best first: A1, A2, A3, A4, B1, B2, B4, B3.",
            ],
            "why": {
                1: ["Top 8: seeds 1, 3, 6, 8 of the cut.", "A3 and B3 have already met, in round 1."],
                3: ["Behind the top 8 by current standings: places 9, 10, 11, 12."],
            },
        },
    ),
    # B3 3 + 27.3; A2 14.5 + 30; A1 15 - 26.5; C4 -3.5 + 30 is more than six of the Top 8 have.
    "nobody of the Top 8 falls below 8th nor does anybody else rise above 9th; four play for the first places": (
        final(QUALIFYING, SEMIS),
        {
            "places": {1: [
                "1 A2 44.5", "2 B3 30.3", "3 A4 20.65", "4 B2 9.45", "5 A3 7", "6 B1 -6.5", "7 A1 -11.5",
                "8 B4 -23.9", "9 C4 26.5", "10 D1 15.5", "11 C3 2.5", "12 D4 -6.75",
                "13 C2 -14.75", "14 D2 -22.5", "15 C1 -32", "16 D3 -38.5",
            ]},
            "tables": ["A2 A4 B2 B3", "A1 A3 B1 B4", "C3 C4 D1 D4", "C1 C2 D2 D3"],
            "why": {
                1: ["this table plays for places 1 to 4."], 2: ["this table plays for places 5 to 8."],
                4: ["Behind the top 8 by current standings: places 13, 14, 15, 16."],
            },
        },
    ),
    # A3, fifth, has 7 + 30 = 37; second place has 27.65. C2 passes from the table of places 13 to 16 to 10th.
    "places 1 to 4 are the final tables even if the fifth has more points": (
        final(QUALIFYING, SEMIS, FINALS),
        {
            "places": {1: [
                "1 B2 39.45", "2 A4 27.65", "3 B3 20.3", "4 A2 17.5", "5 A3 37", "6 B1 0.5", "7 A1 -21.5",
                "8 B4 -50.9", "9 D4 23.25", "10 C2 15.25", "11 C3 9.5", "12 D1 5.5",
                "13 C4 -0.5", "14 D2 -15.5", "15 C1 -42", "16 D3 -65.5",
            ]},
            "groups": {0: "B2 A4 B3 A2", 1: "A3 B1 A1 B4", 2: "D4 C2 C3 D1 C4 D2 C1 D3"},
        },
    ),
    # A3 14 + 27.3 is now more than three finalists have.
    "after a correction": (
        final(QUALIFYING, CORRECTED), {"places": {1: ["1 A2 44.5", "2 A3 41.3", "3 A4 20.65", "4 B2 9.45", "5 B3 -4"]}},
    ),
    "the tables of the last round count as soon as they are set": (
        final(QUALIFYING, CORRECTED, SEATED),
        {
            "places": {1: ["1 A2 44.5", "2 A4 20.65", "3 B2 9.45", "4 B3 -4", "5 A3 41.3"]},
            "groups": {0: "A2 A4 B2 B3", 1: "A3 B1 A1 B4", 2: "C4 D1 C3 D4 C2 D2 C1 D3"},
        },
    ),
    # Numbers now: A1, A3, A4, B1, B2, B4, B3, C4. Of seven others a house player completes the last table.
    "who leaves before the tables are set is replaced by the ninth and all are seeded again": (
        final(QUALIFYING, about={"A2": {"left_after_round": 1}}),
        {
            "tables": ["A1 A4 B4 C4", "A3 B1 B2 B3", "C1 C2 C3 D3", "D1 D2 D4 House"],
            "said": "C4 moves up into the top 8: A2 has withdrawn.",
            "groups": {0: "A1 A3 A4 B1 B2 B4 B3 C4", 2: "A2 C3 C2 C1 D3 D2 D4 D1"}, "places": {9: ["9 A2 14.5"]},
        },
    ),
    # B3, second with 30.3, leaves after the semi-final: A2, A4, B2 and A3 are the four highest of those left.
    "who leaves after that is last of the group and a house player sits": (
        final(QUALIFYING, SEMIS, about=B3_GONE),
        {
            "places": {1: [
                "1 A2 44.5", "2 A4 20.65", "3 B2 9.45", "4 A3 7", "5 B1 -6.5", "6 A1 -11.5", "7 B4 -23.9", "8 B3 30.3",
            ]},
            "tables": ["A2 A3 A4 B2", "A1 B1 B4 House"],
        },
    ),
    # B3 has missed a game: 30.3 - 30 is still more than the others of that table have, and nevertheless last.
    "and stays the last of it": (
        final(QUALIFYING, SEMIS, LAST_WITHOUT_B3, about=B3_GONE),
        {
            "places": {5: ["5 B1 0.5", "6 A1 -21.5", "7 B4 -50.9", "8 B3 0.3", "9 D4 23.25"]},
            "groups": {0: "B2 A4 A2 A3", 1: "B1 A1 B4 B3", 2: "D4 C2 C3 D1 C4 D2 C1 D3"},
        },
    ),
    "a tie at the cut goes by the chain and is shown": (
        final(LEVEL),
        {
            "places": {8: ["8 A4 3", "9 B3 3"]},
            "said": "A4 and B3 both have 6: A4 comes first on the tie-break firsts.",
        },
    ),
    # Numbers: A1, A3, A2, B2, B1, C2, B4, A4. By the chain alone A4, who has won a game, would be fourth.
    "the first round of the cut goes by whole totals even if nothing is carried": (
        final(LEVEL, options={"carry": 0}), {"tables": ["A1 A2 A4 C2", "A3 B1 B2 B4"]},
    ),
    "the top 8 seeded balanced": (
        final(QUALIFYING, options={"seeding": "balanced"}), {"tables": ["A1 A3 B2 B3", "A2 A4 B1 B4"]},
    ),
    "the top 8 seeded as a snake": (
        final(QUALIFYING, options={"seeding": "snake"}), {"tables": ["A1 A4 B1 B3", "A2 A3 B2 B4"]},
    ),
    "the top 8 seeded by standing": (
        final(QUALIFYING, options={"seeding": "standing"}), {"tables": ["A1 A2 A3 A4", "B1 B2 B3 B4"]},
    ),
    "a cut of four stays together": (final(QUALIFYING, options={"cut": 4}), {"tables": ["A1 A2 A3 A4"]}),
    "one final round is the last one": (
        final(QUALIFYING, options={"final_rounds": 1}),
        {"tables": ["A1 A2 A3 A4", "B1 B2 B3 B4", "C1 C2 C3 C4", "D1 D2 D3 D4"]},
    ),
    # The numbers of the cut are 1, 5, 12, 16 at one table, then 2, 6, 11, 15 and so on: every table adds up to 34.
    "sixteen at four tables of equal strength": (
        final(QUALIFYING, options={"cut": 16}),
        {"tables": ["A1 B1 C1 D1", "A2 B2 C2 D4", "A3 B4 C3 D2", "A4 B3 C4 D3"]},
    ),
    # A2, B3, A4, B2, A3, B1, A1, B4.
    "of three final rounds the second is seeded by current standing": (
        final(QUALIFYING, SEMIS, options={"final_rounds": 3}), {"tables": ["A2 A4 B1 B4", "A1 A3 B2 B3"]},
    ),
    # B2 (6) and B3 (8) share a table; 7 and 8 change places.
    "a forbidden pair of the cut is parted by an exchange of neighbours": (
        final(QUALIFYING, forbidden=["B2 B3"]), {"tables": ["A1 A3 B2 B4", "A2 A4 B1 B3"]},
    ),
    "forbidden pairs of the rest never meet": (
        final(QUALIFYING, forbidden=["C1 C2"]),
        {"tables": ["A1 A3 B2 B3", "A2 A4 B1 B4", "C2 C3 C4 D3", "C1 D1 D2 D4"]},
    ),
    "fewer than the cut play with house players at its tables": (
        # A 30, D 29, B 7, E 6.5, F -9.5, C -10: numbers 1, 3, 6 and 2, 4, 5.
        final(["A 45000 B 32000 C 25000 House1 18000", "D 44000 E 31500 F 25500 House2 19000"]),
        {"tables": ["A B C House1", "D E F House2"], "groups": {0: "A D B E F C"}},
    ),
    # By `printf 'sheets|wind|2|ID' | sha256sum`, for the ids 1, 9, 6 and 10 of A1, A3, B2 and B3.
    "Winds are drawn by lot": (final(QUALIFYING), {"winds": "A1 A3 B3 B2"}),
    # After the semi-finals C4 26.5 and D1 15.5 have overtaken some.
    "sixteen are seated again by standing": (
        final(QUALIFYING, SEMIS, options={"cut": 16}),
        {"tables": ["A2 A4 B3 C4", "A3 B2 C3 D1", "A1 B1 C2 D4", "B4 C1 D2 D3"]},
    ),
    # A third of the table of places 5 to 8 has more than the last finalist and stays behind.
    "sixteen end table by table": (
        final(QUALIFYING, SEMIS, SIXTEEN, options={"cut": 16}),
        {
            "places": {1: ["1 C4 56.5", "2 A4 27.65", "3 B3 20.3", "4 A2 17.5", "5 A3 37", "6 B2 16.45"]},
            "groups": {0: "C4 A4 B3 A2", 1: "A3 B2 C3 D1", 2: "A1 B1 C2 D4", 3: "B4 C1 D2 D3"},
        },
    ),
    # The cut is seeded by whole totals.
    **{
        f"{carry} is carried": (
            final(QUALIFYING, options={"carry": carry}), {"places": {1: [first]}, "tables": ["A1 A3 B2 B3"]},
        )
        for carry, first in ((1, "1 A1 30"), (0.5, "1 A1 15"), (0, "1 A1 0"))
    },
    # With uma 4.01 and -4.01 a win of 15.0 counts 19.01: a half is 9.505; of -19.01 it is -9.505.
    "what does not halve is rounded down to the hundredth": (
        final(["A 45000 B 30000 C 30000 D 15000"], mahjong=from_json({"uma": [4.01, 0, 0, -4.01]})),
        {"places": {1: ["1 A 9.5"], 4: ["4 D -9.51"]}},
    ),
    "a forbidden pair of the last table meets and this is said": (
        final(QUALIFYING, SEMIS, forbidden=["A2 B3"]),
        {"tables": ["A2 A4 B2 B3"], "relaxed": [("forbidden", {"A2", "B3"})]},
    ),
    "one final round plays for the places": (
        final(QUALIFYING, options={"final_rounds": 1}), {"why": {1: ["this table plays for places 1 to 4."]}},
    ),
    "the groups of a cut of four": (
        final(QUALIFYING, options={"cut": 4}),
        {"groups": {0: "A1 A2 A3 A4", 1: "B1 B2 B4 B3 C4 C3 C2 C1 D3 D2 D4 D1"}},
    ),
    "the groups before the last of three final rounds": (
        final(QUALIFYING, SEMIS, options={"final_rounds": 3}),
        {"groups": {0: "A2 B3 A4 B2 A3 B1 A1 B4", 2: "C4 D1 C3 D4 C2 D2 C1 D3"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_the_standings_of_a_final(state: str) -> None:
    snapshot, told = STATES[state]
    for first, lines in told.get("places", {}).items():
        assert places(snapshot)[first - 1 : first - 1 + len(lines)] == lines
    if "groups" in told:
        assert groups(snapshot) == told["groups"]


NEXT = {"tables", "notes", "said", "why", "winds", "relaxed"}


@pytest.mark.parametrize("state", [state for state, (_, told) in STATES.items() if NEXT & {*told}])
def test_the_next_round_of_a_final(state: str) -> None:
    snapshot, told = STATES[state]
    plan = pair(snapshot)
    tables, said = told.get("tables", []), notes(plan, snapshot)
    assert tables_of(plan, snapshot)[: len(tables)] == tables
    assert "winds" not in told or winds_of(plan, snapshot)[0] == told["winds"]
    assert said == told.get("notes", said)
    assert "said" not in told or told["said"] in said
    relaxed = [(one.rule, {name_of(snapshot, player) for player in one.players}) for one in plan.relaxed]
    assert relaxed == told.get("relaxed", [])
    for table, (first_line, *others) in told.get("why", {}).items():
        assert why(plan, snapshot, table)[0].endswith(first_line)
        assert {*others} <= {*why(plan, snapshot, table)}


def test_standings_after_an_earlier_round_are_what_they_were() -> None:
    whole = final(QUALIFYING, SEMIS, FINALS)
    assert places(whole, 1) == places(final(QUALIFYING))
    assert groups(whole, 1) == groups(final(QUALIFYING))
    assert places(whole, 2) == places(final(QUALIFYING, SEMIS))
    assert places(final(QUALIFYING, SEMIS, options={"qualifying_rounds": 2}), 1)[0] == "1 A1 30"


def test_a_correction_of_the_qualifying_takes_nobody_out_of_the_cut_that_was_seated() -> None:
    """C4 and B3 had each other's points: C4 would have been eighth. The tables of the Top 8 are played already."""
    corrected = [*QUALIFYING[:2], "A3 43000 C3 31000 B3 26000 D3 20000", QUALIFYING[3]]
    names = " ".join(name for line in QUALIFYING for name in line.split()[::2])
    assert groups(final(corrected, players=names))[0].split()[-1] == "C3"
    assert set(groups(final(corrected, SEMIS, players=names))[0].split()) == set(
        "A1 A2 A3 A4 B1 B2 B3 B4".split()
    )


def test_a_changed_table_number_does_not_change_the_groups() -> None:
    snapshot = final(QUALIFYING, SEMIS, FINALS)
    rounds = tuple(
        replace(r, matches=tuple(replace(m, table=5 - m.table) for m in reversed(r.matches)))
        for r in snapshot.rounds
    )
    assert rank(replace(snapshot, rounds=rounds)) == rank(snapshot)


def test_who_left_after_the_last_round_has_missed_nothing() -> None:
    stayed, left = final(QUALIFYING, SEMIS, FINALS), {"B2": {"left_after_round": 3}}
    assert places(final(QUALIFYING, SEMIS, FINALS, about=left)) == places(stayed)


def test_somebody_of_the_cut_who_is_absent_for_a_round_stays_in_it() -> None:
    snapshot = final(QUALIFYING, absent=["A2"])
    assert tables_of(pair(snapshot), snapshot)[:2] == ["A1 A4 B4 House", "A3 B1 B2 B3"]
    names = "A1 A3 A4 B1 B2 B4 B3".split()
    scores = {
        "A1": 45000,
        "A4": 32000,
        "B4": 25000,
        "House": 18000,
        "A3": 45000,
        "B1": 32000,
        "B2": 25000,
        "B3": 18000,
    }
    lines = [
        " ".join(f"{name} {scores[name]}" for name in table)
        for table in (["A1", "A4", "B4", "House"], ["A3", "B1", "B2", "B3"])
    ]
    after = final(QUALIFYING, [*lines, *SEMIS[2:], "A2 is absent"])
    assert set(groups(after)[0].split()) == {*names, "A2"}


def test_a_tie_in_everything_is_broken_by_lot_and_shown() -> None:
    winners = set()
    for seed in range(20):
        snapshot = final(LEVEL, tiebreaks=(), draw_seed=f"lot {seed}")
        said = notes(pair(snapshot), snapshot)[-1]
        eighth = groups(snapshot)[0].split()[-1]
        other = "B3" if eighth == "A4" else "A4"
        assert said == f"{eighth} and {other} are tied on everything: {eighth} comes first by lot."
        winners.add(eighth)
    assert winners == {"A4", "B3"}
