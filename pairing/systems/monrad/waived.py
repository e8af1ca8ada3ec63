"""What an organiser may allow when no legal pairing exists, tried in order; each only if the one before failed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from pairing.model.field import Field
from pairing.systems.monrad.lineup import Lineup


class Waivable(Protocol):
    """What an organiser may allow for one round."""

    @property
    def allow_rematches(self) -> bool: ...
    @property
    def allow_second_bye(self) -> bool: ...


def attempts(lineup: Lineup, field: Field, options: Waivable) -> Iterator[Lineup]:
    """The lineup by the rules; with a second bye; with rematches; with both. Rematches come after the second bye,
    since rule 3 is the one that is "never waived" of itself; with both, the fewest rematches count first.
    """
    yield lineup
    # "Decisions": offered where nothing is legal, never given unasked.
    second = options.allow_second_bye and lineup.odd
    if second:
        yield replace(lineup, had_bye=frozenset())
    if options.allow_rematches:
        again = last_meetings(lineup, field)
        yield replace(lineup, again=again)
        if second:
            yield replace(lineup, again=again, had_bye=frozenset())


def last_meetings(lineup: Lineup, field: Field) -> dict[int, dict[int, int]]:
    """Per player the players he has met and is not forbidden to meet, with the round of the last meeting."""
    again: dict[int, dict[int, int]] = {p: {} for players in lineup.groups for p in players}
    for round_ in field.rounds:
        for match in round_.matches:
            a, b = match.seats
            if a in again and b in again and not field.is_apart(a, b):
                again[a][b] = again[b][a] = round_.number
    return again
