"""Results and scores from the phones: one player of the table reports them; once another says the same, they count.

Of two each side says how it went. The first report waits for the other side, which confirms it, says that it is wrong
(`answers.confirm`, `answers.dispute`) or reports by itself without having seen it. The same from both counts like an
entry of the desk; two different reports are a dispute, which the desk sees at once. Whoever was wrong may report again:
as soon as both agree, it counts. Of four one enters the scores of all, and any other one answers.

The desk always wins: whatever is entered there supersedes a report that waits. House players never report and never
confirm anything.
"""

from collections.abc import Sequence

from pairing.model.types import TWO
from tournaments.models import Action, ClaimState, Match, Player, Result, ScoreClaim, Seat, Tournament
from tournaments.names.namesakes import name_of
from tournaments.phones.refusals import refuse
from tournaments.phones.selectors.own_tables import reports_at
from tournaments.phones.services.report_states import close, confirmed, logged, open_table, refuse_own
from tournaments.results.services.results import check_length, check_result
from tournaments.results.services.tables_of_four import Entry, check_entry
from tournaments.rounds.services.entry import refuse_wrong_seats
from tournaments.steps.changes import Unchanged, changing

# What a player may say of the own game, seen from the seat that moves first. That both lose, or that somebody did not
# come, is for the desk to say.
RESULT_OF = {"win": Result.FIRST_WINS, "draw": Result.DRAW, "loss": Result.SECOND_WINS}
OTHER_SIDE = {"win": "loss", "draw": "draw", "loss": "win"}


def report_result(
    *,
    tournament: Tournament,
    player: Player,
    match: Match,
    outcome: str,
    games: Sequence[int] | None = None,
    device: str = "",
) -> ScoreClaim:
    """A player says how the own match of two ended: `win`, `draw` or `loss`, with the games won, lost and drawn.

    The player's own earlier report is replaced. If the other side has reported the same, it counts; if something else,
    both are disputed. The same again changes nothing, also once it counts. `device` as in `report_scores`.
    Errors: `bad_outcome`, `bad_games`, `bad_length`, `wrong_seats`, `not_at_table`, `already_entered`, `same_device`,
    `reports_off`, `wrong_state`, `not_of_event`.
    """
    refuse_wrong_seats(tournament, TWO)
    if outcome not in RESULT_OF:
        allowed = ", ".join(RESULT_OF)
        raise refuse.bad_outcome(allowed=allowed)
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        first = Seat.objects.filter(match=match.pk, player=player, position=0).exists()
        result, seen = _from_the_first_seat(outcome, games, first)
        check_result(result, seen)
        counted = _counted(tournament, player, match, result=result, match__result=result)
        if counted is not None:
            report = counted
            raise Unchanged
        row = open_table(tournament, player, match)
        check_length(tournament, row.round.number, seen, table=row.table)
        report, is_new = _reported(tournament, player, row, result, seen, device)
        if not is_new:
            raise Unchanged
    return report


def report_scores(
    *,
    tournament: Tournament,
    player: Player,
    match: Match,
    raw: Sequence[int],
    sticks: int | None = None,
    device: str = "",
) -> ScoreClaim:
    """A player enters the raw points of the own table (East, South, West, North); another player has to confirm them.

    The player's own earlier report is taken back. When another player's waits and says the same, this confirms it. The
    same again changes nothing, also once it counts. `device` is the browser, where the code of the table was used
    rather than the own card.
    Errors: those of `tables_of_four.check_entry`, `not_at_table`, `already_entered`, `claim_waiting` (params: name,
    scores; confirm or dispute it first), `same_device`, `reports_off`, `wrong_state`, `not_of_event`.
    """
    left = check_entry(tournament, Entry(raw, None, sticks))
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        counted = _counted(tournament, player, match, scores=list(raw), match__seats__raw__isnull=False)
        if counted is not None:
            report = counted
            raise Unchanged
        row = open_table(tournament, player, match)
        waiting = ScoreClaim.objects.filter(match=row, state=ClaimState.WAITING).first()
        if waiting is not None and waiting.scores == list(raw):
            report = waiting
            if waiting.entered_by_id == player.pk:
                raise Unchanged
            refuse_own(tournament, player, waiting, device)
            confirmed(tournament, player, row, waiting)
        else:
            if waiting is not None:
                _replace_own(tournament, player, waiting)
            report = ScoreClaim.objects.create(
                match=row, scores=list(raw), sticks=left, entered_by=player, device=device
            )
            logged(tournament, player, Action.SCORES_REPORTED, row, report)
    return report


def _counted(tournament: Tournament, player: Player, match: Match, **said: object) -> ScoreClaim | None:
    """The report that counts at this player's table, if it says this: a second tap, or the other side's."""
    agreed = ScoreClaim.objects.filter(
        match=match.pk,
        match__round__tournament=tournament,
        match__seats__player=player,
        state=ClaimState.CONFIRMED,
        **said,
    )
    return agreed.select_related("entered_by", "confirmed_by").first()


def _from_the_first_seat(
    outcome: str, games: Sequence[int] | None, is_first: bool
) -> tuple[str, list[int] | None]:
    """The result and the games as they are stored: those of the player who moves first."""
    result = RESULT_OF[outcome if is_first else OTHER_SIDE[outcome]]
    if games is None or is_first:
        return result.value, None if games is None else list(games)
    return result.value, [*reversed(games[:2]), *games[2:]]


def _reported(
    tournament: Tournament, player: Player, row: Match, result: str, games: list[int] | None, device: str
) -> tuple[ScoreClaim, bool]:
    """The report this report makes, confirms or repeats, and whether that changes anything."""
    mine, theirs = reports_at(row, player.number)
    if theirs is not None:
        refuse_own(tournament, player, theirs, device)
        if _agree(theirs, result, games):
            theirs.games = theirs.games or games
            theirs.save(update_fields=["games"])
            confirmed(tournament, player, row, theirs)
            return theirs, True
    if mine is not None:
        if (mine.result, mine.games) == (result, games):
            return mine, False
        close(mine, ClaimState.WITHDRAWN)
    if theirs is not None and theirs.state == ClaimState.WAITING:
        close(theirs, ClaimState.DISPUTED)
    state = ClaimState.WAITING if theirs is None else ClaimState.DISPUTED
    report = ScoreClaim.objects.create(
        match=row, result=result, games=games, entered_by=player, device=device, state=state
    )
    action = Action.SCORES_REPORTED if theirs is None else Action.REPORT_DISPUTED
    logged(tournament, player, action, row, report)
    return report, True


def _agree(report: ScoreClaim, result: str, games: list[int] | None) -> bool:
    """Whether both say the same; games only one of them has counted stand unless the other has counted others."""
    return report.result == result and (report.games is None or games is None or report.games == games)


def _replace_own(tournament: Tournament, player: Player, waiting: ScoreClaim) -> None:
    if waiting.entered_by_id != player.pk:
        raise refuse.claim_waiting(name=name_of(tournament, waiting.entered_by), scores=waiting.scores)
    close(waiting, ClaimState.WITHDRAWN)
