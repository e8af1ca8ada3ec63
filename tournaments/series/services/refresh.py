"""What the events of a series take over from the seasons before them: ratings, and who met whom.

It is kept on their rows, so that pairing and standings of an event read no other event.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from django.db import connection, transaction
from django.db.models import F

from pairing.engine.seasons import Season, history, latest_meetings
from pairing.model.trueskill import NEW_PLAYER, Rating
from pairing.model.types import Match, Round, RoundStatus
from tournaments.models import Player, RoundState, Seat, Series, Status, Tournament

TWO = 2
_RATE = f"UPDATE {Player._meta.db_table} SET series_mu = %s, series_sigma = %s WHERE id = %s"


@dataclass(slots=True)
class _Event:
    """An event as this module needs it: persons and numbers by player, listed and kept ratings."""

    pk: int
    season: int
    is_finished: bool
    meetings: list[dict[str, object]]
    persons: dict[int, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    listed: dict[int, Rating] = field(default_factory=dict)
    kept: dict[int, tuple[float | None, float | None]] = field(default_factory=dict)


def refresh(series: Series, from_season: int | None = None, *, risen: Collection[int] = ()) -> set[int]:
    """Set ratings and earlier meetings of all events (from a season on) to what the seasons before them say now.

    A finished event keeps what it has: its standings stay as they were published. Reopened, it catches up.
    Only what changed is written. An event with changes gets a new version, unless it is one of `risen`, which have got
    one in this transaction already. Returns the keys of the events that changed.
    """
    with transaction.atomic():
        # Two at once would write what they read before the other had written.
        if not Series.objects.select_for_update().filter(pk=series.pk).exists():
            return set()
        changed = _refresh(_events(series), _rounds(series), from_season)
        for pk in sorted(changed.keys() - set(risen)):
            Tournament.objects.filter(pk=pk).update(
                version=F("version") + 1, public_version=F("public_version") + 1
            )
        for pk in sorted(changed):
            _store(pk, *changed[pk])
    return set(changed)


def is_earlier_season(series_id: int, season: int) -> bool:
    """Whether the series has a later event: one that takes something over from this season."""
    return Tournament.objects.filter(series=series_id, season__gt=season).exists()


_Changes = tuple[dict[int, Rating | None], list[dict[str, object]] | None]


def _refresh(
    events: Iterable[_Event], rounds: Mapping[int, tuple[Round, ...]], from_season: int | None
) -> dict[int, _Changes]:
    """What has to be written, by event: ratings by player, and the meetings if they are others."""
    changed: dict[int, _Changes] = {}
    now: dict[int, Rating] = {}
    rated: set[int] = set()
    met: dict[frozenset[int], int] = {}
    for event in events:
        # A rating typed for somebody counts until the first rated match.
        known = {
            player: now[person]
            for player, person in event.persons.items()
            if person in now and (person in rated or player not in event.listed)
        }
        if not event.is_finished and (from_season is None or event.season >= from_season):
            ratings = {
                player: rating
                for player, kept in event.kept.items()
                if _pair(rating := known.get(player)) != kept
            }
            meetings = _meetings(event, met)
            if ratings or meetings != event.meetings:
                changed[event.pk] = (ratings, meetings if meetings != event.meetings else None)
        season = Season(event.season, rounds.get(event.pk, ()), event.persons, event.listed | known)
        found = history([season])
        now |= found.now
        rated |= {step.person for step in found.steps}
        met |= latest_meetings([season])
    return changed


def _pair(rating: Rating | None) -> tuple[float | None, float | None]:
    return (None, None) if rating is None else (rating.mu, rating.sigma)


def _meetings(event: _Event, met: Mapping[frozenset[int], int]) -> list[dict[str, object]]:
    """Earlier meetings of people who are both in the event, by their numbers in it."""
    number = {person: event.numbers[player] for player, person in event.persons.items()}
    rows = [
        (season, sorted(number[person] for person in both))
        for both, season in met.items()
        if both <= number.keys()
    ]
    return [{"season": season, "players": players} for season, players in sorted(rows)]


def _events(series: Series) -> list[_Event]:
    heads = Tournament.objects.filter(series=series).order_by("season")
    events = {
        pk: _Event(pk, season or 0, status == Status.FINISHED, met)
        for pk, season, status, met in heads.values_list("pk", "season", "status", "series_meetings")
    }
    rows = Player.objects.filter(tournament__series=series, house=False).order_by("pk")
    columns = ("tournament_id", "pk", "number", "identity_id", "mu", "sigma", "series_mu", "series_sigma")
    for event_pk, pk, number, person, mu, sigma, series_mu, series_sigma in rows.values_list(*columns):
        event = events[event_pk]
        event.numbers[pk] = number
        event.kept[pk] = (series_mu, series_sigma)
        if person is not None:
            event.persons[pk] = person
        if mu is not None or sigma is not None:
            listed_mu = NEW_PLAYER.mu if mu is None else mu
            event.listed[pk] = Rating(listed_mu, NEW_PLAYER.sigma if sigma is None else sigma)
    return list(events.values())


def _rounds(series: Series) -> dict[int, tuple[Round, ...]]:
    """The completed rounds of all events: what is still being played counts for nobody else yet."""
    rows = Seat.objects.filter(round__tournament__series=series, round__state=RoundState.COMPLETED)
    columns = ("round__tournament_id", "round__number", "match_id", "player_id", "match__result")
    rows = rows.order_by("round__tournament_id", "round__number", "match_id", "position")
    rounds: dict[int, list[Round]] = defaultdict(list)
    for (event, number), seats in groupby(
        rows.values_list(*columns).iterator(10_000), key=lambda row: row[:2]
    ):
        tables = [tuple(table) for _match, table in groupby(seats, key=lambda row: row[2])]
        matches = tuple(
            Match(place, tuple(seat[3] for seat in table), table[0][4])
            for place, table in enumerate(tables, 1)
            if len(table) == TWO
        )
        rounds[event].append(Round(number, RoundStatus.COMPLETED, matches, ()))
    return {event: tuple(played) for event, played in rounds.items()}


def _store(
    event: int, ratings: Mapping[int, Rating | None], meetings: list[dict[str, object]] | None
) -> None:
    if meetings is not None:
        Tournament.objects.filter(pk=event).update(series_meetings=meetings)
    # A correction of an old result moves everybody in all later seasons; bulk_update takes seconds for that.
    rows = [(*_pair(rating), pk) for pk, rating in ratings.items()]
    with connection.cursor() as cursor:
        cursor.executemany(_RATE, rows)
