"""The clock of a round: exact over pauses and restarts, in words over time; extra time; on the desk and on phones."""

import time
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.pages import Desk, text
from tests.factories import enter_all, make_event, pair, publish, refused, table
from tests.kept import kept
from tests.public.pages import text_of
from tournaments.events.services import events
from tournaments.models import Action, LogEntry, Player, Round, RoundClock, Tournament
from tournaments.rounds.selectors import clocks as selector
from tournaments.rounds.selectors.clocks import Clock, ClockState, Extra
from tournaments.rounds.services import clocks, rounds
from tournaments.web import unchanged

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


halls = kept(lambda: Hall(slug="spring"))


@pytest.fixture
def hall(halls: Hall) -> Hall:
    return deepcopy(halls)


def test_a_clock_shows_the_length_of_the_events_rounds_runs_that_long_and_has_it_back_when_stopped(
    hall: Hall,
) -> None:
    ready = Clock(1, ClockState.READY, timedelta(minutes=50), None, timedelta(minutes=50))
    assert hall.read() == ready
    assert hall.do("start").ends_at == after(minutes=50)
    assert hall.read().left_at(after(minutes=20)) == timedelta(minutes=30)
    assert hall.read().left_at(after(minutes=53)) == timedelta(minutes=-3)
    assert hall.do("stop", after(minutes=8)) == ready


def test_an_event_without_a_length_has_no_clock_until_somebody_says_how_long() -> None:
    hall = Hall(round_minutes=None)
    assert selector.clock_of(hall.round) is None
    assert selector.current_clock(hall.event) is None
    with refused("no_length"):
        hall.do("start")
    assert hall.do("start", minutes=30).ends_at == after(minutes=30)


def test_pauses_keep_the_time_to_the_microsecond(hall: Hall) -> None:
    """Ran 10.3 s, 0.9 s, 20.25 s and ten times 1.999999 s, with pauses between them: of 50 minutes."""
    moment = NOON
    for seconds in (10.3, 0.9, 20.25, *[1.999999] * 10):
        hall.do("start", moment)
        moment += timedelta(seconds=seconds)
        left = hall.do("pause", moment).left
        moment += timedelta(seconds=77.7)
    assert left == timedelta(minutes=50) - timedelta(seconds=31.45 + 19.99999)
    assert hall.read().left == left
    assert hall.do("start", moment).ends_at == moment + left


def test_minutes_are_added_and_taken_and_a_round_can_have_a_length_of_its_own(hall: Hall) -> None:
    hall.do("start")
    assert hall.do("add", minutes=5).ends_at == after(minutes=55)
    hall.do("pause", after(minutes=10))
    assert hall.do("add", minutes=-15).left == timedelta(minutes=30)
    hall.do("stop")
    assert hall.do("set_length", minutes=35).left == timedelta(minutes=35)
    hall.do("start")
    assert hall.do("set_length", minutes=60).ends_at == after(minutes=60)
    assert Tournament.objects.get(pk=hall.event.pk).round_minutes == 50


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


def test_bad_minutes_are_refused_and_change_nothing(hall: Hall) -> None:
    for verb, bad in (("add", (0, -50, 1441)), ("set_length", (0, 1441, None)), ("start", (0,))):
        for minutes in bad:
            with refused("bad_number"):
                hall.do(verb, minutes=minutes)
    assert not RoundClock.objects.exists()
    assert Tournament.objects.get(pk=hall.event.pk).version == hall.event.version


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


def test_a_table_gets_extra_time_for_a_reason_all_in_all_and_it_can_be_taken_back(hall: Hall) -> None:
    match = table(hall.round, 2)
    given: dict[str, Any] = {"tournament": hall.event, "actor": None, "match": match}
    clocks.extend_table(**given, minutes=7, why=" a judge  came late ")
    assert selector.extras(hall.event) == {match.pk: Extra(2, 420, "a judge came late")}
    assert selector.extras_of_round(hall.round) == (Extra(2, 420, "a judge came late"),)
    line = LogEntry.objects.filter(action=Action.TIME_EXTENDED).get()
    assert line.after == {"table": 2, "minutes": 7, "why": "a judge came late"}
    clocks.extend_table(**given, minutes=3, why="late")
    assert selector.extras_of_round(hall.round) == (Extra(2, 180, "late"),)
    clocks.extend_table(**given, minutes=0, why="late")
    assert selector.extras_of_round(hall.round) == ()
    assert LogEntry.objects.filter(action=Action.TIME_EXTENDED).count() == 3
    for code, minutes, why in (
        ("reason_missing", 5, "  "),
        ("bad_number", -1, "late"),
        ("bad_number", 1441, "late"),
        ("bad_number", None, "late"),
    ):
        with refused(code):
            clocks.extend_table(**given, minutes=minutes, why=why)
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


# --- on the pages of the desk and of phones ---------------------------------------------------------------------------


@pytest.fixture
def event(hall: Hall) -> Tournament:
    unchanged.forget()
    return hall.event


def stored(event: Tournament) -> RoundClock:
    return RoundClock.objects.get(round__tournament=event)


def test_the_desk_starts_pauses_lengthens_and_stops_the_clock(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    assert "50:00 not started" in text(desk.get("round", 1))
    desk.press("change_clock", 1, data={"do": "start"})
    assert stored(event).started_at is not None
    desk.press("change_clock", 1, data={"add": "5"})
    assert stored(event).length_seconds == 3300
    assert "paused" in desk.press("change_clock", 1, data={"do": "pause"})
    assert "55:00 not started" in desk.press("change_clock", 1, data={"do": "stop"})
    desk.press("change_clock", 1, data={"do": "length", "minutes": "40"})
    assert "40:00 not started" in text(desk.get("round", 1))


def test_bad_minutes_are_named_and_change_nothing_and_each_page_comes_back_to_itself(
    event: Tournament,
) -> None:
    desk = Desk(event.owner, event)
    for minutes in ("", "0", "soon", "9999"):
        assert "“Minutes”" in desk.press("change_clock", 1, data={"do": "length", "minutes": minutes})
    answer = desk.post("change_clock", 1, data={"add": "9999"}, hx_request="true")  # what a script gets
    assert answer.status_code == 200
    assert "“Minutes”" in text(answer)
    assert not RoundClock.objects.exists()
    for back, address in (
        ("overview", "/desk/spring/"),
        ("round", "/desk/spring/rounds/1/"),
        ("clock", "/desk/spring/rounds/1/clock/"),
        ("outstanding", "/desk/spring/rounds/1/outstanding/"),
        ("https://x", None),
    ):
        answer = desk.post("change_clock", 1, data={"do": "start", "back": back})
        assert answer["Location"] == (address or "/desk/spring/rounds/1/")


@pytest.mark.parametrize("back", ["overview", "round", "clock"])
def test_a_script_gets_back_the_clock_as_its_page_shows_it(event: Tournament, back: str) -> None:
    """In one line on the overview, without the minutes more and less; the length on its own page alone."""
    desk = Desk(event.owner, event)
    answer = desk.post("change_clock", 1, data={"do": "start", "back": back}, hx_request="true")
    page = answer.content.decode()
    assert 'data-testid="clock-pause"' in page
    assert ('data-testid="clock-more-5"' in page) is (back != "overview")
    assert ('data-testid="clock-length"' in page) is (back == "clock")
    assert ('data-testid="clock-page"' in page) is (back != "clock")
    assert f'name="back" value="{back}"' in page


def test_extra_time_of_a_table_is_given_at_the_desk_and_read_by_its_players(event: Tournament) -> None:
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    desk = Desk(event.owner, event)
    assert "Give a reason for the extra time." in desk.press(
        "extra_time", 1, 2, data={"minutes": "7", "why": " "}
    )
    assert table(event.rounds.get(), 2).extra_seconds == 0
    desk.press("extra_time", 1, 2, data={"minutes": "7", "why": "a judge came late"})
    assert "7 more minutes : a judge came late" in text(desk.get("table", 1, 2))
    assert "2 +7 min" in text(desk.get("round", 1))
    seated = Player.objects.filter(seats__match=table(event.rounds.get(), 2))
    client = Client()
    for player in event.players.all():
        page = text_of(client, f"/e/spring/me/{player.key}/")
        assert ("7 more minutes : a judge came late" in page) is (player in seated)
    ends = stored(event).started_at + timedelta(minutes=57)
    page = text_of(client, f"/e/spring/me/{seated[0].key}/")
    assert timezone.localtime(ends).strftime("%H:%M") in page
    # What it is for stays with staff and table.
    for address in ("", "pairings/", "rounds/1/", "players/1/", "players/2/card/", "screen/?show=tables"):
        assert "came late" not in client.get(f"/e/spring/{address}").content.decode()
    assert "+7 min" in text_of(client, "/e/spring/rounds/1/")


def test_every_page_of_the_event_shows_the_clock_and_changes_with_it(event: Tournament) -> None:
    client = Client()
    tag = client.get("/e/spring/")["ETag"]
    assert "50:00 not started" in text_of(client, "/e/spring/")
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    unchanged.forget()
    assert client.get("/e/spring/", headers={"if-none-match": tag}).status_code == 200
    end = timezone.localtime(stored(event).started_at + timedelta(minutes=50))
    for page in ("", "pairings/", "standings/", "players/", "find/", "players/1/"):
        assert f"{end:%H:%M} end" in text_of(client, f"/e/spring/{page}")


def test_an_event_without_a_length_shows_no_clock() -> None:
    event = make_event(field=4, slug="plain")
    publish(event)
    assert 'data-testid="clock"' not in Client().get("/e/plain/").content.decode()
    assert "How long is the round?" in text(Desk(event.owner, event).get("round", 1))


def test_the_server_says_what_time_it_is_without_asking_the_database(
    django_assert_num_queries: object, client: Client
) -> None:
    before = time.time_ns() // 1_000_000
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/now/")
    assert before <= answer.json()["now"] <= time.time_ns() // 1_000_000
    assert "no-store" in answer["Cache-Control"]
