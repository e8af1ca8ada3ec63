"""What is put right about rounds that are over, besides results: byes, bonuses, who left when, worth of results."""

from dataclasses import asdict

from accounts.models import User
from pairing.model.reasons import show_points
from pairing.model.types import TWO, Adjustment, ByeKind as CoreBye
from tournaments import snapshots
from tournaments.corrections.refusals import refuse
from tournaments.models import Action, Bye, ByeKind, Player, RoundState, Seat, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.services.players import fresh, latest_rounds, record_absences
from tournaments.rounds.services.entry import refuse_wrong_seats
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.round_state import wrong_state

# As much as record 299 of a FIDE report has room for.
MOST_ADJUSTED = 9999


def clean_bye(kind: object) -> str:
    """Errors: `bad_kind`."""
    if kind not in ByeKind.values:
        raise refuse.bad_bye(kind=str(kind)[:40], allowed=", ".join(ByeKind.values))
    return str(kind)


def stored_bye(tournament: Tournament, player: Player, number: int) -> Bye:
    """The bye of a player in a completed round. Errors: `no_bye`, `wrong_state`."""
    rows = Bye.objects.filter(round__tournament=tournament, round__number=number, player=player)
    bye = rows.select_related("round").first()
    if bye is None:
        raise refuse.no_bye(name=name_of(tournament, player), number=number)
    if bye.round.state != RoundState.COMPLETED:
        raise wrong_state(bye.round)
    return bye


def correct_bye(*, tournament: Tournament, actor: User | None, player: Player, number: int, kind: str) -> Bye:
    """Another kind of bye in a completed round, and the points it is worth.

    Errors: `no_bye`, `bad_kind`, `wrong_state`, `wrong_seats` (a bye is worth nothing at tables of four).
    """
    refuse_wrong_seats(tournament, TWO)
    wanted = clean_bye(kind)
    with changing(tournament, touches=("byes",)):
        player = fresh(tournament, player)
        bye = stored_bye(tournament, player, number)
        if bye.kind == wanted:
            raise Unchanged
        before = {"number": player.number, "bye": bye.kind, "points": bye.points}
        bye.kind, bye.points = wanted, snapshots.scoring_of(tournament).for_bye(CoreBye(wanted))
        bye.save(update_fields=["kind", "points"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.RESULT_CORRECTED,
            round_number=number,
            subject=name_of(tournament, player),
            before=before,
            after={"number": player.number, "bye": bye.kind, "points": bye.points},
        )
    return bye


def clean_adjustment(tournament: Tournament, points: object, number: int | None) -> int:
    """Errors: `wrong_seats` (at tables of four a penalty stands at the table), `bad_points`, `bad_round`."""
    refuse_wrong_seats(tournament, TWO)
    if number is not None and not tournament.rounds.filter(number=number).exists():
        raise refuse.round_not_paired(number=number)
    if not isinstance(points, int) or isinstance(points, bool) or abs(points) > MOST_ADJUSTED:
        raise refuse.bad_points()
    return points


def adjust(
    *, tournament: Tournament, actor: User | None, player: Player, points: int, number: int | None
) -> None:
    """Points besides those of results, from round `number` on or from the start, in the place of those there; 0: none.

    Errors: those of `clean_adjustment`.
    """
    with changing(tournament, touches=("settings",)):
        player = fresh(tournament, player)
        clean_adjustment(tournament, points, number)
        stored = snapshots.adjustments_of(tournament)
        here = [given for given in stored if (given.player, given.round) == (player.number, number)]
        was = sum(given.points for given in here)
        if was == points:
            raise Unchanged
        now = [given for given in stored if given not in here]
        now += [Adjustment(player.number, points, number)] if points else []
        tournament.adjustments = [asdict(given) for given in now]
        tournament.save(update_fields=["adjustments"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_CHANGED,
            round_number=number,
            subject=name_of(tournament, player),
            before={"number": player.number, "adjustment": show_points(was)},
            after={"number": player.number, "adjustment": show_points(points)},
        )


def clean_leaving(tournament: Tournament, player: Player, after_round: object) -> int | None:
    """Errors: `bad_round`, where the player has played later, or no round has that number."""
    if after_round is None:
        return None
    last = max(latest_rounds(tournament))
    first = max(_last_played(player), player.joined_round - 1)
    is_number = isinstance(after_round, int) and not isinstance(after_round, bool)
    if not is_number or not first <= after_round <= max(first, last):  # type: ignore[operator]
        raise refuse.bad_last_round(name=name_of(tournament, player), first=first, last=max(first, last))
    assert isinstance(after_round, int)
    return after_round


def _last_played(player: Player) -> int:
    """The last round in which the player has a seat, or a bye that is no absence."""
    seats = Seat.objects.filter(player=player).values_list("round__number", flat=True)
    byes = Bye.objects.filter(player=player).exclude(kind=ByeKind.ABSENT)
    return max([*seats, *byes.values_list("round__number", flat=True)], default=0)


def correct_leaving(
    *, tournament: Tournament, actor: User | None, player: Player, after_round: int | None
) -> Player:
    """The player left after another round than was noted (None: has not left); absences follow.

    Errors: `bad_round`.
    """
    with changing(tournament, touches=("players", "byes")):
        player = fresh(tournament, player)
        left = clean_leaving(tournament, player, after_round)
        if left == player.left_after_round:
            raise Unchanged
        before = {"number": player.number, "left_after_round": player.left_after_round}
        player.left_after_round = left
        player.save(update_fields=["left_after_round"])
        last = max(latest_rounds(tournament)) if left is None else left
        if left is not None:
            gone = Bye.objects.filter(player=player, kind=ByeKind.ABSENT, round__number__gt=left)
            gone.filter(round__number__gte=player.joined_round).delete()
        absent = record_absences([player], up_to=last)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_RETURNED if left is None else Action.PLAYER_WITHDRAWN,
            subject=name_of(tournament, player),
            round_number=left or None,
            before=before,
            after={"number": player.number, "left_after_round": left, "absent_in": absent},
        )
    return player
