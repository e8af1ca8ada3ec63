"""Lists from A to Z: by the sort names of the players of an event, which is the family name first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from tournaments.models import Player, Tournament
from tournaments.selectors.by_version import by_version
from tournaments.selectors.names import folded, sort_name_of

T = TypeVar("T")


def sort_names(tournament: Tournament) -> Mapping[int, str]:
    """The sort name of every player by number, kept by the version of the event: one question for all lists."""
    kept: tuple[int, Mapping[int, str]] | None = tournament.__dict__.get("_sort_names")
    if kept is None or kept[0] != tournament.version:
        kept = tournament.version, by_version(tournament, "sort_names", lambda: _sort_names(tournament))
        tournament.__dict__["_sort_names"] = kept
    return kept[1]


def _sort_names(tournament: Tournament) -> dict[int, str]:
    rows = Player.objects.filter(tournament=tournament).values_list("number", "name", "sort_name")
    return {number: sort_name_of(name, stored) for number, name, stored in rows}


def a_to_z(tournament: Tournament, rows: Iterable[T], number: Callable[[T], int]) -> list[T]:
    """Rows about players in the order of their sort names; accents do not put É behind Z."""
    by = sort_names(tournament)
    return sorted(rows, key=lambda row: (folded(by.get(number(row), "")), number(row)))
