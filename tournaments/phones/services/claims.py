"""Scores and results entered at the table: one of its players enters them, another confirms them, then they count.

The desk always wins: whatever is entered there supersedes a claim that waits. House players never claim and never
confirm anything. Matches of two begin with `reports.report_result`; the answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from tournaments.models import Action, ClaimState, Match, Player, ScoreClaim, Seat, Tournament
from tournaments.names.namesakes import name_of, names_at
from tournaments.phones.refusals import refuse
from tournaments.phones.services.claim_states import (
    close,
    confirmed,
    copied,
    count,
    logged,
    open_table,
    refuse_entered,
    refuse_own,
    said,
    undecided,
)
from tournaments.results.services.tables_of_four import Entry, check_entry
from tournaments.rounds.services.entry import stored_match
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.refusals import ServiceError


def claim_scores(
    *,
    tournament: Tournament,
    player: Player,
    match: Match,
    raw: Sequence[int],
    sticks: int | None = None,
    device: str = "",
) -> ScoreClaim:
    """A player enters the raw points of the own table (East, South, West, North); another player has to confirm them.

    The player's own earlier claim is taken back. When another player's claim waits and says the same, this confirms it.
    `device` is the browser, where the code of the table was used rather than the own card.
    Errors: those of `tables_of_four.check_entry`, `not_at_table`, `already_entered`, `claim_waiting` (params: name,
    scores; confirm or dispute it first), `same_device`, `reports_off`, `wrong_state`, `not_of_event`.
    """
    left = check_entry(tournament, Entry(raw, None, sticks))
    with changing(tournament):
        row = open_table(tournament, player, match)
        waiting = ScoreClaim.objects.filter(match=row, state=ClaimState.WAITING).first()
        if waiting is not None and waiting.scores == list(raw):
            claim = waiting
            if waiting.entered_by_id == player.pk:
                raise Unchanged
            refuse_own(tournament, player, waiting, device)
            confirmed(tournament, player, row, waiting)
        else:
            if waiting is not None:
                _replace_own(tournament, player, waiting)
            claim = ScoreClaim.objects.create(
                match=row, scores=list(raw), sticks=left, entered_by=player, device=device
            )
            logged(tournament, player, Action.SCORES_CLAIMED, row, claim)
    return claim


def confirm(*, tournament: Tournament, player: Player, claim: ScoreClaim, device: str = "") -> Match:
    """Another player of the table says that it is right: it counts from now on.

    Errors: `not_at_table`, `own_claim`, `same_device`, `claim_closed` (params: state, label), `already_entered`,
    `reports_off`, `wrong_state`, `not_of_event`.
    """
    with changing(tournament):
        row = open_table(tournament, player, claim.match)
        stored = undecided(tournament, claim)
        refuse_own(tournament, player, stored, device)
        confirmed(tournament, player, row, stored)
    copied(stored, claim)
    return row


def dispute(
    *, tournament: Tournament, player: Player, claim: ScoreClaim, note: str = "", device: str = ""
) -> ScoreClaim:
    """Another player of the table says that it is wrong. Anybody of the table may enter something else then.

    Errors: as `confirm`.
    """
    with changing(tournament):
        row = open_table(tournament, player, claim.match)
        stored = undecided(tournament, claim)
        refuse_own(tournament, player, stored, device)
        close(stored, ClaimState.DISPUTED, note)
        logged(tournament, player, Action.CLAIM_DISPUTED, row, stored)
    return copied(stored, claim)


def withdraw_claim(
    *, tournament: Tournament, player: Player, claim: ScoreClaim, device: str = ""
) -> ScoreClaim:
    """The player who entered it takes it back. Errors: as `confirm`; `not_own_claim`."""
    with changing(tournament):
        row = open_table(tournament, player, claim.match)
        stored = undecided(tournament, claim)
        if stored.entered_by_id != player.pk:
            raise refuse.not_own_claim()
        close(stored, ClaimState.WITHDRAWN)
        logged(tournament, player, Action.CLAIM_WITHDRAWN, row, stored)
    return copied(stored, claim)


def accept(*, tournament: Tournament, actor: User | None, claim: ScoreClaim) -> Match:
    """The staff take it as it was entered, confirmed, disputed or not yet answered at the table.

    Errors: `claim_closed`, `already_entered`, `wrong_state`, `not_of_event`.
    """
    with changing(tournament):
        row = stored_match(tournament, claim.match)
        refuse_entered(row)
        stored = undecided(tournament, claim, disputed_too=True)
        note = gettext("entered at the table by %(name)s") % {"name": name_of(tournament, stored.entered_by)}
        count(tournament, actor, row, stored, note=note)
    copied(stored, claim)
    return row


def reject(*, tournament: Tournament, actor: User | None, claim: ScoreClaim, note: str = "") -> ScoreClaim:
    """The staff refuse it; the players may enter something else. Errors: `claim_closed`, `not_of_event`."""
    with changing(tournament):
        row = stored_match(tournament, claim.match)
        stored = undecided(tournament, claim, disputed_too=True)
        close(stored, ClaimState.REJECTED, note)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.CLAIM_REJECTED,
            round_number=row.round.number,
            subject=names_at(tournament, row),
            before={"table": row.table, **said(stored), "by": stored.entered_by.number},
            note=stored.note,
        )
    return copied(stored, claim)


def _replace_own(tournament: Tournament, player: Player, waiting: ScoreClaim) -> None:
    if waiting.entered_by_id != player.pk:
        raise refuse.claim_waiting(name=name_of(tournament, waiting.entered_by), scores=waiting.scores)
    close(waiting, ClaimState.WITHDRAWN)


# What may be said to scores that another player of the table has entered, and what the scores are then.
WANTED: Mapping[str, tuple[Callable[..., Any], ClaimState]] = {
    "confirm": (confirm, ClaimState.CONFIRMED),
    "dispute": (dispute, ClaimState.DISPUTED),
    "withdraw": (withdraw_claim, ClaimState.WITHDRAWN),
}


def give(
    *, tournament: Tournament, player: Player, claim: ScoreClaim, answer: str, **more: Any
) -> ScoreClaim:
    """Confirm, dispute or withdraw (WANTED). The same answer again, by anybody of the table, changes nothing.

    Errors: those of the service of the answer.
    """
    service, wanted = WANTED[answer]
    try:
        service(tournament=tournament, player=player, claim=claim, **more)
    except ServiceError:
        claim.refresh_from_db()
        at_table = Seat.objects.filter(match=claim.match_id, player=player, player__house=False)
        if claim.state != wanted or not at_table.exists():
            raise
    return claim
