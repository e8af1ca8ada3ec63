"""The clock of a round: exact over pauses and restarts, in words over time; extra time for single tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.factories import enter_all, make_event, pair, publish, refused, table
from tournaments.models import Action, LogEntry, Round, RoundClock, Tournament
from tournaments.selectors import clocks as selector
from tournaments.selectors.clocks import Clock, ClockState, Extra
from tournaments.services import clocks, events, rounds

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def after(**span: float) -> datetime:
    return NOON + timedelta(**span)


class Hall:
    """An event whose round 1 is being played, and its clock."""

    def __init__(self, **settings: Any) -> None:
        self.event = make_event(field=6, **{"round_minutes": 50, **settings})
        self.round = publish(self.event)

    def do(self, verb: str, at: datetime = NOON, **given: Any) -> Clock:
        given |= {"tournament": self.event, "actor": self.event.owner, "round_": self.round, "at": at}
        found: Clock = getattr(clocks, verb)(**given)
        return found

    def read(self) -> Clock:
        """The clock as a server that has just been started finds it."""
        row = Round.objects.select_related("tournament").get(pk=self.round.pk)
        found = selector.clock_of(row)
        assert found is not None
        return found


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_clock_that_was_not_started_shows_the_length_of_the_events_rounds(hall: Hall) -> None:
    assert hall.read().state is ClockState.READY
    assert hall.read().left == timedelta(minutes=50)


def test_an_event_without_a_length_has_no_clock_until_somebody_says_how_long() -> None:
    hall = Hall(round_minutes=None)
    assert selector.clock_of(hall.round) is None
    assert selector.current_clock(hall.event) is None
    with refused("no_length"):
        hall.do("start")
    assert hall.do("start", minutes=30).ends_at == after(minutes=30)


def test_a_clock_that_runs_ends_after_its_length(hall: Hall) -> None:
    assert hall.do("start").ends_at == after(minutes=50)
    assert hall.read().left_at(after(minutes=20)) == timedelta(minutes=30)
    assert hall.read().left_at(after(minutes=53)) == timedelta(minutes=-3)


def test_pauses_keep_the_time_to_the_microsecond(hall: Hall) -> None:
    """Ran 10.3 s, 0.9 s and 20.25 s, with pauses between them: 31.45 s of 50 minutes."""
    ran, moment = (10.3, 0.9, 20.25), NOON
    for seconds in ran:
        hall.do("start", moment)
        moment += timedelta(seconds=seconds)
        left = hall.do("pause", moment).left
        moment += timedelta(seconds=77.7)
    assert left == timedelta(minutes=50) - timedelta(seconds=31.45)
    assert hall.read().left == left
    assert hall.do("start", moment).ends_at == moment + left


def test_a_hundred_pauses_lose_nothing(hall: Hall) -> None:
    moment = NOON
    for _ in range(100):
        hall.do("start", moment)
        moment += timedelta(seconds=1.999999)
        hall.do("pause", moment)
        moment += timedelta(seconds=0.5)
    assert hall.read().left == timedelta(minutes=50) - timedelta(seconds=199.9999)


def test_minutes_are_added_and_taken_while_it_runs_and_while_it_stands(hall: Hall) -> None:
    hall.do("start")
    assert hall.do("add", minutes=5).ends_at == after(minutes=55)
    hall.do("pause", after(minutes=10))
    assert hall.do("add", minutes=-15).left == timedelta(minutes=30)


def test_a_round_can_have_a_length_of_its_own(hall: Hall) -> None:
    assert hall.do("set_length", minutes=35).left == timedelta(minutes=35)
    hall.do("start")
    assert hall.do("set_length", minutes=60).ends_at == after(minutes=60)
    assert Tournament.objects.get(pk=hall.event.pk).round_minutes == 50


def test_stopping_puts_the_whole_length_back(hall: Hall) -> None:
    hall.do("start")
    assert hall.do("stop", after(minutes=8)) == Clock(
        1, ClockState.READY, timedelta(minutes=50), None, timedelta(minutes=50)
    )


@pytest.mark.parametrize("verb", ["start", "pause", "stop"])
def test_a_second_press_changes_nothing_and_is_not_logged(hall: Hall, verb: str) -> None:
    if verb != "start":
        hall.do("start")
    hall.do(verb, after(minutes=1))
    before, version, lines = hall.read(), hall.event.version, LogEntry.objects.count()
    hall.do(verb, after(minutes=2))
    assert (hall.read(), hall.event.version, LogEntry.objects.count()) == (before, version, lines)


def test_every_change_is_logged_with_what_stood_there(hall: Hall) -> None:
    hall.do("start")
    hall.do("add", after(minutes=10), minutes=5)
    line = LogEntry.objects.filter(action=Action.CLOCK_CHANGED).latest("pk")
    assert line.before == {"state": "running", "length": 3000, "left": 2400}
    assert line.after == {"did": "add", "state": "running", "length": 3300, "left": 2700}
    assert (line.round_number, line.subject) == (1, "45:00")


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("add", {"minutes": 0}),
        ("add", {"minutes": -50}),
        ("add", {"minutes": 1441}),
        ("set_length", {"minutes": 0}),
        ("set_length", {"minutes": 1441}),
        ("set_length", {"minutes": None}),
        ("start", {"minutes": 0}),
    ],
)
def test_bad_minutes_are_refused_and_change_nothing(hall: Hall, verb: str, given: dict[str, Any]) -> None:
    version = hall.event.version
    with refused("bad_number"):
        hall.do(verb, **given)
    assert not RoundClock.objects.exists()
    assert Tournament.objects.get(pk=hall.event.pk).version == version


def test_only_a_round_that_is_played_has_a_clock_to_change() -> None:
    event = make_event(field=4, round_minutes=50)
    draft = pair(event)
    with refused("wrong_state"):
        clocks.start(tournament=event, actor=event.owner, round_=draft)
    rounds.publish(tournament=event, actor=event.owner, round_=draft)
    clocks.start(tournament=event, actor=event.owner, round_=draft)
    enter_all(draft)
    rounds.complete(tournament=event, actor=event.owner, round_=draft)
    assert selector.current_clock(event) is None
    with refused("wrong_state"):
        clocks.add(tournament=event, actor=event.owner, round_=draft, minutes=1)


def test_the_length_of_rounds_is_a_setting_that_may_change_during_the_event(hall: Hall) -> None:
    events.update_event(tournament=hall.event, actor=None, round_minutes=40)
    assert hall.read().left == timedelta(minutes=40)
    for bad in (0, 1441, "soon"):
        with refused("bad_number"):
            events.update_event(tournament=hall.event, actor=None, round_minutes=bad)
    events.update_event(tournament=hall.event, actor=None, round_minutes=None)
    assert selector.current_clock(hall.event) is None


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        ({"minutes": 50}, "50:00"),
        ({"minutes": 49, "seconds": 59.001}, "50:00"),
        ({"minutes": 49, "seconds": 59}, "49:59"),
        ({"seconds": 0.4}, "0:01"),
        ({}, "0:00"),
        ({"seconds": -0.9}, "0:00"),
        ({"seconds": -1}, "+0:01"),
        ({"minutes": -3, "seconds": -12}, "+3:12"),
        ({"hours": 1, "minutes": 5}, "1:05:00"),
        ({"hours": -2}, "+2:00:00"),
    ],
)
def test_time_is_written_as_clocks_show_it(span: dict[str, float], shown: str) -> None:
    assert selector.written(timedelta(**span)) == shown


def test_a_table_gets_extra_time_for_a_reason(hall: Hall) -> None:
    match = table(hall.round, 2)
    clocks.extend_table(tournament=hall.event, actor=None, match=match, minutes=7, why=" a judge  came late ")
    assert selector.extras(hall.event) == {match.pk: Extra(2, 420, "a judge came late")}
    assert selector.extras_of_round(hall.round) == (Extra(2, 420, "a judge came late"),)
    seated = list(match.seats.values_list("player__number", flat=True))
    others = sorted(set(range(1, 7)) - set(seated))
    assert all(selector.extra_of_player(hall.event, number) is not None for number in seated)
    assert all(selector.extra_of_player(hall.event, number) is None for number in others)
    line = LogEntry.objects.filter(action=Action.TIME_EXTENDED).get()
    assert line.after == {"table": 2, "minutes": 7, "why": "a judge came late"}


def test_extra_time_is_what_the_table_has_all_in_all_and_can_be_taken_back(hall: Hall) -> None:
    match = table(hall.round, 2)
    for minutes in (7, 3):
        clocks.extend_table(tournament=hall.event, actor=None, match=match, minutes=minutes, why="late")
    assert selector.extras_of_round(hall.round) == (Extra(2, 180, "late"),)
    clocks.extend_table(tournament=hall.event, actor=None, match=match, minutes=0, why="late")
    assert selector.extras_of_round(hall.round) == ()
    assert LogEntry.objects.filter(action=Action.TIME_EXTENDED).count() == 3


def test_extra_time_without_a_reason_or_out_of_bounds_is_refused(hall: Hall) -> None:
    match = table(hall.round, 1)
    for code, minutes, why in (
        ("reason_missing", 5, "  "),
        ("bad_number", -1, "late"),
        ("bad_number", 1441, "late"),
        ("bad_number", None, "late"),
    ):
        with refused(code):
            clocks.extend_table(tournament=hall.event, actor=None, match=match, minutes=minutes, why=why)
    assert selector.extras(hall.event) == {}


def test_no_extra_time_for_a_table_of_another_event_or_of_a_round_that_is_over(hall: Hall) -> None:
    other = Hall()
    with refused("not_of_event"):
        clocks.extend_table(
            tournament=hall.event, actor=None, match=table(other.round), minutes=5, why="late"
        )
    enter_all(hall.round)
    rounds.complete(tournament=hall.event, actor=None, round_=hall.round)
    with refused("wrong_state"):
        clocks.extend_table(tournament=hall.event, actor=None, match=table(hall.round), minutes=5, why="late")
