"""The event itself: what is happening now, its players, finding one's name."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from tournaments.models import Player, Status, Tournament
from tournaments.names.namesakes import names_in
from tournaments.names.ordering import a_to_z, sort_names
from tournaments.phones.selectors.personal import coming_rounds
from tournaments.players.selectors import players as people
from tournaments.players.selectors import rounds_of_four
from tournaments.players.selectors.own_check_in import open_for
from tournaments.public.pages import WHOLE, Context, public_page
from tournaments.series.selectors.series import has_people_linked, is_linked
from tournaments.snapshots import is_of_four
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.prizes import public_prizes
from tournaments.steps.names import search_key, searched
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place, Whereabouts

TOP = 5
# How many stand on the steps once the event is over.
WINNERS = 3
# How many lines of the standings are shown before and after the reader's own.
AROUND = 2


def overview(event: Tournament) -> Context:
    """The rounds, the current one among them, the one paired ahead of it, and what the tabs need."""
    rounds = whereabouts.published_rounds(event)
    current, ahead = whereabouts.now_and_ahead(rounds)
    return {"rounds": rounds, "current": current, "ahead": ahead}


@public_page("public/events/event.html")
def event(event: Tournament, query: dict[str, str]) -> Context:
    """Where is the event, and what is a visitor most likely to want?"""
    context = overview(event)
    current = context["current"]
    done, total = whereabouts.results_in(event, current.number) if current else (0, 0)
    return {
        **context,
        **_at_the_top(event, is_begun=current is not None),
        "tab": "event",
        "done": done,
        "total": total,
        "player_count": people.roster(event).count(),
        "is_finished": event.status == Status.FINISHED,
        "has_series": is_linked(event),
        "check_in_round": open_for(event),
    }


def _at_the_top(event: Tournament, is_begun: bool) -> Context:
    """The first lines of the standings; once the event is over who won it, and who comes after the winners."""
    table = standings.standings(event) if is_begun else None
    lines = table.lines if table and table.after_round else ()
    return {
        "top": lines[:TOP],
        "winners": [line for line in lines if line.rank == 1],
        "after_winners": lines[WINNERS : 2 * TOP] if event.status == Status.FINISHED else (),
        "after_round": table.after_round if table else 0,
        "prizes": public_prizes(event) if event.status == Status.FINISHED else [],
    }


@public_page("public/players/find.html", by_query=WHOLE | {"q": ".{1,120}"}, typed=["q"])
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
        # Those found first: the end of a long list comes later.
        "everybody": sorted(everybody, key=lambda row: row["number"] not in found) if found else everybody,
        "found": found,
    }


@public_page("public/players/players.html", by_query=WHOLE)
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


@public_page("public/players/player.html")
def player(event: Tournament, query: dict[str, str], number: int) -> Context:
    """One player: the table of now, the rounds so far with their reasons, the place in the standings."""
    someone = find_player(event, number)
    found = of_player(event, someone)
    return {**overview(event), "tab": "players", **found, **_by_phone(event, found["place"])}


def of_player(event: Tournament, someone: Player) -> Context:
    """Where a player is and will be, the rounds so far, and the place in the standings once a round has ended."""
    now = whereabouts.places(event)
    return {
        "player": someone,
        "place": now.by_number[someone.number],
        "next_place": now.next_by_number.get(someone.number),
        "history": _history(event, someone),
        "coming": coming_rounds(event, someone),
        "names": names_in(event),
        **_line_of(event, someone.number),
        "has_person": someone.identity_id is not None and has_people_linked(event),
    }


def _line_of(event: Tournament, number: int) -> Context:
    """The line of a player in the standings once a round has ended, those around it, and how many there are."""
    table = standings.standings(event) if whereabouts.places(event).current else None
    lines = table.lines if table and table.after_round else ()
    at = next((i for i, line in enumerate(lines) if line.number == number), None)
    return {
        "line": None if at is None else lines[at],
        "line_count": len(lines),
        "around": () if at is None else lines[max(at - AROUND, 0) : at + AROUND + 1],
        "after_round": table.after_round if table else 0,
    }


def _history(event: Tournament, someone: Player) -> list[Any]:
    """The rounds so far: with the growing total at tables of four, with floats at tables of two."""
    history = people.player_history(event, someone)
    if is_of_four(event):
        return rounds_of_four.history(event, someone.number, history)
    floats = whereabouts.floats(event).get(someone.number, {})
    return [(row, floats.get(row.number, "")) for row in history]


@public_page("public/players/_place.html")
def card(event: Tournament, query: dict[str, str], number: int) -> Context:
    """Where one player is now: the part of the event page that this phone remembers."""
    now = whereabouts.places(event)
    find_player(event, number)
    return {
        **(_line_of(event, number) if event.status == Status.FINISHED else {}),
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


def find_player(event: Tournament, number: int) -> Player:
    """The player with this number, or 404; house players are nobody to look up."""
    someone = people.roster(event).filter(number=number).first()
    if someone is None:
        raise Http404("no such player")
    return someone


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
