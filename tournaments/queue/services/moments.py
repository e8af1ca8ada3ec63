"""The moments of a queue as rows: read in their order, and added inside a running change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from tournaments.models import Moment, Tournament
from tournaments.queue.selectors.now import elsewhere
from tournaments.steps.changes import touching

Facts = Mapping[str, Any]


def note(tournament: Tournament, *moments: Facts, there: Collection[int] | None = None) -> None:
    """Add what has happened now, and before it who is at a table of another event (`there`; None: whoever is now), if
    that has changed. A clock that was set back makes no moment smaller than the one before it.
    """
    if not moments:
        return
    touching(tournament.pk, "moments")
    started = tournament.play_started_at
    assert started is not None
    now = int((timezone.now() - started.replace(microsecond=0)).total_seconds())
    last = tournament.moments.aggregate(number=Max("number"), at=Max("at"))
    known = tournament.moments.filter(facts__has_key="elsewhere").order_by("number").last()
    busy = sorted(elsewhere(tournament) if there is None else there)
    if busy != (known.facts["elsewhere"] if known else []):
        moments = ({"elsewhere": busy}, *moments)
    Moment.objects.bulk_create(
        Moment(
            tournament=tournament,
            number=number,
            at=max(now, last["at"] or 0),
            facts=facts,
            decision=facts.get("decision"),
        )
        for number, facts in enumerate(moments, (last["number"] or 0) + 1)
    )
