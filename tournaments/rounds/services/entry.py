"""What entering the result of any table needs: the row as it is now, an open round, the names in the log."""

from collections.abc import Iterable

from django.db.models import Min
from django.utils import timezone

from pairing.model.types import FOUR, TWO, TableKind
from tournaments import snapshots
from tournaments.events.selectors.phases import rounds_ahead
from tournaments.models import UNDECIDED, ClaimState, Match, Round, RoundState, ScoreClaim, Seat, Tournament
from tournaments.rounds.refusals import refuse
from tournaments.steps.changes import touching
from tournaments.steps.round_state import wrong_state

OPEN_STATES = (RoundState.PUBLISHED.value, RoundState.IN_PROGRESS.value)


class Anything:
    """Marks that the caller did not say what it saw."""


ANYTHING = Anything()


def stored_match(tournament: Tournament, match: Match) -> Match:
    """The match as it is now. Errors: `not_of_event`."""
    rows = Match.objects.filter(pk=match.pk, round__tournament=tournament)
    row = rows.select_related("round").first()
    if row is None:
        raise refuse.not_of_event()
    return row


def tables_by_number(tournament: Tournament, round_: Round, wanted: list[int]) -> dict[int, Match]:
    """The tables of a round by number. Errors: `no_such_table` (params: table) if a wanted one is not there."""
    rows = {m.table: m for m in Match.objects.filter(round=round_, round__tournament=tournament)}
    unknown = [table for table in wanted if table not in rows]
    if unknown:
        raise refuse.no_such_table(number=round_.number, table=unknown[0])
    return rows


ASKED_FOR = {TWO: refuse.two_at_a_table, FOUR: refuse.four_at_a_table}


def refuse_wrong_seats(tournament: Tournament, seats: TableKind) -> None:
    """Errors: `wrong_seats` when the tables of this event have another number of seats."""
    stored = snapshots.seats_at_table(tournament)
    if stored != seats:
        raise ASKED_FOR[stored](field=seats.rules.result)


def open_round(round_: Round, states: tuple[str, ...], played_in: Tournament | None = None) -> str:
    """The state of the round now; `played_in`: its event, where a match of it is played now. Errors: `wrong_state`,
    `too_far_ahead`.
    """
    state = Round.objects.filter(pk=round_.pk, state__in=states).values_list("state", flat=True).first()
    if state is None:
        raise wrong_state(round_)
    if played_in is not None and state != RoundState.COMPLETED:
        _refuse_too_far_ahead(played_in, round_)
    return state


def _refuse_too_far_ahead(tournament: Tournament, round_: Round) -> None:
    """Where rounds are open side by side, some may have to wait. Errors: `too_far_ahead` (params: first, ahead)."""
    ahead = rounds_ahead(tournament)
    if ahead is None:
        return
    unfinished = Round.objects.filter(tournament=tournament).exclude(state=RoundState.COMPLETED)
    first = unfinished.aggregate(first=Min("number"))["first"]
    if first is not None and round_.number > first + ahead:
        raise refuse.too_far_ahead(number=round_.number, first=first, ahead=ahead)


def begin(round_: Round, state: str) -> None:
    """The first result of a published round starts it."""
    if state == RoundState.PUBLISHED:
        touching(round_.tournament_id, "rounds")
        Round.objects.filter(pk=round_.pk).update(state=RoundState.IN_PROGRESS)
        round_.state = RoundState.IN_PROGRESS


def numbers_at(matches: Iterable[Match]) -> dict[int, list[int]]:
    """Who sits at these tables, in seat order, by table: numbers of players for the log."""
    found: dict[int, list[int]] = {}
    seats = Seat.objects.filter(match__in=[match.pk for match in matches]).order_by("position")
    for table, number in seats.values_list("match__table", "player__number"):
        found.setdefault(table, []).append(number)
    return found


def supersede_reports(matches: Iterable[int]) -> None:
    """Close what players have said of these tables, by match, and nobody has decided: the desk has, by now."""
    ScoreClaim.objects.filter(match__in=list(matches), state__in=UNDECIDED).update(
        state=ClaimState.SUPERSEDED, decided_at=timezone.now()
    )
