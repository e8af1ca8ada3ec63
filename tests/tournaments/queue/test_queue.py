"""The table queue of an event: calls, what gives a table free, what undo and corrections do to them."""

from typing import Any

import pytest

from pairing.formats import document
from pairing.queue.replay import recheck_calls
from tests.factories import import_event, make_event, pair, publish, refused
from tests.tournaments.queue.test_advancing import bracket, correct, enter, match_of
from tests.tournaments.steps import fresh, take_back
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.players.services import attendance
from tournaments.queue.selectors.board import board
from tournaments.queue.selectors.now import read
from tournaments.queue.selectors.own import own_place
from tournaments.queue.services import queue
from tournaments.queue.services.moments import Facts
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.rounds.services.playing import mark_playing
from tournaments.series.services import series

pytestmark = pytest.mark.django_db


def open_bracket(field: int = 8, tables: int = 2, **options: object) -> Tournament:
    event = bracket(field)
    queue.open_queue(tournament=event, actor=None, tables=range(1, tables + 1), **options)
    return fresh(event)


def call(event: Tournament) -> list[tuple[tuple[int, int], int]]:
    """The calls that the desk makes by one press: match, table."""
    return [(c.match, c.table) for c in queue.call_next(tournament=event, actor=None)]


def say(event: Tournament, facts: Facts) -> None:
    queue.change(tournament=event, actor=None, facts=[facts])


def at_table(event: Tournament) -> dict[int, tuple[int, int]]:
    """Who is at which table."""
    return {table: match.id for table, match in read(event).at_table.items()}


def test_the_desk_makes_the_calls_that_are_proposed() -> None:
    event = open_bracket()
    assert call(event) == [((1, 1), 1), ((1, 2), 2)]
    with refused("nothing_to_call"):
        call(event)


def test_an_accepted_result_gives_its_table_to_the_next_match() -> None:
    event = open_bracket()
    call(event)
    enter(event, 1, 1)
    assert at_table(event) == {2: (1, 2)}
    assert call(event) == [((1, 3), 1)]


def test_the_queue_calls_by_itself(django_capture_on_commit_callbacks: object) -> None:
    event = open_bracket(call=True)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        say(event, {"go": True})
    assert at_table(event) == {1: (1, 1), 2: (1, 2)}
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        enter(event, 1, 2)
    assert at_table(event) == {1: (1, 1), 2: (1, 3)}


def test_undo_of_a_call_holds_the_match_until_the_desk_releases_it() -> None:
    event = open_bracket()
    call(event)
    take_back(event)
    assert at_table(event) == {}
    assert {m.id: m.because for m in read(event).state.matches if m.hold} == {(1, 1): "undo", (1, 2): "undo"}
    assert call(event) == [((1, 3), 1), ((1, 4), 2)]
    say(event, {"release": [1, 1]})
    enter(event, 1, 3)
    assert call(event) == [((1, 1), 1)]


def test_undo_of_more_than_a_call_puts_the_match_back_at_the_table_of_an_earlier_one() -> None:
    event = open_bracket(4)
    call(event)
    for number in (1, 2):
        enter(event, 1, number)
    call(event)
    correct(event, "0-1")  # takes the call back
    call(event)
    take_back(event)
    assert [m.because for m in read(event).state.matches if m.hold] == ["undo"]
    take_back(event)
    assert at_table(event) == {1: (2, 1)} and not [m for m in read(event).state.matches if m.hold]
    take_back(event, 5)  # to before the first call
    assert at_table(event) == {}


def test_undo_of_a_result_puts_the_match_back_at_its_table() -> None:
    event = open_bracket()
    call(event)
    enter(event, 1, 1)
    take_back(event)
    assert at_table(event) == {1: (1, 1), 2: (1, 2)}


def test_a_cleared_result_finds_its_table_taken() -> None:
    event = open_bracket()
    call(event)
    enter(event, 1, 1)
    call(event)
    results.clear_result(tournament=event, actor=None, match=match_of(event, 1, 1))
    assert read(event).state.match[1, 1].table is None
    assert at_table(event)[1] == (1, 3)


def test_a_correction_takes_back_the_call_it_led_to() -> None:
    event = open_bracket(4)
    call(event)
    enter(event, 1, 1)
    enter(event, 1, 2)
    assert call(event) == [((2, 1), 1)]
    correct(event, "0-1")
    assert at_table(event) == {}
    assert call(event) == [((2, 1), 1)]


def test_a_result_that_is_taken_away_takes_the_matches_it_led_to_out_of_the_queue() -> None:
    """Called, or even over: nobody knows any more who plays (A6, 2)."""
    event = open_bracket(8, tables=4)
    call(event)
    for number in (1, 3, 4):
        enter(event, 1, number)
    assert ((2, 1), 1) in call(event)
    for is_over in (False, True):
        if is_over:
            enter(event, 2, 1)
        results.clear_result(tournament=event, actor=None, match=match_of(event, 1, 1))
        assert (2, 1) not in at_table(event).values()
        take_back(event)
    assert (2, 1) not in at_table(event).values() and read(event).state.match[2, 1].ended is not None
    results.clear_result(tournament=event, actor=None, match=match_of(event, 1, 1))
    say(event, {"stop": True})
    take_back(event, 2)  # what happened to the lost match is still there to be undone
    assert read(event).state.match[2, 1].ended is not None


def test_a_match_that_was_held_gets_its_result_without_a_call() -> None:
    event = open_bracket(4)
    say(event, {"hold": [1, 1]})
    enter(event, 1, 1)
    assert read(event).state.match[1, 1].ended is not None


def test_a_correction_is_a_moment_so_that_a_replay_knows_what_it_cannot_know() -> None:
    event = open_bracket(4)
    call(event)
    for number in (1, 2):
        enter(event, 1, number)
    assert call(event) == [((2, 1), 1)]
    correct(event, "0-1")
    assert [m.match for m in read(event).snapshot.moments if m.verb == "correct"] == [(1, 1)]
    checks = recheck_calls(snapshots.load(event))
    assert [(check.same, check.is_unsure) for check in checks] == [(True, False), (True, True)]


def test_begun_at_the_desk_is_begun_in_the_queue() -> None:
    event = open_bracket()
    call(event)
    mark_playing(tournament=event, actor=None, round_=event.rounds.get(number=1), tables=[2])
    assert read(event).state.match[1, 2].begun is not None


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"hold": [9, 1]}, "queue_no_match"),
        ({"close_tables": [1]}, "queue_taken"),
        ({"close_tables": [9]}, "queue_no_table"),
        ({"desk_call": {"match": [1, 3], "table": 1}}, "queue_taken"),
        ({"desk_call": {"match": [1, 1], "table": 2}}, "queue_not_waiting"),
        ({"pause": [99]}, "queue_no_player"),
        ({"nonsense": 1}, "bad_moment"),
        ({"hold": 7}, "bad_input"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(facts: Facts, code: str) -> None:
    event = open_bracket()
    call(event)
    before = event.moments.count()
    with refused(code):
        say(event, facts)
    assert event.moments.count() == before


def test_who_pauses_is_not_called_and_comes_back_with_no_wait() -> None:
    event = open_bracket()
    say(event, {"pause": [1]})
    assert call(event) == [((1, 2), 1), ((1, 3), 2)]
    say(event, {"back": [1]})
    assert not read(event).state.player[1].held


def test_an_event_with_a_queue_is_the_same_event_from_its_document() -> None:
    event = open_bracket(call=True)
    call(event)
    enter(event, 1, 1)
    say(event, {"hold": [1, 3]})
    call(event)
    data = document.dump(snapshots.load(event))
    assert document.dump(document.load(data)) == data
    copy = import_event(document_data=data, owner=event.owner)
    assert snapshots.load(copy).moments == snapshots.load(event).moments
    assert at_table(copy) == at_table(event)


def test_the_rounds_of_a_swiss_are_called_in_waves() -> None:
    event = make_event(field=6)
    publish(event)
    queue.open_queue(tournament=event, actor=None, tables=[1, 2])
    event = fresh(event)
    assert call(event) == [((1, 1), 1), ((1, 2), 2)]
    enter(event, 1, 1)
    assert call(event) == [((1, 3), 1)]
    for number in (2, 3):
        enter(event, 1, number)
    rounds.complete(tournament=event, actor=None, round_=event.rounds.get(number=1))
    second = pair(event)
    with refused("nothing_to_call"):
        call(event)  # a draft is not in the queue
    rounds.publish(tournament=event, actor=None, round_=second)
    assert len(call(event)) == 2


def test_a_called_match_whose_table_is_freed_is_not_lost_from_sight() -> None:
    event = open_bracket()
    call(event)
    say(event, {"free_table": 2})
    assert [(match.round, match.number) for match in board(read(event)).nowhere] == [(1, 2)]


def test_who_has_withdrawn_does_not_come_back_by_the_end_of_a_pause() -> None:
    event = open_bracket()
    gone = event.players.order_by("number").first()
    attendance.withdraw(tournament=event, actor=None, player=gone)
    say(event, {"back": [gone.number]})
    assert read(event).state.player[gone.number].held


def test_who_is_at_a_table_of_another_event_is_held_until_that_match_is_over(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """Singles and doubles of one series in one hall: nobody is called to two tables (A4)."""
    singles, doubles = open_bracket(4, call=True), open_bracket(4, tables=4, call=True)
    league = series.create_series(owner=singles.owner, name="Friday")
    for season, event in enumerate((singles, doubles), 1):
        series.put_event(series=league, tournament=event, season=season, actor=league.owner)
    singles, doubles = fresh(singles), fresh(doubles)
    with django_capture_on_commit_callbacks(execute=True):
        say(singles, {"hold": [1, 2]})
    one, four = match_of(singles, 1, 1).seats.values_list("player__number", flat=True)
    assert at_table(singles) == {1: (1, 1)} and set(read(doubles).elsewhere) == {one, four}
    with django_capture_on_commit_callbacks(execute=True):
        say(doubles, {"go": True})
    assert at_table(doubles) == {1: (1, 2)}
    assert [row.state for row in board(read(doubles)).kept] == ["player_held"]
    assert own_place(board(read(doubles)), one).text == f"Held: you are playing in {singles.name}"
    with django_capture_on_commit_callbacks(execute=True):
        enter(singles, 1, 1)
    assert at_table(doubles) == {1: (1, 2), 2: (1, 1)}
    assert all(check.same for check in recheck_calls(snapshots.load(doubles)))
