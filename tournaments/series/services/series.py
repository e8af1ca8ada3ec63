"""Series: made, changed, deleted; events put in as seasons and taken out again."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from pairing.engine.standings import rank
from tournaments import snapshots
from tournaments.events.services.cleaners import clean_slug, cleaned, create_row, one_of, store
from tournaments.models import (
    Action,
    Identity,
    Player,
    RankingOrder,
    Series,
    SeriesAction,
    Status,
    Tournament,
    Visibility,
)
from tournaments.series.refusals import refuse
from tournaments.series.services.changes import changing_series, write
from tournaments.series.services.links import drop_empty, link_as_told, link_by_name
from tournaments.series.services.refresh import refresh
from tournaments.snapshots import seats_at_table
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_name, clean_text, clean_whole

__all__ = [
    "create_series",
    "delete_series",
    "leave",
    "put_event",
    "refresh",
    "take_event_out",
    "update_series",
]

RESERVED_SLUGS = {"new"}
SEASON_RANGE = (-1_000_000, 1_000_000)


def create_series(
    *,
    owner: User,
    name: str,
    slug: str | None = None,
    description: str = "",
    visibility: str = Visibility.PUBLIC,
    order: str = RankingOrder.CONSERVATIVE,
) -> Series:
    """A new series without events. Errors: those of the fields; `slug_taken` for a slug that was asked for."""
    given = {"name": name, "description": description, "visibility": visibility, "order": order, "slug": slug}
    values = _clean(given)
    wanted = values.pop("slug")
    with transaction.atomic():
        stored: dict[str, object] = {**values, "owner": owner}
        series = create_row(Series, stored, wanted, empty="series", reserved=RESERVED_SLUGS)
        write(
            series=series,
            actor=owner,
            action=SeriesAction.CREATED,
            subject=series.name,
            after={"settings": {**values, "slug": series.slug}},
        )
    return series


def update_series(*, series: Series, actor: User | None, **changes: object) -> Series:
    """Change name, slug, description, visibility or order. Errors: `slug_taken`, and those of the fields."""
    values = _clean(changes)
    if not values.get("slug", series.slug):
        values.pop("slug")
    with changing_series(series):
        changed = {key: value for key, value in values.items() if getattr(series, key) != value}
        if not changed:
            raise Unchanged
        before = {key: getattr(series, key) for key in changed}
        set_fields(series, changed)
        write(
            series=series,
            actor=actor,
            action=SeriesAction.CHANGED,
            subject=", ".join(sorted(changed)),
            before={"settings": before},
            after={"settings": changed},
        )
    return series


def set_fields(series: Series, values: Mapping[str, object]) -> None:
    """Store checked settings inside a running change. Errors: `slug_taken`."""
    store(series, values)
    if {"name", "slug", "visibility"} & values.keys():
        # The pages of the events show the name, where it leads, and whether at all; their documents have it too.
        touch(Tournament.objects.filter(series=series).values_list("pk", flat=True))


def delete_series(*, series: Series, actor: User | None, confirm_slug: str) -> None:
    """Delete a series with its persons and its log. Its events stay and belong to none. The address has to be typed.

    Errors: `not_confirmed`.
    """
    if confirm_slug != series.slug:
        raise refuse.not_confirmed(slug=series.slug)
    with changing_series(series):
        for event in Tournament.objects.filter(series=series).order_by("pk"):
            with changing(event, touches=(), finished_too=True):
                before = of_event(event)
                leave(event)
                log_in_event(event, actor, before)
        Series.objects.filter(pk=series.pk).delete()


def put_event(
    *,
    series: Series,
    tournament: Tournament,
    season: int,
    actor: User | None,
    persons: Mapping[int, int | None] | None = None,
) -> Tournament:
    """Make an event a season of the series, or another season than it was; its players become persons of the series:
    those that `persons` says (by the primary keys of both), the others by their names.

    Errors: `season_taken`, `in_another_series`, `needs_two_seats` (tables of four have no ratings), `bad_number`,
    `missing`. A finished event keeps its standings; `final_ranks_change` where the ratings of a series would
    change its places.
    """
    number = _clean_season(season)
    with changing_series(series):
        if Tournament.objects.filter(pk=tournament.pk, series=series, season=number).exists():
            raise Unchanged
        with changing(tournament, touches=("settings",), finished_too=True):
            before, ranks = _state(tournament), final_ranks(tournament)
            was = tournament.series, tournament.season
            enter(series, tournament, number)
            link_as_told(tournament, persons or {})
            link_by_name(series)
            if final_ranks(tournament) != ranks:
                tournament.series, tournament.season = was  # what shows the refusal shows the event too
                raise refuse.final_ranks_change(event=tournament.name, season=number)
            log_in_event(tournament, actor, before["event"])
            write(
                series=series,
                actor=actor,
                action=SeriesAction.EVENT_ADDED,
                subject=tournament.name,
                before=before,
                after=_state(tournament),
            )
        refresh(series, risen={tournament.pk})
    tournament.refresh_from_db(fields=["series_meetings"])
    return tournament


def take_event_out(*, series: Series, tournament: Tournament, actor: User | None) -> Tournament:
    """The event belongs to no series any more; it keeps the number of its season, from which its lots are made.

    Persons who were only in this event are gone with it. Errors: `not_in_series`.
    """
    with changing_series(series):
        with changing(tournament, touches=(), finished_too=True):
            if tournament.series_id != series.pk:
                raise refuse.not_in_series()
            before = _state(tournament)
            persons = {person for person in before["players"].values() if person is not None}
            leave(tournament)
            before["identities"] = _vanishing(series, persons)
            drop_empty(series, persons)
            log_in_event(tournament, actor, before["event"])
            write(
                series=series,
                actor=actor,
                action=SeriesAction.EVENT_REMOVED,
                subject=tournament.name,
                before=before,
                after=_state(tournament),
            )
        refresh(series, before["event"]["season"])
    return tournament


def enter(series: Series, tournament: Tournament, season: int) -> None:
    """The event is this season from now on, inside a running change. Errors: see `put_event`."""
    if tournament.series_id not in (None, series.pk):
        raise refuse.in_another_series(event=tournament.name)
    if not seats_at_table(tournament).rules.is_rated:
        raise refuse.needs_two_seats(event=tournament.name)
    taken = Tournament.objects.filter(series=series, season=season).exclude(pk=tournament.pk).first()
    if taken is not None:
        raise refuse.season_taken(season=season, event=taken.name)
    tournament.series, tournament.season = series, season
    tournament.save(update_fields=["series", "season"])


def leave(tournament: Tournament) -> None:
    """The event is in no series from now on, inside a running change; what it had from earlier seasons goes.

    A finished event keeps it: its standings stay as they were published.
    """
    tournament.series = None
    mine = Player.objects.filter(tournament=tournament)
    if tournament.status == Status.FINISHED:
        tournament.save(update_fields=["series"])
        mine.update(identity=None)
        return
    tournament.series_meetings = []
    tournament.save(update_fields=["series", "series_meetings"])
    mine.update(identity=None, series_mu=None, series_sigma=None)


def log_in_event(tournament: Tournament, actor: User | None, before: Mapping[str, object]) -> None:
    """The line in the event's own log."""
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.SERIES_CHANGED,
        subject=str(tournament.series) if tournament.series else "",
        before=before,
        after=of_event(tournament),
    )


def final_ranks(tournament: Tournament) -> list[tuple[int, int]]:
    """Who has which place at the end; [] while an event is not finished."""
    if tournament.status != Status.FINISHED:
        return []
    return [(line.player, line.rank) for line in rank(snapshots.load(tournament))]


def of_event(tournament: Tournament) -> dict[str, Any]:
    """What the logs keep of an event: whose season it is."""
    return {"id": tournament.pk, "series": tournament.series_id, "season": tournament.season}


def touch(events: Any) -> None:
    """A new version for events whose pages show something that has changed outside them; the bin has no pages."""
    for event in Tournament.objects.filter(pk__in=set(events)).order_by("pk"):
        with changing(event, touches=(), finished_too=True):
            pass


def _state(tournament: Tournament) -> dict[str, Any]:
    rows = Player.objects.filter(tournament=tournament, house=False).order_by("pk")
    return {
        "event": of_event(tournament),
        "players": {str(pk): person for pk, person in rows.values_list("pk", "identity_id")},
    }


def _vanishing(series: Series, among: set[int]) -> dict[str, str]:
    rows = Identity.objects.filter(series=series, pk__in=among, players__isnull=True)
    return {str(pk): name for pk, name in rows.values_list("pk", "name")}


def _clean(given: Mapping[str, object]) -> dict[str, Any]:
    return cleaned(given, _CLEANERS, refuse.unknown_field)


def _clean_season(value: object) -> int:
    number = clean_whole(value, field="season", low=SEASON_RANGE[0], high=SEASON_RANGE[1])
    if number is None:
        raise refuse.missing(field="season")
    return number


_CLEANERS: dict[str, Callable[[object], object]] = {
    "name": clean_name,
    "slug": clean_slug(RESERVED_SLUGS),
    "description": lambda value: clean_text(value, field="description", length=4000),
    "visibility": one_of(Visibility.values, refuse.bad_visibility),
    "order": one_of(RankingOrder.values, refuse.bad_order),
}
