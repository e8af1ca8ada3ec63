"""Jobs: the row is the truth; whoever holds the lease works, and every way out is written down."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import make_event, play_round
from tournaments.events.selectors.now import EventNow
from tournaments.jobs import lease, watch
from tournaments.jobs.lease import open_job
from tournaments.lab.services import simulation_work
from tournaments.models import Job, JobKind, JobState, Round, RoundState
from tournaments.rounds.jobs import pair_next
from tournaments.rounds.services import rounds
from tournaments.steps.refusals import ServiceError


def new_job(**fields: Any) -> Job:
    event = make_event(field=fields.pop("field", 6))
    job, made = lease.create_job(
        tournament=event, actor=event.owner, kind=JobKind.PAIR_ROUND, params=fields.pop("params", {})
    )
    assert made
    Job.objects.filter(pk=job.pk).update(**fields)
    return Job.objects.get(pk=job.pk)


PAST = timedelta(seconds=-1)
SOON = timedelta(seconds=20)


@pytest.fixture
def job() -> Job:
    return new_job()


def test_a_job_is_claimed_only_if_nobody_holds_it(job: Job) -> None:
    for state, offset, free in (
        (JobState.QUEUED, None, True),
        (JobState.RUNNING, SOON, False),
        (JobState.RUNNING, PAST, True),
        (JobState.DONE, PAST, False),
        (JobState.FAILED, PAST, False),
    ):
        until = timezone.now() + offset if offset else None
        Job.objects.filter(pk=job.pk).update(state=state, lease_until=until)
        assert [lease.JOBS.claim(job.pk) is not None for _twice in range(2)] == [free, False], (state, offset)


def test_progress_renews_the_lease_and_is_refused_to_whoever_lost_it(job: Job) -> None:
    token = lease.JOBS.claim(job.pk)
    assert token is not None
    Job.objects.update(lease_until=timezone.now() + PAST)
    lease.JOBS.renew(job.pk, token, progress=1, total=2)
    row = Job.objects.get(pk=job.pk)
    assert (row.progress, row.total) == (1, 2)
    assert row.lease_until is not None and row.lease_until > timezone.now()
    Job.objects.update(lease_until=timezone.now() + PAST)
    assert lease.JOBS.claim(job.pk) is not None
    with pytest.raises(lease.LeaseLost):
        lease.JOBS.renew(job.pk, token, progress=2, total=2)


def test_work_whose_worker_died_ends_with_nobody_looking(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in looks, not in seconds: one ends what lost its lease long ago, and nothing else."""
    over = timezone.now() - lease.GIVEN_UP_AFTER
    jobs = {"lost": job, "taken over soon": new_job(), "at work": new_job(), "waiting": new_job()}
    for name, until in (
        ("lost", over + PAST),
        ("taken over soon", over + SOON),
        ("at work", timezone.now() + SOON),
    ):
        token = lease.JOBS.claim(jobs[name].pk)
        Job.objects.filter(token=token).update(lease_until=until)
    assert [watch.look(), watch.look()] == [1, 0]
    states = {name: Job.objects.get(pk=one.pk).state for name, one in jobs.items()}
    assert states == {
        "lost": "failed",
        "taken over soon": "running",
        "at work": "running",
        "waiting": "queued",
    }
    lost = Job.objects.get(pk=job.pk)
    assert (lost.error["code"], lost.lease_until) == ("worker_lost", None) and lost.finished_at is not None
    assert not lease.JOBS.end(job.pk, lost.token, JobState.DONE), (
        "a worker that was only slow is not believed"
    )
    assert simulation_work.CHUNKS in lease.WATCHED
    monkeypatch.setattr(lease, "WATCHED", [None])  # whatever goes wrong, the next look comes
    assert watch.look() == 0


def test_a_job_that_is_done_tells_which_round_it_made(job: Job) -> None:
    assert lease.run(job.pk)
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.result, row.error, row.progress) == ("done", {"round": 1}, None, 1)
    assert row.finished_at is not None
    assert not lease.run(job.pk)
    assert Round.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"field": 1}, "too_few"),
        ({"tournament": None}, "internal"),  # a mistake of ours
        ({"params": {"overrides": {"no_such_option": 1}}}, "unknown_option"),
    ],
)
def test_a_job_that_cannot_be_done_tells_why(fields: dict[str, Any], code: str) -> None:
    job = new_job(**fields)
    lease.run(job.pk)
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.error["code"]) == ("failed", code)
    assert row.error["message"]


def test_a_second_job_is_the_first_one_while_it_is_open(job: Job) -> None:
    again, made = lease.create_job(tournament=job.tournament, actor=None, kind=JobKind.PAIR_ROUND, params={})
    assert (again.pk, made) == (job.pk, False)
    Job.objects.update(state=JobState.FAILED)
    another, made = lease.create_job(
        tournament=job.tournament, actor=None, kind=JobKind.PAIR_ROUND, params={}
    )
    assert made and another.pk != job.pk


def test_a_job_is_abandoned_when_no_worker_came_or_the_lease_ran_out(job: Job) -> None:
    assert not lease.is_abandoned(job)
    job.created_at -= lease.PATIENCE + timedelta(seconds=1)
    assert lease.is_abandoned(job)
    job.state, job.lease_until = JobState.RUNNING, timezone.now() + SOON
    assert not lease.is_abandoned(job)
    job.lease_until = timezone.now() + PAST
    assert lease.is_abandoned(job)
    job.state = JobState.DONE
    assert not lease.is_abandoned(job)


def test_a_large_field_gets_a_job_and_an_impossible_wish_is_refused_before_one_is_made(settings: Any) -> None:
    event = make_event(field=6)
    settings.PAIR_ON_WORKER_FROM = 6
    made = pair_next(now=EventNow(event), actor=event.owner)
    assert isinstance(made, Job) and made.state == JobState.QUEUED
    assert open_job(event) == made
    lease.run(made.pk)
    assert open_job(event) is None
    with pytest.raises(ServiceError) as refusal:
        pair_next(now=EventNow(event), actor=event.owner)
    assert refusal.value.code == "round_exists"
    assert Job.objects.count() == 1


def test_a_round_that_came_another_way_ends_the_job_with_that_reason(job: Job) -> None:
    assert job.tournament is not None
    play_round(job.tournament)
    Job.objects.update(params={})
    assert lease.run(job.pk)
    assert Job.objects.get(pk=job.pk).state == "done"
    again, _made = lease.create_job(tournament=job.tournament, actor=None, kind=JobKind.PAIR_ROUND, params={})
    lease.run(again.pk)
    assert Job.objects.get(pk=again.pk).error["code"] == "round_exists"


# --- who was too slow


def test_who_lost_the_lease_does_not_write_how_the_job_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(field=4)
    job, _made = lease.create_job(tournament=event, actor=None, kind=JobKind.PAIR_ROUND, params={})

    def taken_over_while_it_worked(job: Job, progress: lease.Progress) -> dict[str, int]:
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert lease.JOBS.claim(job.pk) is not None
        return {"round": 9}

    monkeypatch.setitem(lease._WORK, JobKind.PAIR_ROUND, taken_over_while_it_worked)
    lease.run(job.pk)
    row = Job.objects.get(pk=job.pk)
    assert (row.state, row.result) == (JobState.RUNNING, None)
    assert row.lease_until is not None and row.lease_until > timezone.now()


def test_a_round_that_somebody_else_has_stored_meanwhile_is_named_in_the_refusal() -> None:
    event = make_event(field=4)

    def stored_by_another_process(done: int, total: int) -> None:
        """Without a new version of the event, so that only the constraint of the table knows of it."""
        if done == 1:
            Round.objects.create(tournament=event, number=1, state=RoundState.DRAFT, system=event.system)

    with pytest.raises(ServiceError) as refusal:
        rounds.pair_next_round(tournament=event, actor=event.owner, on_progress=stored_by_another_process)
    assert (refusal.value.code, refusal.value.params["number"]) == ("round_exists", 1)
