"""What every answer of a player about the result of a table needs: the table and the report as they are now, and who
may speak.

A report waits, or is disputed, until somebody decides it: a player of the other side, or the desk. The desk always
wins: what is entered there supersedes every report that is not decided.
"""

from django.utils import timezone

from accounts.models import User
from tournaments.events.selectors.unplayed import has_result
from tournaments.models import Action, ClaimState, Match, Player, ScoreClaim, Seat, Tournament
from tournaments.names.namesakes import name_of, names_at
from tournaments.phones.refusals import refuse
from tournaments.queue.selectors.now import accepts_by_itself
from tournaments.results.services.results import store_results
from tournaments.results.services.scores import write_table
from tournaments.results.services.tables_of_four import Entry, stored_scores, wanted_of
from tournaments.rounds.services.entry import (
    OPEN_STATES,
    begin,
    open_round,
    stored_match,
)
from tournaments.steps import log
from tournaments.steps.fields import clean_line


def open_table(tournament: Tournament, player: Player, match: Match) -> Match:
    """The table as it is now, if this player sits at it and no result has been entered.

    Errors: `reports_off`, `not_at_table`, `already_entered`, `wrong_state`, `too_far_ahead`, `not_of_event`.
    """
    if not tournament.players_report:
        raise refuse.reports_off()
    row = stored_match(tournament, match)
    if player.house or not Seat.objects.filter(match=row, player=player).exists():
        raise refuse.not_at_table()
    open_round(row.round, OPEN_STATES, tournament)
    refuse_entered(row)
    return row


def refuse_entered(row: Match, *, at_desk: bool = False) -> None:
    """Errors: `already_entered` when the table has a result that counts; the desk is told what it can do then."""
    if has_result(row):
        raise (refuse.already_in if at_desk else refuse.already_entered)(table=row.table)


def undecided(tournament: Tournament, report: ScoreClaim, *, disputed_too: bool = False) -> ScoreClaim:
    """The report as it is now. Errors: `claim_closed`, `not_of_event`."""
    rows = ScoreClaim.objects.filter(pk=report.pk, match__round__tournament=tournament)
    stored = rows.select_related("entered_by").first()
    if stored is None:
        raise refuse.not_of_event()
    if stored.state != ClaimState.WAITING and not (disputed_too and stored.state == ClaimState.DISPUTED):
        label = ClaimState(stored.state).label
        raise refuse.claim_closed(state=stored.state, label=label)
    return stored


def refuse_own(tournament: Tournament, player: Player, report: ScoreClaim, device: str = "") -> None:
    """Nobody answers for both sides: not with the own key, and not from one browser with the code of the table.

    Errors: `own_claim`, `same_device`.
    """
    if report.entered_by_id == player.pk:
        raise refuse.own_scores() if report.result is None else refuse.own_result()
    if device and report.device == device:
        raise refuse.same_device(field="player", name=name_of(tournament, report.entered_by))


def close(report: ScoreClaim, state: ClaimState, note: str = "") -> None:
    """Decide a report, inside a running change. Errors: those of the note."""
    report.state, report.decided_at = state.value, timezone.now()
    if note:
        report.note = clean_line(note, field="note", length=log.NOTE_LENGTH)
    report.save(update_fields=["state", "decided_at", "note", "confirmed_by"])


def count(
    tournament: Tournament,
    actor: User | None,
    row: Match,
    report: ScoreClaim,
    *,
    who: str = "",
    note: str = "",
) -> None:
    """What was reported becomes the result, inside a running change; `who` are the players it is from."""
    state = open_round(row.round, OPEN_STATES)
    close(report, ClaimState.CONFIRMED)
    if report.result is None:
        old = stored_scores(row)
        new = wanted_of(Entry(tuple(report.scores)), old)
        write_table(
            tournament, actor, row, new, Action.RESULT_ENTERED, old=old, state=state, who=who, note=note
        )
        return
    before = {"table": row.table, "result": row.result, "games": row.games, "state": state}
    store_results(tournament, actor, [row], {row.pk: (report.result, report.games)})
    begin(row.round, state)
    log.write(
        tournament=tournament,
        actor=actor,
        who=who,
        action=Action.RESULT_REPORTED,
        round_number=row.round.number,
        subject=names_at(tournament, row),
        before=before,
        after={"table": row.table, "result": report.result, "games": report.games},
        note=note,
    )


def confirmed(tournament: Tournament, player: Player, row: Match, report: ScoreClaim) -> None:
    """Both sides say the same: it counts, or waits for the desk where the table queue has it so."""
    report.confirmed_by = player
    if not accepts_by_itself(tournament):
        report.save(update_fields=["confirmed_by"])
        return
    count(
        tournament,
        None,
        row,
        report,
        who=f"{name_of(tournament, report.entered_by)}, {name_of(tournament, player)}",
    )


def copied(stored: ScoreClaim, report: ScoreClaim) -> ScoreClaim:
    """What the caller holds, as it is now."""
    for field in ("state", "decided_at", "note", "confirmed_by"):
        setattr(report, field, getattr(stored, field))
    return report


def logged(tournament: Tournament, player: Player, action: Action, row: Match, report: ScoreClaim) -> None:
    """A line for what a player said of a table."""
    log.write(
        tournament=tournament,
        actor=None,
        who=name_of(tournament, player),
        action=action,
        round_number=row.round.number,
        subject=names_at(tournament, row),
        after={"table": row.table, **report_content(report), "by": player.number},
        note=report.note,
    )


def report_content(report: ScoreClaim) -> dict[str, object]:
    """The content of a report, as the log keeps it."""
    if report.result is None:
        return {"scores": report.scores, "sticks": report.sticks}
    return {"result": report.result, "games": report.games}
