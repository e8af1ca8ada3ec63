"""Penalties and warnings: given with what happened, taken back with a reason, never lost.

They belong to the player and the number of the round, so that pairing it again or taking a step back leaves them.
What one means for a result or for playing on is not done here: a judge does that, by the usual buttons.
"""

from django.utils import timezone

from accounts.models import User
from tournaments.models import Action, Penalty, PenaltyKind, Player, Round, Seat, Tournament
from tournaments.names.namesakes import name_of
from tournaments.results.refusals import refuse
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.fields import TABLE_RANGE, clean_line, clean_whole

INFRACTION_LENGTH = 300


def give(
    *,
    tournament: Tournament,
    actor: User,
    player: Player,
    kind: str,
    infraction: str,
    round_number: int | None = None,
    table: int | None = None,
) -> Penalty:
    """Write a penalty down. Where the round is said but no table, it is the one the player sits at in that round.

    In finished events too. Errors: `bad_kind`, `missing` and `too_long` (infraction), `bad_round`, `bad_number`
    (table), `house_player`, `not_of_event`.
    """
    _refuse_unknown(kind)
    said = clean_line(infraction, field="infraction", length=INFRACTION_LENGTH, required=True)
    at_table = clean_whole(table, field="table", low=TABLE_RANGE[0], high=TABLE_RANGE[1])
    with changing(tournament, touches=(), finished_too=True):
        who = _player(tournament, player)
        number = _round(tournament, round_number)
        penalty = Penalty.objects.create(
            tournament=tournament,
            player=who,
            round_number=number,
            table=_table_of(who, number) if at_table is None and number is not None else at_table,
            kind=kind,
            infraction=said,
            given_by=actor,
            given_by_name=str(actor)[:150],
        )
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PENALTY_GIVEN,
            round_number=number,
            subject=f"{name_of(tournament, who)}: {said}",
            after=_facts(penalty),
        )
    return penalty


def _refuse_unknown(kind: str) -> None:
    if kind not in PenaltyKind.values:
        allowed = ", ".join(PenaltyKind.values)
        raise refuse.bad_kind(allowed=allowed)


def revoke(*, tournament: Tournament, actor: User, penalty: Penalty, note: str) -> Penalty:
    """Take a penalty back; it stays in the list, marked, with the reason.

    Errors: `missing` (note), `too_long`, `already_revoked`, `not_of_event`.
    """
    reason = clean_line(note, field="note", length=INFRACTION_LENGTH, required=True)
    with changing(tournament, touches=(), finished_too=True):
        mine = Penalty.objects.filter(pk=penalty.pk, tournament=tournament)
        # The condition decides between two judges at once, whatever the database.
        done = mine.filter(revoked_at=None).update(
            revoked_at=timezone.now(), revoked_by_name=str(actor)[:150], revoked_note=reason
        )
        row = mine.select_related("player").first()
        if row is None:
            raise refuse.not_of_event()
        if not done:
            raise refuse.already_revoked()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PENALTY_REVOKED,
            round_number=row.round_number,
            subject=f"{name_of(tournament, row.player)}: {row.infraction}",
            before=_facts(row),
            note=reason,
        )
    return row


def _player(tournament: Tournament, player: Player) -> Player:
    who = Player.objects.filter(pk=player.pk, tournament=tournament).first()
    if who is None:
        raise refuse.player_not_of_event()
    if who.house:
        raise refuse.house_player()
    return who


def _round(tournament: Tournament, number: object) -> int | None:
    wanted = clean_whole(number, field="round", low=1, high=1000)
    if wanted is not None and not Round.objects.filter(tournament=tournament, number=wanted).exists():
        raise refuse.round_not_paired(number=wanted)
    return wanted


def _table_of(player: Player, number: int) -> int | None:
    seat = Seat.objects.filter(player=player, round__number=number).select_related("match").first()
    return seat.match.table if seat else None


def _facts(penalty: Penalty) -> dict[str, object]:
    return {
        "penalty": penalty.pk,
        "player": penalty.player.number,
        "kind": penalty.kind,
        "infraction": penalty.infraction,
        "at_table": penalty.table,
    }
