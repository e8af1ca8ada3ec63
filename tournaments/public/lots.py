"""The lots of an event: the hash before a round, the seed after it, and every lot to be recomputed."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Round, Tournament
from tournaments.players.selectors import lots as drawn
from tournaments.public.events import overview
from tournaments.public.pages import Context, public_page

QUERY = {"round": r"[1-9]\d{0,3}", "text": r".{1,300}"}
MOST_SHOWN = 500


@public_page("public/events/lots.html", by_query=QUERY, typed=QUERY)
def lots(event: Tournament, query: dict[str, str]) -> Context:
    """What is drawn, from what, and how to check it. `round` chooses the round, `text` is a lot to recompute."""
    found = _lots_of(event, int(query["round"]) if "round" in query else drawn.latest_round(event))
    count = len(found.lots or ()) if found else 0
    return {
        **overview(event),
        "tab": "pairings",
        "rows": drawn.seed_rows(event),
        "has_seeds": drawn.has_seeds(event),
        "follow_from_one": drawn.follow_from_one(event),
        "found": found,
        "groups": found.groups(MOST_SHOWN) if found else [],
        "more": max(0, count - MOST_SHOWN),
        "asked": drawn.hashed(query["text"]) if "text" in query else None,
    }


def _lots_of(event: Tournament, number: int | None) -> drawn.RoundLots | None:
    try:
        return None if number is None else drawn.lots_of(event, number)
    except Round.DoesNotExist as error:
        raise Http404("no such round") from error
