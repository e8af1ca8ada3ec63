"""A bracket match by match: rounds open by themselves, in one step with the result that led to them."""

import random

import pytest

from pairing.engine import recheck
from tests.factories import make_event, pair, refused, state_of, table
from tests.tournaments.steps import fresh, take_back
from tournaments import snapshots
from tournaments.events.selectors.now import EventNow
from tournaments.models import LogEntry, Match, RoundState, Tournament
from tournaments.players.services import attendance
from tournaments.queue.services.advancing import not_begun
from tournaments.results.services import results
from tournaments.rounds.services import playing, rounds
from tournaments.standings.selectors.standings import standings

pytestmark = pytest.mark.django_db


def bracket(field: int, system: str = "bracket") -> Tournament:
    """An event whose first round is published."""
    event = make_event(field=field, system=system, options={"advance": "match"}, rounds_planned=12)
    rounds.publish(tournament=event, actor=None, round_=pair(event))
    return fresh(event)


def seats(event: Tournament) -> dict[tuple[int, int], tuple[int, ...]]:
    """Who sits in each match."""
    loaded = snapshots.load(event)
    return {(r.number, m.table): m.seats for r in loaded.rounds for m in r.matches}


def match_of(event: Tournament, number: int, table_number: int) -> Match:
    return table(event.rounds.get(number=number), table_number)


def enter(event: Tournament, number: int, table_number: int, result: str = "1-0") -> None:
    results.enter_result(
        tournament=event, actor=None, match=match_of(event, number, table_number), result=result
    )


def correct(event: Tournament, result: str) -> None:
    """Another result of the first match."""
    results.correct_result(tournament=event, actor=None, match=match_of(event, 1, 1), result=result)


def play_out(event: Tournament, chance: random.Random) -> None:
    """Results of all matches in any order."""
    while waiting := sorted(not_begun(event)):
        enter(event, *chance.choice(waiting), chance.choice(("1-0", "0-1")))


@pytest.mark.parametrize(("system", "field"), [("bracket", 13), ("double_elimination", 9)])
def test_results_in_any_order_play_the_whole_bracket(system: str, field: int) -> None:
    event = bracket(field, system)
    play_out(event, random.Random(field))
    assert {row.state for row in event.rounds.all()} == {RoundState.COMPLETED}
    assert all(check.same for check in recheck.recheck(snapshots.load(event)))
    assert EventNow(event).played == []
    assert [line.rank for line in standings(event).lines[:2]] == [1, 2]


def test_a_match_of_the_next_round_is_there_once_both_players_are_known() -> None:
    event = bracket(4)
    enter(event, 1, 1)
    assert event.rounds.count() == 1
    enter(event, 1, 2, "0-1")
    assert seats(event)[2, 1] == (1, 3)
    assert [state_of(row) for row in event.rounds.all()] == [RoundState.COMPLETED, RoundState.PUBLISHED]


def test_one_undo_takes_back_the_result_and_the_match_it_led_to() -> None:
    event = bracket(4)
    enter(event, 1, 1)
    before = seats(event)
    steps = LogEntry.objects.filter(tournament=event).count()
    enter(event, 1, 2)
    assert LogEntry.objects.filter(tournament=event).count() == steps + 1
    take_back(event)
    assert seats(event) == before
    assert [state_of(row) for row in event.rounds.all()] == [RoundState.IN_PROGRESS]
    enter(event, 1, 2)
    assert (2, 1) in seats(event)


def test_a_correction_brings_another_player_unless_the_match_has_begun() -> None:
    event = bracket(4)
    enter(event, 1, 1)
    enter(event, 1, 2)
    correct(event, "0-1")
    assert seats(event)[2, 1] == (2, 4)
    playing.mark_playing(tournament=event, actor=None, round_=event.rounds.get(number=2), tables=[1])
    correct(event, "1-0")
    assert seats(event)[2, 1] == (2, 4)


def test_a_player_who_leaves_gives_a_walkover() -> None:
    event = bracket(4)
    enter(event, 1, 1)
    attendance.withdraw(tournament=event, actor=None, player=event.players.get(number=1))
    enter(event, 1, 2)
    assert (2, 1) not in seats(event)
    assert state_of(event.rounds.get(number=2)) == RoundState.COMPLETED
    assert next(line.number for line in standings(event).lines if line.rank == 1) == 2


def test_no_round_of_it_is_paired_by_hand() -> None:
    event = bracket(4)
    with refused("opens_by_itself"):
        pair(event)
