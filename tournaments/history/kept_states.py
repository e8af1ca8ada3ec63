"""The snapshots of an event as they are listed, and what is different now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from tournaments.history.replay import stored_state
from tournaments.models import EventSnapshot, Tournament
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, Delta, State, difference

# What restoring leaves as it is: addresses, who may see the event, and seeds that may have been shown.
STAYS = ("slug", "visibility", "secret_seeds")


def snapshots(tournament: Tournament) -> QuerySet[EventSnapshot]:
    """Newest first, without what they hold."""
    rows = EventSnapshot.objects.filter(tournament=tournament).select_related("created_by").defer("state")
    return rows.order_by("-id")


def snapshot(tournament: Tournament, key: int) -> EventSnapshot:
    """One of them, whole. Errors: EventSnapshot.DoesNotExist."""
    return EventSnapshot.objects.select_related("created_by").get(tournament=tournament, pk=key)


def way_back(tournament: Tournament, kept: EventSnapshot) -> Delta:
    """What restoring a snapshot would change, from now to then; {} if nothing.

    Documents of rounds that are not there now come along, as they are.
    """
    now, then = state.whole(tournament), stored_state(kept)
    inputs: dict[str, Any] = then.pop(INPUTS, {})
    _leave(tournament, now, then)
    delta = difference(now, then)
    made = {number: document for number, document in inputs.items() if _is_new(delta, number)}
    if made:
        delta[INPUTS] = {number: [None, document] for number, document in made.items()}
    return delta


def _is_new(delta: Mapping[str, Any], number: str) -> bool:
    """Whether a round was not there, or was another one that was paired at another time."""
    change = delta.get("rounds", {}).get(number)
    if isinstance(change, list):
        return change[1] is not None
    return bool(change) and "created_at" in change


def _leave(tournament: Tournament, now: State, then: State) -> None:
    """Put into the old state what restoring is not to touch."""
    settings, old = now["settings"][state.EVENT], then["settings"][state.EVENT]
    old |= {field: settings[field] for field in STAYS}
    if tournament.series_id is not None:
        old["season"] = settings["season"]  # the series' business
    if settings["secret_seeds"]:
        old["draw_seed"] = settings["draw_seed"]
    for number, player in then["players"].items():
        there = now["players"].get(number)
        if there is not None and there["id"] == player["id"]:
            player["key"] = there["key"]
