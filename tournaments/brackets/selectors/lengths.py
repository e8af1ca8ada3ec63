"""How long the matches of a bracket are: of how many games, in each of its rounds."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.engine.brackets import bracket_view
from pairing.model.errors import PairingError
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.steps.version_cache import at_hand


def best_of(tournament: Tournament, number: int) -> int:
    """Of how many games the matches of a round of the event are at most; 0 where nothing is declared."""
    options = (tournament.options, *(phase["system"].get("options", {}) for phase in tournament.phases))
    if not any(chosen.get("best_of") not in (None, "", "none") for chosen in options):
        return 0
    return at_hand(tournament, "best_of", lambda: _by_round(tournament)).get(number, 0)


def _by_round(tournament: Tournament) -> dict[int, int]:
    try:
        view = bracket_view(snapshots.load(tournament))
    except PairingError:
        return {}
    lengths = zip(view.rounds, view.best_of, strict=True) if view else ()
    return {number: length for number, length in lengths if number and length}


def decides(games: Sequence[int], length: int) -> bool:
    """Whether a match of this length ends with these games: the winner has more than half of them, and no more."""
    return max(games[:2]) == length // 2 + 1 > min(games[:2])


def scores(length: int) -> tuple[tuple[int, int], ...]:
    """The games with which a match of this length can end, the first player's clear win first; none for 0."""
    needed = length // 2 + 1
    won = [(needed, lost) for lost in range(needed)] if length else []
    return (*won, *((other, first) for first, other in reversed(won)))
