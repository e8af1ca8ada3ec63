"""How many players an event may have: what whoever runs the site allows."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import Tournament
from tournaments.players.refusals import refuse
from tournaments.players.selectors.players import roster

# More than any event has, and as many as pages and searches are made for.
MAX_PLAYERS = 20_000


def refuse_too_many_players(new: int, *, field: str, event: Tournament | None = None) -> None:
    """So many new players, in this event or a new one; house players do not count. Errors: `too_many_players`."""
    limit = min(MAX_PLAYERS, settings.MAX_PLAYERS_PER_EVENT)
    if new and new + (roster(event).count() if event else 0) > limit:
        raise refuse.too_many_players(field=field, limit=limit)
