"""The event document in and out: an event moves between installations and programs without loss."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from pairing import engine
from pairing.engine.phases import side_by_side
from pairing.formats import document, trf
from pairing.formats.document_phases import dump_phases
from pairing.formats.document_players import OF_PERSON
from pairing.model import types as core
from pairing.model.calendar import dump_round_starts
from pairing.model.options import parse
from pairing.model.schema import DocumentError
from pairing.model.types import FOUR
from pairing.tiebreaks import dump_chain
from tournaments import round_rows, snapshots
from tournaments.events.selectors.phases import phases_of, rounds_in_all, rules_of
from tournaments.events.services.cleaners import clean_zone
from tournaments.events.services.events import create_row
from tournaments.events.services.phases import clean_phases
from tournaments.events.services.rules import clean_options, scoring_json
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.files.refusals import refuse
from tournaments.history.restore_points import way_back
from tournaments.models import (
    Action,
    ByeRequest,
    EventSnapshot,
    ForbiddenPair,
    Moment,
    Player,
    Round,
    RoundState,
    Status,
    Tournament,
    Visibility,
)
from tournaments.models.event import new_seed
from tournaments.players.selectors.lots import shown_seeds
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.steps import log
from tournaments.steps.apply_delta import write
from tournaments.steps.fields import MAX_DRAW_NUMBER, clean_line, clean_name, clean_player, clean_whole
from tournaments.steps.refusals import CoreError, ServiceError

QUALIFYING_ROUNDS = 6

# Of a round whose tables everybody sees.
STATES = {
    core.RoundStatus.PAIRED: RoundState.PUBLISHED,
    core.RoundStatus.IN_PROGRESS: RoundState.IN_PROGRESS,
    core.RoundStatus.COMPLETED: RoundState.COMPLETED,
}


def export_event(tournament: Tournament, *, drafts: bool = False, persons: bool = False) -> dict[str, Any]:
    """The event as an event document (`pairwright-event/1`); a draft, and what is known of persons, only if asked for
    (staff).

    Unless rounds are open side by side, only the last round of a document may be other than completed, so a round
    paired ahead is left out until the one before it is completed. Pairing it again from the document gives the same
    round, unless seeds are secret: nobody's document tells one that has not been shown.
    """
    data = document.dump(_up_to_first_open(snapshots.load(tournament, drafts=drafts, persons=persons)))
    if tournament.secret_seeds and tournament.status != Status.FINISHED:
        return _without_secret_seeds(data, shown_seeds(tournament))
    return data


def export_report(tournament: Tournament) -> str:
    """The event as a FIDE report, as far as it is published; of the draw only what such a report has a place for.
    Birthdays are in it: it is for those who may change players.

    Errors: `bad_document`, where the format has no room for it (tables of four, more than 9,999 players).
    """
    try:
        snapshot = _up_to_first_open(snapshots.load(tournament, persons=True))
        born = tournament.players.exclude(birth_day="").values_list("number", "birth_day")
        return trf.dump(snapshot, dict(born))
    except DocumentError as error:
        raise CoreError(error) from error


def export_kept(tournament: Tournament, snapshot: EventSnapshot) -> dict[str, Any]:
    """The event as it was then, as an event document. The state is put back for a moment and nothing is kept."""
    with transaction.atomic():
        then = Tournament.objects.get(pk=tournament.pk)
        write(then, way_back(then, snapshot))
        document = export_event(then, persons=True)
        transaction.set_rollback(True)
    return document


def _without_secret_seeds(data: dict[str, Any], shown: Collection[str]) -> dict[str, Any]:
    """A document with those seeds only that anybody may see; without a key where it would tell another one."""
    rounds = [
        {name: value for name, value in round_.items() if name != "seed" or value in shown}
        for round_ in data["rounds"]
    ]
    kept = {name: value for name, value in data.items() if name != "draw_seed" or value in shown}
    return {**kept, "rounds": rounds}


def _up_to_first_open(snapshot: core.Snapshot) -> core.Snapshot:
    """Without rounds paired ahead; the draw seed is then that of the first round left out. Rounds that are open side by
    side are all there.
    """
    if side_by_side(snapshot):
        return snapshot
    for index, round_ in enumerate(snapshot.rounds[:-1], start=1):
        if round_.status is not core.RoundStatus.COMPLETED:
            seed = snapshot.rounds[index].seed or snapshot.draw_seed
            return replace(snapshot, rounds=snapshot.rounds[:index], draw_seed=seed)
    return snapshot


def store(
    snapshot: core.Snapshot,
    *,
    owner: User,
    name: str = "",
    visibility: str = Visibility.PRIVATE,
    birth_days: Mapping[int, str] = {},
) -> Tournament:
    """A new event from a snapshot; private until its owner decides otherwise. `birth_days`: by id, as `04-23`.

    Errors: those of names and fields that cannot be stored; `too_many_players`, `too_many_rounds`. Nothing is stored
    then.
    """
    check_size(snapshot)
    players = [
        player_values(index, entrant, birth_days.get(entrant.id, ""))
        for index, entrant in enumerate(snapshot.entrants)
    ]
    values = event_values(snapshot, name, visibility)
    with transaction.atomic():
        tournament = create_row(owner=owner, slug=None, values=values)
        keys = _store_players(tournament, players)
        _store_wishes(tournament, snapshot, keys)
        for round_ in snapshot.rounds:
            _store_round(tournament, snapshot, round_, keys)
        _store_moments(tournament, snapshot)
        if tournament.phases:
            tournament.rounds_planned = rounds_in_all(tournament, phases_of(tournament))
            tournament.save(update_fields=["rounds_planned"])
        log.write(
            tournament=tournament,
            actor=owner,
            action=Action.EVENT_IMPORTED,
            subject=tournament.name,
            after={"players": len(players), "rounds": len(snapshot.rounds)},
        )
    return tournament


def _store_moments(tournament: Tournament, snapshot: core.Snapshot) -> None:
    """What has happened in the table queue."""
    Moment.objects.bulk_create(
        Moment(
            tournament=tournament,
            number=number,
            at=moment.at,
            facts=dict(moment.values),
            decision=moment.values.get("decision"),
        )
        for number, moment in enumerate(snapshot.moments, 1)
    )


def check_size(snapshot: core.Snapshot) -> None:
    """Errors: `too_many_players`, `too_many_rounds`."""
    refuse_too_many_players(len(snapshot.entrants), field="players")
    if max(len(snapshot.rounds), snapshot.rounds_planned or 0) > MAX_ROUNDS:
        raise refuse.too_many_rounds(field="rounds", limit=MAX_ROUNDS)


def event_values(snapshot: core.Snapshot, name: str, visibility: str) -> dict[str, Any]:
    """What a snapshot says of the event as a whole, by column. Errors: those of the fields."""
    rounds = len(snapshot.rounds)
    players = [entrant.id for entrant in snapshot.entrants]
    stored = dump_phases(snapshot.phases)
    phases = clean_phases(stored, players=players, for_one_round_too=True) if stored else []
    options = clean_options(snapshot.system, snapshot.options, for_one_round_too=True)
    return {
        "name": clean_name(name or snapshot.name or "Event"),
        "visibility": Visibility(visibility).value,
        "status": Status.FINISHED if snapshot.finished else Status.RUNNING if rounds else Status.SETUP,
        "system": snapshot.system,
        "options": dict(phases[0].options) if phases else options,
        "phases": dump_phases(phases),
        "scoring": scoring_json(snapshot),
        "tiebreaks": dump_chain(snapshot.tiebreaks),
        "rounds_planned": max(rounds, snapshot.rounds_planned or _usual_rounds(snapshot)),
        "draw_seed": clean_line(snapshot.draw_seed, field="draw_seed", length=120) or new_seed(),
        "season": snapshot.season,
        "starts_on": snapshot.calendar.starts_on,
        "start_time": snapshot.calendar.start_time,
        "round_starts": dump_round_starts(snapshot.calendar.round_starts),
        "time_zone": clean_zone(snapshot.calendar.time_zone),
        "tables": document.dump_tables(snapshot.tables) if snapshot.tables.ranges else {},
        "earlier_meetings": [
            {"season": m.season, "players": list(m.players)} for m in snapshot.earlier_meetings
        ],
        "clubs_apart_rounds": snapshot.clubs_apart_rounds,
        "adjustments": [asdict(given) for given in snapshot.adjustments],
        "virtual_points": [asdict(given) for given in snapshot.virtual_points],
        "schedule": [[list(table) for table in round_] for round_ in snapshot.schedule],
        # Whoever put it into the document wanted it.
        "schedule_searched": bool(snapshot.schedule),
        "play_started_at": datetime.fromisoformat(snapshot.started_at) if snapshot.started_at else None,
    }


def _usual_rounds(snapshot: core.Snapshot) -> int:
    """Rounds of an event without a plan: those of its schedule, or of the published finals (mahjong.md, section 4);
    two at a table: as many as it takes to have one unbeaten player.
    """
    if snapshot.schedule:
        return len(snapshot.schedule)
    if snapshot.seats == FOUR:
        chosen = parse(engine.find_system(snapshot.system).options, snapshot.options)
        qualifying = getattr(chosen, "qualifying_rounds", None) or QUALIFYING_ROUNDS
        return int(qualifying + getattr(chosen, "final_rounds", 0))
    return (max(len(snapshot.entrants), 2) - 1).bit_length()


def player_values(index: int, entrant: core.Entrant, birth_day: str = "") -> dict[str, Any]:
    """A player by column. Errors: those of the fields, by their place in the document."""
    given = {
        "name": entrant.name or f"#{entrant.id}",
        "sort_name": entrant.sort_name or "",
        "rating": entrant.rating,
        "ranking": entrant.ranking,
        "fixed_table": entrant.fixed_table,
        "club": entrant.club or "",
        "title": entrant.title or "",
        "federation": entrant.federation or "",
        "mu": entrant.mu,
        "sigma": entrant.sigma,
        "birth_day": birth_day,
        **{name: getattr(entrant, name) for name in OF_PERSON},
    }
    try:
        cleaned = clean_player(given)
    except ServiceError as error:
        error.field = f"players[{index}].{error.field}"
        raise
    return {
        **cleaned,
        "number": entrant.id,
        "joined_round": entrant.joined_round,
        "left_after_round": entrant.left_after_round,
        "house": entrant.house,
        "starting_rank": entrant.starting_rank,
        "draw_number": clean_whole(
            entrant.draw_number, field=f"players[{index}].draw_number", low=1, high=MAX_DRAW_NUMBER
        ),
    }


def _store_players(tournament: Tournament, players: Sequence[Mapping[str, object]]) -> dict[int, int]:
    """In document order, which is the order of registration; returns keys by number."""
    rows = Player.objects.bulk_create(
        [Player(tournament=tournament, **values) for values in players], batch_size=1000
    )
    return {row.number: row.pk for row in rows}


def _store_wishes(tournament: Tournament, snapshot: core.Snapshot, keys: Mapping[int, int]) -> None:
    pairs = {tuple(sorted((keys[a], keys[b]))) for a, b in snapshot.forbidden_pairs}
    ForbiddenPair.objects.bulk_create(
        [ForbiddenPair(tournament=tournament, a_id=a, b_id=b) for a, b in sorted(pairs)], batch_size=1000
    )
    for request in snapshot.bye_requests:
        if request.kind is core.ByeKind.ABSENT:
            raise refuse.bad_bye_request(
                field="bye_requests", kind=request.kind.value, allowed="half, zero, full"
            )
    ByeRequest.objects.bulk_create(
        [
            ByeRequest(
                tournament=tournament, player_id=keys[r.player], round_number=r.round, kind=r.kind.value
            )
            for r in snapshot.bye_requests
        ],
        batch_size=1000,
    )


def _store_round(
    tournament: Tournament, snapshot: core.Snapshot, round_: core.Round, keys: Mapping[int, int]
) -> None:
    state, now = STATES[round_.status], timezone.now()
    system, options = rules_of(tournament, round_.number)
    row = Round.objects.create(
        tournament=tournament,
        number=round_.number,
        state=state,
        seed=clean_line(round_.seed, field=f"rounds[{round_.number - 1}].seed", length=120)
        or tournament.draw_seed,
        system=system,
        options=options,
        published_at=now,
        completed_at=now if state is RoundState.COMPLETED else None,
    )
    round_rows.save_round(row, round_, snapshot, keys)
