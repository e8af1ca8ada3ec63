"""The schedule of an event planned ahead: all rounds by table, everybody's own rounds, and what it is worth."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from tournaments.models import Tournament
from tournaments.names.namesakes import names_in
from tournaments.public.pages import Context, public_page
from tournaments.public.shared import overview
from tournaments.schedules.selectors import schedules
from tournaments.schedules.selectors.pictures import pictures_of
from tournaments.steps.names import matches, search_key, searched


@public_page("schedules/public/by_table.html")
def by_table(event: Tournament, query: dict[str, str]) -> Context:
    """Every round with its tables and winds, the round of now opened."""
    context = _frame(event)
    current = context["current"]
    return {**context, "view": "table", "open_round": current.number if current else 1}


@public_page("schedules/public/by_name.html", by_query={"q": ".{1,120}"}, typed=["q"])
def by_name(event: Tournament, query: dict[str, str]) -> Context:
    """Find my name, and from there my rounds."""
    context = _frame(event)
    asked = " ".join(query.get("q", "").split())
    everybody = schedules.by_name(context["schedule"]) if context["schedule"] else []
    return {
        **context,
        "view": "name",
        "asked": asked,
        "everybody": [(person, _key(person), rounds) for person, rounds in everybody],
        "found": {person.number for person, _rounds in everybody if _answers(person, asked)},
    }


@public_page("schedules/public/quality.html")
def quality(event: Tournament, query: dict[str, str]) -> Context:
    """The pictures."""
    context = _frame(event)
    pictures = pictures_of(context["schedule"]) if context["schedule"] else None
    return {**context, "view": "pictures", "pictures": pictures}


@public_page("schedules/public/mine.html")
def mine(event: Tournament, query: dict[str, str], number: int) -> Context:
    """All rounds of one player: table, wind and whom I meet when."""
    context = _frame(event)
    schedule, name = context["schedule"], context["names"].get(number)
    if schedule is None or name is None:
        raise Http404("nobody of the event")
    player = schedule.people.get(number, schedules.Person(number, name))
    if player.is_house:
        raise Http404("nobody asks where house players sit")
    rounds = schedules.my_rounds(schedule, number)
    context |= {"player": player, "my_rounds": rounds, "meets": schedules.whom(rounds)}
    return {**context, "view": "name"}


def _frame(event: Tournament) -> dict[str, Any]:
    """What every page of the schedule shows. Errors: 404 for events that are not planned ahead."""
    if not schedules.plans_ahead(event):
        raise Http404("not planned ahead")
    schedule = schedules.schedule_of(event) if schedules.is_public(event) else None
    return {**overview(event), "tab": "schedule", "schedule": schedule, "names": names_in(event)}


def _key(person: schedules.Person) -> str:
    return search_key(searched(person.name, person.sort_name))


def _answers(person: schedules.Person, asked: str) -> bool:
    if asked.isdecimal():
        return str(person.number) == asked.lstrip("0")
    return bool(asked) and matches(asked, searched(person.name, person.sort_name))
