"""Players: listed, found, one of them; their check-in; the seeds of rounds and the lots drawn from them."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Round, Status, Tournament
from tournaments.names.namesakes import names_in
from tournaments.names.ordering import a_to_z, sort_names
from tournaments.players.selectors import lots as drawn
from tournaments.players.selectors import players as people
from tournaments.players.selectors.own_check_in import open_for
from tournaments.public.pages import WHOLE, find_event, public_page
from tournaments.public.shared import find_player, line_of, of_player, overview
from tournaments.steps.names import search_key, searched
from tournaments.web.contexts import Context, Shown
from tournaments.web.qr import picture
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place, Whereabouts

QUERY = {"round": r"[1-9]\d{0,3}", "text": r".{1,300}"}
MOST_SHOWN = 500


@public_page("players/public/find.html", by_query=WHOLE | {"q": ".{1,120}"}, typed=["q"])
def find(event: Tournament, query: dict[str, str]) -> Shown:
    """Find my name. Without scripts the server searches; with them the list below narrows as one types."""
    asked = " ".join(query.get("q", "").split())
    everybody = _listed(event)
    found = (
        {hit.number for hit in people.find_players(event, asked, limit=len(everybody))} if asked else set()
    )
    return overview(event), {
        "tab": "find",
        "asked": asked,
        # Those found first: the end of a long list comes later.
        "everybody": sorted(everybody, key=lambda row: row["number"] not in found) if found else everybody,
        "found": found,
    }


@public_page("players/public/players.html", by_query=WHOLE)
def players(event: Tournament, query: dict[str, str]) -> Shown:
    """Everybody in the event, in the order of registration."""
    facts = ("number", "name", "club", "rating", "title", "left_after_round")
    rows = list(people.roster(event).values(*facts))
    return overview(event), {
        "tab": "players",
        "rows": rows,
        "has_rating": any(row["rating"] is not None for row in rows),
        "has_club": any(row["club"] for row in rows),
    }


@public_page("players/public/player.html")
def player(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """One player: the table of now, the rounds so far with their reasons, the place in the standings."""
    someone = find_player(event, number)
    found = of_player(event, someone)
    return overview(event), {"tab": "players", **found, **_by_phone(event, found["place"])}


@public_page("players/public/_place.html")
def card(event: Tournament, query: dict[str, str], number: int) -> Context:
    """Where one player is now: the part of the event page that this phone remembers."""
    now = whereabouts.places(event)
    find_player(event, number)
    return {
        **(line_of(event, number) if event.status == Status.FINISHED else {}),
        **_by_phone(event, now.by_number[number]),
        "place": now.by_number[number],
        "next_place": now.next_by_number.get(number),
        "current": now.current,
        "ahead": now.ahead,
        "names": names_in(event),
        "is_card": True,
    }


def _by_phone(event: Tournament, place: Place) -> Context:
    """What the phone of a player may be used for once it is recognised: the round to check in for, a report."""
    number = open_for(event)
    is_in = place.kind not in (Whereabouts.WITHDRAWN, Whereabouts.ELIMINATED)
    has_more = event.status != Status.FINISHED and (event.players_report or number is not None)
    return {"check_in_round": number, "may_use_phone": is_in and has_more}


def _listed(event: Tournament) -> list[dict[str, Any]]:
    now, sorted_as = whereabouts.places(event), sort_names(event)
    house = set(event.players.filter(house=True).values_list("number", flat=True))
    rows = [
        {
            "number": place.number,
            "name": place.name,
            "key": search_key(searched(place.name, sorted_as.get(place.number, ""))),
            "place": place,
            "next_place": now.next_by_number.get(place.number),
        }
        for place in now.by_number.values()
        if place.number not in house
    ]
    return a_to_z(event, rows, lambda row: row["number"])


@public_page("players/public/check_in.html")
def check_in(event: Tournament, query: dict[str, str]) -> Shown:
    """Only the own card checks anybody in, so this page names nobody."""
    number = open_for(event)
    return overview(event), {"tab": "check_in", "is_open": number is not None, "number": number}


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of that page as a QR code, to be hung at the door."""
    event = find_event(request, slug)
    return picture(request.build_absolute_uri(reverse("public:check_in", args=[event.slug])), event)


@public_page("players/public/lots.html", by_query=QUERY, typed=QUERY)
def lots(event: Tournament, query: dict[str, str]) -> Shown:
    """What is drawn, from what, and how to check it. `round` chooses the round, `text` is a lot to recompute."""
    found = _lots_of(event, int(query["round"]) if "round" in query else drawn.latest_round(event))
    count = len(found.lots or ()) if found else 0
    return overview(event), {
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
