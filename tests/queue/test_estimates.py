"""When matches will about start (rules/queue.md A5)."""

from dataclasses import replace

import pytest

from pairing.model.types import Snapshot
from pairing.queue.estimates import MOST, Estimate, Estimates, estimates, seats_of
from pairing.queue.state import MatchState, QueueMatch, QueueOptions, QueuePlayer, QueueState, QueueTable
from pairing.systems.round_robin import berger
from tests.queue.evening import Evening


def begun(kind: str = "knock_out", size: int = 8, tables: int = 2, **options: object) -> Evening:
    evening = Evening(kind, size, tables, 1, quiet=True)
    evening.say(options={"minutes": 20, "rest": 0, **options})
    evening.decide()
    return evening


def asked(evening: Evening) -> Estimates | None:
    return estimates(evening.snapshot, evening.state())


def test_the_same_moment_gives_the_same_times_to_everybody() -> None:
    assert asked(begun()) == asked(begun()) is not None


def test_a_match_that_can_be_called_begins_now_and_one_behind_it_when_a_table_is_free() -> None:
    evening = Evening("knock_out", 8, 1, 1, quiet=True)
    evening.say(options={"minutes": 20})
    told = asked(evening)
    assert told.start[1, 1] == Estimate(0, 0, 0)
    # The declared 20 minutes times 0.6, 0.8, 1, 1.2 and 1.5, each about eight times in 41 runs.
    assert told.start[1, 2] == Estimate(1200, 720, 1800)


def test_after_eight_matches_their_lengths_count() -> None:
    evening = Evening("robin", 6, 1, 1, quiet=True)
    evening.say(options={"rest": 0})
    for number in range(1, 9):
        evening.decide()
        (_at, id), evening.ends = evening.ends[0], []
        evening.clock = number * 100
        evening.end(id)
    told = asked(evening)
    in_order = sorted(told.start.values(), key=lambda one: one.at)
    assert in_order[:3] == [Estimate(800, 800, 800), Estimate(900, 900, 900), Estimate(1000, 1000, 1000)]
    assert told.end == Estimate(800 + 7 * 100, 1500, 1500)


def test_a_match_that_takes_longer_than_all_others_ends_in_a_minute() -> None:
    evening = Evening("knock_out", 4, 1, 1, quiet=True)
    evening.say(options={"minutes": 20})
    evening.decide()
    evening.clock = 3000
    assert asked(evening).start[1, 2] == Estimate(3060, 3060, 3060)


def test_over_an_hour_away_it_is_a_quarter_of_an_hour_of_the_clock_without_a_range() -> None:
    evening = begun("knock_out", 16, 1)
    evening.snapshot = replace(evening.snapshot, started_at="2026-11-28T18:10:00+01:00")
    far = [one for one in asked(evening).start.values() if one.at > 3600 + 900]
    assert len(far) > 8
    assert {(one.at + 600) % 900 for one in far} == {0}  # 18:10 and ten minutes is 18:20
    assert {(one.low, one.high) for one in far} == {(None, None)}


def test_nothing_is_told_without_a_length_or_while_the_queue_is_stopped() -> None:
    assert asked(begun(minutes=None)) is None
    stopped = begun()
    stopped.say(stop=True)
    assert asked(stopped) is None


def test_a_match_that_is_held_has_no_time_nor_those_that_follow_from_it() -> None:
    evening = begun()
    evening.say(hold=[1, 4])
    told = asked(evening)
    assert {(1, 4), (2, 1), (3, 1)}.isdisjoint(told.start)
    assert {(1, 3), (2, 2)} <= told.start.keys()
    evening.say(hold=[1, 4], until=5000)
    assert asked(evening).start[1, 4].at >= 5000 - 450


def test_who_plays_has_a_match_for_winning_and_one_for_losing() -> None:
    evening = begun("double", 8, 2)
    told, (sources, _finals) = asked(evening), seats_of(evening.snapshot, evening.state())
    winner = [id for id, seats in sources.items() if ((1, 1), True) in seats]
    loser = [id for id, seats in sources.items() if ((1, 1), False) in seats]
    assert (len(winner), len(loser)) == (1, 1) and winner != loser
    assert {*winner, *loser} <= told.start.keys()


@pytest.mark.parametrize(
    ("kind", "size", "tables"), [("knock_out", 13, 3), ("double", 8, 2), ("swiss", 12, 4)]
)
def test_on_a_whole_evening_the_times_are_near_the_truth(kind: str, size: int, tables: int) -> None:
    evening = Evening(kind, size, tables, 5, quiet=True)
    evening.say(options={"minutes": 20, "rest": 60})
    told: list[tuple[int, Estimates | None]] = []
    whole = play_and_ask(evening, told)
    began = {id: moment.at for moment in whole.moments for id, _table in moment.calls}
    errors = [
        abs(began[id] - one.at)
        for at, all_of_them in told
        for id, one in all_of_them.start.items()
        if id in began and began[id] - at < 1800
    ]
    # A5: within half an hour 90 % of the estimates are within 12 minutes; one evening may be a little off.
    assert len(errors) > 10
    assert sorted(errors)[len(errors) * 8 // 10] < 900


def play_and_ask(evening: Evening, told: list[tuple[int, Estimates | None]]) -> Snapshot:
    """Play it to its end; after every decision the estimates are asked for."""
    decide = evening.decide

    def decide_and_ask() -> None:
        decide()
        told.append((evening.clock, asked(evening)))

    evening.decide = decide_and_ask  # type: ignore[method-assign]
    return evening.play()


def test_of_a_whole_schedule_the_next_matches_are_told_in_bounded_time() -> None:
    """64 players have 2,016 matches: looked at are 250, those at tables among them wherever they stand."""
    players = tuple(QueuePlayer(id) for id in range(1, 65))
    matches = tuple(
        QueueMatch((number, table), pair, chain=64 - number)
        for number in range(1, 64)
        for table, pair in enumerate(berger(64, number), 1)
    )
    last = matches[-1]
    last.state, last.table, last.called = MatchState.PLAYING, 1, 0
    tables = tuple(QueueTable(number, free=number > 1) for number in range(1, 21))
    state = QueueState(60, QueueOptions(ahead=None, minutes=10), players, tables, matches)
    told = estimates(Snapshot(()), state)
    assert told is not None and told.end is None
    assert len(told.start) == MOST - 1 and all(id < (10, 1) for id in told.start)
    busy = [m.id for m in matches[:32] if set(m.players) & set(last.players)]
    assert busy and all(told.start[id].at > 60 for id in busy)
