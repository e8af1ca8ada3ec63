"""How the public reads a name, and that it stands beside the name whenever that or a wish about it has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.models import NameForm, Player, Tournament
from tournaments.steps.delta import Delta
from tournaments.steps.names import guessed_sort_name, is_family_first, sort_name_of

SECTIONS = frozenset({"players", "settings"})
# What of a player, and of an event, says how the public reads a name.
_OF_PLAYER = {"name", "sort_name", "name_form"}
_OF_EVENT = {"name_form"}


def redacted(name: str, sort_name: str, number: int, form: str) -> str:
    """The name as the public reads it: `Anna K.`, `A. K.` or `#17`.

    What else would be read with no more than it says: a name of one word as its initial, and so a name that is written
    without a blank between its parts.
    """
    return _FORMS[NameForm(form)](name, sort_name, number)


def _first_and_initial(name: str, sort_name: str, _number: int) -> str:
    family, given = _parts(name, sort_name)
    if not given:
        return _initial(family)
    first, last = given.split()[0], _initial(family)
    return f"{last} {first}" if is_family_first(family) else f"{first} {last}"


def _initials(name: str, sort_name: str, _number: int) -> str:
    family, given = _parts(name, sort_name)
    initials = [_initial(part) for part in (given, family) if part]
    return " ".join(reversed(initials) if is_family_first(family) else initials)


def _parts(name: str, sort_name: str) -> tuple[str, str]:
    """Family name and given names; the sort name tells unless it is a reading in other letters."""
    known = sort_name_of(name, sort_name)
    if "," not in known or is_family_first(name):
        known = guessed_sort_name(name)
    family, comma, given = known.partition(",")
    if not comma:
        family, _blank, given = name.partition(" ")
    return family.strip(), given.strip()


def _initial(part: str) -> str:
    letter = next((sign for sign in part if sign.isalnum()), "")
    return f"{letter.upper()}." if letter else "–"


_FORMS: Mapping[NameForm, Callable[[str, str, int], str]] = {
    NameForm.FULL: lambda name, sort_name, number: name,
    NameForm.FIRST_INITIAL: _first_and_initial,
    NameForm.INITIALS: _initials,
    NameForm.CODE: lambda name, sort_name, number: f"#{number}",
}


def form_of(tournament: Tournament, player: Player) -> str:
    """How the public reads the name of a player: the player's own wish, else that of the event."""
    if player.house:
        return NameForm.FULL
    return player.name_form or tournament.name_form


def public_name_of(tournament: Tournament, player: Player) -> str:
    """What stands beside the name of a player; "" where it is the name itself."""
    shown = redacted(player.name, player.sort_name, player.number, form_of(tournament, player))
    return "" if shown == player.name else shown


def refresh(tournament: Tournament) -> None:
    """Write beside each name of the event what the public reads; call it inside a change."""
    players = list(Player.objects.filter(tournament=tournament))
    changed = []
    for player in players:
        if player.public_name != (shown := public_name_of(tournament, player)):
            player.public_name = shown
            changed.append(player)
    Player.objects.bulk_update(changed, ["public_name"], batch_size=200)
    persons = {player.identity_id for player in players} - {None}
    elsewhere = Player.objects.filter(identity__in=persons).exclude(public_name="")
    hidden = any(form_of(tournament, player) != NameForm.FULL for player in players) or elsewhere.exists()
    if changed or hidden != tournament.has_hidden_names:
        # What is kept of names alone is another one now.
        now = {"has_hidden_names": hidden, "people_version": tournament.version}
        Tournament.objects.filter(pk=tournament.pk).update(**now)
        vars(tournament).update(now)


def step_recorded(tournament: Tournament, delta: Delta) -> None:
    """A listener of what steps have changed (`steps.listeners`): names follow it."""
    if is_concerned(tournament, delta):
        tournament.refresh_from_db(fields=["name_form"])
        refresh(tournament)


def is_concerned(tournament: Tournament, delta: Delta) -> bool:
    """Whether a step may have changed how the public reads any name of the event."""
    players, of_event = delta.get("players", {}).values(), delta.get("settings", {}).get("event", {})
    hides = tournament.has_hidden_names or tournament.name_form != NameForm.FULL
    return bool(_OF_EVENT & of_event.keys()) or any(_concerns(change, hides=hides) for change in players)


def _concerns(change: Any, *, hides: bool) -> bool:
    """Whether a change of a player changes what the public reads; `hides`: of any name of the event."""
    if isinstance(change, list):
        return change[1] is not None and (hides or bool(change[1].get("name_form")))
    return "name_form" in change or (hides and bool(_OF_PLAYER & change.keys()))
