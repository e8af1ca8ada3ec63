"""Check-in by the players themselves, each with the own key: nobody can say it for somebody else."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import Action, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse
from tournaments.players.selectors.own_check_in import own_check_in
from tournaments.players.services.players import fresh
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing


def check_in(*, tournament: Tournament, player: Player, present: bool = True) -> Player:
    """The player is here, or is not after all. The same again changes nothing.

    Errors: `already_withdrawn`, `check_in_closed` (not open, or a round has been paired since), `not_of_event`.
    """
    with changing(tournament, touches=("players",)):
        player = fresh(tournament, player)
        if player.left_after_round is not None:
            raise refuse.already_withdrawn(field="player", name=name_of(tournament, player))
        found = own_check_in(tournament, player)
        if found is None:
            raise refuse.check_in_closed()
        if player.checked_in == present:
            raise Unchanged
        if not present and not found.may_undo:
            raise refuse.paired_since_check_in()
        player.checked_in = present
        player.checked_in_at = timezone.now() if present else None
        player.save(update_fields=["checked_in", "checked_in_at"])
        log.write(
            tournament=tournament,
            actor=None,
            who=name_of(tournament, player),
            action=Action.CHECKED_IN if present else Action.CHECKED_OUT,
            subject=name_of(tournament, player),
            after={"numbers": [player.number]},
        )
    return player
