"""The event itself: what is happening now, its players, finding one's name."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404

from tournaments import snapshots
from tournaments.models import Player, Status, Tournament
from tournaments.selectors import players as people
from tournaments.selectors import public, standings
from tournaments.selectors.names import folded
from tournaments.views.public.pages import Context, public_page

# Letters that `folded` turns into others; the script of the page folds what is typed by the same table.
PLAIN_LETTERS = {letter: folded(letter) for letter in "øæœłđðþıħŧß"}
TOP = 5


def overview(event: Tournament) -> Context:
    """The rounds, the current one among them, the one paired ahead of it, and what the tabs need."""
    rounds = public.published_rounds(event)
    current, ahead = public.now_and_ahead(rounds)
    return {"rounds": rounds, "current": current, "ahead": ahead}


@public_page("tournaments/public/event.html")
def event(event: Tournament, query: dict[str, str]) -> Context:
    """Where is the event, and what is a visitor most likely to want?"""
    context = overview(event)
    current = context["current"]
    done, total = public.results_in(event, current.number) if current else (0, 0)
    table = standings.standings(event) if current else None
    return {
        **context,
        "tab": "event",
        "done": done,
        "total": total,
        "player_count": event.players.count(),
        "top": table.lines[:TOP] if table and table.after_round else (),
        "after_round": table.after_round if table else 0,
        "is_finished": event.status == Status.FINISHED,
    }


@public_page("tournaments/public/find.html", by_query={"q": ".{1,120}"}, kept=False)
def find(event: Tournament, query: dict[str, str]) -> Context:
    """Find my name. Without scripts the server searches; with them the list below narrows as one types."""
    asked = " ".join(query.get("q", "").split())
    everybody = _listed(event)
    found = (
        {hit.number for hit in people.find_players(event, asked, limit=len(everybody))} if asked else set()
    )
    return {
        **overview(event),
        "tab": "find",
        "asked": asked,
        "everybody": everybody,
        "found": found,
        "plain_letters": json.dumps(PLAIN_LETTERS, ensure_ascii=False),
    }


@public_page("tournaments/public/players.html")
def players(event: Tournament, query: dict[str, str]) -> Context:
    """Everybody in the event, in the order of registration."""
    facts = ("number", "name", "club", "rating", "title", "left_after_round")
    rows = list(people.roster(event).values(*facts))
    return {
        **overview(event),
        "tab": "players",
        "rows": rows,
        "has_rating": any(row["rating"] is not None for row in rows),
        "has_club": any(row["club"] for row in rows),
    }


@public_page("tournaments/public/player.html")
def player(event: Tournament, query: dict[str, str], number: int) -> Context:
    """One player: the table of now, the rounds so far with their reasons, the place in the standings."""
    someone = find_player(event, number)
    now = public.places(event)
    history = people.player_history(event, someone)
    floats = public.floats(snapshots.load(event), number)
    table = standings.standings(event) if now.current else None
    return {
        **overview(event),
        "tab": "players",
        "player": someone,
        "place": now.by_number[number],
        "next_place": now.next_by_number.get(number),
        "history": [(row, floats.get(row.number, "")) for row in history],
        "names": public.names_of(event),
        "line": next((line for line in table.lines if line.number == number), None) if table else None,
        "after_round": table.after_round if table else 0,
    }


@public_page("tournaments/public/_place.html")
def card(event: Tournament, query: dict[str, str], number: int) -> Context:
    """Where one player is now: the part of the event page that this phone remembers."""
    now = public.places(event)
    if number not in now.by_number:
        raise Http404("no such player")
    return {
        "place": now.by_number[number],
        "next_place": now.next_by_number.get(number),
        "current": now.current,
        "ahead": now.ahead,
        "names": {place.number: place.name for place in now.by_number.values()},
        "is_card": True,
    }


def find_player(event: Tournament, number: int) -> Player:
    """The player with this number, or 404."""
    someone = event.players.filter(number=number).first()
    if someone is None:
        raise Http404("no such player")
    return someone


def _listed(event: Tournament) -> list[dict[str, Any]]:
    now = public.places(event)
    rows = [
        {
            "number": place.number,
            "name": place.name,
            "key": folded(place.name),
            "place": place,
            "next_place": now.next_by_number.get(place.number),
        }
        for place in now.by_number.values()
    ]
    return sorted(rows, key=lambda row: (row["key"], row["number"]))
