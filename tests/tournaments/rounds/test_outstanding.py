"""Tables without a result: which, what is known of them; when the round will be over, against brute force."""

import random
import re
from copy import deepcopy
from datetime import timedelta
from itertools import product
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import enter_all, make_event, make_table_event, publish, table
from tests.kept import kept
from tournaments.models import (
    CallState,
    ClaimState,
    JudgeCall,
    Match,
    Player,
    Round,
    ScoreClaim,
    Tournament,
)
from tournaments.results.services import results
from tournaments.rounds.selectors.outstanding import Outstanding, durations, outstanding, starts_of
from tournaments.rounds.selectors.round_end import Estimate, Open, Why, estimate, pace
from tournaments.rounds.services import clocks, rounds

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def read(event: Tournament, number: int = 1) -> Outstanding:
    return outstanding(event.rounds.select_related("tournament").get(number=number), NOW)


def began(round_: Round, minutes_ago: float) -> None:
    Round.objects.filter(pk=round_.pk).update(published_at=NOW - timedelta(minutes=minutes_ago))


def took(round_: Round, table_minutes: dict[int, float]) -> None:
    """The results of these tables, entered so many minutes after the round began."""
    start = Round.objects.get(pk=round_.pk).published_at
    assert start is not None
    event = round_.tournament
    wanted = dict.fromkeys(table_minutes, "1-0")
    results.enter_results(tournament=event, actor=None, round_=round_, results=wanted)
    for number, minutes in table_minutes.items():
        Match.objects.filter(round=round_, table=number).update(entered_at=start + timedelta(minutes=minutes))


def publish_one() -> Tournament:
    tournament = make_event(field=12, slug="spring", round_minutes=50)
    publish(tournament)
    return tournament


published = kept(publish_one)


@pytest.fixture
def event(published: Tournament) -> Tournament:
    return deepcopy(published)


def test_tables_without_a_result_are_listed_in_order_with_who_plays(event: Tournament) -> None:
    took(event.rounds.get(), {2: 20, 5: 25})
    found = read(event)
    assert [row.table for row in found.tables] == [1, 3, 4, 6]
    assert found.total == 6
    expected = list(
        table(event.rounds.get(), 3).seats.order_by("position").values_list("player__name", flat=True)
    )
    assert list(found.tables[1].names) == expected


def test_tables_of_four_are_missing_while_a_score_is_missing() -> None:
    event = make_table_event(field=8)
    publish(event)
    assert [len(row.names) for row in read(event).tables] == [4, 4]


def test_what_is_known_of_a_table_is_marked(event: Tournament) -> None:
    round_ = event.rounds.get()
    clocks.start(tournament=event, actor=None, round_=round_)
    clocks.extend_table(tournament=event, actor=None, match=table(round_, 1), minutes=7, why="late")
    JudgeCall.objects.create(tournament=event, round_number=1, table=2)
    JudgeCall.objects.create(tournament=event, round_number=1, table=3, state=CallState.DONE)
    first, second = Player.objects.filter(seats__match=table(round_, 4))
    report = {"match": table(round_, 4), "entered_by": first, "result": "1-0"}
    ScoreClaim.objects.create(**report, state=ClaimState.DISPUTED)
    ScoreClaim.objects.create(
        match=table(round_, 5), entered_by=first, result="1-0", state=ClaimState.WITHDRAWN
    )
    Player.objects.filter(pk=second.pk).update(fixed_table=4)
    rows = {row.table: row for row in read(event).tables}
    assert (rows[1].extra.minutes, rows[1].extra.why) == (7, "late")
    assert [rows[n].call for n in (2, 3)] == ["open", ""]
    assert [rows[n].report for n in (4, 5)] == ["disputed", ""]
    assert rows[4].fixed == (second.name,)
    assert [row.table for row in read(event).delaying] == [1, 2, 4]
    assert rows[1].due == read(event).last_due
    assert rows[1].due - rows[2].due == timedelta(minutes=7)


def test_a_report_that_was_disputed_and_then_entered_anew_is_waiting(event: Tournament) -> None:
    match = table(event.rounds.get(), 1)
    who = Player.objects.filter(seats__match=match)[0]
    ScoreClaim.objects.create(match=match, entered_by=who, result="1-0", state=ClaimState.DISPUTED)
    ScoreClaim.objects.create(match=match, entered_by=who, result="0-1", state=ClaimState.WAITING)
    assert read(event).tables[0].report == "waiting"


def test_a_round_begins_with_its_clock_or_else_when_it_is_published(event: Tournament) -> None:
    round_ = event.rounds.get()
    began(round_, 30)
    assert starts_of(event)[1] == NOW - timedelta(minutes=30)
    clocks.start(tournament=event, actor=None, round_=round_, at=NOW - timedelta(minutes=20))
    clocks.pause(tournament=event, actor=None, round_=round_)
    clocks.start(tournament=event, actor=None, round_=round_)  # going on is no new beginning
    assert starts_of(event)[1] == NOW - timedelta(minutes=20)


def test_only_what_was_really_played_says_how_long_tables_take(event: Tournament) -> None:
    round_ = event.rounds.get()
    began(round_, 200)
    took(round_, {1: 0.5, **{n: 20 + n for n in range(2, 6)}})
    results.enter_result(tournament=event, actor=None, match=table(round_, 6), result="+--")
    rounds.complete(tournament=event, actor=None, round_=round_)
    Match.objects.filter(round=round_, table=5).update(entered_at=timezone.now() + timedelta(days=1))
    assert sorted(durations(event, starts_of(event))[1]) == [60.0 * n for n in (22, 23, 24)]


def test_the_first_round_is_too_early_to_tell_and_a_later_one_has_a_range(event: Tournament) -> None:
    first = event.rounds.get()
    began(first, 100)
    assert read(event).unknown == Why.TOO_EARLY
    assert read(event).ends is None
    took(first, {1: 20, 2: 24, 3: 28, 4: 32, 5: 36, 6: 40})
    rounds.complete(tournament=event, actor=None, round_=first)
    second = publish(event)
    began(second, 10)
    assert read(event, 2).unknown == Why.TOO_EARLY  # six tables say too little
    Round.objects.filter(pk=first.pk).update(completed_at=NOW)
    third = _complete(event, second, {1: 22, 2: 26, 3: 30, 4: 34, 5: 38, 6: 42})
    began(third, 25)
    took(third, dict.fromkeys((1, 2, 3, 4), 24))
    earliest, middle, latest = read(event, 3).ends
    start = NOW - timedelta(minutes=25)
    # Two open tables, each as long as one of nine, 26, 28 ... 42. Both are over after the seventh, 38, with a chance of
    # 49 in 81, after the sixth with 36 in 81.
    assert start + timedelta(minutes=26) <= earliest <= middle <= latest <= start + timedelta(minutes=42)
    assert middle == start + timedelta(minutes=38)


def _complete(event: Tournament, round_: Round, minutes: dict[int, float]) -> Round:
    began(round_, 100)
    took(round_, minutes)
    rounds.complete(tournament=event, actor=None, round_=round_)
    return publish(event)


def test_when_all_results_are_in_nothing_is_outstanding(event: Tournament) -> None:
    enter_all(event.rounds.get())
    found = read(event)
    assert (found.tables, found.ends, found.unknown) == ((), None, "")
    assert "All results of this round are in" in text(Desk(event.owner, event).get("outstanding", 1))


def test_a_runner_ticks_off_who_was_asked_and_takes_it_back(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    for wrong in ("", "x", "99", "-1", "1" * 12):
        desk.press("asked", 1, data={"table": wrong})
    assert not Match.objects.filter(playing_since__isnull=False).exists()
    assert "still playing" in desk.press("asked", 1, data={"table": "3", "playing": "1"})
    assert table(event.rounds.get(), 3).playing_since is not None
    desk.press("asked", 1, data={"table": "3", "playing": "0"})
    assert table(event.rounds.get(), 3).playing_since is None
    desk.press("asked", 1, data={"table": "all"})
    assert not Match.objects.filter(round__tournament=event, playing_since=None).exists()


def test_pages_and_api_say_the_same(event: Tournament) -> None:
    round_ = event.rounds.get()
    took(round_, {1: 20})
    clocks.extend_table(tournament=event, actor=None, match=table(round_, 2), minutes=5, why="late")
    desk = Desk(event.owner, event)
    for page in (desk.get("event"), desk.get("outstanding", 1)):
        assert "5 of 6 tables are still without a result" in text(page)
        assert "Too early to estimate" in text(page)
        assert "Table 2 +5 min: late" in text(page)
    assert "5 tables without a result" in text(desk.get("print_runner", 1))
    found = Api(event.owner).get("events/spring/rounds/1/outstanding/")
    assert [row["table"] for row in found["tables"]] == [2, 3, 4, 5, 6]
    assert (found["total"], found["ends"], found["unknown"]) == (6, None, "too_early")
    assert (found["tables"][0]["extra_minutes"], found["tables"][0]["extra_why"]) == (5, "late")


def test_an_estimate_that_is_one_minute_is_said_as_one_time() -> None:
    end = NOW.replace(hour=7, minute=47, second=0)
    found = SimpleNamespace(
        round_number=1, total=8, tables=[SimpleNamespace(table=3)], ends=[end] * 3, last_due=None, delaying=()
    )
    context = {"found": found, "event": SimpleNamespace(slug="spring")}
    page = render_to_string("rounds/desk/_outstanding_brief.html", context)
    assert re.search(r"Round likely to end at <b>07:47</b>\.\s*</p>", page)


# --- when the round will be over ---


MINUTES = [20.0, 25.0, 30.0, 32.0, 35.0, 38.0, 41.0, 44.0, 48.0, 55.0]


def slowly(before: list[float], tables: list[Open], chance: float) -> float:
    """Every way the open tables can end, one by one: the moment by which that share of them is over."""
    ways = [[t + table.extra for t in before if t > table.elapsed - table.extra] for table in tables]
    ends = sorted(max(way) for way in product(*ways))
    return next(end for at, end in enumerate(ends, 1) if at / len(ends) >= chance - 1e-12)


@pytest.mark.parametrize("elapsed", [0.0, 30.0, 36.0])
@pytest.mark.parametrize("extras", [(0.0,), (0.0, 0.0), (0.0, 10.0), (5.0, 0.0, 0.0), (0.0, 0.0, 0.0, 7.5)])
def test_the_range_is_that_of_all_ways_the_tables_can_end(elapsed: float, extras: tuple[float, ...]) -> None:
    tables = [Open(elapsed, extra) for extra in extras]
    found = estimate(MINUTES, [], tables)
    assert isinstance(found, Estimate)
    expected = [slowly(MINUTES, tables, chance) for chance in (0.1, 0.5, 0.9)]
    assert [found.earliest, found.middle, found.latest] == pytest.approx(expected)


def test_without_earlier_rounds_it_is_too_early_to_tell() -> None:
    assert estimate([], [20.0] * 30, [Open(25.0)]) is Why.TOO_EARLY
    assert estimate(MINUTES[:7], [], [Open(25.0)]) is Why.TOO_EARLY
    assert isinstance(estimate(MINUTES[:8], [], [Open(25.0)]), Estimate)


def test_a_table_that_takes_longer_than_nearly_all_before_cannot_be_told() -> None:
    assert estimate(MINUTES, [], [Open(45.0)]) is Why.LONGER_THAN_ALL
    assert isinstance(estimate(MINUTES, [], [Open(43.0)]), Estimate)
    assert isinstance(estimate(MINUTES, [], [Open(45.0, extra=10.0)]), Estimate)


def test_more_open_tables_end_later_and_extra_time_too() -> None:
    def middle(*tables: Open) -> float:
        found = estimate(MINUTES, [], tables)
        assert isinstance(found, Estimate)
        return found.middle

    one = middle(Open(25.0))
    assert one < middle(Open(25.0), Open(25.0), Open(25.0))
    assert one < middle(Open(25.0, extra=10.0))


def test_the_pace_of_the_round_is_that_of_its_first_tables_within_bounds() -> None:
    usual = [float(t) for t in range(1, 101)]
    # The first five of a hundred tables, each half as slow again as the same ones of a hundred before.
    assert pace(usual, [1.5, 3.0, 4.5, 6.0, 7.5], 100) == pytest.approx(1.5)
    assert pace(usual, [1.0, 2.0, 3.0, 4.0], 100) == 1.0  # too few to say
    assert pace(usual, [50.0] * 20, 100) == 2.0
    assert pace(usual, [0.1] * 20, 100) == 0.5
    # One table that was over at once says nothing of the others.
    assert pace(usual, [0.01, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 100) == pytest.approx(1.0, abs=0.05)


def test_rounds_played_at_random_end_within_the_range_about_as_often_as_promised() -> None:
    """Four rounds of thirty tables, the last of a pace of its own; asked when eight tables are still open."""
    rng = random.Random("round end")
    inside = asked = 0
    for _ in range(300):
        before = [40 * rng.lognormvariate(0, 0.25) for _ in range(90)]
        speed = rng.uniform(0.8, 1.25)
        now = sorted(40 * speed * rng.lognormvariate(0, 0.25) for _ in range(30))
        elapsed = now[21]
        found = estimate(before, now[:22], [Open(elapsed)] * 8)
        if isinstance(found, Estimate):
            asked += 1
            inside += found.earliest <= now[-1] <= found.latest
    assert asked > 250
    assert 0.6 < inside / asked < 0.95  # eighty in a hundred is the promise
