"""Starting ranks as they are stored: fixed with round 1, added to by late entries, gone with round 1."""

from pairing.engine.starting_ranks import starting_ranks
from pairing.model.types import Snapshot
from tournaments import snapshots
from tournaments.models import Player, Tournament
from tournaments.steps.changes import touching


def fix(tournament: Tournament, snapshot: Snapshot) -> None:
    """Store the ranks that the next round is paired with, inside a running change.

    Nobody gets one in an event that has begun without them.
    """
    if snapshot.rounds and not any(entrant.starting_rank for entrant in snapshot.entrants):
        return
    ranks = starting_ranks(snapshot)
    stored = {entrant.id: entrant.starting_rank for entrant in snapshot.entrants}
    changed = {number: rank for number, rank in ranks.items() if stored[number] != rank}
    if not changed:
        return
    touching(tournament.pk, "players")
    players = list(Player.objects.filter(tournament=tournament, number__in=changed))
    for player in players:
        player.starting_rank = changed[player.number]
    Player.objects.bulk_update(players, ["starting_rank"], batch_size=500)


def fix_late_entries(tournament: Tournament) -> None:
    """The same once somebody has come late; before round 1 there are no ranks."""
    if tournament.players.filter(starting_rank__isnull=False).exists():
        fix(tournament, snapshots.load(tournament, drafts=True))


def drop(tournament: Tournament) -> None:
    """Without a round there are no ranks."""
    ranked = Player.objects.filter(tournament=tournament, starting_rank__isnull=False)
    if ranked.exists():
        touching(tournament.pk, "players")
        ranked.update(starting_rank=None)
