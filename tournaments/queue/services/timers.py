"""Times that are over with nothing else happening: a rest, a hold. A thread of this process acts on them.

It is only there so that nobody has to look: whoever asks next for the queue acts on what is due as well, and the number
of a decision is unique, so a call is made once, late if need be.
"""

from __future__ import annotations

import logging
from threading import Lock, Timer

from django.db import DatabaseError, close_old_connections

from tournaments.models import Tournament
from tournaments.queue.selectors.now import QueueNow
from tournaments.queue.services.queue import decide

logger = logging.getLogger(__name__)
_timers: dict[int, Timer] = {}
_lock = Lock()


def act_now_and_when_due(tournament: Tournament) -> None:
    """Make the calls that are due, and again when the next time is over."""
    queue = decide(tournament)
    if queue is not None:
        _set(queue)


def _set(queue: QueueNow) -> None:
    seconds = queue.due_in
    with _lock:
        before = _timers.pop(queue.event.pk, None)
        if before is not None:
            before.cancel()
        if seconds is not None:
            timer = _timers[queue.event.pk] = Timer(seconds, _act, [queue.event.pk])
            timer.daemon = True
            timer.start()


def _act(event: int) -> None:
    try:
        tournament = Tournament.objects.filter(pk=event).first()
        if tournament is not None:
            act_now_and_when_due(tournament)
    except DatabaseError:
        logger.warning("The queue of event %s could not be looked at; whoever asks next does it.", event)
    finally:
        close_old_connections()
