"""An event as the core sees it: a Snapshot made from the rows of the database (`round_rows` is the way back).

The core knows players by their number in the event, the tables by primary key. A snapshot of 1,000 players and
12 rounds is 12,000 seats, so it is read as plain tuples in six queries, never as model instances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from pairing.engine.round_seeds import seed_of
from pairing.engine.seasons import with_ratings_replayed
from pairing.formats.document_phases import load_phases
from pairing.formats.document_players import OF_PERSON
from pairing.model.calendar import Calendar, load_round_starts
from pairing.model.clubs import Pairs
from pairing.model.hall import HallTables
from pairing.model.lots import FIRST_SEASON, LEAGUE, SeasonLot
from pairing.model.moments import Moment, load_moment
from pairing.model.scoring.mahjong import MahjongScoring
from pairing.model.types import (
    FOUR,
    TWO,
    Adjustment,
    Bye,
    ByeKind,
    ByeRequest,
    EarlierMeeting,
    Entrant,
    Match,
    Round,
    RoundStatus,
    Scoring,
    Snapshot,
    TableKind,
    VirtualPoints,
)
from pairing.systems import seats_of
from pairing.tiebreaks import parse_chain
from tournaments import audience, models
from tournaments.reading import consistent_read

# The class of what results are worth, as it is stored.
WORTH: Mapping[TableKind, type[Scoring | MahjongScoring]] = {TWO: Scoring, FOUR: MahjongScoring}
_STATUS = {
    models.RoundState.DRAFT.value: RoundStatus.PAIRED,
    models.RoundState.PUBLISHED.value: RoundStatus.PAIRED,
    models.RoundState.IN_PROGRESS.value: RoundStatus.IN_PROGRESS,
    models.RoundState.COMPLETED.value: RoundStatus.COMPLETED,
}
_KINDS = {kind.value: kind for kind in ByeKind}
# In the order of the fields of Entrant.
_ENTRANT_COLUMNS = (
    "number", "name", "rating", "ranking", "joined_round", "left_after_round", "club", "fixed_table", "title",
    "federation", "mu", "sigma", "house", "draw_number", "sort_name", "starting_rank",
)  # fmt: skip


def scoring_of(tournament: models.Tournament) -> Scoring:
    """What results and byes are worth in an event of matches of two."""
    return Scoring(**tournament.scoring)


def seats_at_table(tournament: models.Tournament) -> TableKind:
    """How many sit at a table: a matter of the system."""
    return seats_of(tournament.system)


def is_of_four(tournament: models.Tournament) -> bool:
    """Whether this event seats four at a table."""
    return seats_of(tournament.system) == FOUR


def mahjong_of(tournament: models.Tournament) -> MahjongScoring:
    """What raw points are worth in an event of tables of four."""
    return MahjongScoring(**tournament.scoring)


def worth_of(tournament: models.Tournament) -> Scoring | MahjongScoring:
    """What results are worth at the tables of this event, of whatever kind they are."""
    return WORTH[seats_at_table(tournament)](**tournament.scoring)


@consistent_read()
def load(
    tournament: models.Tournament,
    *,
    drafts: bool = False,
    absent_in: int | None = None,
    persons: bool = False,
) -> Snapshot:
    """The event as the core sees it, in six queries (of a series: seven) whatever its size.

    Drafts are left out unless asked for, and so is what no rule asks of a person (`persons`). `absent_in` names the
    round about to be paired: players who have not checked in (where the event requires it) are absent from it.
    """
    worth, seats = worth_of(tournament), seats_at_table(tournament)
    numbers, entrants, missing = _entrants(tournament, OF_PERSON if persons else ())
    rounds = _rounds(tournament, numbers, drafts)
    requests = _bye_requests(tournament, numbers)
    if absent_in is not None and tournament.require_check_in:
        requests += _absences(requests, absent_in, missing)
    snapshot = Snapshot(
        entrants=tuple(entrants) if rounds else _unranked(entrants),
        rounds=rounds,
        name=tournament.name,
        system=tournament.system,
        seats=seats,
        options=tournament.options,
        rounds_planned=None if tournament.phases else tournament.rounds_planned,
        tiebreaks=parse_chain(tournament.tiebreaks),
        draw_seed=tournament.draw_seed,
        forbidden_pairs=_forbidden_pairs(tournament, numbers),
        earlier_meetings=_earlier_meetings(tournament),
        season=tournament.season,
        bye_requests=tuple(requests),
        schedule=schedule_of(tournament.schedule),
        phases=load_phases(tournament.phases),
        tables=tables_of(tournament),
        adjustments=adjustments_of(tournament),
        virtual_points=_virtual_points(tournament),
        calendar=calendar_of(tournament),
        finished=tournament.status == models.Status.FINISHED,
        clubs_apart_rounds=tournament.clubs_apart_rounds,
        started_at=started_at(tournament),
        moments=moments_of(tournament),
        **{seats.rules.scoring: worth},  # type: ignore[arg-type]
    )
    return _in_its_series(tournament, _seeded(tournament, snapshot))


def _seeded(tournament: models.Tournament, snapshot: Snapshot) -> Snapshot:
    """Where seeds are secret the event's own stays here; the core knows that of the next round."""
    if not tournament.secret_seeds:
        return snapshot
    return replace(snapshot, draw_seed=seed_of(snapshot, tournament.draw_seed, len(snapshot.rounds) + 1))


def started_at(tournament: models.Tournament) -> str | None:
    """When the moments of the table queue began to be counted, as a document has it; None: there is no queue."""
    started = tournament.play_started_at
    return None if started is None else started.replace(microsecond=0).isoformat()


def moments_of(tournament: models.Tournament) -> tuple[Moment, ...]:
    """All that has happened in the table queue, in order; no query where there is none."""
    if tournament.play_started_at is None:
        return ()
    rows = models.Moment.objects.filter(tournament=tournament).order_by("number").values_list("at", "facts")
    return tuple(load_moment({"at": at, **facts}) for at, facts in rows)


def _absences(requests: Iterable[ByeRequest], number: int, missing: Iterable[int]) -> list[ByeRequest]:
    """Of those who have not checked in for this round and asked for no bye in it."""
    asked = {request.player for request in requests if request.round == number}
    return [ByeRequest(player, number, ByeKind.ABSENT) for player in missing if player not in asked]


def _earlier_meetings(tournament: models.Tournament) -> tuple[EarlierMeeting, ...]:
    """Those that were typed in, and those of the series."""
    rows = tournament.earlier_meetings + tournament.series_meetings
    return tuple(EarlierMeeting(row["season"], tuple(row["players"])) for row in rows)


def _in_its_series(tournament: models.Tournament, snapshot: Snapshot) -> Snapshot:
    """An event of a series: the ratings of its players are those before round 1, and its own results come on top."""
    if tournament.series is None:
        return snapshot
    return with_ratings_replayed(replace(snapshot, series=tournament.series.name))


def adjustments_of(tournament: models.Tournament) -> tuple[Adjustment, ...]:
    """Bonuses and penalties of an event."""
    return tuple(Adjustment(**given) for given in tournament.adjustments)


def _virtual_points(tournament: models.Tournament) -> tuple[VirtualPoints, ...]:
    rows = tournament.virtual_points
    return tuple(VirtualPoints(tuple(row["players"]), tuple(row["points"])) for row in rows)


def tables_of(tournament: models.Tournament) -> HallTables:
    """The tables of the hall of an event."""
    ranges = tuple((first, last) for first, last in tournament.tables.get("ranges", ()))
    return HallTables(ranges, tuple(tournament.tables.get("skip", ())))


def calendar_of(tournament: models.Tournament) -> Calendar:
    """When an event is planned to be."""
    starts = load_round_starts(tournament.round_starts)
    return Calendar(tournament.starts_on, tournament.time_zone, tournament.start_time, starts)


def schedule_of(stored: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """A stored schedule as the core has it."""
    return tuple(tuple(tuple(table) for table in round_) for round_ in stored)


def _entrants(
    tournament: models.Tournament, more: tuple[str, ...]
) -> tuple[dict[int, int], list[Entrant], list[int]]:
    """Number by primary key, the entrants in registration order, and the numbers of those not checked in."""
    # The key grows with registration; numbers from a foreign document need not.
    rows = models.Player.objects.filter(tournament=tournament).order_by("pk")
    numbers: dict[int, int] = {}
    entrants: list[Entrant] = []
    missing: list[int] = []
    columns = ("pk", "checked_in", "series_mu", "series_sigma", "lots", *_ENTRANT_COLUMNS, *more)
    for pk, here, mu, sigma, lots, *values in rows.values_list(*columns):
        plain: list[Any] = [None if value == "" else value for value in values]
        known = len(_ENTRANT_COLUMNS)
        entrant = Entrant(*plain[:known], **dict(zip(more, plain[known:], strict=True)))
        if mu is not None:
            entrant = replace(entrant, mu=mu, sigma=sigma)
        if lots:
            entrant = replace(entrant, lots=tuple((int(n), int(lot, 16)) for n, lot in lots.items()))
        numbers[pk] = entrant.id
        if not here and not entrant.house:
            missing.append(entrant.id)
        entrants.append(entrant)
    if tournament.has_hidden_names and audience.is_public():
        entrants = _with_their_lots(tournament, entrants)
    return numbers, entrants, missing


def _unranked(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Starting ranks tell that there is a draft of round 1."""
    return tuple(replace(e, starting_rank=None) if e.starting_rank else e for e in entrants)


def season_number(tournament: models.Tournament) -> int:
    """The season whose lots an event draws."""
    return FIRST_SEASON if tournament.season is None else tournament.season


def for_reader(tournament: models.Tournament, known: Snapshot) -> Snapshot:
    """A snapshot of earlier as whoever reads may see it: the public under the names of now, as far as it reads them."""
    if not (tournament.has_hidden_names and audience.is_public()):
        return known
    shown = dict(models.Player.objects.filter(tournament=tournament).values_list("number", "name"))
    entrants = [
        replace(e, name=shown.get(e.id, f"#{e.id}"), sort_name=None, lots=_lots(tournament, e, e.name))
        for e in known.entrants
    ]
    return replace(known, entrants=tuple(entrants))


def _with_their_lots(tournament: models.Tournament, entrants: list[Entrant]) -> list[Entrant]:
    """Lots of a league are made of names: those of hidden players are told in their place, so the round is the same."""
    with audience.staff():
        names = dict(models.Player.objects.filter(tournament=tournament).values_list("number", "name"))
    return [
        e if e.name == names[e.id] else replace(e, lots=_lots(tournament, e, names[e.id])) for e in entrants
    ]


def _lots(tournament: models.Tournament, entrant: Entrant, name: str) -> tuple[tuple[int, int], ...]:
    """The lots of a player of a league under this name, but for those that were drawn under another one."""
    systems = {tournament.system, *(phase.get("system", {}).get("name") for phase in tournament.phases)}
    if LEAGUE not in systems:
        return entrant.lots
    season, rounds = season_number(tournament), range(1, tournament.rounds_planned + 2)
    return tuple(({n: SeasonLot(name, season, n).number for n in rounds} | dict(entrant.lots)).items())


def _bye_requests(tournament: models.Tournament, numbers: Mapping[int, int]) -> list[ByeRequest]:
    rows = models.ByeRequest.objects.filter(tournament=tournament).order_by("round_number", "player__number")
    return [
        ByeRequest(numbers[player], round_number, _KINDS[kind])
        for player, round_number, kind in rows.values_list("player_id", "round_number", "kind")
    ]


def _forbidden_pairs(tournament: models.Tournament, numbers: Mapping[int, int]) -> Pairs:
    rows = models.ForbiddenPair.objects.filter(tournament=tournament).values_list("a_id", "b_id")
    pairs = (sorted((numbers[a], numbers[b])) for a, b in rows.order_by())
    return tuple(sorted((a, b) for a, b in pairs))


def _rounds(tournament: models.Tournament, numbers: Mapping[int, int], drafts: bool) -> tuple[Round, ...]:
    rows = models.Round.objects.filter(tournament=tournament).order_by("number")
    if not drafts:
        rows = rows.exclude(state=models.RoundState.DRAFT)
    heads = list(rows.values_list("pk", "number", "state", "seed"))
    shown = {head[0] for head in heads}
    matches = _matches(numbers, shown)
    byes = _byes(numbers, shown)
    common = None if tournament.secret_seeds else tournament.draw_seed
    return tuple(
        Round(number, _STATUS[state], tuple(matches[pk]), tuple(byes[pk]), "" if seed == common else seed)
        for pk, number, state, seed in heads
    )


def _matches(numbers: Mapping[int, int], shown: set[int]) -> Mapping[int, list[Match]]:
    rows = models.Seat.objects.filter(round__in=shown).order_by("round_id", "match__table", "position")
    columns = (
        "round_id", "match__table", "match__result", "match__games", "player_id", "raw", "penalty",
        "match__agreed_for", "match__postponed",
    )  # fmt: skip
    by_round: dict[int, list[Match]] = defaultdict(list)
    for (round_id, table), at_table in groupby(rows.values_list(*columns), key=itemgetter(0, 1)):
        by_round[round_id].append(_match(table, numbers, list(at_table)))
    return by_round


def _match(table: int, numbers: Mapping[int, int], rows: list[tuple[Any, ...]]) -> Match:
    """A table from the rows of its seats, in their order."""
    seats = tuple([numbers[row[4]] for row in rows])
    if len(seats) == 2:
        result, games = rows[0][2:4]
        agreed_for, postponed = rows[0][7:9]
        return Match(
            table, seats, result, tuple(games) if games else None, agreed_for=agreed_for, postponed=postponed
        )
    scores = tuple(row[5] for row in rows if row[5] is not None)
    penalties = tuple(row[6] for row in rows)
    return Match(
        table,
        seats,
        scores=scores if len(scores) == len(seats) else None,
        penalties=penalties if any(penalties) else None,
    )


def _byes(numbers: Mapping[int, int], shown: set[int]) -> Mapping[int, list[Bye]]:
    rows = models.Bye.objects.filter(round__in=shown).order_by("round_id", "player__number")
    by_round: dict[int, list[Bye]] = defaultdict(list)
    for round_id, player, kind in rows.values_list("round_id", "player_id", "kind"):
        by_round[round_id].append(Bye(numbers[player], _KINDS[kind]))
    return by_round


def being_played(snapshot: Snapshot) -> Snapshot:
    """The snapshot whose last round, if it is open, is being played: published is as good as started."""
    if not snapshot.rounds or snapshot.rounds[-1].status is not RoundStatus.PAIRED:
        return snapshot
    last = replace(snapshot.rounds[-1], status=RoundStatus.IN_PROGRESS)
    return replace(snapshot, rounds=(*snapshot.rounds[:-1], last))


def is_same_basis(first: Snapshot, second: Snapshot) -> bool:
    """Whether both give the same next round: results of a last round that is still open do not count."""
    return without_open_results(first) == without_open_results(second)


def without_open_results(snapshot: Snapshot) -> Snapshot:
    if not snapshot.rounds or snapshot.rounds[-1].status is RoundStatus.COMPLETED:
        return snapshot
    last = snapshot.rounds[-1]
    matches = tuple(Match(m.table, m.seats) for m in last.matches)
    return replace(snapshot, rounds=(*snapshot.rounds[:-1], replace(last, matches=matches)))


def up_to(snapshot: Snapshot, number: int) -> Snapshot:
    """The event as it was after this round, with the players and settings of now."""
    return replace(snapshot, rounds=snapshot.rounds[:number])


def with_result(
    snapshot: Snapshot, round_number: int, table: int, result: str | None, games: tuple[int, ...] | None
) -> Snapshot:
    """The snapshot as it would be with another result at one table."""
    return _with_table(snapshot, round_number, table, result=result, games=games)


def with_scores(
    snapshot: Snapshot,
    round_number: int,
    table: int,
    scores: tuple[int, ...] | None,
    penalties: tuple[int, ...] | None,
) -> Snapshot:
    """The snapshot as it would be with other raw points and penalties (hundredths) at one table of four."""
    return _with_table(snapshot, round_number, table, scores=scores, penalties=penalties)


def _with_table(snapshot: Snapshot, number: int, table: int, **values: Any) -> Snapshot:
    rounds = tuple(
        replace(r, matches=tuple(replace(m, **values) if m.table == table else m for m in r.matches))
        if r.number == number
        else r
        for r in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
