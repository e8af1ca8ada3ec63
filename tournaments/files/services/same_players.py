"""Who in a report is whom of an event: by FIDE ID, by start number and name, by name, by start number and games."""

from collections import Counter
from collections.abc import Container, Mapping

from pairing.model.field import Field
from pairing.model.folding import folded
from pairing.model.types import Snapshot

Keys = Mapping[int, object]


def same_players(here: Snapshot, report: Snapshot) -> dict[int, int]:
    """Numbers of the event by id in the report.

    Two FIDE IDs are never one player; a name that several have tells nobody apart. A name that was corrected is known
    again once rounds are paired, by those who were met.
    """
    rounds = min(len(here.rounds), len(report.rounds))
    found: dict[int, int] = {}
    their_ids, fide_ids = _fide_ids(here), _fide_ids(report)
    for mine, theirs in zip(_keys(here, rounds), _keys(report, rounds), strict=True):
        left, new = _alone(mine, set(found.values())), _alone(theirs, found)
        for key in left.keys() & new.keys():
            both = {their_ids.get(left[key]), fide_ids.get(new[key])} - {None}
            if len(both) < 2:
                found[new[key]] = left[key]
    return found


def _fide_ids(snapshot: Snapshot) -> dict[int, int]:
    return {entrant.id: entrant.fide_id for entrant in snapshot.entrants if entrant.fide_id}


def _keys(snapshot: Snapshot, rounds: int) -> tuple[Keys, Keys, Keys, Keys]:
    """What players are known by, the surest first. Start numbers count those who have not left."""
    place, names = Field(snapshot).start_place, {e.id: folded(e.name) for e in snapshot.entrants}
    there = sorted((e.id for e in snapshot.entrants if e.left_after_round is None), key=lambda id: place[id])
    start = {id: number for number, id in enumerate(there)}
    games: dict[int, dict[int, int | None]] = {}
    for round_ in snapshot.rounds[:rounds]:
        for match in round_.matches:
            for one, other in (match.seats, match.seats[::-1]):
                games.setdefault(one, {})[round_.number] = start.get(other)
    return (
        _fide_ids(snapshot),
        {id: (number, names[id]) for id, number in start.items()},
        names,
        {id: (number, *games[id].items()) for id, number in start.items() if id in games},
    )


def _alone(keys: Keys, known: Container[int]) -> dict[object, int]:
    """Of those not known yet, whom a key names alone."""
    left = {id: key for id, key in keys.items() if id not in known}
    counted = Counter(left.values())
    return {key: id for id, key in left.items() if counted[key] == 1}
