"""Pair the next round, in the request or on a worker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from tournaments.jobs import running
from tournaments.jobs.lease import Progress, create_job, open_job
from tournaments.models import Job, JobKind, Round, Tournament
from tournaments.rounds.services import rounds


def pair_next(
    *, tournament: Tournament, actor: User | None, overrides: Mapping[str, Any] | None = None
) -> Round | Job:
    """Pair the next round: the draft itself, or (large fields) the job that makes it, whose page shows
    progress.

    A click while a job is open returns that job, after taking it over if whoever had it is gone.
    Errors: those of rounds.pair_next_round.
    """
    if tournament.players.count() < settings.PAIR_ON_WORKER_FROM and open_job(tournament) is None:
        return rounds.pair_next_round(tournament=tournament, actor=actor, overrides=overrides)
    rounds.number_to_pair(tournament)
    job, is_new = create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PAIR_ROUND,
        params={"overrides": dict(overrides or {})},
    )
    if is_new:
        transaction.on_commit(partial(running.send, job.pk))
    else:
        running.look_after(job)
    return job


def pair(job: Job, progress: Progress) -> dict[str, Any]:
    """The work of a `PAIR_ROUND` job. Errors: those of rounds.pair_next_round."""
    if job.tournament is None:
        raise ValueError("a pairing needs an event")
    round_ = rounds.pair_next_round(
        tournament=job.tournament,
        actor=job.created_by,
        overrides=job.params.get("overrides"),
        on_progress=progress,
    )
    return {"round": round_.number}
