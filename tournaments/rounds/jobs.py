"""Pair the next round, in the request or on a worker."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from tournaments.events.selectors.now import EventNow
from tournaments.jobs import running
from tournaments.jobs.lease import Progress, create_job, open_job
from tournaments.models import Job, JobKind, Round
from tournaments.rounds.services import rounds, taking_back


def pair_next(
    *,
    now: EventNow,
    actor: User | None,
    overrides: Mapping[str, object] | None = None,
    again: Round | None = None,
) -> Round | Job:
    """Pair the next round, or a round `again`: the draft itself, or (large fields) the job that makes it, whose page
    shows progress.

    A click while a job is open returns that job, after taking it over if whoever had it is gone.
    Errors: those of rounds.pair_next_round and taking_back.pair_again.
    """
    tournament = now.event
    if tournament.players.count() < settings.PAIR_ON_WORKER_FROM and open_job(tournament) is None:
        return _pair(now, actor, overrides, again)
    if again is None:
        rounds.number_to_pair(now)
    job, is_new = create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PAIR_ROUND,
        params={"overrides": overrides and dict(overrides), "again": again and again.number},
    )
    if is_new:
        transaction.on_commit(partial(running.send, job.pk))
    else:
        running.look_after(job)
    return job


def pair(job: Job, progress: Progress) -> dict[str, object]:
    """The work of a `PAIR_ROUND` job. Errors: those of rounds.pair_next_round."""
    if job.tournament is None:
        raise ValueError("a pairing needs an event")
    number = job.params.get("again")
    again = Round.objects.get(tournament=job.tournament, number=number) if number else None
    round_ = _pair(EventNow(job.tournament), job.created_by, job.params.get("overrides"), again, progress)
    return {"round": round_.number}


def _pair(
    now: EventNow,
    actor: User | None,
    overrides: Mapping[str, object] | None,
    again: Round | None,
    on_progress: Progress | None = None,
) -> Round:
    given: dict[str, Any] = {
        "tournament": now.event,
        "actor": actor,
        "overrides": overrides,
        "on_progress": on_progress,
    }
    if again is not None:
        return taking_back.pair_again(**given, round_=again)
    return rounds.pair_next_round(**given, now=now)
