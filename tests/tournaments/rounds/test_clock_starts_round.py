"""The start of the clock starts the round: its open tables are playing, which repairs respect; undone in one step."""

from datetime import timedelta

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_event, publish, refused, table
from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.services import repairs
from tournaments.history import undo
from tournaments.history.log import step_to_undo
from tournaments.models import Action, LogEntry, Match, Round, RoundState, Tournament
from tournaments.results.services import results
from tournaments.rounds.services import clocks, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Eight players, round 1 published: four tables."""
    return make_event(field=8, slug="spring", round_minutes=50)


@pytest.fixture
def round_(event: Tournament) -> Round:
    return publish(event)


def marked(round_: Round) -> list[int]:
    return sorted(round_.matches.filter(playing_since__isnull=False).values_list("table", flat=True))


def state(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


def seated(round_: Round, number: int) -> list[int]:
    return list(table(round_, number).seats.order_by("position").values_list("player__number", flat=True))


def clock(event: Tournament, round_: Round, verb: str) -> None:
    getattr(clocks, verb)(tournament=event, actor=event.owner, round_=round_)


def test_the_round_is_in_progress_and_every_open_table_is_playing_since_the_start(
    event: Tournament, round_: Round
) -> None:
    clock(event, round_, "start")
    assert (state(round_), marked(round_)) == (RoundState.IN_PROGRESS, [1, 2, 3, 4])
    assert round_.state == RoundState.IN_PROGRESS
    rows = Match.objects.filter(round=round_)
    assert set(rows.values_list("playing_since", flat=True)) == {round_.clock.started_at}
    line = LogEntry.objects.get(action=Action.CLOCK_CHANGED)
    assert timedelta() <= line.at - round_.clock.started_at < timedelta(minutes=1)


def test_a_table_with_a_result_is_not_marked_and_an_earlier_mark_keeps_its_time(
    event: Tournament, round_: Round
) -> None:
    results.enter_result(tournament=event, actor=None, match=table(round_, 1), result="1-0")
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[2])
    since = table(round_, 2).playing_since
    clock(event, round_, "start")
    assert marked(round_) == [2, 3, 4]
    assert table(round_, 2).playing_since == since


def test_a_pause_takes_no_mark_away_and_a_clock_put_back_its_own_marks_only(
    event: Tournament, round_: Round
) -> None:
    clock(event, round_, "start")
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[4], playing=False)
    clock(event, round_, "pause")
    assert marked(round_) == [1, 2, 3]
    clock(event, round_, "start")  # going on gives none back
    assert marked(round_) == [1, 2, 3]
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[3])
    clock(event, round_, "pause")
    clock(event, round_, "stop")
    assert marked(round_) == [3]
    clock(event, round_, "start")
    assert marked(round_) == [1, 2, 3, 4]


def test_it_is_one_step_that_names_what_it_did_and_undo_takes_all_of_it_back(
    event: Tournament, round_: Round
) -> None:
    before = step_to_undo(event)
    version = event.version
    clock(event, round_, "start")
    assert event.version == version + 1
    step = step_to_undo(event)
    assert step is not None and step.after is not None
    assert (step.action, step.before, step.after["state"], step.after["tables"]) == (
        Action.ROUND_STARTED, {"state": "published"}, "in_progress", [1, 2, 3, 4],
    )  # fmt: skip
    undo.undo_last_step(tournament=event, actor=event.owner, seen=step.pk)
    assert (state(round_), marked(round_)) == (RoundState.PUBLISHED, [])
    assert step_to_undo(event) == before
    undo.redo_last_step(tournament=event, actor=event.owner)
    assert (state(round_), marked(round_)) == (RoundState.IN_PROGRESS, [1, 2, 3, 4])


def test_in_a_round_that_has_begun_the_step_is_the_marks(event: Tournament, round_: Round) -> None:
    results.enter_result(tournament=event, actor=None, match=table(round_, 1), result="1-0")
    clock(event, round_, "start")
    step = step_to_undo(event)
    assert step is not None and step.after is not None
    assert (step.action, step.subject, step.after["players"]) == (
        Action.TABLES_PLAYING, "2, 3, 4", sorted(n for t in (2, 3, 4) for n in seated(round_, t)),
    )  # fmt: skip
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert marked(round_) == []


def test_a_refused_start_starts_nothing_and_where_somebody_asked_a_missing_player_is_refused(
    event: Tournament, round_: Round
) -> None:
    with refused("bad_number"):
        clocks.start(tournament=event, actor=None, round_=round_, minutes=0)
    assert (state(round_), marked(round_)) == (RoundState.PUBLISHED, [])
    clock(event, round_, "start")
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[1])
    with refused("table_playing"):
        repairs.check(event, round_, Change(absent=(seated(round_, 1)[0],)))


def test_who_did_not_come_is_repaired_although_the_clock_runs(event: Tournament, round_: Round) -> None:
    """At tables 1 and 3 somebody is missing: whoever came meets, and the other tables play on."""
    first, third = seated(round_, 1), seated(round_, 3)
    clock(event, round_, "start")
    change = Change(absent=(first[0], third[1]))
    found = repairs.ways(event, round_, change)
    assert found.proposals
    for way in found.proposals:
        kept = {m.table: list(m.seats) for m in way.repair.plan.matches}
        assert [kept[2], kept[4]] == [seated(round_, 2), seated(round_, 4)]
    best = {frozenset(m.seats) for m in found.proposals[0].repair.plan.matches}
    assert frozenset({first[1], third[0]}) in best


def test_asking_at_a_table_says_more_than_the_clock(event: Tournament, round_: Round) -> None:
    clock(event, round_, "start")
    begun = table(round_, 1).playing_since
    desk = Desk(event.owner, event)
    page = text(desk.get("outstanding", 1))
    assert "asked at" not in page
    assert page.count("Asked: still playing") == 4
    assert "asked at" in desk.press("asked", 1, data={"table": "1", "playing": "1"})
    asked = table(round_, 1).playing_since
    assert asked is not None and begun is not None and asked > begun
    lines = LogEntry.objects.count()
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[1])
    assert table(round_, 1).playing_since == asked
    assert LogEntry.objects.count() == lines
