"""The moments of a queue as rows: read in their order, and added inside a running change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from tournaments.models import Moment, Tournament
from tournaments.steps.changes import touching

Facts = Mapping[str, Any]


def note(tournament: Tournament, *moments: Facts) -> None:
    """Add what has happened now. A clock that was set back makes no moment smaller than the one before it."""
    if not moments:
        return
    touching(tournament.pk, "moments")
    started = tournament.play_started_at
    assert started is not None
    now = int((timezone.now() - started.replace(microsecond=0)).total_seconds())
    last = tournament.moments.aggregate(number=Max("number"), at=Max("at"))
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
