"""Whoever leaves a schedule that is there as a whole loses by forfeit what has not begun, and has it back on returning.

A match says in its reasons that this is why, so a forfeit that the desk has entered stays what it is.
"""

from django.db.models import Prefetch, Q, QuerySet

from pairing.model.reasons import because
from pairing.systems.round_robin import LEFT
from tournaments.events.selectors.phases import is_whole
from tournaments.models import Match, Result, RoundState, Seat, Tournament
from tournaments.results.services.results import store_results

# The result of a match by who has left of its seats; of one in which nobody has: none.
FORFEITS = {
    (False, False): None,
    (True, False): Result.SECOND_BY_FORFEIT.value,
    (False, True): Result.FIRST_BY_FORFEIT.value,
    (True, True): Result.BOTH_FORFEIT.value,
}


def forfeit_what_is_left(tournament: Tournament) -> bool:
    """Bring the forfeits of those who have left, and of those who are back, up to date, inside a running change.

    Whether that changed anything; nothing where matches come about as others end.
    """
    if not is_whole(tournament):
        return False
    changed = [row for row in _in_question(tournament) if _is_news(row)]
    if changed:
        store_results(tournament, None, changed, {row.pk: (row.result, row.games) for row in changed})
        Match.objects.bulk_update(changed, ["why"])
    return bool(changed)


def _in_question(tournament: Tournament) -> QuerySet[Match]:
    """Matches that have not begun of those who have left, and those that were lost for that reason before."""
    left = Q(result=None, playing_since=None, seats__player__left_after_round__isnull=False)
    rows = Match.objects.filter(left | Q(why__icontains=LEFT), round__tournament=tournament)
    played = rows.exclude(round__state=RoundState.DRAFT).distinct()
    return played.prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))


def _is_news(row: Match) -> bool:
    """Give a match, unsaved, the result and reasons that it has by now; whether those are others than before."""
    people = [seat.player for seat in row.seats.all()]
    left = [player.number for player in people if player.left_after_round is not None]
    first, second = (player.number in left for player in people)
    before = row.result, row.why
    row.why = [reason for reason in row.why if reason["code"] != LEFT]
    if row.result is None or row.result in FORFEITS.values():
        row.result = FORFEITS[first, second]
        row.why += [because(LEFT, player=number).to_json() for number in left]
    return (row.result, row.why) != before
