"""Codes of tables and players: where they lead, and new ones when they got into wrong hands."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.desk.base import DeskRequest, page, page_for, player_or_404, tried
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.selectors.table_codes import tables
from tournaments.players.services import codes as service
from tournaments.rights import Right
from tournaments.web.qr import drawn


@page_for(Right.SETTINGS)
def table_codes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """How many codes there are, and new ones for all tables."""
    if request.method == "POST":
        done = _("The tables have new codes. Print them again: the old ones no longer work.")
        tried(request, lambda: service.renew_table_codes(tournament=tournament, actor=request.user), done)
        return redirect("desk:table_codes", tournament.slug)
    return page(request, tournament, "players/desk/table_codes.html", "settings", tables=tables(tournament))


@page_for(Right.MANAGE_PLAYERS)
def player_code(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The code of a player's own page, to be scanned from the screen; and a new one."""
    who = player_or_404(tournament, number)
    if who.house:
        messages.error(request, _("House players have no page of their own."))
        return redirect("desk:player", tournament.slug, number)
    if request.method == "POST":
        done = _("%(name)s has a new code. The old one no longer works.") % {"name": name_of(tournament, who)}
        given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "player": who}
        tried(request, lambda: service.renew_player_key(**given), done)
        return redirect("desk:player_code", tournament.slug, number)
    address = for_phones(request.build_absolute_uri(_path(tournament, who)))
    context = {"player": who, "address": address, "qr": drawn(address)}
    return page(request, tournament, "players/desk/player_code.html", "players", **context)


def _path(tournament: Tournament, player: Player) -> str:
    return reverse("public:me", args=[tournament.slug, player.key])
