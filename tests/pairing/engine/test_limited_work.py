"""A limit of work refuses a round at a step, and changes nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError
from pairing.model.options import describe
from pairing.model.types import FOUR, Bye, Entrant, Match, Round, Snapshot, TiebreakSpec
from pairing.model.work import TooMuchWork, Work
from pairing.systems import SYSTEMS, seats_of
from pairing.systems.mahjong import planning
from tests.sweep import sweep_too

# Whose rounds follow from a formula.
SEARCHES_NOTHING = {"round_robin"}


def strained(system: str) -> Snapshot:
    """Ten players; at tables of two each may meet only those of the other half."""
    people = tuple(Entrant(n, f"P{n}", rating=2000 - n) for n in range(1, 11))
    halves = [(a, b) for a in range(1, 11) for b in range(a + 2, 11, 2)]
    options = {"reseed_layers": True} if "reseed_layers" in _options(system) else {}
    seats = seats_of(system)
    return Snapshot(
        people,
        system=system,
        seats=seats,
        options=options,
        draw_seed="work",
        rounds_planned=9,
        forbidden_pairs=() if seats == FOUR else tuple(halves),
    )


def _options(system: str) -> set[str]:
    return {spec.name for spec in describe(SYSTEMS[system].options)}


def one_club(**facts: Any) -> Snapshot:
    people = tuple(Entrant(n, f"P{n}", club="Aarhus" if n < 7 else None) for n in range(1, 11))
    return Snapshot(people, system="monrad", draw_seed="work", clubs_apart_rounds=3, **facts)


# The final plans its qualifying rounds as the schedule does.
@pytest.mark.parametrize(
    "system",
    [
        *(system for system in SYSTEMS if system not in (*SEARCHES_NOTHING, "mahjong_final")),
        *sweep_too("mahjong_final"),
    ],
)
def test_every_search_counts_its_steps_and_is_refused_at_the_same_one(system: str) -> None:
    event, free = strained(system), Work()
    plan = pair(event, work=free)
    again = Work(free.steps)
    assert plan == pair(event) == pair(event, work=again) == pair(event, work=Work(10**9))
    assert again.steps == free.steps > 0
    for limit in {0, 1, free.steps // 2, free.steps - 1}:
        refusals = []
        for work in (Work(limit), Work(limit)):
            with pytest.raises(PairingError) as caught:
                pair(event, work=work)
            assert (caught.value.code, caught.value.params) == ("too_much_work", {"limit": limit})
            assert not isinstance(caught.value, Impossible)
            refusals.append(work.steps)
        assert limit < refusals[0] == refusals[1] <= free.steps


def test_what_is_worked_out_to_explain_a_refusal_counts_too() -> None:
    """Six of ten are of one club: impossible, and only because of the club."""
    free = Work()
    with pytest.raises(Impossible) as caught:
        pair(one_club(), work=free)
    assert caught.value.code == "clubs_apart"
    for limit in range(free.steps):
        with pytest.raises(PairingError) as refused:
            pair(one_club(), work=Work(limit))
        assert refused.value.code == "too_much_work"


def test_a_schedule_that_is_remembered_costs_the_same_work() -> None:
    first, second = Work(), Work()
    event = strained("mahjong_schedule")
    pair(event, work=first)
    pair(event, work=second)
    assert first.steps == second.steps > 0
    apart, club = Work(), replace(event, clubs_apart_rounds=1, forbidden_pairs=((1, 3),))
    pair(replace(club, entrants=tuple(replace(e, club=f"{e.id % 5}") for e in event.entrants)), work=apart)
    assert apart.steps - first.steps == 6 * planning.PER_PAIR  # five clubs of two, and the pair that is named
    crowd = tuple(Entrant(number, club="One") for number in range(1, 3001))
    with pytest.raises(PairingError) as refused:  # before four million pairs are made
        pair(replace(club, entrants=crowd), work=Work(4_000_000))
    assert refused.value.code == "too_much_work"


def test_standings_count_the_links_of_their_chain_and_what_the_seeds_of_a_bracket_take() -> None:
    steps = []
    for system, options in (("monrad", {}), ("bracket", {**strained("bracket").options, "after_round": 0})):
        event = replace(strained(system), options=options)
        plan = pair(event)
        matches = tuple(Match(m.table, m.seats, "1-0") for m in plan.matches)
        played = Round(1, matches=matches, byes=tuple(Bye(b.player, b.kind) for b in plan.byes))
        event = replace(event, rounds=(played,), forbidden_pairs=(), tiebreaks=(TiebreakSpec("solkoff"),))
        free = Work()
        lines = rank(event, work=free)
        assert lines == rank(event) == rank(event, work=Work(free.steps))
        for limit in (0, free.steps - 1):
            with pytest.raises(TooMuchWork):
                rank(event, work=Work(limit))
        steps.append(free.steps)
    assert 0 < steps[0] < steps[1]
