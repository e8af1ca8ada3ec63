"""A draft: stored with everybody and everything it needs, and thrown away again without a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext

from pairing import engine
from pairing.formats import document
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems.mahjong import schedule_of
from tournaments import round_rows
from tournaments.events.selectors.phases import is_open_ended, phases_of, rounds_in_all, rules_of
from tournaments.models import Bye, ByeKind, Match, Player, Round, RoundInput, RoundState, Seat, Tournament
from tournaments.players.services import starting_ranks
from tournaments.players.services.players import record_absences
from tournaments.steps.changes import touching
from tournaments.steps.round_state import move


def create(
    tournament: Tournament, plan: RoundPlan, snapshot: Snapshot, overrides: Mapping[str, object]
) -> tuple[Round, list[int]]:
    """Store a plan as the draft of its round, inside a running change; returns it and the house players it made.

    The first round of a schedule stores the schedule with it, so that nothing that happens later changes the rest.
    """
    touching(tournament.pk, "rounds", "matches")
    if plan.byes:
        touching(tournament.pk, "byes")
    system, options = rules_of(tournament, plan.number)
    schedule = () if tournament.schedule else schedule_of(snapshot)
    if schedule:
        set_schedule(tournament, [[list(table) for table in tables] for tables in schedule], searched=False)
    made = add_house_players(tournament, {*plan.house, *_strangers(snapshot, schedule)}, plan.number)
    round_ = Round.objects.create(
        tournament=tournament,
        number=plan.number,
        seed=snapshot.draw_seed,
        system=system,
        options={**options, **overrides},
        rule_version=engine.find_system(system).version,
        notes=[note.to_json() for note in plan.notes],
        relaxed=[
            {"rule": r.rule, "players": list(r.players), "reason": r.reason.to_json()} for r in plan.relaxed
        ],
        assumed=_assumed_json(snapshot),
    )
    starting_ranks.fix(tournament, snapshot)
    round_rows.save_plan(round_, plan, snapshot)
    RoundInput.objects.create(round=round_, document=document.dump(snapshot))
    joining = Player.objects.filter(tournament=tournament, joined_round=plan.number, house=False)
    record_absences(joining, up_to=plan.number - 1)
    _count_rounds(tournament)
    return round_, made


def _count_rounds(tournament: Tournament) -> None:
    """How long an open last phase can get is known better when its first round is paired."""
    if not is_open_ended(tournament):
        return
    planned = rounds_in_all(tournament, phases_of(tournament))
    if planned != tournament.rounds_planned:
        touching(tournament.pk, "settings")
        tournament.rounds_planned = planned
        tournament.save(update_fields=["rounds_planned"])


def _strangers(snapshot: Snapshot, schedule: Iterable[Iterable[Iterable[int]]]) -> set[int]:
    """Who sits in a schedule and is no player yet: its house players."""
    known = {entrant.id for entrant in snapshot.entrants}
    return {player for tables in schedule for table in tables for player in table} - known


def _assumed_json(snapshot: Snapshot) -> dict[str, object] | None:
    assumed = engine.assumed(snapshot)
    if assumed is None:
        return None
    results = [{"table": match.table, "result": match.result} for match in assumed.matches]
    return {"round": assumed.number, "results": results}


def add_house_players(tournament: Tournament, numbers: Iterable[int], joined_round: int) -> list[int]:
    """Make house players with these numbers, inside a running change; those who are there already stay as they are.

    Returns the numbers of the new ones.
    """
    wanted = set(numbers)
    if not wanted:
        return []
    new = sorted(wanted - set(tournament.players.values_list("number", flat=True)))
    first = tournament.players.filter(house=True).count() + 1
    if new:
        touching(tournament.pk, "players")
    Player.objects.bulk_create(
        Player(
            tournament=tournament,
            number=number,
            name=gettext("House player %(number)s") % {"number": count},
            joined_round=joined_round,
            house=True,
        )
        for count, number in enumerate(new, first)
    )
    return new


def drop(tournament: Tournament, round_: Round) -> None:
    """Delete a draft inside a running change. Errors: `wrong_state`.

    With the first round goes the schedule that was stored with it, unless somebody chose to keep it; house players
    go whom nothing needs any more.
    """
    with transaction.atomic():
        move(round_, {RoundState.DRAFT}, RoundState.DRAFT)
        # Only a late entry has joined one round later and is absent from the draft.
        late = Bye.objects.filter(
            round=round_, kind=ByeKind.ABSENT, player__joined_round=round_.number + 1
        ).values_list("player_id", flat=True)
        tables = Match.objects.filter(round=round_).order_by()
        touching(
            tournament.pk, "rounds", "byes", matches=tables.values_list("pk", flat=True), inputs=[round_.pk]
        )
        if late:
            touching(tournament.pk, "players")
        Player.objects.filter(pk__in=list(late)).update(joined_round=round_.number)
        tables.delete()
        Round.objects.filter(pk=round_.pk).delete()
        _count_rounds(tournament)
        is_begun = tournament.rounds.exists()
        if not is_begun:
            starting_ranks.drop(tournament)
        if tournament.schedule_searched or is_begun:
            drop_idle_house_players(tournament)
        else:
            set_schedule(tournament, [], searched=False)


def set_schedule(tournament: Tournament, schedule: list[list[list[int]]], *, searched: bool) -> None:
    """Store another schedule ([]: none), inside a running change; house players nothing needs any more go.

    `searched`: somebody chose it, so only somebody throws it away. See `add_house_players` for those it needs.
    """
    touching(tournament.pk, "settings")
    tournament.schedule, tournament.schedule_searched = schedule, searched
    tournament.save(update_fields=["schedule", "schedule_searched"])
    drop_idle_house_players(tournament)


def drop_idle_house_players(tournament: Tournament) -> list[int]:
    """Delete house players without a seat, in the schedule or at a table, inside a running change.

    Returns their numbers.
    """
    planned = {number for tables in tournament.schedule for table in tables for number in table}
    house = tournament.players.filter(house=True).exclude(number__in=planned)
    idle = house.exclude(pk__in=Seat.objects.filter(player__in=house).values("player"))
    numbers = sorted(idle.values_list("number", flat=True))
    if numbers:
        touching(tournament.pk, "players")
    tournament.players.filter(number__in=numbers).delete()
    return numbers
