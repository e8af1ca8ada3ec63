"""Who sits where in a round of a bracket, told from the round itself: whoever sits there has taken the place.

A result may be corrected when its players have played on already. Then the games before a round say that others should
sit in it; but who played has played, so those games only decide what the round does not show.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.model.field import Field
from pairing.model.types import ByeKind, Match, Round
from pairing.systems.bracket.chart import Source

# How well a match goes with a game. A player who should be there counts most, then whoever played for the same place;
# of equals the match at the table where the game belongs, then the one with the better of the two.
EXPECTED, PLAYED_FOR_IT, AT_ITS_TABLE, BETTER = 20, 18, 3, 1


@dataclass(slots=True)
class Place:
    """One of the two places of a game. `player`: who should sit there, None for nobody; `could`: the players of the
    game it comes from.
    """

    game: int
    source: Source
    player: int | None
    could: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """`player` sits where `instead` should, None where nobody should; `played`: they had played for it."""

    source: Source
    player: int
    instead: int | None
    played: bool


def matches_of(
    places: Mapping[int, Sequence[Place]], matches: Sequence[Match], moved: Callable[[Match], bool]
) -> dict[int, Match]:
    """The match each game was played as. `places`: both places by game in the order of play, the better seed's first;
    `moved`: whether a match may be at another table than its own. Matches of strangers alone belong to no game.
    """
    in_order = sorted(matches, key=lambda match: match.table)
    games = _plainly([match for match in in_order if moved(match)], places)
    used = {index for index, match in enumerate(in_order) if match in games.values()}
    by_table = [index for index, match in enumerate(in_order) if not moved(match)]
    to_be_met = (game for game, both in places.items() if game not in games and _is_met(both, in_order))
    in_turn = dict(zip(to_be_met, by_table, strict=False))
    ranked: list[tuple[int, int, int]] = []
    for game, both in places.items():
        for index, match in enumerate(in_order):
            found = _fit(both, match)
            if found:
                at_table = in_turn.get(game) == index
                ranked.append((-found - at_table * AT_ITS_TABLE, game, index))
    ranked.sort()
    for _, game, index in ranked:
        if game not in games and index not in used:
            games[game] = in_order[index]
            used.add(index)
    expected = {place.player for both in places.values() for place in both}
    left = [m for i, m in enumerate(in_order) if i not in used and expected & set(m.seats)]
    free = [game for game in places if game not in games]
    return games | dict(zip(free, left, strict=False))


def _is_met(both: Sequence[Place], matches: Sequence[Match]) -> bool:
    """Whether each place of a game can have somebody who plays in the round. The others have no table."""
    seated = {player for match in matches for player in match.seats}
    return all(place.player in seated or not seated.isdisjoint(place.could) for place in both)


def _plainly(matches: Sequence[Match], places: Mapping[int, Sequence[Place]]) -> dict[int, Match]:
    """The games of those matches that go well with one game and with no other."""
    found: dict[int, Match] = {}
    for match in matches:
        fits = sorted(((_fit(both, match), game) for game, both in places.items()), reverse=True)
        second = fits[1][0] if len(fits) > 1 else 0
        if fits and fits[0][0] > second + BETTER and fits[0][1] not in found:
            found[fits[0][1]] = match
    return found


def _fit(both: Sequence[Place], match: Match) -> int:
    one, other = match.seats
    return max(
        _goes(both[0], one, BETTER) + _goes(both[1], other),
        _goes(both[0], other, BETTER) + _goes(both[1], one),
    )


def _goes(place: Place, player: int, better: int = 0) -> int:
    if place.player == player:
        return EXPECTED + better
    return PLAYED_FOR_IT if player in place.could else 0


def taken_in(
    places: Mapping[int, Sequence[Place]], games: Mapping[int, Match], resting: Callable[[int], bool]
) -> Iterable[Taken]:
    """Places that others have taken, one after the other; whoever reads them has to change `places` before the next.

    Lower seeds who have changed places within the round have taken none. `resting`: whether somebody has the bye of
    whoever misses an opponent, although no place of the round is theirs.
    """
    for first in (True, False):
        for game, both in places.items():
            match = games.get(game)
            for place in both:
                found = _instead(place, places, match, resting) if first else _stranger(place, both, games)
                if first and found is None and match is not None:
                    found = _elsewhere(place, places, games)
                if found is not None:
                    yield Taken(place.source, found, place.player, first)


def _instead(
    place: Place,
    places: Mapping[int, Sequence[Place]],
    match: Match | None,
    resting: Callable[[int], bool],
) -> int | None:
    """Who has played for the place and sits there instead, or rests there."""
    if match is None:
        return next((p for p in place.could if p != place.player and resting(p)), None)
    if place.player in match.seats:
        return None
    right = {other.player for other in places[place.game]}
    return next((p for p in match.seats if p in place.could and p not in right), None)


def _elsewhere(place: Place, places: Mapping[int, Sequence[Place]], games: Mapping[int, Match]) -> int | None:
    """Who has played for the place and sits at another game: lower seeds have changed places."""
    seated = {player for match in games.values() for player in match.seats}
    if place.player in seated:
        return None
    expected = {other.player for both in places.values() for other in both}
    return next((p for p in place.could if p in seated and p not in expected), None)


def _stranger(place: Place, both: Sequence[Place], games: Mapping[int, Match]) -> int | None:
    """Who sits in the place of somebody who plays nowhere in the round."""
    match = games.get(place.game)
    if match is None or any(place.player in m.seats for m in games.values()):
        return None
    right = {other.player for other in both}
    return next((p for p in match.seats if p not in right), None)


def is_of_a_later_stage(
    places: Iterable[Place], matches: Sequence[Match], waits: Callable[[int], bool]
) -> bool:
    """Whether a round cannot be that of these places: somebody plays who waited for a later one, and nobody of one game
    meets. So nobody met here when the round was paired.
    """
    all_places = list(places)
    seated = {player for match in matches for player in match.seats}
    expected = {place.player for place in all_places}
    free = [place for place in all_places if place.player not in seated]
    late = [p for p in seated - expected if waits(p) and not any(p in place.could for place in free)]
    by_game: dict[int, set[int | None]] = {}
    for place in all_places:
        by_game.setdefault(place.game, set()).add(place.player)
    return bool(late) and not any(set(match.seats) in by_game.values() for match in matches)


def has_own_table(field: Field, match: Match) -> bool:
    """Whether the match may be at another table than its turn."""
    tables = (field.entrants[p].fixed_table for p in match.seats if p in field.entrants)
    return any(table is not None for table in tables)


def in_it(round_: Round) -> set[int]:
    """Who has a match, or a bye that says that they are still in."""
    byes = {bye.player for bye in round_.byes if bye.kind is not ByeKind.ABSENT}
    return byes.union(*(match.seats for match in round_.matches))
