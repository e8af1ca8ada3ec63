"""Working out "What do I need?", beside the requests: 300 players take two seconds of a processor."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from pairing.outlook import outlook_of
from pairing.outlook.event_outlook import EventOutlook
from tournaments import snapshots
from tournaments.models import Job, JobKind, JobState
from tournaments.outlook.selectors.answers import last_answer, packed
from tournaments.reading import consistent_read


def work_out(job: Job, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The fields of an `Answer` at the version of the event that is stored now.

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
        else packed(_outlook(snapshot, f"{event.slug}|{event.version}"))
    )
    old = Job.objects.filter(tournament=event, kind=JobKind.OUTLOOK, pk__lt=job.pk)
    old.filter(state__in=(JobState.DONE, JobState.FAILED)).exclude(pk=before.key).delete()
    return {
        "version": event.version,
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
