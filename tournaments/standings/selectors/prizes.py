"""Who wins the prizes of an event, by its standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Player, Tournament
from tournaments.standings.selectors.standings import Line, standings
from tournaments.steps.names import folded


@dataclass(frozen=True, slots=True)
class Prize:
    """What there is to win, for whom, and who wins it now, the best first."""

    name: str
    places: int
    rating_below: int | None
    club: str
    note: str
    exclusive: bool
    winners: tuple[Line, ...]


def prizes(tournament: Tournament) -> list[Prize]:
    """The prizes in the order in which they are given, each to the best players who are in its category.

    Players who are equal to the last one who gets it share it. Nobody wins two exclusive prizes: the first one counts.
    Before a round is completed nobody wins anything.
    """
    if not tournament.prizes:
        return []
    table, notes = standings(tournament), _notes(tournament)
    lines = table.lines if table.after_round else ()
    taken: set[int] = set()
    found = []
    for prize in tournament.prizes:
        fit = [
            line
            for line in lines
            if _fits(prize, line, notes.get(line.number, ""))
            and not (prize["exclusive"] and line.number in taken)
        ]
        winners = _best(fit, prize["places"])
        if prize["exclusive"]:
            taken |= {line.number for line in winners}
        found.append(Prize(**prize, winners=winners))
    return found


def public_prizes(tournament: Tournament) -> list[Prize]:
    """What the public pages say of them: nothing, unless the event shows them."""
    return prizes(tournament) if tournament.show_prizes else []


def _notes(tournament: Tournament) -> dict[int, str]:
    """The notes of the players, where a prize asks for them."""
    if not any(prize["note"] for prize in tournament.prizes):
        return {}
    rows = Player.objects.filter(tournament=tournament).exclude(note="")
    return dict(rows.values_list("number", "note"))


def _fits(prize: Mapping[str, Any], line: Line, note: str) -> bool:
    """Whether the player is in the category of the prize. Without a rating nobody is below one."""
    below = prize["rating_below"]
    if below is not None and (line.rating is None or line.rating >= below):
        return False
    if prize["club"] and folded(prize["club"]) != folded(line.club):
        return False
    return not prize["note"] or folded(prize["note"]) in folded(note)


def _best(lines: list[Line], places: int) -> tuple[Line, ...]:
    """The first so many, and all who are equal to the last of them."""
    if len(lines) <= places:
        return tuple(lines)
    last = lines[places - 1].rank
    return tuple(line for at, line in enumerate(lines) if at < places or line.rank == last)
