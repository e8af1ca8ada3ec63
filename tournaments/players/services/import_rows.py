"""A line of a list of players, and what would become of it: who has the name already, in the event or in the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.labels import label_of_player
from tournaments.models import Player
from tournaments.steps.names import folded

NEW, UPDATE, SAME, DUPLICATE, ERROR = "new", "update", "same", "duplicate", "error"
UNCLEAR = "unclear"
KINDS = (NEW, UPDATE, SAME, DUPLICATE, UNCLEAR, ERROR)
SKIP = "skip"
_USUAL = {NEW: NEW, UPDATE: UPDATE, SAME: SKIP, DUPLICATE: SKIP, UNCLEAR: SKIP, ERROR: SKIP}


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A value that is kept aside: the column it stands in, as a reader calls it, and what stands there."""

    column: str
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list and what would become of it: `kind` is new, update, same, duplicate, unclear or error.

    `index` counts the rows from 1 and is what a decision names; `line` is the line of the list, for messages.
    `player` is the number of the player it names already; `message` (lazy) says why it is no plain new
    player. `not_taken` are values of the line that go nowhere, each with the column it stands in. `is_another`:
    somebody has this name, but with another club, so it is another person.
    """

    index: int
    line: int
    kind: str
    values: Mapping[str, Any]
    player: int | None = None
    field: str | None = None
    message: object = ""
    not_taken: tuple[NotTaken, ...] = ()
    is_another: bool = False

    @property
    def usual(self) -> str:
        """What happens unless decided otherwise: new, update or skip."""
        return NEW if self.is_another else _USUAL[self.kind]


# Lines so far by the key of their name.
Seen = dict[str, list[Row]]


def against_lines(
    line: int, values: Mapping[str, Any], earlier: Sequence[Row], players: Sequence[Player]
) -> Row:
    """The line beside earlier ones of the same name, and beside the players who are registered by it."""
    club = values.get("club") or ""
    same = next((row for row in earlier if not _are_apart(row.values.get("club") or "", club)), None)
    if same is not None:
        text = _("line %(line)s has the same name") % {"line": same.line}
        return Row(0, line, DUPLICATE, values, field="name", message=text)
    taken = {row.player for row in earlier if not row.is_another}
    found = _against_known(line, values, [player for player in players if player.number not in taken])
    if not earlier or found.kind != NEW:
        return found
    text = _("line %(line)s has the same name, but another club") % {"line": earlier[0].line}
    return replace(found, kind=DUPLICATE, field="name", message=text, is_another=True)


def _are_apart(club: str, other: str) -> bool:
    """Whether two of one name are two people: both have a club, and not the same one. A rating tells nothing here: it
    changes from list to list.
    """
    return bool(club and other) and folded(club) != folded(other)


def _against_known(line: int, values: Mapping[str, Any], players: Sequence[Player]) -> Row:
    """The line beside the registered players of its name: with a club of its own it is about none of another club."""
    if not players:
        return Row(0, line, NEW, values)
    club = values.get("club") or ""
    of_club = [player for player in players if club and folded(player.club) == folded(club)]
    if len(players) > 1 and len(of_club) != 1:
        text = _("%(count)s players have this name") % {"count": len(players)}
        is_another = all(_are_apart(player.club, club) for player in players)
        return Row(0, line, DUPLICATE, values, field="name", message=text, is_another=is_another)
    (player,) = of_club if len(players) > 1 else players
    if _are_apart(player.club, club):
        text = _("a registered player has this name, but another club: %(club)s") % {"club": player.club}
        return Row(0, line, DUPLICATE, values, player.number, field="name", message=text, is_another=True)
    changed = changes(player, values)
    if not changed:
        return Row(0, line, SAME, values, player.number, message=_("already registered"))
    text = _("already registered; this changes: %(fields)s") % {
        "fields": ", ".join(map(label_of_player, changed))
    }
    return Row(0, line, UPDATE, values, player.number, message=text)


def changes(player: Player, values: Mapping[str, object]) -> dict[str, object]:
    """Fields the list gives and the player has otherwise. An empty cell never empties a field."""
    return {
        k: v for k, v in values.items() if k != "name" and v not in (None, "") and getattr(player, k) != v
    }
