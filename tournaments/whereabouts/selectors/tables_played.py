"""One table as those who sit there find it: the round that is played at it now, and who plays."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.events.selectors.events import RoundHead
from tournaments.models import Tournament
from tournaments.queue.selectors.now import has_queue, read
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.whereabouts import Place


@dataclass(frozen=True, slots=True)
class Played:
    """A table in a round that is not over. `places` are those of its players in the order of the seats."""

    match_id: int
    round_number: int
    table: int
    places: tuple[Place, ...]

    @property
    def is_missing(self) -> bool:
        return self.places[0].is_missing

    @property
    def people(self) -> tuple[Place, ...]:
        """Those who can answer for themselves: nobody speaks for a house player."""
        return tuple(place for place in self.places if place.seat and not place.seat.house)


def played_at(tournament: Tournament, table: int) -> Played | None:
    """What is played at a table: in the current round, or, once that is done there, in the one paired ahead."""
    now = whereabouts.places(tournament)
    if has_queue(tournament):
        match = read(tournament).at_table.get(table)
        at_it = (p for p in now.by_number.values() if match and (p.round_number, p.table) == match.id)
        return next((_of_place(place) for place in at_it if place.seat is not None), None)
    if now.side_by_side:
        here = [p for p in now.by_number.values() if p.table == table and p.is_missing and p.seat is not None]
        return min((_of_place(place) for place in here), key=lambda played: played.round_number, default=None)
    first = _at(now.current, now.by_number, table)
    later = _at(now.ahead, now.next_by_number, table)
    if first is not None and later is not None:
        return first if first.is_missing else later
    return first or later


def played_by(tournament: Tournament, number: int) -> tuple[Played, ...]:
    """The tables at which this player sits in rounds that are not over: one, or two where a round is paired ahead."""
    now = whereabouts.places(tournament)
    if now.side_by_side:
        own = (now.by_number.get(number), now.next_by_number.get(number))
        return tuple(_of_place(place) for place in own if place is not None and place.seat is not None)
    found = []
    for head, places in ((now.current, now.by_number), (now.ahead, now.next_by_number)):
        table = places[number].table if number in places else None
        played = _at(head, places, table) if table is not None else None
        if played is not None:
            found.append(played)
    return tuple(found)


def _of_place(place: Place) -> Played:
    """The match of a place, with the places of all who sit there."""
    rows = place.table_rows
    places = tuple(
        replace(
            place, number=row.number, name=row.name, seat=row, others=tuple(o for o in rows if o is not row)
        )
        for row in rows
    )
    return Played(place.match_id or 0, place.round_number, place.table or 0, places)


def _at(head: RoundHead | None, places: Mapping[int, Place], table: int) -> Played | None:
    if head is None or head.is_completed:
        return None
    here = [place for place in places.values() if place.table == table and place.seat is not None]
    if not here:
        return None
    here.sort(key=lambda place: place.seat.position if place.seat else 0)
    return Played(here[0].match_id or 0, head.number, table, tuple(here))
