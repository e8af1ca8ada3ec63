"""Scores entered at the table: one of the four enters them, another confirms them, then they count.

The desk always wins: whatever is entered there supersedes a claim that waits. House players never claim and never
confirm anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Action, ClaimState, Match, Player, ScoreClaim, Seat, Tournament
from tournaments.services import log
from tournaments.services.changes import Unchanged, changing
from tournaments.services.entry import OPEN_STATES, names_at, open_round, stored_match
from tournaments.services.errors import ServiceError
from tournaments.services.fields import clean_line
from tournaments.services.scores import write_table
from tournaments.services.tables_of_four import Entry, check_entry, stored_scores, wanted_of


def claim_scores(
    *,
    tournament: Tournament,
    player: Player,
    match: Match,
    raw: Sequence[int],
    sticks: int | None = None,
) -> ScoreClaim:
    """A player enters the raw points of the own table (East, South, West, North); another player has to confirm them.

    The player's own earlier claim is taken back. When another player's claim waits and says the same, this confirms it.
    Errors: those of `tables_of_four.check_entry`, `not_at_table`, `already_entered`, `claim_waiting` (params: name,
    scores; confirm or dispute it first), `wrong_state`, `not_of_event`.
    """
    left = check_entry(tournament, Entry(raw, None, sticks))
    with changing(tournament):
        row = _open_table(tournament, player, match)
        waiting = ScoreClaim.objects.filter(match=row, state=ClaimState.WAITING).first()
        if waiting is not None and waiting.scores == list(raw):
            claim = waiting
            if waiting.entered_by_id == player.pk:
                raise Unchanged
            _confirm(tournament, player, row, waiting)
        else:
            if waiting is not None:
                _replace_own(player, waiting)
            claim = ScoreClaim.objects.create(match=row, scores=list(raw), sticks=left, entered_by=player)
            _log(tournament, player, Action.SCORES_CLAIMED, row, claim)
    return claim


def confirm(*, tournament: Tournament, player: Player, claim: ScoreClaim) -> Match:
    """Another player of the table says that the scores are right: they count from now on.

    Errors: `not_at_table`, `own_claim`, `claim_closed` (params: state, label), `already_entered`, `wrong_state`,
    `not_of_event`.
    """
    with changing(tournament):
        row = _open_table(tournament, player, claim.match)
        stored = _waiting(tournament, claim)
        _refuse_own(player, stored)
        _confirm(tournament, player, row, stored)
    _copy(stored, claim)
    return row


def dispute(*, tournament: Tournament, player: Player, claim: ScoreClaim, note: str = "") -> ScoreClaim:
    """Another player of the table says that the scores are wrong. Anybody of the table may enter others then.

    Errors: as `confirm`.
    """
    with changing(tournament):
        row = _open_table(tournament, player, claim.match)
        stored = _waiting(tournament, claim)
        _refuse_own(player, stored)
        _close(stored, ClaimState.DISPUTED, note)
        _log(tournament, player, Action.CLAIM_DISPUTED, row, stored)
    return _copy(stored, claim)


def withdraw_claim(*, tournament: Tournament, player: Player, claim: ScoreClaim) -> ScoreClaim:
    """The player who entered the scores takes them back. Errors: as `confirm`; `not_own_claim`."""
    with changing(tournament):
        row = _open_table(tournament, player, claim.match)
        stored = _waiting(tournament, claim)
        if stored.entered_by_id != player.pk:
            raise ServiceError(
                "not_own_claim", _("Only who entered the scores can take them back."), field="claim"
            )
        _close(stored, ClaimState.WITHDRAWN)
        _log(tournament, player, Action.CLAIM_WITHDRAWN, row, stored)
    return _copy(stored, claim)


def accept(*, tournament: Tournament, actor: User | None, claim: ScoreClaim) -> Match:
    """The staff take the scores as they were entered, confirmed, disputed or not yet answered at the table.

    Errors: `claim_closed`, `already_entered`, `wrong_state`, `not_of_event`.
    """
    with changing(tournament):
        row = stored_match(tournament, claim.match)
        _refuse_entered(row)
        stored = _waiting(tournament, claim, disputed_too=True)
        note = gettext("entered at the table by %(name)s") % {"name": stored.entered_by.name}
        _count(tournament, actor, row, stored, note=note)
    _copy(stored, claim)
    return row


def reject(*, tournament: Tournament, actor: User | None, claim: ScoreClaim, note: str = "") -> ScoreClaim:
    """The staff refuse the scores; the players may enter others. Errors: `claim_closed`, `not_of_event`."""
    with changing(tournament):
        row = stored_match(tournament, claim.match)
        stored = _waiting(tournament, claim, disputed_too=True)
        _close(stored, ClaimState.REJECTED, note)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.CLAIM_REJECTED,
            round_number=row.round.number,
            subject=names_at(row),
            before={"table": row.table, "scores": stored.scores, "by": stored.entered_by.number},
            note=stored.note,
        )
    return _copy(stored, claim)


def _open_table(tournament: Tournament, player: Player, match: Match) -> Match:
    """The table as it is now, if this player sits at it and no result has been entered."""
    row = stored_match(tournament, match)
    if player.house or not Seat.objects.filter(match=row, player=player).exists():
        raise ServiceError(
            "not_at_table", _("Only the players of this table can enter its scores."), field="player"
        )
    open_round(row.round, OPEN_STATES)
    _refuse_entered(row)
    return row


def _refuse_entered(row: Match) -> None:
    if stored_scores(row).raw is not None:
        raise ServiceError(
            "already_entered",
            _("Table %(table)s: the result has been entered already. The desk can correct it."),
            field="scores",
            table=row.table,
        )


def _waiting(tournament: Tournament, claim: ScoreClaim, *, disputed_too: bool = False) -> ScoreClaim:
    """The claim as it is now. Errors: `claim_closed`, `not_of_event`."""
    rows = ScoreClaim.objects.filter(pk=claim.pk, match__round__tournament=tournament)
    stored = rows.select_related("entered_by").first()
    if stored is None:
        raise ServiceError("not_of_event", _("These scores are not of this event."), field="claim")
    if stored.state != ClaimState.WAITING and not (disputed_too and stored.state == ClaimState.DISPUTED):
        label = ClaimState(stored.state).label
        raise ServiceError(
            "claim_closed",
            _("These scores wait for nobody any more: %(label)s."),
            field="claim",
            state=stored.state,
            label=label,
        )
    return stored


def _refuse_own(player: Player, claim: ScoreClaim) -> None:
    if claim.entered_by_id == player.pk:
        raise ServiceError("own_claim", _("Another player of the table has to confirm them."), field="claim")


def _replace_own(player: Player, waiting: ScoreClaim) -> None:
    if waiting.entered_by_id != player.pk:
        raise ServiceError(
            "claim_waiting",
            _("%(name)s has entered other scores. Confirm them, or say that they are wrong, first."),
            field="scores",
            name=waiting.entered_by.name,
            scores=waiting.scores,
        )
    _close(waiting, ClaimState.WITHDRAWN)


def _confirm(tournament: Tournament, player: Player, row: Match, claim: ScoreClaim) -> None:
    claim.confirmed_by = player
    _count(tournament, None, row, claim, who=f"{claim.entered_by.name}, {player.name}")


def _count(
    tournament: Tournament,
    actor: User | None,
    row: Match,
    claim: ScoreClaim,
    *,
    who: str = "",
    note: str = "",
) -> None:
    """The scores become the result, inside a running change."""
    state, old = open_round(row.round, OPEN_STATES), stored_scores(row)
    _close(claim, ClaimState.CONFIRMED)
    new = wanted_of(Entry(tuple(claim.scores)), old)
    write_table(tournament, actor, row, new, Action.RESULT_ENTERED, old=old, state=state, who=who, note=note)


def _close(claim: ScoreClaim, state: ClaimState, note: str = "") -> None:
    claim.state, claim.decided_at = state.value, timezone.now()
    if note:
        claim.note = clean_line(note, field="note", length=log.NOTE_LENGTH)
    claim.save(update_fields=["state", "decided_at", "note", "confirmed_by"])


def _copy(stored: ScoreClaim, claim: ScoreClaim) -> ScoreClaim:
    """What the caller holds, as it is now."""
    for field in ("state", "decided_at", "note", "confirmed_by"):
        setattr(claim, field, getattr(stored, field))
    return claim


def _log(tournament: Tournament, player: Player, action: Action, row: Match, claim: ScoreClaim) -> None:
    log.write(
        tournament=tournament,
        actor=None,
        who=player.name,
        action=action,
        round_number=row.round.number,
        subject=names_at(row),
        after={"table": row.table, "scores": claim.scores, "sticks": claim.sticks, "by": player.number},
        note=claim.note,
    )
