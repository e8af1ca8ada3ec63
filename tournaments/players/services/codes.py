"""New codes for old ones that got into wrong hands: of the tables, or of one player. The old ones open nothing then."""

from __future__ import annotations

from accounts.models import User
from tournaments.models import Action, Player, Tournament
from tournaments.models.event import new_table_key
from tournaments.models.player import new_key
from tournaments.names.namesakes import name_of
from tournaments.players.services.players import fresh
from tournaments.steps import log
from tournaments.steps.changes import changing


def renew_table_codes(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Every printed code of a table is void. Errors: `event_finished`."""
    with changing(tournament, touches=(), followed_too=True):
        tournament.table_key = new_table_key()
        tournament.save(update_fields=["table_key"])
        log.write(tournament=tournament, actor=actor, action=Action.CODES_RENEWED, after={"codes": "tables"})
    return tournament


def renew_player_key(*, tournament: Tournament, actor: User | None, player: Player) -> Player:
    """The player's own page moves to another address. Errors: `house_player`, `not_of_event`."""
    with changing(tournament, touches=("players",), followed_too=True):
        player = fresh(tournament, player)
        player.key = new_key()
        player.save(update_fields=["key"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.CODES_RENEWED,
            subject=name_of(tournament, player),
            after={"codes": "player", "number": player.number},
        )
    return player
