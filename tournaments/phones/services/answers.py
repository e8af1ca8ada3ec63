"""What becomes of a report (`reports`): another player of the table confirms or disputes it, who sent it takes it back,
the desk accepts or refuses it. The same for tables of two and of four.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext

from accounts.models import User
from tournaments.models import Action, ClaimState, Match, Player, ScoreClaim, Seat, Tournament
from tournaments.names.namesakes import name_of, names_at
from tournaments.phones.refusals import refuse
from tournaments.phones.services.report_states import (
    close,
    confirmed,
    copied,
    count,
    logged,
    open_table,
    refuse_entered,
    refuse_own,
    report_content,
    undecided,
)
from tournaments.rounds.services.entry import stored_match
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError


def confirm(*, tournament: Tournament, player: Player, report: ScoreClaim, device: str = "") -> Match:
    """Another player of the table says that it is right: it counts from now on.

    Errors: `not_at_table`, `own_claim`, `same_device`, `claim_closed` (params: state, label), `already_entered`,
    `reports_off`, `wrong_state`, `not_of_event`.
    """
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        row = open_table(tournament, player, report.match)
        stored = undecided(tournament, report)
        refuse_own(tournament, player, stored, device)
        confirmed(tournament, player, row, stored)
    copied(stored, report)
    return row


def dispute(
    *, tournament: Tournament, player: Player, report: ScoreClaim, note: str = "", device: str = ""
) -> ScoreClaim:
    """Another player of the table says that it is wrong. Anybody of the table may enter something else then.

    Errors: as `confirm`.
    """
    with changing(tournament, touches=()):
        row = open_table(tournament, player, report.match)
        stored = undecided(tournament, report)
        refuse_own(tournament, player, stored, device)
        close(stored, ClaimState.DISPUTED, note)
        logged(tournament, player, Action.REPORT_DISPUTED, row, stored)
    return copied(stored, report)


def withdraw(*, tournament: Tournament, player: Player, report: ScoreClaim, device: str = "") -> ScoreClaim:
    """The player who entered it takes it back. Errors: as `confirm`; `not_own_claim`."""
    with changing(tournament, touches=()):
        row = open_table(tournament, player, report.match)
        stored = undecided(tournament, report)
        if stored.entered_by_id != player.pk:
            raise refuse.not_own_claim()
        close(stored, ClaimState.WITHDRAWN)
        logged(tournament, player, Action.REPORT_WITHDRAWN, row, stored)
    return copied(stored, report)


def accept(*, tournament: Tournament, actor: User | None, report: ScoreClaim) -> Match:
    """The staff take it as it was entered, confirmed, disputed or not yet answered at the table.

    Errors: `claim_closed`, `already_entered`, `wrong_state`, `not_of_event`.
    """
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        row = stored_match(tournament, report.match)
        refuse_entered(row, at_desk=True)
        stored = undecided(tournament, report, disputed_too=True)
        note = gettext("entered at the table by %(name)s") % {"name": name_of(tournament, stored.entered_by)}
        count(tournament, actor, row, stored, note=note)
    copied(stored, report)
    return row


def reject(*, tournament: Tournament, actor: User | None, report: ScoreClaim, note: str = "") -> ScoreClaim:
    """The staff refuse it; the players may enter something else. Errors: `claim_closed`, `not_of_event`."""
    with changing(tournament, touches=()):
        row = stored_match(tournament, report.match)
        stored = undecided(tournament, report, disputed_too=True)
        close(stored, ClaimState.REJECTED, note)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.REPORT_REJECTED,
            round_number=row.round.number,
            subject=names_at(tournament, row),
            before={"table": row.table, **report_content(stored), "by": stored.entered_by.number},
            note=stored.note,
        )
    return copied(stored, report)


# What may be said to scores that another player of the table has entered, and what the scores are then.
WANTED: Mapping[str, tuple[Callable[..., object], ClaimState]] = {
    "confirm": (confirm, ClaimState.CONFIRMED),
    "dispute": (dispute, ClaimState.DISPUTED),
    "withdraw": (withdraw, ClaimState.WITHDRAWN),
}


def give(
    *, tournament: Tournament, player: Player, report: ScoreClaim, answer: str, **more: object
) -> ScoreClaim:
    """Confirm, dispute or withdraw (WANTED). The same answer again, by anybody of the table, changes nothing.

    Errors: those of the service of the answer.
    """
    service, wanted = WANTED[answer]
    try:
        service(tournament=tournament, player=player, report=report, **more)
    except ServiceError:
        report.refresh_from_db()
        at_table = Seat.objects.filter(match=report.match_id, player=player, player__house=False)
        if report.state != wanted or not at_table.exists():
            raise
    return report
