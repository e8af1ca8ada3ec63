"""A series as its desk needs it: the persons with their seasons, who may be the same, which events can be put in."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from pairing.model.types import LOST, WON
from tournaments.events.selectors.events import PEOPLE
from tournaments.models import Identity, Player, Role, Seat, Series, SeriesLogEntry, Tournament
from tournaments.models.event import SITE_LANGUAGE
from tournaments.names.alphabets import collated
from tournaments.snapshots import seats_at_table
from tournaments.steps.names import folded, guessed_sort_name, matches

_WON = Count("pk", filter=Q(outcome__in=WON))
# "Open 7", "Spring 2025", "Season 2025/26".
_LAST_NUMBERS = re.compile(r"(?:\b([0-9]{4})([/–-]))?([0-9]+)$")
_LOST = Count("pk", filter=Q(outcome__in=LOST))


@dataclass(frozen=True, slots=True)
class Taken:
    """A season somebody has played: the player of that event, and how it went where that was asked for."""

    player: int
    number: int
    name: str
    season: int
    event: str
    slug: str
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of the series with the seasons, the first one first."""

    pk: int
    name: str
    seasons: tuple[Taken, ...]

    @property
    def other_names(self) -> list[str]:
        """Names in the events that are not the one of the person."""
        return sorted({taken.name for taken in self.seasons} - {self.name})


@dataclass(frozen=True, slots=True)
class Hint:
    """Two persons who may be one: the same words, but for accents, case and order; never in one event."""

    first: Someone
    second: Someone


def series_owned(user: User) -> QuerySet[Series]:
    """The series somebody manages, by name, with `event_count`."""
    return Series.objects.filter(owner=user).annotate(event_count=Count("events")).order_by("name", "pk")


def seasons(series: Series) -> QuerySet[Tournament]:
    """The events of a series, the latest season first, with `player_count`."""
    return Tournament.objects.filter(series=series).annotate(player_count=PEOPLE).order_by("-season")


def next_season(series: Series) -> int:
    """The number after the last one; 1 for the first event."""
    last = seasons(series).values_list("season", flat=True).first()
    return 1 if last is None else last + 1


def next_name(name: str) -> str:
    """The name of the season after the one called `name`: a number at its end goes up, as both years of 2025/26 do."""

    def higher(digits: re.Match[str]) -> str:
        first, between, last = digits.groups(default="")
        number = int(last) + 1
        if first:  # 1999/00
            number %= 10 ** len(last)
            first = str(int(first) + 1)
        return f"{first}{between}{number:0{len(last)}}"

    return _LAST_NUMBERS.sub(higher, name)


def events_to_put_in(user: User) -> list[Tournament]:
    """Events the user manages that are in no series and have tables of two, the newest first."""
    mine = Q(owner=user) | Q(staff_rows__user=user, staff_rows__role__in=(Role.OWNER, Role.DIRECTOR))
    events = Tournament.objects.filter(mine, series=None).distinct().order_by("-id")
    return [event for event in events if seats_at_table(event).rules.is_rated]


def persons(series: Series) -> QuerySet[Identity]:
    """Those who play in some event of the series; not who waits in the bin only."""
    return Identity.objects.filter(series=series, players__tournament__series=series).distinct()


def players_of(identity: Identity) -> QuerySet[Player]:
    """The players who stand for a person, one for each season."""
    return Player.objects.filter(identity=identity, tournament__series=identity.series_id)


def everybody(series: Series) -> list[Someone]:
    """All persons by name, in three queries."""
    people = persons(series).values_list("pk", "name")
    taken = _taken(Player.objects.filter(tournament__series=series, identity__isnull=False))
    rows = [Someone(pk, name, tuple(taken[pk])) for pk, name in people]
    newest = Tournament.objects.filter(series=series).order_by("-season").values_list("language", flat=True)
    language = newest.first() or SITE_LANGUAGE
    return sorted(rows, key=lambda row: (collated(guessed_sort_name(row.name), language), row.pk))


def matching_people(people: Iterable[Someone], query: str) -> list[Someone]:
    """Those whose name, now or in some season, answers to the query; all for an empty one."""
    if not query.strip():
        return list(people)
    return [p for p in people if any(matches(query, name) for name in (p.name, *p.other_names))]


def someone(identity: Identity) -> Someone:
    """One person, with wins and losses of every season."""
    rows = players_of(identity)
    counts = Seat.objects.filter(player__in=rows).order_by().values_list("player_id")
    record = {player: (won, lost) for player, won, lost in counts.annotate(won=_WON, lost=_LOST)}
    taken = _taken(rows, record)[identity.pk]
    return Someone(identity.pk, identity.name, tuple(taken))


def common_events(first: Someone, second: Someone) -> list[str]:
    """Events both play in, so that they cannot be one person."""
    slugs = {taken.slug for taken in first.seasons}
    return [taken.event for taken in second.seasons if taken.slug in slugs]


def hints(people: Iterable[Someone]) -> list[Hint]:
    """Who may be the same."""
    alike: dict[tuple[str, ...], list[Someone]] = defaultdict(list)
    for person in people:
        for key in {_words(name) for name in (person.name, *person.other_names)}:
            alike[key].append(person)
    pairs = {(a.pk, b.pk): Hint(a, b) for same in alike.values() for a, b in combinations(same, 2)}
    return [hint for hint in pairs.values() if not common_events(hint.first, hint.second)]


def other_seasons(tournament: Tournament, players: Collection[Player]) -> dict[int, list[int]]:
    """By player: the other seasons of the person, in one query."""
    people = {player.identity_id: player.pk for player in players if player.identity_id is not None}
    rows = Player.objects.filter(identity__in=people, tournament__deleted_at=None)
    rows = rows.exclude(tournament=tournament)
    found: dict[int, list[int]] = defaultdict(list)
    for person, season in rows.order_by("tournament__season").values_list(
        "identity_id", "tournament__season"
    ):
        found[people[person]].append(season or 0)
    return dict(found)


def log_of(series: Series) -> QuerySet[SeriesLogEntry]:
    """The log, newest first."""
    return SeriesLogEntry.objects.filter(series=series).select_related("undone_by").order_by("-id")


def _taken(
    players: QuerySet[Player], record: dict[int, tuple[int, int]] | None = None
) -> dict[int, list[Taken]]:
    columns = (
        "identity_id", "pk", "number", "name", "tournament__season", "tournament__name", "tournament__slug",
    )  # fmt: skip
    rows: dict[int, list[Taken]] = defaultdict(list)
    for person, *values in players.order_by("tournament__season", "pk").values_list(*columns):
        won, lost = (record or {}).get(values[0], (0, 0))
        rows[person].append(replace(Taken(*values), won=won, lost=lost))
    return rows


def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(folded(name).replace(",", " ").replace("-", " ").replace(".", " ").split()))
