"""A schedule planned at the desk: made at once or searched for, kept or not, made again for who is there."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pairing import engine
from tests.factories import add_player, make_event, make_table_event, play_tables, publish, refused
from tests.tournaments.steps import fresh, played
from tournaments import snapshots
from tournaments.events.services import events
from tournaments.history import undo
from tournaments.jobs import lease
from tournaments.models import Action, Job, JobKind, JobState, LogEntry, Tournament
from tournaments.players.services import attendance, players as people
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.schedules import services as schedules
from tournaments.schedules.jobs import make_plan, plan_schedule
from tournaments.schedules.selectors import plans
from tournaments.schedules.selectors.plan_state import decision, state_of

# Every figure of it has a proof, so a search knows that it is over.
PROVEN: dict[str, Any] = {"field": 24, "rounds_planned": 8, "options": {"rounds_per_day": 4}}


def plan(event: Tournament) -> Job:
    return plan_schedule(tournament=event, actor=event.owner)


def queued(event: Tournament, seconds: int = 30, **fields: Any) -> Job:
    """A search nobody has taken yet."""
    params = schedules.request(event, seconds)
    job, _new = lease.create_job(
        tournament=event, actor=event.owner, kind=JobKind.PLAN_SCHEDULE, params=params
    )
    Job.objects.filter(pk=job.pk).update(**fields)
    return Job.objects.get(pk=job.pk)


def stopped(event: Tournament) -> Job:
    """A search that was stopped before it began, done."""
    job = queued(event)
    schedules.stop(job)
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.error
    return job


def keep(event: Tournament, job: Job) -> None:
    schedules.keep(tournament=event, actor=event.owner, job=job)


def leave(event: Tournament, number: int) -> None:
    who = event.players.get(number=number)
    attendance.withdraw(tournament=event, actor=event.owner, player=who)


def numbers(tables: Any) -> list[int]:
    return sorted(number for table in tables for number in table)


@pytest.fixture
def event() -> Tournament:
    return make_table_event()


def test_the_first_plan_is_the_one_that_pairing_would_make_and_is_kept_at_once() -> None:
    event = make_table_event(field=22, rounds_planned=6)
    before = engine.outlook(snapshots.load(event))
    job = plan(event)
    assert (job.state, decision(job)) == (JobState.DONE, "kept")
    event = fresh(event)
    assert event.schedule == [[list(match.seats) for match in round_.matches] for round_ in before]
    assert [(p.number, p.house) for p in event.players.filter(number__gt=22)] == [(23, True), (24, True)]
    publish(event)
    seated = [[seat.number for seat in row.seats] for row in round_sheet(event, 1).tables]
    assert seated == event.schedule[0]


def test_a_search_ends_by_itself_where_nothing_can_be_better() -> None:
    event = make_table_event(**PROVEN)
    plan(event)
    job = queued(event, seconds=3600)
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert job.progress < 60


def test_a_worker_that_dies_leaves_what_it_had_to_the_next_one() -> None:
    event = make_table_event(**PROVEN)
    plan(event)
    good = fresh(event).schedule
    Tournament.objects.update(schedule=[good[0]] * 8)
    found = {"schedule": good, "best": {}, "figures": {}, "spent": 29.9, "runs": 3}
    task = schedules.current_task(fresh(event))
    found["best"] = found["figures"] = plans.measured(good, task)
    past = timezone.now() - timedelta(seconds=1)
    job = queued(fresh(event), state=JobState.RUNNING, token="gone", lease_until=past, result=found)
    assert lease.is_abandoned(job)
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert (job.state, (job.result or {})["schedule"]) == (JobState.DONE, good)
    assert (job.result or {})["spent"] >= 29.9


def test_whoever_lost_the_job_writes_nothing_more(event: Tournament) -> None:
    plan(event)
    job = queued(event)
    token = lease.JOBS.claim(job.pk)
    assert token is not None
    job.refresh_from_db()
    Job.objects.update(token="another")
    with pytest.raises(lease.LeaseLost):
        make_plan(job, lambda done, total: lease.JOBS.renew(job.pk, token, progress=done, total=total))
    assert Job.objects.get(pk=job.pk).result is None


def test_an_event_without_a_worker_pairs_while_a_search_waits_that_can_be_neither_kept_nor_dropped(
    event: Tournament,
) -> None:
    job = queued(event)
    with refused("not_ready"):
        keep(event, job)
    assert plan_schedule(tournament=event, actor=event.owner, seconds=60).pk == job.pk
    assert plan(event).pk == job.pk
    assert publish(event).number == 1


def test_a_proposal_made_before_another_round_was_paired_is_refused(event: Tournament) -> None:
    plan(event)
    job = stopped(event)
    play_tables(event)
    with refused("plan_outdated"):
        keep(event, job)


def test_the_rest_is_planned_again_for_those_who_are_there_and_what_was_played_stays() -> None:
    """Of 16, four have gone and one has come, so three of the house fill the seats; 5 and 6 are kept apart now."""
    event = played(2, make_table_event, field=16, rounds_planned=5)
    so_far = fresh(event).schedule[:2]
    for gone in (1, 2, 3, 4):
        leave(event, gone)
    late = add_player(event, "Late")
    first, second = (event.players.get(number=number) for number in (5, 6))
    people.forbid_pair(tournament=event, actor=event.owner, first=first, second=second)
    state = state_of(fresh(event), None)
    assert [[p.number for p in some] for some in (state.gone, state.come)] == [[1, 2, 3, 4], [late.number]]
    job = plan(fresh(event))
    assert (job.state, decision(job)) == (JobState.DONE, "")
    keep(event, job)
    event = fresh(event)
    assert event.schedule[:2] == so_far
    assert event.schedule_searched
    house = list(event.players.filter(house=True).values_list("number", flat=True))
    assert len(house) == 3
    assert [numbers(tables) for tables in event.schedule[2:]] == [[*range(5, 18), *sorted(house)]] * 3
    assert not any({5, 6} <= set(table) for tables in event.schedule[2:] for table in tables)
    third = publish(event)
    assert [
        [s.number for s in row.seats] for row in round_sheet(event, third.number).tables
    ] == event.schedule[2]
    assert late.seats.count() == 1


def test_keeping_is_logged_and_taken_back_by_undo() -> None:
    event = make_table_event(field=10)
    plan(event)
    old = fresh(event).schedule
    play_tables(event)
    leave(event, 1)
    keep(event, plan(fresh(event)))
    line = LogEntry.objects.filter(tournament=event, action=Action.SCHEDULE_PLANNED).latest("id")
    assert line.before["schedule"] == old
    undo.undo_last_step(tournament=event, actor=event.owner)
    event = fresh(event)
    assert event.schedule == old
    assert set(event.players.filter(house=True).values_list("number", flat=True)) == {11, 12}


def test_with_byes_nobody_of_the_house_is_made_and_undoing_the_first_plan_leaves_none() -> None:
    event = make_table_event(field=10)
    plan(event)
    undo.undo_last_step(tournament=event, actor=event.owner)
    event = fresh(event)
    assert (event.schedule, event.players.filter(house=True).count()) == ([], 0)
    event = make_table_event(field=9, rounds_planned=4, options={"uneven": "byes"})
    plan(event)
    event = fresh(event)
    assert all(len(numbers(tables)) == 8 for tables in event.schedule)
    play_tables(event)
    leave(event, 9)
    keep(event, plan(fresh(event)))
    assert [numbers(tables) for tables in fresh(event).schedule[1:]] == [list(range(1, 9))] * 3


def test_a_search_takes_half_a_minute_to_an_hour(event: Tournament) -> None:
    for seconds in (-1, 29, 3601):
        with refused("bad_seconds"):
            schedules.request(event, seconds)


def test_only_events_that_plan_ahead_have_a_plan_and_a_final_plans_the_rounds_before_the_cut() -> None:
    with refused("not_planned_ahead"):
        plan(make_event(field=8))
    swiss = make_event(field=16, system="mahjong_final", rounds_planned=8, options={"qualifying": "swiss"})
    with refused("not_planned_ahead"):
        plan(swiss)
    event = make_event(field=16, system="mahjong_final", rounds_planned=6)
    plan(event)
    assert len(fresh(event).schedule) == 4


def test_nothing_is_planned_when_no_round_is_left_or_too_few_players_are_there() -> None:
    event = make_table_event(field=3)
    with refused("too_few_players"):
        plan(event)
    state = state_of(fresh(event), None)
    assert (state.can_plan, "four players" in state.why_not) == (False, True)
    assert not Job.objects.exists()
    event = played(1, make_table_event, rounds_planned=1)
    with refused("nothing_to_plan"):
        plan(fresh(event))
    events.finish_event(tournament=event, actor=event.owner)
    with refused("event_finished"):
        plan(fresh(event))
