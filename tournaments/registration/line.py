"""The line of places, without Django and without a clock of its own: who has a place, who waits, who is offered one.

Places are given in the order of `Place.line`. Whoever does not take an offered place lets it go to the next: who stays
on the list keeps the order, who does not answer goes behind all others. A place that somebody else gives up later is
for the first in line again (`freed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

RECEIVED, LOOK, CORRECT, OFFERED = "received", "look", "correct", "offered"
WAITING, ENTERED, WITHDRAWN, REFUSED = "waiting", "entered", "withdrawn", "refused"
# Whoever is in one of these holds a place.
HOLDING = frozenset({RECEIVED, LOOK, CORRECT, OFFERED, ENTERED})
OVER = frozenset({WITHDRAWN, REFUSED})
# So long the place of an address waits for being confirmed.
CONFIRMING = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Rules:
    """How places are given. None: no limit; `offered_for` None: the first in line moves up at once.

    `others` are places of players who did not sign up: the desk added them. `is_open`: places are given by themselves,
    which ends with the pairings of round 1.
    """

    capacity: int | None = None
    waiting_most: int | None = None
    needs_desk: bool = False
    confirms: bool = False
    offered_for: timedelta | None = None
    others: int = 0
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """An entry as far as its place goes. `is_gone`: entered, and no longer on the list of players."""

    number: int
    state: str
    line: int
    expires_at: datetime | None = None
    passed: bool = False
    confirmed: bool = True
    doubtful: bool = False
    is_gone: bool = False


Places = Mapping[int, Place]


def taken(places: Iterable[Place], rules: Rules) -> int:
    """How many places somebody holds."""
    return rules.others + sum(place.state in HOLDING for place in places)


def free(places: Iterable[Place], rules: Rules) -> int | None:
    """How many places nobody holds; None: there is no limit."""
    return None if rules.capacity is None else rules.capacity - taken(places, rules)


def waiting(places: Iterable[Place]) -> list[Place]:
    """Who waits, the first in line first."""
    return sorted((place for place in places if place.state == WAITING), key=lambda place: place.line)


def place_in_line(places: Iterable[Place], number: int) -> int | None:
    """1 for the first in line; None for who does not wait."""
    numbers = [place.number for place in waiting(places)]
    return numbers.index(number) + 1 if number in numbers else None


def newcomer(places: Places, rules: Rules, place: Place, now: datetime) -> Place | None:
    """Somebody who signs up, with a place or in line; None: both are full. What is due has been done before."""
    line = waiting(places.values())
    room = free(places.values(), rules)
    if (room is None or room > 0) and not (line and not all(one.passed for one in line)):
        return with_place(place, rules, now)
    if rules.waiting_most is not None and len(line) >= rules.waiting_most:
        return None
    return replace(place, state=WAITING)


def with_place(place: Place, rules: Rules, now: datetime) -> Place:
    """The entry with a place: entered, unless the desk or the owner of the address has a word to say first."""
    state = LOOK if place.doubtful else RECEIVED if rules.needs_desk or not place.confirmed else ENTERED
    until = None if place.confirmed else now + CONFIRMING
    return replace(place, state=state, expires_at=until, passed=False)


def freed(places: Places) -> dict[int, Place]:
    """A place is free that nobody has been offered: it is for the first in line, whoever passed before."""
    return {number: replace(place, passed=False) for number, place in places.items()}


def settled(places: Places, rules: Rules, now: datetime) -> dict[int, Place]:
    """The line after all that is due by now: what has run out ends, and free places go to the first in line."""
    found = _run_out(dict(places), now)
    if rules.is_open:
        while (room := free(found.values(), rules)) is None or room > 0:
            first = next((place for place in waiting(found.values()) if not place.passed), None)
            if first is None:
                break
            found[first.number] = _moved_up(first, rules, now)
    return found


def _run_out(places: dict[int, Place], now: datetime) -> dict[int, Place]:
    """Offers nobody answered, addresses nobody confirmed, players who were taken off the list."""
    for place in sorted(places.values(), key=lambda place: (place.expires_at or now, place.line)):
        is_late = place.expires_at is not None and place.expires_at <= now
        if place.state == OFFERED and is_late:
            behind = 1 + max(other.line for other in places.values())
            places[place.number] = passed_on(replace(place, line=behind))
        elif place.is_gone or (place.state in (RECEIVED, LOOK) and is_late):
            places[place.number] = replace(place, state=WITHDRAWN, expires_at=None)
            places = freed(places)
    return places


def passed_on(place: Place) -> Place:
    """An offer that was not taken: back in line, and this place goes on to the next."""
    return replace(place, state=WAITING, expires_at=None, passed=True)


def _moved_up(place: Place, rules: Rules, now: datetime) -> Place:
    if rules.offered_for is None:
        return with_place(place, rules, now)
    return replace(place, state=OFFERED, expires_at=now + rules.offered_for)


def reordered(places: Places, number: int, to: int) -> dict[int, Place]:
    """The line with one entry at place `to` of those who wait; the others keep their order."""
    line = waiting(places.values())
    lines = [place.line for place in line]
    order = [place for place in line if place.number != number]
    order.insert(to - 1, places[number])
    moved = {place.number: replace(place, line=at) for place, at in zip(order, lines, strict=True)}
    return {**places, **moved}
