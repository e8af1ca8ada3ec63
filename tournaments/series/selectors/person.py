"""One person of a series: the rating after every rated match, the seasons, and everybody met in them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.model.trueskill import NEW_PLAYER, Rating
from pairing.model.types import LOST, WON
from tournaments.models import ByeKind, Identity, Outcome, Status, Tournament
from tournaments.names.alphabets import collated
from tournaments.series.selectors.facts import Facts, Game, Someone, Taken, facts_of
from tournaments.series.selectors.ranking import Row, ranking
from tournaments.series.selectors.series import View
from tournaments.standings.selectors.standings import standings
from tournaments.steps.names import guessed_sort_name
from tournaments.steps.version_cache import by_versions


@dataclass(frozen=True, slots=True)
class Played:
    """A completed round with the name of the opponent, who may be nobody known to the series (`opponent` None)."""

    game: Game
    name: str

    @property
    def won(self) -> bool:
        return self.game.outcome in WON

    @property
    def lost(self) -> bool:
        return self.game.outcome in LOST

    @property
    def bye_label(self) -> str:
        return str(ByeKind(self.game.bye).label) if self.game.bye else ""


@dataclass(frozen=True, slots=True)
class Places:
    """The standings of an event, by number of player, as they are now; `winners` are those of rank 1.

    `is_final`: the event is over. `after_round` is 0 where nothing has been played.
    """

    after_round: int
    is_final: bool
    players: int
    ranks: Mapping[int, int]
    winners: tuple[tuple[int, str], ...]


class _Record:
    """How rounds ended for a person."""

    __slots__ = ()
    rounds: tuple[Played, ...]

    @property
    def won(self) -> int:
        return sum(played.won for played in self.rounds)

    @property
    def lost(self) -> int:
        return sum(played.lost for played in self.rounds)

    @property
    def drawn(self) -> int:
        return sum(played.game.outcome == Outcome.DRAW for played in self.rounds)


@dataclass(frozen=True, slots=True)
class SeasonOf(_Record):
    """One season of a person: the event, the place in it, the record, every completed round."""

    event: Tournament
    taken: Taken
    places: Places
    rounds: tuple[Played, ...]

    @property
    def place(self) -> int | None:
        return self.places.ranks.get(self.taken.number) if self.places.after_round else None

    @property
    def byes(self) -> int:
        return sum(bool(played.game.bye) for played in self.rounds)


@dataclass(frozen=True, slots=True)
class Opponent(_Record):
    """Somebody met, and what came of it: `rounds` in order, all seasons shown."""

    person: int
    name: str
    rounds: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A rating on the way: after a rated match, or after a season that is not shown (`round` None)."""

    season: int
    round: int | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class Person:
    """`start` is the rating before the first rated match. `seasons` newest first."""

    id: int
    name: str
    rating: Rating
    row: Row
    ranked: int
    start: Rating
    points: tuple[Point, ...]
    seasons: tuple[SeasonOf, ...]
    opponents: tuple[Opponent, ...]

    @property
    def rated_matches(self) -> int:
        return sum(point.round is not None for point in self.points)


def person(view: View, number: int) -> Person:
    """A person of the seasons shown. Errors: Identity.DoesNotExist, also for who was only in seasons not shown."""
    facts = facts_of(view.series, view.stamp)
    table = ranking(view)
    row = table.of(number)
    if row is None:
        raise Identity.DoesNotExist(f"nobody {number} in the seasons shown")
    someone = facts.people[number]
    games = facts.games(number)
    played = [_played(facts, game) for game in games if game.event in view.shown]
    return Person(
        number,
        someone.name,
        someone.rating,
        row,
        sum(other.is_rated for other in table.rows),
        next((taken.before for taken in someone.seasons if taken.before), NEW_PLAYER),
        _points(someone, games, view.shown),
        _seasons(view, someone, played),
        _opponents(view, facts, played),
    )


def _played(facts: Facts, game: Game) -> Played:
    known = facts.people.get(game.opponent) if game.opponent is not None else None
    return Played(game, known.name if known else game.opponent_name)


def _points(someone: Someone, games: Iterable[Game], shown: frozenset[int]) -> tuple[Point, ...]:
    """After every rated match; a season that is not shown is one step, without its matches."""
    points = [
        Point(game.season, game.round, game.after) for game in games if game.after and game.event in shown
    ]
    for taken in someone.seasons:
        if taken.after and taken.event not in shown:
            points.append(Point(taken.season, None, taken.after))
    return tuple(sorted(points, key=lambda point: (point.season, point.round or 0)))


def _seasons(view: View, someone: Someone, played: Sequence[Played]) -> tuple[SeasonOf, ...]:
    taken = {taken.event: taken for taken in someone.seasons}
    events = [event for event in view.events if event.pk in taken]
    places = places_of(events)
    by_event: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        by_event[one.game.event].append(one)
    return tuple(SeasonOf(e, taken[e.pk], places[e.pk], tuple(by_event[e.pk])) for e in events)


def _opponents(view: View, facts: Facts, played: Iterable[Played]) -> tuple[Opponent, ...]:
    """Most met first, then by name."""
    met: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        if one.game.opponent is not None:
            met[one.game.opponent].append(one)
    found = [Opponent(pk, facts.people[pk].name, tuple(rounds)) for pk, rounds in met.items()]
    found.sort(key=lambda other: (collated(guessed_sort_name(other.name), view.language), other.person))
    return tuple(sorted(found, key=lambda other: -len(other.rounds)))


def places_of(events: Sequence[Tournament]) -> dict[int, Places]:
    """Who is where in each of these events; kept by event version, so that only what has changed is worked out."""
    return by_versions(events, "places-in-season", _places)


def _places(event: Tournament) -> Places:
    table = standings(event)
    winners = tuple((line.number, line.name) for line in table.lines if line.rank == 1)
    return Places(
        table.after_round,
        event.status == Status.FINISHED,
        len(table.lines),
        {line.number: line.rank for line in table.lines},
        winners if table.after_round else (),
    )
