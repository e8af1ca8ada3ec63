"""Seasons of a league: ratings that run through all of them, and who met whom before (rules/tiered-league.md, "Terms").

A person of the league is a number here, the same in every season; `Season.persons` says who each entrant is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.options import describe
from pairing.model.trueskill import LEAGUE, NEW_PLAYER, Rating, TrueSkill, winner_and_loser
from pairing.model.types import Round, RoundStatus, Snapshot, TiebreakSpec
from pairing.systems import SYSTEMS
from pairing.tiebreaks.chain import find

RATINGS, REPLAYED = "ratings", "replayed"


@dataclass(frozen=True, slots=True)
class Season:
    """One event of a league. `persons`: who an entrant is, by id; `listed`: ratings typed for entrants, by id, which
    count where the person has not been rated in an earlier season.
    """

    number: int
    rounds: tuple[Round, ...]
    persons: Mapping[int, int]
    listed: Mapping[int, Rating]


@dataclass(frozen=True, slots=True)
class Step:
    """What one rated match changed for one person."""

    person: int
    season: int
    round: int
    opponent: int
    won: bool
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class History:
    """Ratings of a league. `now`: of every person who has been in it; `steps`: how they came about, in order."""

    now: Mapping[int, Rating]
    steps: tuple[Step, ...]


def history(seasons: Iterable[Season], model: TrueSkill = LEAGUE) -> History:
    """The ratings after these seasons, taken in the order of their numbers; only completed rounds count.

    A season begins with the ratings the one before has left; for whoever has had no rated match yet with those its
    list gives, or an earlier list gave, or with those of a new player. Matches of one round do not see each other.
    Forfeits, draws, byes, and matches of somebody whose person is not known, move nothing.
    """
    now: dict[int, Rating] = {}
    rated: set[int] = set()
    steps: list[Step] = []
    for season in sorted(seasons, key=lambda s: s.number):
        for entrant, person in season.persons.items():
            if entrant in season.listed and person not in rated:
                now[person] = season.listed[entrant]
            now.setdefault(person, NEW_PLAYER)
        for round_ in season.rounds:
            if round_.status is RoundStatus.COMPLETED:
                played = _round(season, round_, now, model)
                now |= {step.person: step.after for step in played}
                rated |= {step.person for step in played}
                steps += played
    return History(now, tuple(steps))


def _round(season: Season, round_: Round, now: Mapping[int, Rating], model: TrueSkill) -> list[Step]:
    steps: list[Step] = []
    for match in round_.matches:
        pair = winner_and_loser(match)
        if pair is None or not all(entrant in season.persons for entrant in pair):
            continue
        winner, loser = (season.persons[entrant] for entrant in pair)
        up, down = model.after_win(now[winner], now[loser])
        steps.append(Step(winner, season.number, round_.number, loser, True, now[winner], up))
        steps.append(Step(loser, season.number, round_.number, winner, False, now[loser], down))
    return steps


def latest_meetings(seasons: Iterable[Season]) -> dict[frozenset[int], int]:
    """The last of these seasons in which two persons sat at one table, whatever came of it."""
    latest: dict[frozenset[int], int] = {}
    for season in seasons:
        for round_ in season.rounds:
            for match in round_.matches:
                both = frozenset(season.persons[p] for p in match.seats if p in season.persons)
                if len(both) == 2:
                    latest[both] = max(season.number, latest.get(both, season.number))
    return latest


def with_ratings_replayed(snapshot: Snapshot) -> Snapshot:
    """The same event, its listed ratings taken as those before round 1: whatever has the option `ratings` replays.

    So one list of ratings serves every round of the event. A setting that stands there already is replaced.
    """
    return replace(
        snapshot,
        options=_replaying(snapshot.system, snapshot.options),
        phases=tuple(
            replace(phase, options=_replaying(phase.system, phase.options)) for phase in snapshot.phases
        ),
        tiebreaks=tuple(_link(spec) for spec in snapshot.tiebreaks),
    )


def _replaying(slug: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    system = SYSTEMS.get(slug)
    return {**options, RATINGS: REPLAYED} if system and _has_ratings(system.options) else options


def _link(spec: TiebreakSpec) -> TiebreakSpec:
    try:
        declared = find(spec.code).options
    except PairingError:
        return spec
    if not _has_ratings(declared):
        return spec
    params = tuple(sorted({**dict(spec.params), RATINGS: REPLAYED}.items()))
    return replace(spec, params=params, written=spec.written or spec.code)


def _has_ratings(declared: type) -> bool:
    return any(spec.name == RATINGS for spec in describe(declared))
