"""Whether the games won in each match are noted in an event."""

from pairing.tiebreaks.presets import BY_GAMES
from tournaments.models import Match, ScoreClaim, Tournament
from tournaments.steps.version_cache import at_hand


def notes_games(tournament: Tournament) -> bool:
    """Whether results come with the games won and lost: by the setting, or because a tie-break needs them, or because
    some have come that way. Kept by event version.
    """
    codes = {str(link).partition(":")[0] for link in tournament.tiebreaks}
    return (
        tournament.note_games or bool(codes & BY_GAMES) or (tournament.pk is not None and _come(tournament))
    )


def _come(tournament: Tournament) -> bool:
    def read() -> bool:
        results = Match.objects.filter(round__tournament=tournament, games__isnull=False)
        reports = ScoreClaim.objects.filter(match__round__tournament=tournament, games__isnull=False)
        return results.exists() or reports.exists()

    return at_hand(tournament, "counts_games", read)
