"""Title and federation of a player, as lists show them beside the name where the event says so."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q

from tournaments import audience
from tournaments.models import Player, Tournament
from tournaments.steps.version_cache import at_hand


class Beside(NamedTuple):
    """What stands before a name, and what behind it."""

    title: str
    federation: str


NOTHING = Beside("", "")


def of_event(tournament: Tournament) -> Mapping[int, Beside]:
    """By number, of those who have any; kept by the event's version. Empty where they are not shown."""
    if not tournament.show_titles:
        return {}
    return at_hand(tournament, "titles", lambda: _read(tournament), by="people_version")


def _read(tournament: Tournament) -> dict[int, Beside]:
    """For the public without those whose names are hidden: a rare title would tell them."""
    rows = Player.objects.filter(tournament=tournament).exclude(Q(title="") & Q(federation=""))
    if audience.is_public():
        rows = rows.filter(public_name="")
    return {number: Beside(*texts) for number, *texts in rows.values_list("number", "title", "federation")}
