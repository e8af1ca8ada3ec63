"""The persons of a series: looked up, merged, split, renamed, linked to players."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.endpoint import endpoint
from tournaments.api.refusals import refuse
from tournaments.models import Identity, Player
from tournaments.names.alphabets import collated
from tournaments.series.api.serializers import (
    LinkIn,
    MergeIn,
    NameIn,
    NameQuery,
    SeriesPersonOut,
    SeriesPersonRow,
    SplitIn,
)
from tournaments.series.api.series import SeriesView
from tournaments.series.selectors.desk import persons, players_of
from tournaments.series.selectors.facts import Someone, facts_of
from tournaments.series.selectors.person import person as person_of
from tournaments.series.selectors.series import View
from tournaments.series.services import identities
from tournaments.steps.names import guessed_sort_name, matches


class PersonView(SeriesView):
    """A view below one series that knows its persons."""

    def identity(self, number: int, field: str | None = None) -> Identity:
        """Errors: Identity.DoesNotExist; for one named in the body (`field`) a refusal."""
        found = persons(self.series).filter(pk=number).first()
        if found is not None:
            return found
        if field is None:
            raise Identity.DoesNotExist(f"no person {number}")
        raise refuse.no_such_person(field=field, number=number)

    def row(self, number: int) -> dict[str, object]:
        view = self.view
        return _row(view, facts_of(view.series, view.stamp).people[number])


class Persons(PersonView):
    @endpoint(
        "list_persons",
        "The persons of the series by name, with the seasons they have played.",
        query=NameQuery,
        gives=SeriesPersonRow,
        paged=True,
    )
    def get(self, request: Request, query: dict[str, Any]) -> list[dict[str, Any]]:
        view = self.view
        rows = [_row(view, someone) for someone in facts_of(view.series, view.stamp).people.values()]
        found = [row for row in rows if row["seasons"] and _answers(row, query.get("search"))]
        return sorted(
            found, key=lambda row: (collated(guessed_sort_name(row["name"]), view.language), row["id"])
        )


class OnePerson(PersonView):
    @endpoint(
        "read_person",
        "One person: rank, the rating after every rated match, seasons, opponents.",
        gives=SeriesPersonOut,
    )
    def get(self, request: Request, person: int) -> object:
        return person_of(self.view, person)

    @endpoint(
        "rename_person",
        "Another name in the series; names in events stay.",
        takes=NameIn,
        gives=SeriesPersonRow,
    )
    def patch(self, request: Request, person: int, data: dict[str, Any]) -> dict[str, object]:
        given: dict[str, Any] = {
            "series": self.series,
            "identity": self.identity(person),
            "actor": self.actor,
        }
        if "name" in data:
            identities.rename(**given, name=data["name"])
        return self.row(person)


class Merge(PersonView):
    @endpoint(
        "merge_persons",
        "Two persons are one: the other one's seasons become this one's.",
        takes=MergeIn,
        gives=SeriesPersonRow,
        description="409 `same_event` if both play in one event.",
    )
    def post(self, request: Request, person: int, data: dict[str, Any]) -> dict[str, object]:
        keep, other = self.identity(person), self.identity(data["other"], "other")
        identities.merge(series=self.series, keep=keep, other=other, actor=self.actor)
        return self.row(person)


class Split(PersonView):
    @endpoint(
        "split_person",
        "Some seasons of a person were somebody else's.",
        takes=SplitIn,
        gives=SeriesPersonRow,
        status=201,
    )
    def post(self, request: Request, person: int, data: dict[str, Any]) -> Response:
        identity = self.identity(person)
        players = _players_in(identity, data["seasons"])
        new = identities.split(
            series=self.series, identity=identity, players=players, name=data["name"], actor=self.actor
        )
        where = reverse("api:series-person", [self.series.slug, new.pk], request=request)
        return self.shown(SeriesPersonRow, self.row(new.pk), status=201, where=where)


def _players_in(identity: Identity, seasons: list[int]) -> list[Player]:
    """Whom the person was in these seasons. Errors: `not_of_person`."""
    rows = players_of(identity).filter(tournament__season__in=seasons)
    players = list(rows.select_related("tournament"))
    missing = set(seasons) - {player.tournament.season for player in players}
    if missing:
        raise refuse.season_not_of_person(name=identity.name, season=min(missing))
    return players


class Link(PersonView):
    @endpoint(
        "link_player",
        "A player of a season is this person; null: somebody new in the series.",
        takes=LinkIn,
        gives=SeriesPersonRow,
    )
    def put(self, request: Request, event: str, number: int, data: dict[str, Any]) -> dict[str, object]:
        player = Player.objects.select_related("tournament__series").get(
            tournament__series=self.series, tournament__slug=event, number=number
        )
        identity = None if data["person"] is None else self.identity(data["person"], "person")
        return self.row(identities.link(player=player, identity=identity, actor=self.actor).pk)


def _row(view: View, someone: Someone) -> dict[str, object]:
    slugs = {event.pk: event.slug for event in view.events}
    seasons = [
        {"season": taken.season, "event": slugs[taken.event], "number": taken.number, "name": taken.name}
        for taken in someone.seasons
        if taken.event in slugs
    ]
    return {"id": someone.id, "name": someone.name, "seasons": seasons}


def _answers(row: dict[str, Any], search: str | None) -> bool:
    """Whether the name, in the series or in an event, answers to the search."""
    names = {row["name"], *(taken["name"] for taken in row["seasons"])}
    return search is None or any(matches(search, name) for name in names)
