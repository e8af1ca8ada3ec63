"""Answers to "What do I need?": asked for, and worked out beside the requests. 300 players take two seconds."""

import time
from datetime import timedelta
from functools import partial
from hashlib import blake2b

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from pairing.outlook import outlook_of
from pairing.outlook.event_outlook import EventOutlook
from tournaments import snapshots
from tournaments.jobs import running
from tournaments.jobs.lease import Progress, create_job
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.outlook.selectors.answers import Answer, last_answer, packed
from tournaments.outlook.selectors.outlook import has_outlook
from tournaments.reading import consistent_read

ASKED_SECONDS = 2
LONGEST_REST = 20.0


def outlook_answer(tournament: Tournament) -> Answer:
    """The last answer to "What do I need?"; where it is of an older version, a newer one is asked for.

    Nothing is worked out here. However many ask, there is one job, and one for each version at most.
    """
    answer = last_answer(tournament)
    if answer.is_current or not has_outlook(tournament) or _rests(answer):
        return answer
    # Whoever asked has asked for everybody: a hall of phones does not queue for the row.
    if cache.add(f"outlook:asked:{tournament.pk}:{tournament.public_version}", True, ASKED_SECONDS):
        # A page reads all of one moment, so it writes nothing until it has read; and it stands without the answer.
        transaction.on_commit(partial(_ask_for_outlook, tournament), robust=True)
    return answer


def _rests(answer: Answer) -> bool:
    """After it the machine is left to others for twice the time it took: results may come faster than answers."""
    rest = timedelta(seconds=min(2 * answer.seconds, LONGEST_REST))
    return answer.finished_at is not None and timezone.now() < answer.finished_at + rest


def _ask_for_outlook(tournament: Tournament) -> None:
    params = {"version": tournament.public_version}
    job, is_new = create_job(tournament=tournament, actor=None, kind=JobKind.OUTLOOK, params=params)
    if is_new:
        transaction.on_commit(partial(running.send, job.pk))
    else:
        running.look_after(job)


def work_out(job: Job, progress: Progress) -> dict[str, object]:
    """The work of an `OUTLOOK` job: the fields of an `Answer` at the version of the event that is stored now.

    A new version in which nothing it rests on has changed (somebody was called, a clock was started) takes the answer
    over. Older answers of the event are thrown away.
    """
    event = job.tournament
    if event is None:
        raise ValueError("an outlook needs an event")
    began = time.monotonic()
    with consistent_read():
        event.refresh_from_db()
        snapshot = snapshots.load(event)
    digest = blake2b(repr(snapshot).encode(), digest_size=16).hexdigest()
    before = last_answer(event)
    found = (
        before.packed
        if before.digest == digest
        else packed(_outlook(snapshot, f"{event.slug}|{event.public_version}"))
    )
    old = Job.objects.filter(tournament=event, kind=JobKind.OUTLOOK, pk__lt=job.pk)
    old.filter(state__in=(JobState.DONE, JobState.FAILED)).exclude(pk=before.key).delete()
    return {
        "version": event.public_version,
        "round": len(snapshot.rounds),
        "digest": digest,
        "packed": found,
        "seconds": round(time.monotonic() - began, 3),
    }


def _outlook(snapshot: Snapshot, seed: str) -> EventOutlook | None:
    try:
        return outlook_of(snapshot, seed)
    except PairingError:
        return None  # what cannot be ranked has no outlook either; the standings say why
