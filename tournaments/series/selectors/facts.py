"""What has happened in a series, worked out once for all its pages: ratings replayed, and every game of everybody.

It is kept by the versions of the series and its events. What depends on who asks (seasons that are not shown) is taken
out afterwards.
"""

import pickle
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pairing.engine.seasons import Season, Step, history
from pairing.model.trueskill import NEW_PLAYER, Rating
from pairing.model.types import RESULTS, Match, Round, RoundStatus
from tournaments import models
from tournaments.models import Bye, Identity, Player, RoundState, Seat, Series, Tournament
from tournaments.series.selectors.series import stamp_of
from tournaments.steps.version_cache import by_key

NO_OUTCOME = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A completed round of one person. `opponent` is a person (None for a bye, or somebody no person is known of);
    `number`, `opponent_number` and `opponent_name` are those in the event. `before` and `after` are ratings, None where
    the game moved none.
    """

    event: int
    season: int
    round: int
    number: int
    table: int | None = None
    opponent: int | None = None
    opponent_number: int | None = None
    opponent_name: str = ""
    outcome: str = NO_OUTCOME
    bye: str = ""
    before: Rating | None = None
    after: Rating | None = None

    @property
    def is_rated(self) -> bool:
        return self.after is not None


@dataclass(frozen=True, slots=True)
class Taken:
    """One season of one person: number and name in the event, and what the rated games in it came to."""

    event: int
    season: int
    number: int
    name: str
    won: int = 0
    lost: int = 0
    before: Rating | None = None
    after: Rating | None = None


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of the series with the rating of now; `seasons` in their order."""

    id: int
    name: str
    rating: Rating
    seasons: tuple[Taken, ...]

    @property
    def is_rated(self) -> bool:
        return any(taken.after for taken in self.seasons)


@dataclass(frozen=True, slots=True)
class Facts:
    """Everybody in the series. The games of each person lie packed: a page opens only those it shows."""

    people: Mapping[int, Someone]
    packed: Mapping[int, bytes]

    def games(self, person: int) -> tuple[Game, ...]:
        """Completed rounds of a person in order, all seasons."""
        found: tuple[Game, ...] = pickle.loads(self.packed[person]) if person in self.packed else ()
        return found


def facts_of(series: Series, stamp: str = "") -> Facts:
    """The facts of a series; `stamp` is that of a View, where there is one. Six queries at most, whatever its size."""
    return by_key(f"series:{series.pk}:{stamp or stamp_of(series)}", lambda: _work_out(series))


@dataclass(slots=True)
class _Event:
    """An event of the series as it is read: rounds of the core, and who its players are."""

    pk: int
    season: int
    names: dict[int, str]
    persons: dict[int, int]
    listed: dict[int, Rating]
    rounds: dict[int, list[Match]]
    byes: list[tuple[int, int, str]]

    def as_season(self) -> Season:
        rounds = tuple(
            Round(number, RoundStatus.COMPLETED, tuple(matches)) for number, matches in self.rounds.items()
        )
        return Season(self.season, rounds, self.persons, self.listed)


def _work_out(series: Series) -> Facts:
    events = _read(series)
    replayed = history(event.as_season() for event in events)
    steps = {(step.season, step.round, step.person): step for step in replayed.steps}
    games: dict[int, list[Game]] = defaultdict(list)
    seasons: dict[int, list[Taken]] = defaultdict(list)
    for event in events:
        here: dict[int, list[Game]] = defaultdict(list)
        for person, game in _games(event, steps):
            here[person].append(game)
        for number, person in event.persons.items():
            games[person] += here[person]
            seasons[person].append(_taken(event, number, here[person]))
    people = {
        pk: Someone(pk, name, replayed.now.get(pk, NEW_PLAYER), tuple(seasons[pk]))
        for pk, name in Identity.objects.filter(series=series).order_by("pk").values_list("pk", "name")
    }
    return Facts(people, {person: pickle.dumps(tuple(theirs)) for person, theirs in games.items()})


def _taken(event: _Event, number: int, games: Iterable[Game]) -> Taken:
    rated = [game for game in games if game.is_rated]
    won = sum(game.outcome == models.Outcome.WIN for game in rated)
    return Taken(
        event.pk,
        event.season,
        number,
        event.names[number],
        won,
        len(rated) - won,
        rated[0].before if rated else None,
        rated[-1].after if rated else None,
    )


def _games(event: _Event, steps: Mapping[tuple[int, int, int], Step]) -> list[tuple[int, Game]]:
    """Every completed round of everybody in the event, in order of rounds."""
    found: list[tuple[int, Game]] = []
    for round_number, matches in event.rounds.items():
        for match in matches:
            found += _of_match(event, round_number, match, steps)
    for round_number, number, kind in event.byes:
        if (person := event.persons.get(number)) is not None:
            found.append((person, Game(event.pk, event.season, round_number, number, bye=kind)))
    return sorted(found, key=lambda row: row[1].round)


def _of_match(
    event: _Event, round_number: int, match: Match, steps: Mapping[tuple[int, int, int], Step]
) -> Iterable[tuple[int, Game]]:
    outcomes = RESULTS[match.result] if match.result else None
    for seat, number in enumerate(match.seats):
        person = event.persons.get(number)
        if person is None:
            continue
        other = match.seats[1 - seat]
        step = steps.get((event.season, round_number, person))
        yield (
            person,
            Game(
                event.pk,
                event.season,
                round_number,
                number,
                match.table,
                event.persons.get(other),
                other,
                event.names[other],
                outcomes[seat].value if outcomes else NO_OUTCOME,
                before=step.before if step else None,
                after=step.after if step else None,
            ),
        )


def _read(series: Series) -> list[_Event]:
    """The events with their completed rounds, in the order of seasons, in four queries."""
    events = {
        pk: _Event(pk, season or 0, {}, {}, {}, {}, [])
        for pk, season in Tournament.objects.filter(series=series)
        .order_by("season")
        .values_list("pk", "season")
    }
    numbers = _read_players(series, events)
    done = {"round__tournament__series": series, "round__state": RoundState.COMPLETED}
    seats = Seat.objects.filter(**done).order_by(
        "round__tournament", "round__number", "match__table", "position"
    )
    columns = ("round__tournament", "round__number", "match__table", "match__result", "player")
    first: tuple[int, ...] = ()
    for event, round_number, table, result, player in seats.values_list(*columns):
        here = (event, round_number, table)
        if first[:3] == here:
            match = Match(table, (numbers[first[3]], numbers[player]), result)
            events[event].rounds.setdefault(round_number, []).append(match)
        first = (*here, player)
    byes = Bye.objects.filter(**done).order_by("round__number", "player__number")
    for event, round_number, player, kind in byes.values_list(
        "round__tournament", "round__number", "player", "kind"
    ):
        events[event].byes.append((round_number, numbers[player], kind))
    return list(events.values())


def _read_players(series: Series, events: Mapping[int, _Event]) -> dict[int, int]:
    """Fills in who plays in each event; gives the number of every player in the event by primary key."""
    numbers: dict[int, int] = {}
    rows = Player.objects.filter(tournament__series=series).order_by("tournament", "number")
    columns = ("pk", "tournament", "number", "name", "identity", "mu", "sigma")
    for pk, tournament, number, name, identity, mu, sigma in rows.values_list(*columns):
        event = events[tournament]
        numbers[pk] = number
        event.names[number] = name
        if identity is not None:
            event.persons[number] = identity
        if mu is not None or sigma is not None:
            event.listed[number] = Rating(
                NEW_PLAYER.mu if mu is None else mu, NEW_PLAYER.sigma if sigma is None else sigma
            )
    return numbers
