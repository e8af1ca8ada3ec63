"""A round robin that is there as a whole: played in any order, left by somebody, brought back."""

import json
import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing.engine import recheck
from tests.desk.pages import Desk
from tests.factories import make_event, pair, publish, refused, state_of
from tests.tournaments.queue.test_advancing import bracket, enter, match_of, play_out, seats
from tests.tournaments.steps import fresh, take_back
from tournaments import snapshots
from tournaments.history.replay import replay
from tournaments.models import LogEntry, Player, RoundInput, RoundState, Tournament
from tournaments.players.services import attendance
from tournaments.players.services.bulk import add_players
from tournaments.players.services.players import add_player
from tournaments.queue.selectors.now import read
from tournaments.queue.services import queue
from tournaments.results.services import results
from tournaments.rounds.services import playing, rounds, taking_back
from tournaments.standings.selectors.standings import cross_table, impact_of, standings
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db


def schedule(field: int, rounds_planned: int = 0, **options: object) -> Tournament:
    """An event whose whole schedule is published, in the order of the list."""
    chosen = {"order": "registration", "schedule": "whole", **options}
    planned = rounds_planned or field - 1 + field % 2
    event = make_event(field=field, system="round_robin", options=chosen, rounds_planned=planned)
    rounds.publish(tournament=event, actor=None, round_=pair(event))
    return fresh(event)


def results_of(event: Tournament, player: int) -> list[str | None]:
    """The results of a player's matches, round by round."""
    loaded = snapshots.load(event)
    return [m.result for r in loaded.rounds for m in r.matches if player in m.seats]


def play_rounds(event: Tournament, last: int) -> None:
    """White wins everywhere up to this round."""
    for number in range(1, last + 1):
        for match in event.rounds.get(number=number).matches.order_by("table"):
            enter(event, number, match.table)


def leave(event: Tournament, number: int) -> Player:
    player = event.players.get(number=number)
    return attendance.withdraw(tournament=event, actor=None, player=player)


def test_all_rounds_are_published_with_the_first_one() -> None:
    event = schedule(6)
    assert [state_of(row) for row in event.rounds.all()] == [RoundState.PUBLISHED] * 5
    assert seats(event)[2, 1] == (6, 4) and seats(event)[5, 3] == (5, 1)
    assert LogEntry.objects.filter(tournament=event, undoes=None).latest("pk").action == "round_published"
    take_back(event)
    assert [state_of(row) for row in event.rounds.all()] == [RoundState.DRAFT]


def test_results_in_any_order_complete_the_rounds_by_themselves() -> None:
    event = schedule(5, ahead=None)
    play_out(event, random.Random(5))
    assert {row.state for row in event.rounds.all()} == {RoundState.COMPLETED}
    assert all(check.same for check in recheck.recheck(snapshots.load(event)))
    assert replay(event).same


def test_matches_further_ahead_are_refused_with_the_round_that_is_open() -> None:
    event = schedule(6, ahead=1)
    enter(event, 2, 3)
    with pytest.raises(
        ServiceError, match=r"Round 3 cannot be played yet: round 1 is not finished.*allows 1"
    ):
        enter(event, 3, 1)
    with refused("too_far_ahead"):
        results.enter_results(
            tournament=event, actor=None, round_=event.rounds.get(number=3), results={1: "1-0"}
        )
    with refused("too_far_ahead"):
        playing.mark_playing(tournament=event, actor=None, round_=event.rounds.get(number=3), tables=[1])
    play_rounds(event, 1)
    enter(event, 3, 1)
    assert state_of(event.rounds.get(number=1)) == RoundState.COMPLETED


def test_a_withdrawal_after_six_of_nine_rounds_loses_the_rest_by_forfeit_in_one_step() -> None:
    event = schedule(10, ahead=None)
    play_rounds(event, 6)
    before = snapshots.load(event)
    steps = LogEntry.objects.filter(tournament=event).count()
    leave(event, 10)
    assert LogEntry.objects.filter(tournament=event).count() == steps + 1
    # Number 10 is second in odd rounds and first in even ones (Berger table).
    assert results_of(event, 10)[6:] == ["+--", "--+", "+--"]
    assert any(line.number == 10 for line in standings(event).lines)
    why = match_of(event, 7, 1).why
    assert [reason["code"] for reason in why] == ["berger", "berger_left"]
    take_back(event)
    assert snapshots.load(event) == before
    assert replay(event).same


def test_who_leaves_after_four_of_nine_rounds_is_out_of_the_standings_with_all_matches() -> None:
    event = schedule(10, ahead=None)
    play_rounds(event, 4)
    leave(event, 10)
    lines = standings(event).lines
    assert {line.number for line in lines} == set(range(1, 10))
    loaded = snapshots.load(event)
    won = dict.fromkeys(range(1, 10), 0)
    for match in (m for r in loaded.rounds[:4] for m in r.matches if 10 not in m.seats):
        won[match.seats[0]] += 100
    assert {line.number: line.points for line in lines} == won
    assert {line.line.number for line in cross_table(event)} == set(range(1, 10))
    assert results_of(event, 10)[:4] == ["1-0"] * 4


def test_who_is_back_plays_on_and_forfeits_of_the_desk_stay() -> None:
    event = schedule(6, ahead=None)
    enter(event, 1, 1, "+--")
    before = snapshots.load(event)
    player = leave(event, 6)
    assert None not in results_of(event, 6)
    attendance.return_player(tournament=event, actor=None, player=player)
    assert snapshots.load(event) == before
    assert match_of(event, 1, 1).why == match_of(schedule(6), 1, 1).why


def test_two_who_have_left_both_lose_and_the_first_to_come_back_wins() -> None:
    event = schedule(4, ahead=None)
    leave(event, 4)
    second = leave(event, 3)
    # Round 2 of four: 4-3 and 1-2. Number 4 had lost it by forfeit; then nobody was there.
    assert match_of(event, 2, 1).result == "---"
    attendance.return_player(tournament=event, actor=None, player=second)
    assert match_of(event, 2, 1).result == "--+"


def test_a_match_that_has_begun_is_played_to_its_end() -> None:
    event = schedule(4, ahead=None)
    playing.mark_playing(tournament=event, actor=None, round_=event.rounds.get(number=1), tables=[1])
    leave(event, 4)
    assert results_of(event, 4) == [None, "--+", "+--"]
    results.enter_result(tournament=event, actor=None, match=match_of(event, 2, 1), result="1-0")
    assert [reason["code"] for reason in match_of(event, 2, 1).why] == ["berger"]


def test_a_correction_can_bring_somebody_back_into_the_standings() -> None:
    event = schedule(4, ahead=None)
    enter(event, 1, 1)
    leave(event, 4)
    assert {line.number for line in standings(event).lines} == {1, 2, 3}
    assert impact_of(event, match_of(event, 2, 1), "1-0").changes
    enter(event, 2, 1, "1-0")
    assert {line.number for line in standings(event).lines} == {1, 2, 3, 4}


def test_with_an_option_everything_counts() -> None:
    event = schedule(4, ahead=None, leaving="keep")
    leave(event, 4)
    assert {line.number: line.points for line in standings(event).lines} == {1: 100, 2: 100, 3: 100, 4: 0}


def test_nobody_joins_a_schedule_that_is_there() -> None:
    event = schedule(5)
    with refused("schedule_is_whole"):
        add_player(tournament=event, actor=None, name="Late")
    with refused("schedule_is_whole"):
        add_players(tournament=event, actor=None, players=[{"name": "Late"}])


def test_standings_count_every_result_although_no_round_is_over() -> None:
    event = schedule(4, ahead=None)
    enter(event, 1, 1)
    enter(event, 3, 2)
    table = standings(event)
    assert (table.after_round, table.is_complete) == (3, False)
    assert sorted(line.points for line in table.lines) == [0, 0, 100, 100]


def test_thirty_players_are_bounded_work() -> None:
    """29 documents of what rounds were paired from, each as long as the first; a result asks no more than of eight."""
    queries = []
    for field in (8, 30):
        event = schedule(field)
        match = match_of(event, 1, 2)
        with CaptureQueriesContext(connection) as captured:
            results.enter_result(tournament=event, actor=None, match=match, result="1-0")
        queries.append(len(captured))
    assert queries[0] == queries[1]
    rows = RoundInput.objects.filter(round__tournament=event)
    sizes = [len(json.dumps(row.document)) for row in rows]
    assert len(sizes) == 29 and max(sizes) < 2 * min(sizes)


def test_the_queue_calls_no_match_whose_result_would_be_refused() -> None:
    event = schedule(6, ahead=0)
    queue.open_queue(tournament=event, actor=None, tables=range(1, 7))
    event = fresh(event)
    for table in (1, 2):
        enter(event, 1, table)
    assert {call.match[0] for call in read(event).proposals} == {1}


def test_the_pairings_of_a_whole_schedule_are_taken_back_with_round_1_and_come_again() -> None:
    event = schedule(5)
    by: dict[str, Any] = {"tournament": event, "actor": None}
    before = seats(event)
    with refused("open_beside"):
        taking_back.take_back(**by, round_=event.rounds.get(number=5))
    desk = Desk(event.owner, event)
    assert 'data-testid="take-back"' in desk.get("round", 1).content.decode()
    assert 'data-testid="take-back"' not in desk.get("round", 5).content.decode()
    enter(event, 2, 1)
    with refused("has_results"):
        taking_back.take_back(**by, round_=event.rounds.get(number=1))
    take_back(event)
    taking_back.take_back(**by, round_=event.rounds.get(number=1))
    assert [(row.number, row.state) for row in event.rounds.all()] == [(1, RoundState.DRAFT)]
    rounds.publish(**by, round_=event.rounds.get())
    assert seats(event) == before
    take_back(event, 2)
    assert seats(event) == before and event.rounds.filter(state=RoundState.PUBLISHED).count() == 5
    assert taking_back.pair_again(**by, round_=event.rounds.get(number=1)).state == RoundState.DRAFT
    assert event.rounds.count() == 1


@pytest.mark.parametrize("system", ["bracket", "round_robin"])
def test_what_happened_to_matches_goes_with_their_round(system: str) -> None:
    event = schedule(4) if system == "round_robin" else bracket(4)
    by: dict[str, Any] = {"tournament": event, "actor": None}
    queue.open_queue(**by, tables=[1, 2])
    queue.call_next(**by)
    take_back(event)  # the matches are held now
    queue.change(**by, facts=[{"desk_call": {"match": [1, 1], "table": 2}}])
    taking_back.take_back(**by, round_=event.rounds.get(number=1))
    assert not read(event).at_table and not any(match.hold for match in read(event).state.matches)
    rounds.publish(**by, round_=event.rounds.get(number=1))
    assert [call.match for call in queue.call_next(**by)] == [(1, 1), (1, 2)]
    take_back(event, 3)
    assert read(event).at_table[2].id == (1, 1)


def test_undo_of_a_published_round_takes_what_undo_noted_of_its_matches() -> None:
    event = make_event(field=4)
    queue.open_queue(tournament=event, actor=None, tables=[1])
    publish(event)
    queue.call_next(tournament=event, actor=None)
    take_back(event, 2)
    assert not read(event).state.matches
    assert not event.moments.filter(facts__has_key="hold").exists()
