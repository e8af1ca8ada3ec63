"""Planning the rest again: what was played stays and counts, and the rest is for those who are there."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import Any

import pytest

from pairing.model.errors import Impossible, PairingError
from pairing.seating import Seating, plan, replan
from pairing.seating.quality import key_of, meetings
from tests.pairing.verify_seating import Rounds, every_table_of_eight, problems, recount, together
from tests.sweep import sweep_too

OPPONENTS = ("max_meetings", "opponent_spread", "most_opponents")
HOUSE = 99


def replanned(
    played: Rounds,
    rounds: int,
    present: Sequence[int],
    per_day: int | None = None,
    *,
    house: Collection[int] = (),
    steps: int = 30_000,
    **how: Any,
) -> Seating:
    """A plan that has been checked: its shape, and its figures over everything played and planned."""
    seating = replan(played, rounds, present, per_day, house=house, steps=steps, **how)
    assert problems(seating.rounds, present, rounds) == []
    people = [id for id in present if id not in house]
    assert seating.quality.figures() == pytest.approx(recount([*played, *seating.rounds], per_day, people))
    return seating


def opponents_of(seating: Seating) -> tuple[int, ...]:
    figures = seating.quality.figures()
    return tuple(int(figures[name]) for name in OPPONENTS)


WHOLE = (24, 6, 3)  # nobody meets anybody twice, all is even
BEST = {"max_meetings": 1, "opponent_spread": 0, "most_opponents": 18}
EVEN = {"players_missing_a_wind": 0, "max_same_wind": 2, "latest_average_wind": 2.5}
# 1 and 12 have the same wind again.
TWO_ROUNDS = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)], [(1, 5, 9, 2), (6, 3, 10, 7), (11, 12, 4, 8)]]
HOUSE_OF_THREE = [201, 202, 203]
# What `replanned` is given, the figures over everything, and the pairs who share no table of the new rounds.
REST: dict[str, tuple[Callable[[], dict[str, Any]], dict[str, Any], list[tuple[int, int]]]] = {
    # Whoever met 7 early meets the house player late: winds and tables stay as they were.
    "a leaver is replaced by a house player and nobody notices": (
        lambda: {
            "played": plan(*WHOLE).rounds[:2], "rounds": 4, "present": [*({*range(1, 25)} - {7}), HOUSE], "per_day": 3,
            "house": [HOUSE], "start": plan(*WHOLE).rounds[2:], "steps": 0,
        },
        {**BEST, **EVEN, "same_table_2_in_a_row": 0}, [],
    ),
    # Two rounds, then two more: everybody can have each wind once, whatever the first two were.
    "winds are even over the whole event": (
        lambda: {"played": TWO_ROUNDS, "rounds": 6, "present": range(1, 13)}, EVEN, [],
    ),
    # After one round of a day of three nobody should be at the same table in the next one either.
    "the day goes on": (
        lambda: {"played": plan(24, 1).rounds, "rounds": 5, "present": range(1, 25), "per_day": 3},
        {"same_table_3_in_a_row": 0, "same_table_2_in_a_row": 0}, [],
    ),
    "house players are kept from each other and not judged": (
        lambda: {
            "played": plan(24, 2).rounds, "rounds": 4, "present": [*range(1, 22), *HOUSE_OF_THREE],
            "house": HOUSE_OF_THREE, "steps": 60_000,
        },
        {}, [(201, 202), (201, 203), (202, 203)],
    ),
    "a pair forbidden late does not meet again": (
        lambda: {
            "played": plan(24, 3).rounds, "rounds": 3, "present": range(1, 25),
            "forbidden": [plan(24, 3).rounds[0][0][:2], (1, 24)], "steps": 60_000,
        },
        {}, [plan(24, 3).rounds[0][0][:2], (1, 24)],
    ),
    # People are 22 of 24 of a schedule in which nobody meets anybody twice.
    "nothing played is a schedule from the start in other ids": (
        lambda: {"played": [], "rounds": 6, "present": [*range(300, 322), 7, 8], "per_day": 3, "house": [7, 8]},
        BEST, [(7, 8)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REST)
def test_the_rest_of_an_event(case: str) -> None:
    given, figures, apart = REST[case]
    seating = replanned(**given())
    found = seating.quality.figures()
    assert {name: found[name] for name in figures} == figures
    assert together(seating.rounds, apart) == []


def test_meetings_so_far_count() -> None:
    played = plan(40, 5).rounds
    seating = replanned(played, 3, range(1, 37), steps=100_000)
    assert seating.quality.max_meetings <= 2
    # A plan that knew nothing of the rounds played would repeat meetings as drawn by lot: about 36 * 24 * 15 / 39 / 2
    # of them. Half of these is a modest aim.
    met = Counter(
        frozenset(pair)
        for one in [*played, *seating.rounds]
        for table in one
        for pair in product(table, repeat=2)
        if len(set(pair)) == 2
    )
    assert sum(times > 2 for times in met.values()) < 36 * 9 * 15 / 39 / 4


@pytest.mark.parametrize("more", [1, 2])
def test_eight_players_agree_with_all_ways_to_go_on(more: int) -> None:
    every = list(every_table_of_eight())
    played = [every[0]]
    best = min(key_of(meetings([*played, *others], 8)) for others in product(every, repeat=more))
    assert opponents_of(replanned(played, more, range(8))) == (best[0], best[1], -best[2])


def test_late_comers_and_leavers_without_house_players() -> None:
    played = plan(24, 3).rounds
    present = [*range(5, 25), 101, 102, 103, 104]
    seating = replanned(played, 5, present, 4, steps=60_000)
    assert seating.quality.max_meetings <= 2
    assert seating.quality.players_missing_a_wind == 0


def test_those_who_sat_out_before_sit_out_last() -> None:
    first = plan(21, 4, uneven="byes")
    seating = replanned(first.rounds, 8, range(1, 22), uneven="byes")
    byes = Counter(player for out in [*first.byes, *seating.byes] for player in out)
    assert max(byes[player] for player in range(1, 22)) - min(byes[player] for player in range(1, 22)) <= 1


@pytest.mark.parametrize(
    ("present", "how", "said"),
    [
        (range(1, 23), {}, "players: 22 is not a multiple of four; add 2 house players and ask for 24"),
        (range(1, 4), {}, "players: 3 is not possible here; choose 4 to 400"),
        (range(1, 9), {"house": [9]}, "house: 9 is not one of the players"),
        (range(1, 5), {"house": [1, 2, 3, 4]}, "house: all are house players"),
        (range(1, 9), {"forbidden": [(1, 30)]}, "pairs kept apart: 1,30: there is no player 30"),
        (range(1, 9), {"rounds": 0}, "rounds: 0 is not possible here; choose 1 to 50"),
        (range(1, 9), {"uneven": "never"}, "uneven: never is not possible here; choose from house, byes"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_name(
    present: Sequence[int], how: dict[str, Any], said: str
) -> None:
    with pytest.raises(PairingError) as caught:
        replan(**{"played": [], "rounds": 3, "present": present, **how})
    assert str(caught.value) == said


def test_forbidden_pairs_that_leave_no_table_are_refused() -> None:
    with pytest.raises(Impossible, match="1 cannot have a table of four"):
        replan(plan(8, 1).rounds, 2, range(1, 9), forbidden=[(1, other) for other in range(2, 7)])


@pytest.mark.parametrize("played", [0, 1])
def test_a_plan_with_a_forbidden_pair_is_refused_in_the_ids_of_the_event(
    played: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pairing.seating.opponents.forbidden.NODES", 0
    )  # every search for a round is cut short at once
    monkeypatch.setattr("pairing.seating.opponents.choosing.relabelled", lambda rounds, *others: rounds)
    ids = range(101, 117)
    done = [[tuple(ids[start : start + 4]) for start in range(0, 16, 4)]] * played
    pairs = [(101, 102), (101, 105), (101, 106), (102, 105), (102, 106), (105, 106)]
    with pytest.raises(Impossible, match="allow some to meet") as caught:
        replan(done, 5, ids, forbidden=pairs, steps=0)
    assert set(caught.value.players) <= {101, 102, 105, 106}


@pytest.mark.parametrize("played", [2, *sweep_too(0)])
def test_a_plan_is_never_worse_than_the_one_it_starts_from(played: int) -> None:
    # The best of several, as somebody may have let the planner search for long.
    best = min((plan(16, 8, 4, seed=seed, steps=0) for seed in range(2)), key=lambda one: one.quality.key)
    seating = replanned(
        best.rounds[:played], 8 - played, range(1, 17), 4, start=best.rounds[played:], steps=500, seed=9
    )
    assert seating.quality.key <= best.quality.key


def test_a_plan_that_is_as_good_as_can_be_stays_as_it_is() -> None:
    whole = plan(40, 8, 4)
    seating = replanned(whole.rounds[:3], 5, range(1, 41), 4, start=whole.rounds[3:], steps=20_000)
    assert seating.rounds == whole.rounds[3:]
    assert (seating.quality, set(seating.proven_optimal)) == (whole.quality, set(whole.proven_optimal))


def test_a_start_for_other_tables_or_with_a_forbidden_pair_is_left_aside() -> None:
    old = plan(24, 4).rounds
    pair = (old[0][0][0], old[0][0][1])
    assert together(replanned([], 4, range(1, 25), start=old, forbidden=[pair]).rounds, [pair]) == []
    assert opponents_of(replanned([], 4, range(1, 21), start=old)) == (1, 0, 12)


def test_byes_planned_before_stay_where_they_are_fair() -> None:
    whole = plan(30, 8, uneven="byes")  # nobody is met twice
    for played in (0, 3):
        seating = replanned(
            whole.rounds[:played],
            8 - played,
            range(1, 31),
            start=whole.rounds[played:],
            uneven="byes",
            steps=2_000,
        )
        assert seating.byes == whole.byes[played:]
        assert seating.quality.key <= whole.quality.key
