"""What follows from a step of an event whose matches begin when their players are free (`steps.listeners`)."""

from __future__ import annotations

from tournaments.models import Action, LogEntry, Tournament
from tournaments.queue.services.advancing import advance
from tournaments.steps.listeners import Quiet

# Steps after which other players of a match may be known. What undo brings back was there before, with all it led to.
STEPS = frozenset(
    {
        Action.RESULT_ENTERED,
        Action.RESULT_CLEARED,
        Action.RESULT_CORRECTED,
        Action.RESULT_REPORTED,
        Action.RESULTS_ENTERED,
        Action.ROUND_PUBLISHED,
        Action.PLAYER_WITHDRAWN,
        Action.PLAYER_RETURNED,
        Action.PLAYER_CHANGED,
    }
)


class QueueListener(Quiet):
    """Lets matches begin as their players become known."""

    def step_taken(self, tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
        """Inside the step, so that one undo takes back what followed from it, too."""
        if undoes is None:
            advance(tournament)
