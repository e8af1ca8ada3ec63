"""Whether starting ranks may be seen outside the desk."""

from tournaments.models import RoundState, Tournament


def are_out(tournament: Tournament) -> bool:
    """Not before a round is published: they tell that there is a draft."""
    return tournament.rounds.exclude(state=RoundState.DRAFT).exists()
