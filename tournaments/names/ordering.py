"""Lists from A to Z: by the sort names of the players of an event, which is the family name first."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from tournaments.models import Player, Tournament
from tournaments.names.alphabets import collated
from tournaments.steps.names import sort_name_of
from tournaments.steps.version_cache import at_hand

T = TypeVar("T")


def sort_names(tournament: Tournament) -> Mapping[int, str]:
    """The sort name of every player by number, kept by the version of the event: one question for all lists."""
    return at_hand(tournament, "sort_names", lambda: _sort_names(tournament), by="people_version")


def _sort_names(tournament: Tournament) -> dict[int, str]:
    rows = Player.objects.filter(tournament=tournament).values_list("number", "name", "sort_name")
    return {number: sort_name_of(name, stored) for number, name, stored in rows}


def a_to_z(tournament: Tournament, rows: Iterable[T], number: Callable[[T], int]) -> list[T]:
    """Rows about players in the order of their sort names, by the alphabet of the event's language."""
    places = at_hand(tournament, "a_to_z", lambda: _places(tournament))
    return sorted(rows, key=lambda row: places.get(number(row), (-1, number(row))))


def _places(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """Where each player stands in a list of all."""
    keys = [(collated(name, tournament.language), n) for n, name in sort_names(tournament).items()]
    return {number: (place, number) for place, (_key, number) in enumerate(sorted(keys))}
