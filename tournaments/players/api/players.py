"""Players: registered one by one, many at once or from a list; changed, removed, looked up."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import PlayerView
from tournaments.api.endpoint import endpoint
from tournaments.api.serializers.players import (
    FileIn,
    ImportedOut,
    ImportIn,
    ImportPlanOut,
    PlayedOut,
    PlayerChange,
    PlayerIn,
    PlayerQuery,
    PlayersIn,
    StaffPlayerOut,
    played_rounds,
)
from tournaments.corrections.services import edits
from tournaments.files.services import event_files
from tournaments.models import Player
from tournaments.players.selectors.players import house_players, roster
from tournaments.players.services import bulk, imports, players
from tournaments.steps.names import matches, searched


class Players(PlayerView):
    @endpoint(
        "list_players",
        "Players in the order of registration.",
        query=PlayerQuery,
        gives=StaffPlayerOut,
        paged=True,
    )
    def get(self, request: Request, query: dict[str, Any]) -> object:
        rows = house_players(self.event, drafts=self.sees_drafts) if query["house"] else roster(self.event)
        if "search" not in query:
            return rows
        return [
            player for player in rows if matches(query["search"], searched(player.name, player.sort_name))
        ]

    @endpoint(
        "add_player",
        "Register a player; after the first pairing this is a late entry.",
        takes=PlayerIn,
        gives=StaffPlayerOut,
        status=201,
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        player = players.add_player(tournament=self.event, actor=self.actor, **data)
        where = reverse("api:player", [self.event.slug, player.number], request=request)
        return self.shown(StaffPlayerOut, player, status=201, where=where)


class Bulk(PlayerView):
    @endpoint(
        "add_players",
        "Register many players at once: all or none.",
        takes=PlayersIn,
        gives=StaffPlayerOut,
        many=True,
        status=201,
        description="A name that is there already, or twice in the list, is refused; `allow_duplicate`, of the "
        "player or of the whole list, says that this is another person.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> object:
        return bulk.add_players(tournament=self.event, actor=self.actor, **data)


class ImportPreview(PlayerView):
    max_bytes = event_files.MAX_BYTES

    @endpoint(
        "preview_import",
        "What importing a list would do; nothing is changed.",
        takes=FileIn,
        gives=ImportPlanOut,
        own_transaction=True,
    )
    def post(self, request: Request, data: dict[str, Any]) -> object:
        return imports.preview_import(tournament=self.event, **data)


class Import(PlayerView):
    max_bytes = event_files.MAX_BYTES

    @endpoint(
        "import_players",
        "Import a list as previewed: everything or nothing.",
        takes=ImportIn,
        gives=ImportedOut,
        own_transaction=True,
    )
    def post(self, request: Request, data: dict[str, Any]) -> object:
        return imports.apply_import(tournament=self.event, actor=self.actor, **data)


class OnePlayer(PlayerView):
    @endpoint("read_player", "One player.", gives=StaffPlayerOut)
    def get(self, request: Request, number: int) -> Player:
        return self.player(number)

    @endpoint(
        "update_player",
        "Change what is known of a player.",
        takes=PlayerChange,
        gives=StaffPlayerOut,
        description="Once a round is paired, ratings, the ranking and (as long as nobody sits at the tables) a fixed "
        "table are edits of the past: they need a `reason`. What they would change: `preview_impact`, kind `player`.",
    )
    def patch(self, request: Request, number: int, data: dict[str, Any]) -> Player:
        given: dict[str, Any] = {"tournament": self.event, "actor": self.actor, **data}
        return edits.change_player(player=self.player(number), **given)

    @endpoint("remove_player", "Take a player who was never paired off the list.")
    def delete(self, request: Request, number: int) -> None:
        players.remove_player(tournament=self.event, actor=self.actor, player=self.player(number))


class History(PlayerView):
    @endpoint("player_history", "One player, round by round.", gives=PlayedOut, many=True)
    def get(self, request: Request, number: int) -> list[dict[str, object]]:
        return played_rounds(self.event, self.player(number), drafts=self.sees_drafts)
