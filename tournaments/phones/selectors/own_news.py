"""Whether an own page has something to tell at once.

A result gives the event a new version, and a hall enters one every few seconds. Nearly always it is somebody else's,
and three hundred phones need not be sent their pages anew for it. So each player has a mark for every version, which
is another one only with what this player is waiting for: the own tables and what is said of them, what the desk has
answered, the rounds, the clock, the settings with the message to all. What else an own page shows may be a little late.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.db.models import QuerySet

from tournaments.models import (
    ByeRequest,
    JudgeCall,
    Match,
    Penalty,
    PlayerRequest,
    RoundClock,
    RoundState,
    ScoreClaim,
    Tournament,
)
from tournaments.rounds.selectors.taken_back import taken_back
from tournaments.steps import state
from tournaments.steps.version_cache import at_hand
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place

MARK_BYTES = 6
_Facts = dict[Any, list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class News:
    """What the own pages of an event have to tell: `marks` by number, equal in every process.

    Most players have none of the rest, so their pages need not ask for it: `asking` has the numbers of those with
    requests, byes or penalties, `reported` the matches with reports or extra time, `called` the tables (with the number
    of their round) that a judge was called to.
    """

    marks: Mapping[int, str]
    asking: frozenset[int]
    reported: frozenset[int]
    called: frozenset[tuple[int, int]]


def news_of(tournament: Tournament) -> News:
    """Kept by the version of the event: a handful of queries for a whole hall, whatever the number of players."""
    return at_hand(tournament, "own_news", lambda: _news(tournament))


def mark_of(tournament: Tournament, number: int) -> str:
    """The mark of the player with this number at the version of the event."""
    return news_of(tournament).marks[number]


def _news(tournament: Tournament) -> News:
    everybody = _for_everybody(tournament)
    people = state.read(tournament, "players")
    by_player, by_match, by_table = _by_player(tournament), _by_match(tournament), _by_table(tournament)
    now = whereabouts.places(tournament)
    marks = {}
    for number, place in now.by_number.items():
        # The note is for the staff.
        mine: list[Any] = [{**people.get(str(number), {}), "note": ""}, by_player.get(number)]
        for where in (place, now.next_by_number.get(number)):
            if where is not None:
                mine += [
                    _told(where),
                    by_match.get(where.match_id),
                    by_table.get((where.round_number, where.table)),
                ]
        marks[number] = blake2b(f"{everybody}{mine}".encode(), digest_size=MARK_BYTES).hexdigest()
    return News(marks, frozenset(by_player), frozenset(by_match), frozenset(by_table))


def _for_everybody(tournament: Tournament) -> str:
    """The settings, the rounds with their states, their clocks; of drafts no player hears, nor of their schedule."""
    clocks = RoundClock.objects.filter(round__tournament=tournament).order_by("pk").values_list()
    rounds = state.read(tournament, "rounds").items()
    out = [row for row in rounds if row[1]["state"] != RoundState.DRAFT]
    settings = dict(state.read(tournament, "settings")[state.EVENT])
    if not out:
        settings.pop("schedule")
        settings.pop("schedule_searched")
    told = [settings, out, list(clocks), taken_back(tournament)]
    return blake2b(repr(told).encode(), digest_size=MARK_BYTES).hexdigest()


def _told(place: Place) -> tuple[object, ...]:
    """Where somebody is, with whom, and how it ended there."""
    return (
        place.kind,
        place.round_number,
        place.table,
        place.is_out,
        place.leaves,
        place.bye,
        place.result,
        place.is_missing,
        [(row.number, row.name, row.raw, row.points, row.penalty) for row in place.table_rows],
    )


def _by_player(tournament: Tournament) -> _Facts:
    """What they asked for, the byes they have, what judges gave them."""
    return _gathered(
        rows.filter(tournament=tournament).order_by("pk").values_list("player__number", *_columns(rows))
        for rows in (PlayerRequest.objects.all(), ByeRequest.objects.all(), Penalty.objects.all())
    )


def _by_match(tournament: Tournament) -> _Facts:
    """Reports and extra time, of rounds that are not over."""
    played = Match.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.COMPLETED)
    reports = ScoreClaim.objects.filter(match__in=played.order_by().values("pk")).order_by("pk")
    return _gathered(
        (
            played.filter(extra_seconds__gt=0).values_list("pk", "extra_seconds", "extra_why"),
            reports.values_list("match_id", *_columns(reports)),
        )
    )


def _by_table(tournament: Tournament) -> _Facts:
    """Calls for a judge."""
    calls = JudgeCall.objects.filter(tournament=tournament).order_by("pk")
    found: _Facts = defaultdict(list)
    for number, table, *row in calls.values_list("round_number", "table", *_columns(calls)):
        found[number, table].append(tuple(row))
    return found


def _columns(rows: QuerySet[Any]) -> list[str]:
    return [field.attname for field in rows.model._meta.concrete_fields]


def _gathered(kinds: Iterable[Iterable[tuple[object, ...]]]) -> _Facts:
    """Rows by what they begin with."""
    found: _Facts = defaultdict(list)
    for rows in kinds:
        for key, *row in rows:
            found[key].append(tuple(row))
    return found
