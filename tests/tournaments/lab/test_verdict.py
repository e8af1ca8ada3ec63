"""How many rounds a simulation advises, in words."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from pairing.simulation import Estimate
from tests.tournaments.lab.begun import asked, begun
from tournaments.selectors.simulation_verdict import verdict
from tournaments.selectors.simulation_words import conclusions
from tournaments.selectors.simulations import groups
from tournaments.services import simulation_work


def test_in_the_middle_of_an_event_the_verdict_is_what_the_rounds_to_come_change() -> None:
    """The stronger always wins and leads: nothing changes any more, and that is why no further round is needed.

    It is no reason to play fewer that the strongest then wins more often.
    """
    event = begun(open_round=False)
    wanted = [{"rounds": rounds, "outcome": "stronger"} for rounds in (4, 5, 6)]
    simulation = asked(event, configurations=wanted, runs=200)
    simulation_work.play_all(simulation.pk)
    found = groups(simulation)
    for chosen in found:
        said = conclusions(found, chosen)
        assert re.match(r"Play 3 rounds in all: round 4 would change the winner in only ", said[0])
        assert not re.search("strongest player wins|Playing only|Going on to", " ".join(said))
    event.players.update(rating=None)
    simulation = asked(event, runs=6)
    simulation_work.play_all(simulation.pk)
    (group,) = groups(simulation)
    assert (
        "today's standings: players who stand higher now count as stronger" in conclusions([group], group)[-1]
    )


def changed(rounds: int, mean: float, around: float) -> Any:
    """The line of an event of which five rounds are over; its last round makes a new winner so often."""
    estimate = Estimate(mean, 0, 0, mean - around, mean + around)
    start = SimpleNamespace(rounds=[SimpleNamespace(number=n, matches=()) for n in range(1, 6)])
    return SimpleNamespace(
        rounds=rounds, goes_on=True, new_winner_at_last=estimate, configuration=SimpleNamespace(start=start)
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        # The first number behind which no round changes much.
        (
            [(6, 0.3, 0.02), (7, 0.2, 0.02), (8, 0.06, 0.02), (9, 0.03, 0.01)],
            "Play 7 rounds in all: round 8 would change the winner in only 6.0 % (±2.0) of events.",
        ),
        (
            [(6, 0.3, 0.04), (7, 0.2, 0.04)],
            "Play at least 7 rounds in all: round 7 still changes the winner in 20 % (±4) of events.",
        ),
        (
            [(6, 0.3, 0.04), (7, 0.09, 0.04)],
            "Play 7 rounds in all. Not settled: round 7 changes the winner in 9 % (±4) of events.",
        ),
        # Nothing is known of round 7.
        (
            [(6, 0.03, 0.01), (8, 0.03, 0.01)],
            "Play 7 rounds in all: round 8 would change the winner in only 3.0 % (±1.0) of events.",
        ),
        (
            [(6, 0.01, 0.01)],
            "Play 5 rounds in all: round 6 would change the winner in only 1.0 % (±1.0) of events.",
        ),
        (
            [(5, 0.01, 0.01)],
            "Play 5 rounds in all: round 5 has begun, and changes the winner in only 1.0 % (±1.0) of events.",
        ),
    ],
)
def test_the_advice_names_a_number_of_rounds(lines: list[tuple[int, float, float]], said: str) -> None:
    assert verdict([changed(*line) for line in lines]) == [said]
