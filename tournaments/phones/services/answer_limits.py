"""How often players without an account may answer, by their own page and by the API alike."""

from accounts import limits
from tournaments.models import Player, Tournament
from tournaments.phones.refusals import refuse


def count(player: Player, device: str = "") -> None:
    """One more answer of this player, from the own page or with the code of the table on this `device`.

    Whoever is at the table has its code, so what is sent with it never uses up the answers of the own page.
    Errors: `too_many` (params: wait, in seconds).
    """
    _count("answers", f"{player.pk}:{device}" if device else f"{player.pk}")


def count_at_table(tournament: Tournament, table: int) -> None:
    """One more answer with the code of this table, from whatever browsers. Errors: `too_many`."""
    _count("answers_of_table", f"{tournament.pk}:{table}")


def count_call(tournament: Tournament, table: int, device: str = "") -> None:
    """One more call for a judge from this table, and from this browser. Errors: `too_many`."""
    _count("calls", f"{tournament.pk}:table:{table}")
    if device:
        _count("calls", f"{tournament.pk}:device:{device}")


def _count(limit: str, whom: str) -> None:
    try:
        limits.count(limit, whom)
    except limits.TooOften as refusal:
        raise refuse.too_many(wait=refusal.seconds) from refusal
