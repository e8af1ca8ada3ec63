"""Series: made, read, changed; their seasons and ranking; their log."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import get_language
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts.models import User
from tournaments import audience
from tournaments.api.base import ApiView, knows
from tournaments.api.endpoint import PageQuery, endpoint
from tournaments.api.problems import NotModified
from tournaments.api.refusals import refuse
from tournaments.api.serializers.events import EventOut, created
from tournaments.api.serializers.rounds import UndoIn
from tournaments.events.selectors.events import event_by_slug
from tournaments.models import Series, SeriesLogEntry, Tournament, Visibility
from tournaments.rights import can_manage, can_manage_series, can_view_series
from tournaments.series.api.serializers import (
    DeleteSeriesQuery,
    NameQuery,
    NextSeasonIn,
    PutIn,
    RankingRowOut,
    SeasonOut,
    SeriesIn,
    SeriesLogOut,
    SeriesOut,
    SeriesQuery,
    SeriesRow,
    SeriesStepOut,
)
from tournaments.series.selectors import series as access
from tournaments.series.selectors.desk import next_name, seasons
from tournaments.series.selectors.person import places_of
from tournaments.series.selectors.ranking import Row, ranking
from tournaments.series.services import series as services
from tournaments.series.services.next_season import begin_next_season
from tournaments.series.services.undo import last_undoable, undo
from tournaments.steps.names import matches
from tournaments.web.unchanged import tag_of


class AllSeries(ApiView):
    tag = "Series"

    @endpoint(
        "list_series",
        "Public series, your own, and those of your events, by name.",
        query=SeriesQuery,
        gives=SeriesRow,
        paged=True,
    )
    def get(self, request: Request, query: dict[str, Any]) -> QuerySet[Series] | list[Series]:
        mine = query.get("mine") and isinstance(request.user, User)
        rows = access.series_of(self.actor) if mine else access.series_visible(request.user)
        if "search" not in query:
            return rows
        return [series for series in rows if matches(query["search"], series.name)]

    @endpoint("create_series", "Make a series; it is yours.", takes=SeriesIn, gives=SeriesOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        series = services.create_series(owner=self.actor, **data)
        where = reverse("api:series", [series.slug], request=request)
        shape = SeriesOut(series, context={"request": request, "view": access.view_of(series, request.user)})
        return Response(shape.data, status=201, headers={"Location": where})


class SeriesView(ApiView):
    """A view below one series, which is loaded, with the rights checked, before the handler runs.

    Who may not see it gets the same 404 as for one that does not exist. Answers to GET carry an ETag made of the series
    and the seasons that are seen, unless `versioned` is off.
    """

    tag = "Series"
    reads: ClassVar[Any] = can_view_series
    writes: ClassVar[Any] = can_manage_series
    versioned: ClassVar[bool] = True
    series: Series

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.series = access.series_by_slug(kwargs["slug"], request.user)
        safe = request.method in SAFE_METHODS
        rule = type(self).reads if safe else type(self).writes
        if not rule(request.user, self.series):
            self.permission_denied(request)
        if self._role():
            audience.let_staff_in()
        if safe and self.versioned:
            view = self.view
            self.etag = tag_of(view.stamp, self._role(), get_language(), request.get_full_path())
            if knows(request.headers.get("If-None-Match", ""), self.etag):
                raise NotModified

    @property
    def view(self) -> access.View:
        """The series as whoever asks sees it now."""
        return access.view_of(self.series, self.request.user)

    def context(self) -> dict[str, object]:
        return {**super().context(), "view": self.view}

    def caching(self) -> str:
        if not self.versioned:
            return "private, no-store"
        is_open = self.series.visibility != Visibility.PRIVATE and not self.request.user.is_authenticated
        return "public, no-cache" if is_open else "private, no-cache"

    def _role(self) -> bool:
        return can_manage_series(self.request.user, self.series)


class OneSeries(SeriesView):
    @endpoint("read_series", "A series with its settings.", gives=SeriesOut)
    def get(self, request: Request) -> Series:
        return self.series

    @endpoint("update_series", "Change settings.", takes=SeriesIn, gives=SeriesOut)
    def patch(self, request: Request, data: dict[str, Any]) -> Series:
        return services.update_series(series=self.series, actor=self.actor, **data)

    @endpoint("delete_series", "Delete a series with its persons; its events stay.", query=DeleteSeriesQuery)
    def delete(self, request: Request, query: dict[str, Any]) -> None:
        services.delete_series(series=self.series, actor=self.actor, confirm_slug=query["confirm"])


class Seasons(SeriesView):
    @endpoint("list_seasons", "The seasons, newest first, and who won them.", gives=SeasonOut, many=True)
    def get(self, request: Request) -> list[dict[str, object]]:
        events = self.view.events
        places = places_of(events)
        return [{"event": event, "places": places[event.pk]} for event in events]


class NextSeason(SeriesView):
    @endpoint(
        "begin_next_season",
        "Make the next season: an event like the last one, with its players; you must manage that one.",
        takes=NextSeasonIn,
        gives=EventOut,
        status=201,
        description="Its players stand for the same persons of the series; no one is checked in. Without a `name` the "
        "number at the end of the last one goes up.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        last = seasons(self.series).first()
        if last is not None and not can_manage(request.user, last):
            self.permission_denied(request)
        data.setdefault("name", next_name(last.name) if last else "")
        return created(self, begin_next_season(series=self.series, actor=self.actor, **data))


class OneSeason(SeriesView):
    """An event of the series, or one that is to be."""

    @endpoint(
        "put_event",
        "Make an event this season of the series; you must manage the event.",
        takes=PutIn,
        gives=SeasonOut,
        description="Its players become persons of the series: the one of the same name, if there is exactly one who "
        "is not in the event yet, or somebody new. An event that is in the series already gets the other number.",
    )
    def put(self, request: Request, event: str, data: dict[str, Any]) -> dict[str, object]:
        found = event_by_slug(event, request.user)
        if not can_manage(request.user, found):
            self.permission_denied(request)
        put = services.put_event(
            series=self.series, tournament=found, season=data["season"], actor=self.actor
        )
        put.refresh_from_db()
        return {"event": put, "places": places_of([put])[put.pk]}

    @endpoint("take_event_out", "Take an event out of the series; the event itself stays.")
    def delete(self, request: Request, event: str) -> None:
        found = Tournament.objects.get(series=self.series, slug=event)
        services.take_event_out(series=self.series, tournament=found, actor=self.actor)


class Ranking(SeriesView):
    @endpoint(
        "series_ranking",
        "Everybody by rating, the best first; last who has no rated match yet.",
        query=NameQuery,
        gives=RankingRowOut,
        paged=True,
        description="Ratings are replayed from every match with a winner in all completed rounds of all seasons.",
    )
    def get(self, request: Request, query: dict[str, Any]) -> list[Row]:
        return list(ranking(self.view).found(query.get("search", "")))


class Log(SeriesView):
    reads = can_manage_series
    versioned = False
    restricted = True

    @endpoint(
        "list_series_log",
        "Who did what and when, newest first.",
        gives=SeriesLogOut,
        paged=True,
        query=PageQuery,
    )
    def get(self, request: Request, query: dict[str, Any]) -> QuerySet[SeriesLogEntry]:
        return SeriesLogEntry.objects.filter(series=self.series).order_by("-id")


class Undo(SeriesView):
    reads = can_manage_series
    versioned = False
    restricted = True

    @endpoint("read_series_undo", "The step an undo would take back.", gives=SeriesStepOut)
    def get(self, request: Request) -> dict[str, SeriesLogEntry | None]:
        return {"step": last_undoable(self.series)}

    @endpoint("undo_series", "Take back the latest step.", takes=UndoIn, gives=SeriesLogOut)
    def post(self, request: Request, data: dict[str, Any]) -> SeriesLogEntry:
        wanted = data.get("seen")
        entry = (
            SeriesLogEntry.objects.get(series=self.series, pk=wanted)
            if wanted
            else last_undoable(self.series)
        )
        if entry is None:
            raise refuse.nothing_to_undo()
        return undo(series=self.series, entry=entry, actor=self.actor)
