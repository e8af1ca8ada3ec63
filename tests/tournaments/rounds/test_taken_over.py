"""Who was too slow: the lease is lost, or another process has stored the round."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_event
from tournaments.models import Job, JobKind, JobState, Round, RoundState
from tournaments.services import rounds, work
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


def test_who_lost_the_lease_does_not_write_how_the_job_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(field=4)
    job, _made = work.create_job(tournament=event, actor=None, kind=JobKind.PAIR_ROUND, params={})

    def taken_over_while_it_worked(job: Job, progress: work.Progress) -> dict[str, int]:
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert work.claim(job.pk) is not None
        return {"round": 9}

    monkeypatch.setitem(work._WORK, JobKind.PAIR_ROUND, taken_over_while_it_worked)
    work.run(job.pk)
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
