"""Draw numbers: typed as people draw them at the desk, or drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, ngettext

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.forms.seen import CHANGED_SINCE
from tournaments.models import Player, Tournament
from tournaments.names.ordering import a_to_z
from tournaments.players.selectors.players import roster
from tournaments.players.services.draw_numbers import draw_all, set_draw_number
from tournaments.rights import Right
from tournaments.snapshots import is_of_four
from tournaments.steps.refusals import ServiceError


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A player with what stands in the box, what is stored, and what is wrong with it."""

    player: Player
    typed: str
    error: str = ""

    @property
    def stored(self) -> str:
        return _shown(self.player)


@restoring
@page_for(Right.MANAGE_PLAYERS)
def numbers(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """A box for each player; those that were changed are stored, and what is refused stays in its box."""
    if not is_of_four(tournament):
        raise Http404
    players = a_to_z(tournament, roster(tournament), lambda player: player.number)
    data = typed(request)
    errors: Mapping[int, str] = {}
    filled = {player.pk: _shown(player) if data is None else _typed(data, player) for player in players}
    if request.method == "POST":
        store = _draw if "draw" in request.POST else _store
        errors = store(request, tournament, players, filled)
        if not errors:
            return redirect("desk:numbers", tournament.slug)
    rows = [NumberRow(player, filled[player.pk], errors.get(player.pk, "")) for player in players]
    is_fixed = tournament.rounds.exists() or bool(tournament.schedule)
    return page(request, tournament, "players/desk/numbers.html", "players", numbers=rows, is_fixed=is_fixed)


def _shown(player: Player) -> str:
    return str(player.draw_number or "")


def _typed(data: Mapping[str, str], player: Player) -> str:
    """What is in the box; one that no one touched here follows what is stored (`seen_N` is what the page showed)."""
    number = data.get(f"number_{player.number}", "").strip()
    return _shown(player) if number == data.get(f"seen_{player.number}") else number


def _clashes(request: DeskRequest, changed: list[Player]) -> dict[int, str]:
    """Numbers typed here that another window has changed since the page was opened."""
    seen = {player.pk: request.POST.get(f"seen_{player.number}", _shown(player)) for player in changed}
    return {
        player.pk: str(CHANGED_SINCE) % {"stored": _shown(player) or _("empty")}
        for player in changed
        if seen[player.pk] != _shown(player)
    }


def _draw(
    request: DeskRequest, tournament: Tournament, players: list[Player], typed: Mapping[int, str]
) -> dict[int, str]:
    """What has been typed, and lots for the others."""
    errors = _store(request, tournament, players, typed)
    if errors:
        return errors
    try:
        drawn = draw_all(tournament=tournament, actor=request.user)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        text = ngettext("%(count)s number is drawn by lot.", "%(count)s numbers are drawn by lot.", drawn)
        messages.success(request, text % {"count": drawn})
    return {}


def _store(
    request: DeskRequest, tournament: Tournament, players: list[Player], typed: Mapping[int, str]
) -> dict[int, str]:
    """Store what was changed; refusals by player."""
    changed = [player for player in players if typed[player.pk] != _shown(player)]
    clashes = _clashes(request, changed)
    if clashes:
        return clashes
    wanted = {typed[player.pk] for player in changed}
    try:
        # Two who exchange their numbers: what another one of them is to have is given back first.
        for player in changed:
            if _shown(player) and _shown(player) in wanted:
                set_draw_number(tournament=tournament, actor=request.user, player=player, number=None)
    except ServiceError as error:
        messages.error(request, str(error))
        return dict.fromkeys([player.pk for player in changed], "")
    said = {player.pk: _set(request, tournament, player, typed[player.pk]) for player in changed}
    errors = {key: text for key, text in said.items() if text}
    if changed and not errors:
        messages.success(request, _("The numbers are saved."))
    return errors


def _set(request: DeskRequest, tournament: Tournament, player: Player, text: str) -> str:
    """Why the number could not be stored, or nothing."""
    wanted: Any = text or None  # the service reads it
    try:
        set_draw_number(tournament=tournament, actor=request.user, player=player, number=wanted)
    except ServiceError as error:
        return error.about(_("Number"))
    return ""
