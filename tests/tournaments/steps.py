"""What tests of the history do again and again: one more step, a step back, the state that was kept."""

from __future__ import annotations

from typing import Any

from tournaments.models import EventSnapshot, SnapshotReason, Tournament
from tournaments.services import undo


def given(event: Tournament) -> dict[str, Any]:
    return {"tournament": event, "actor": event.owner}


def newest(event: Tournament, reason: SnapshotReason) -> EventSnapshot:
    return EventSnapshot.objects.filter(tournament=event, reason=reason).latest("pk")


def take_back(event: Tournament, times: int = 1) -> None:
    for _ in range(times):
        undo.undo_last_step(**given(event))
