"""Ready-made seatings somebody else published: measured as they say, and ours at least as good in every figure."""

import json

import pytest

from pairing.seating import measure, plan
from pairing.seating.quality import Quality
from tests.pairing.places import VECTORS
from tests.pairing.verify_seating import Rounds, problems, recount, uneven_winds
from tests.sweep import sweep_too


def published(players: int) -> Rounds:
    file = VECTORS / "seating" / f"ready_made_{players}_players_8_rounds.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["players"] == players
    rounds: Rounds = data["rounds"]
    return rounds


@pytest.mark.parametrize("players", [16, 24, 32, 40])
@pytest.mark.parametrize("per_day", [None, 4])
def test_they_are_measured_as_an_independent_count_does(players: int, per_day: int | None) -> None:
    rounds = published(players)
    assert problems(rounds, players, 8) == []
    assert measure(rounds, per_day).figures() == recount(rounds, per_day)


@pytest.mark.parametrize(("players", "meetings"), [(16, 2), (24, 2), (32, 1), (40, 1)])
def test_they_have_the_properties_their_publisher_states(players: int, meetings: int) -> None:
    rounds = published(players)
    quality = measure(rounds)
    assert quality.max_meetings == meetings
    if meetings == 1:  # "no repeated opponents and each wind exactly twice"
        assert (quality.max_same_wind, quality.players_missing_a_wind) == (2, 0)
        assert uneven_winds(rounds) == []


@pytest.mark.parametrize("players", [24, *sweep_too(16, 32, 40)])
@pytest.mark.parametrize("per_day", [None, 4])
def test_ours_are_at_least_as_good_in_every_figure(players: int, per_day: int | None) -> None:
    theirs, ours = measure(published(players), per_day), plan(players, 8, per_day).quality

    def badness(quality: Quality) -> dict[str, float]:
        return quality.figures() | {"most_opponents": -quality.most_opponents}

    assert all(badness(ours)[name] <= value for name, value in badness(theirs).items())
