"""Ask for an answer to "What do I need?", worked out beside the requests."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from tournaments.jobs import running
from tournaments.jobs.lease import create_job
from tournaments.models import JobKind, Tournament
from tournaments.outlook.selectors.answers import Answer, last_answer
from tournaments.outlook.selectors.outlook import has_outlook

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
    if cache.add(f"outlook:asked:{tournament.pk}:{tournament.version}", True, ASKED_SECONDS):
        # A page reads all of one moment, so it writes nothing until it has read; and it stands without the answer.
        transaction.on_commit(partial(_ask_for_outlook, tournament), robust=True)
    return answer


def _rests(answer: Answer) -> bool:
    """After it the machine is left to others for twice the time it took: results may come faster than answers."""
    rest = timedelta(seconds=min(2 * answer.seconds, LONGEST_REST))
    return answer.finished_at is not None and timezone.now() < answer.finished_at + rest


def _ask_for_outlook(tournament: Tournament) -> None:
    params = {"version": tournament.version}
    job, is_new = create_job(tournament=tournament, actor=None, kind=JobKind.OUTLOOK, params=params)
    if is_new:
        transaction.on_commit(partial(running.send, job.pk))
    else:
        running.look_after(job)
