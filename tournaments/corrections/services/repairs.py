"""Repair a round that is paired already: as few tables as possible are broken, and the round stays one round.

A change that the round is repaired for (somebody comes, leaves, does not turn up) is made in the same step, so one undo
takes back both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.model.types import RoundPlan
from pairing.systems.bracket.view import SYSTEM_OF
from tournaments.corrections.refusals import refuse
from tournaments.corrections.selectors.repairs import (
    MOST,
    NOTHING,
    REPAIRABLE,
    Change,
    Proposal,
    Situation,
    engine_plan,
    proposals,
    situation,
)
from tournaments.corrections.selectors.repairs_pending import answered, events_since
from tournaments.events.selectors.phases import entries, is_side_by_side
from tournaments.history import restore_points
from tournaments.models import (
    Action,
    Bye,
    ByeKind,
    ByeRequest,
    ForbiddenPair,
    Match,
    Player,
    Round,
    RoundState,
    Seat,
    SnapshotReason,
    Tournament,
)
from tournaments.names.namesakes import name_of, names_of_entrants
from tournaments.players.services.players import record_absences, refuse_duplicate
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.reading import consistent_read
from tournaments.rounds.selectors.clocks import started_at
from tournaments.rounds.selectors.taken_back import OUT
from tournaments.rounds.services import plans as round_plans
from tournaments.steps import listeners, log
from tournaments.steps.changes import changing, touching
from tournaments.steps.fields import clean_line, clean_player
from tournaments.steps.refusals import CoreError, ServiceError
from tournaments.steps.round_state import wrong_state

TRIES = 3


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to repair a round, and what they were made from; `engine` is what would be paired by now."""

    seen: Situation
    change: Change
    proposals: tuple[Proposal, ...]
    engine: RoundPlan | PairingError

    @property
    def again(self) -> RoundPlan | None:
        """What pairing the round again would give, where its pairings are out and no result of it is in."""
        is_untouched = self.seen.row.state in OUT and not self.seen.done
        return self.engine if is_untouched and isinstance(self.engine, RoundPlan) else None


def ways(tournament: Tournament, round_: Round, change: Change = NOTHING, *, most: int = MOST) -> Ways:
    """Up to `most` ways to repair a round, the best first; nothing is written.

    Errors: `wrong_state`, `later_round`, those of `check`, and the refusals of the core.
    """
    with consistent_read():
        refuse_unless_repairable(tournament, round_)
        change = check(tournament, round_, change)
        round_.tournament = tournament
        seen = situation(round_, change)
    engine = engine_plan(seen)
    try:
        return Ways(seen, change, proposals(seen, engine, most=most), engine)
    except PairingError as error:
        raise CoreError(error, names=names_of(seen)) from error


def names_of(seen: Situation) -> dict[int, str]:
    """Full names of everybody a repair can be about, somebody new too."""
    return names_of_entrants(seen.snapshot.entrants)


def refuse_unless_repairable(tournament: Tournament, round_: Round) -> None:
    """Only the last round, while it is not completed; of a bracket played match by match also an earlier one, as long
    as nothing behind it has begun. Errors: `wrong_state`, `later_round` (params: later).
    """
    later = tournament.rounds.filter(number__gt=round_.number).order_by("-number").first()
    if later is not None and not _waits(tournament, round_):
        is_draft = later.number == round_.number + 1 and later.state == RoundState.DRAFT
        refusal = refuse.later_draft if is_draft and round_.state in REPAIRABLE else refuse.later_round
        raise refusal(number=round_.number, later=later.number)
    if not Round.objects.filter(pk=round_.pk, state__in=REPAIRABLE).exists():
        raise wrong_state(round_)


def _waits(tournament: Tournament, round_: Round) -> bool:
    """Whether the rounds behind this one are open beside it, and nobody has begun there."""
    behind = Match.objects.filter(round__tournament=tournament, round__number__gt=round_.number)
    begun = behind.exclude(result=None, playing_since=None)
    return round_.system in SYSTEM_OF and is_side_by_side(tournament) and not begun.exists()


def check(tournament: Tournament, round_: Round, change: Change) -> Change:
    """The change with its values cleaned.

    Errors: `not_of_event`, `house_player`, `same_player`, `already_in_round`, `enters_later`, `not_in_round`,
    `table_has_result`, `table_playing`, `already_withdrawn`, `duplicate_name` and those of the fields of a new player.
    """
    named = [*change.join, *change.out, *change.absent]
    apart = [player for pair in change.apart for player in pair]
    people = _people(tournament, {*named, *apart})
    if len(set(named)) != len(named) or any(a == b for a, b in change.apart):
        raise refuse.same_player()
    tables, seeded = _tables_of(round_), entries(tournament)
    for number in change.join:
        phase, first = seeded.get(number, (0, 1))
        if number in tables:
            raise refuse.already_in_round(name=name_of(tournament, people[number]), number=round_.number)
        if first > round_.number:
            raise refuse.enters_later(name=name_of(tournament, people[number]), phase=phase, number=first)
    for number in (*change.out, *change.absent):
        _refuse_staying(tournament, people[number], tables.get(number), round_)
    new = dict(change.new)
    if new:
        allowed = new.pop("allow_duplicate", False)
        new = clean_player({"name": "", **new})
        if not allowed:
            refuse_duplicate(tournament, new["name"])
    return replace(change, new=new)


def _people(tournament: Tournament, numbers: set[int]) -> dict[int, Player]:
    rows = Player.objects.filter(tournament=tournament, number__in=numbers, house=False)
    people = {player.number: player for player in rows}
    if unknown := sorted(numbers - people.keys()):
        raise refuse.not_of_event(number=unknown[0])
    return people


def _tables_of(round_: Round) -> dict[int, tuple[int, bool, bool]]:
    """By player: the table (0: a bye), whether it has a result, whether somebody has said that it is being played."""
    found: dict[int, tuple[int, bool, bool]] = {}
    started = started_at(round_)
    seats = Seat.objects.filter(round=round_)
    for number, table, result, raw, since in seats.values_list(
        "player__number", "match__table", "match__result", "raw", "match__playing_since"
    ):
        is_said = since is not None and (started is None or since > started)
        found[number] = (table, result is not None or raw is not None, is_said)
    byes = Bye.objects.filter(round=round_, kind=ByeKind.FULL)
    return found | dict.fromkeys(byes.values_list("player__number", flat=True), (0, False, False))


def _refuse_staying(
    tournament: Tournament, player: Player, at: tuple[int, bool, bool] | None, round_: Round
) -> None:
    if player.left_after_round is not None and player.left_after_round < round_.number:
        raise refuse.already_withdrawn(field="player", name=name_of(tournament, player))
    if at is None:
        raise refuse.not_in_round(name=name_of(tournament, player), number=round_.number)
    table, is_done, is_playing = at
    if is_done:
        raise refuse.table_has_result(table=table)
    if is_playing:
        raise refuse.table_playing(table=table)


def repair(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    key: str,
    change: Change = NOTHING,
    note: str = "",
    most: int = MOST,
) -> Proposal:
    """Make the repair with this key, and its change, in one step.

    A proposal that was made for the event as it was before somebody else changed it is refused; a result that came in
    meanwhile at a table that stays does no harm. Errors: `proposal_stale`, and those of `ways`.
    """
    reason = clean_line(note, field="note", length=log.NOTE_LENGTH)
    for _try in range(TRIES):
        tournament.refresh_from_db()
        found = ways(tournament, round_, change, most=most)
        chosen = next((p for p in found.proposals if p.key == key), None)
        if chosen is None:
            raise refuse.proposal_stale()
        try:
            _write(tournament, actor, found, chosen, reason)
        except ServiceError as error:
            if error.code != "event_changed":
                raise
        else:
            return chosen
    raise refuse.proposal_stale()


def _write(tournament: Tournament, actor: User | None, found: Ways, chosen: Proposal, reason: str) -> None:
    row, plan = found.seen.row, chosen.repair.plan
    with changing(
        tournament,
        touches=(),
        later=("rounds", "players", "matches", "byes", "requests", "forbidden"),
        seen_version=found.seen.version,
    ):
        restore_points.keep(tournament, SnapshotReason.BEFORE_REPAIR, actor=actor, round_number=row.number)
        row.refresh_from_db()
        events = events_since(row)
        write_change(tournament, row, found.change)
        stored = round_plans.store(tournament, row, plan, found.seen.snapshot, found.seen.done)
        row.notes = [*row.notes, answered(tuple(e.key for e in events), len(stored.new))]
        row.save(update_fields=["notes"])
        before, after = stored.to_json()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.ROUND_REPAIRED,
            round_number=row.number,
            subject=about(found, chosen),
            before=before,
            after={
                **after,
                "change": found.change.to_json(),
                "because": [event.key for event in events],
                "engine": difference_json(chosen.engine),
            },
            note=reason,
        )


def about(ways: Ways, chosen: Proposal) -> str:
    """Who the change is about, and the tables that are broken."""
    names = names_of(ways.seen)
    people = [names[number] for number in (*ways.change.join, *ways.change.out, *ways.change.absent)]
    people += [str(ways.change.new["name"])] if ways.change.new else []
    tables = ", ".join(map(str, chosen.repair.broken))
    return ": ".join(part for part in (", ".join(people), tables) if part)


def difference_json(engine: Any) -> dict[str, Any]:
    """How a plan differs from what the engine would pair, as the log keeps it."""
    return {
        "same": len(engine.same),
        "different": list(engine.different),
        "only_engine": [list(seats) for seats in engine.only_engine],
        "byes": list(engine.byes_plan),
        "byes_engine": list(engine.byes_engine),
        "error": engine.error,
    }


def write_change(tournament: Tournament, row: Round, change: Change) -> None:
    """Make the change itself, inside a running one; the round follows by its plan. Who plays is here, who did not come
    is not: where check-in is required, the next round is paired by it.
    """
    past = row.number - 1
    touching(tournament.pk, "players")
    people = list(Player.objects.filter(tournament=tournament, number__in=change.join))
    for player in people:
        player.joined_round = min(player.joined_round, row.number)
        player.left_after_round = None
        player.save(update_fields=["joined_round", "left_after_round"])
    if people:
        touching(tournament.pk, "requests")
        ByeRequest.objects.filter(player__in=people, round_number=row.number).delete()
    if change.new:
        people.append(_add(tournament, row, change.new))
        listeners.tell_step(tournament, Action.PLAYER_ADDED, None)
    record_absences(people, up_to=past)
    Player.objects.filter(tournament=tournament, number__in=change.out).update(left_after_round=past)
    if tournament.require_check_in:
        _check_in(tournament, [player.number for player in people], change.absent)
    if change.apart:
        touching(tournament.pk, "forbidden")
    both = {number for pair in change.apart for number in pair}
    keys = dict(Player.objects.filter(tournament=tournament, number__in=both).values_list("number", "pk"))
    for one, other in change.apart:
        a, b = sorted((keys[one], keys[other]))
        ForbiddenPair.objects.get_or_create(tournament=tournament, a_id=a, b_id=b)


def _check_in(tournament: Tournament, here: Sequence[int], absent: Sequence[int]) -> None:
    """Whoever did not come is asked for again before the next round."""
    players = Player.objects.filter(tournament=tournament)
    players.filter(number__in=here, checked_in=False).update(checked_in=True, checked_in_at=timezone.now())
    players.filter(number__in=absent).update(checked_in=False, checked_in_at=None)


def _add(tournament: Tournament, row: Round, fields: Mapping[str, object]) -> Player:
    refuse_too_many_players(1, field="name", event=tournament)
    numbers: Iterable[int] = tournament.players.values_list("number", flat=True)
    number = max(numbers, default=0) + 1
    return Player.objects.create(tournament=tournament, number=number, joined_round=row.number, **fields)
