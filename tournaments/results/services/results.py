"""Results of matches of two: entered while a round is played, corrected afterwards, with what a correction changes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils import timezone

from accounts.models import User
from pairing.model.types import RESULTS, TWO
from tournaments import snapshots
from tournaments.brackets.selectors.lengths import best_of, decides
from tournaments.models import Action, Match, Result, Round, RoundState, Seat, Tournament
from tournaments.names.namesakes import names_at
from tournaments.queue.selectors.now import has_queue
from tournaments.queue.services.moments import note
from tournaments.results.refusals import refuse
from tournaments.results.selectors.texts import text_of
from tournaments.rounds.services.entry import (
    ANYTHING,
    OPEN_STATES,
    Anything,
    begin,
    numbers_at,
    open_round,
    refuse_wrong_seats,
    stored_match,
    supersede_reports,
    tables_by_number,
)
from tournaments.standings.selectors.standings import Impact, impact_of
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.refusals import ServiceError

MAX_GAMES = 99
# A result whatever its games, a result with just these games, an empty table, or not asked for.
Seen = str | tuple[str, list[int] | None] | Anything | None


def enter_result(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    result: str,
    games: list[int] | None = None,
    seen: Seen = ANYTHING,
) -> Match:
    """Enter or overwrite the result of a table of the round being played.

    `seen` is the result the person had before their eyes, with its games where they were shown (None: an empty
    table); when somebody else has entered another one since, `result_changed` is raised instead of overwriting it
    unseen. Entering the same result again changes nothing. Errors: `bad_result`, `bad_games`, `bad_length` (a match
    of a bracket whose length is declared), `wrong_state` (not published, or completed: use correct_result),
    `not_of_event`, `wrong_seats` (an event of tables of four).
    """
    check_result(result, games)
    return _write(tournament, actor, match, result, games, Action.RESULT_ENTERED, OPEN_STATES, seen)


def clear_result(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    seen: Seen = ANYTHING,
) -> Match:
    """Empty a table of the round being played. Errors: `wrong_state`, `result_changed`, `not_of_event`."""
    return _write(tournament, actor, match, None, None, Action.RESULT_CLEARED, OPEN_STATES, seen)


def correct_result(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    result: str,
    games: list[int] | None = None,
    note: str = "",
) -> Impact:
    """Change a result of a completed round; returns what that changed. Later pairings stay as they are.

    Errors: `bad_result`, `bad_games`, `bad_length`, `wrong_state` (the round is still open: just enter the result),
    `not_of_event`.
    """
    check_result(result, games)
    impact = impact_of(tournament, match, result, games)
    states = (RoundState.COMPLETED.value,)
    _write(tournament, actor, match, result, games, Action.RESULT_CORRECTED, states, ANYTHING, note=note)
    return impact


def enter_results(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    results: Mapping[int, str],
    games: Mapping[int, list[int]] | None = None,
) -> int:
    """Enter many results of one round by table number, all or none. Returns how many changed.

    `games` are those of the tables that have any; the same result without games leaves stored ones as they are.
    Errors: `bad_result`, `bad_games`, `bad_length`, `no_such_table` (params: table), `wrong_state`.
    """
    given = {table: (result, (games or {}).get(table)) for table, result in results.items()}
    for table, (result, of_table) in given.items():
        check_result(result, of_table, table=table)
        check_length(tournament, round_.number, of_table, table=table)
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        refuse_wrong_seats(tournament, TWO)
        rows = tables_by_number(tournament, round_, list(results))
        state = open_round(round_, OPEN_STATES, tournament)
        changed = [rows[table] for table, said in given.items() if _differs(rows[table], *said)]
        if not changed:
            raise Unchanged
        before = [_facts(match) for match in changed]
        store_results(tournament, actor, changed, {m.pk: given[m.table] for m in changed})
        begin(round_, state)
        people = numbers_at(changed)
        after = [{**_facts(match), "players": people[match.table]} for match in changed]
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.RESULTS_ENTERED,
            round_number=round_.number,
            subject=", ".join(str(m.table) for m in changed),
            before={"state": state, "results": before},
            after={"results": after},
        )
    return len(changed)


def _differs(match: Match, result: str, games: list[int] | None) -> bool:
    """Whether this is another result, or the same with other games."""
    return match.result != result or games not in (None, match.games)


def _facts(match: Match) -> dict[str, object]:
    """A result as the log keeps it."""
    return {"table": match.table, "result": match.result, "games": match.games}


def check_result(result: object, games: object, table: int | None = None) -> None:
    """Errors: `bad_result`, `bad_games`."""
    if not isinstance(result, str) or result not in RESULTS:
        raise refuse.bad_result(value=str(result)[:20], allowed=", ".join(RESULTS), table=table)
    if games is not None and not _games_fit(result, games):
        raise refuse.bad_games(table=table)


def check_length(
    tournament: Tournament, number: int, games: Sequence[int] | None, table: int | None = None
) -> None:
    """Whether the games fit the length declared for a round of a bracket. Errors: `bad_length`."""
    length = best_of(tournament, number) if games is not None else 0
    if games is not None and length and not decides(games, length):
        raise refuse.bad_length(number=number, length=length, needed=length // 2 + 1, table=table)


def _games_fit(result: str, games: object) -> bool:
    if not isinstance(games, list | tuple) or len(games) not in (2, 3):
        return False
    if any(not isinstance(g, int) or isinstance(g, bool) or not 0 <= g <= MAX_GAMES for g in games):
        return False
    won, lost = games[0], games[1]
    fits = {Result.FIRST_WINS: won > lost, Result.SECOND_WINS: won < lost, Result.DRAW: won == lost}
    return bool(fits.get(Result(result), False))


def _write(
    tournament: Tournament,
    actor: User | None,
    match: Match,
    result: str | None,
    games: list[int] | None,
    action: Action,
    states: tuple[str, ...],
    seen: Seen,
    note: str = "",
) -> Match:
    refuse_wrong_seats(tournament, TWO)
    row = stored_match(tournament, match)
    check_length(tournament, row.round.number, games, table=row.table)
    if (row.result, row.games) == (result, games) and row.round.state in states:
        match.result, match.games = result, games
        return match
    with changing(tournament, touches=(), later=("matches", "rounds", "moments")):
        row = stored_match(tournament, match)
        state = open_round(row.round, states, tournament if result else None)
        if (row.result, row.games) == (result, games):
            raise Unchanged  # a retry that has overlapped its first attempt
        if not isinstance(seen, Anything) and seen not in (row.result, (row.result, row.games)):
            raise _changed_meanwhile(row)
        before = {"table": row.table, "result": row.result, "games": row.games, "state": state}
        store_results(tournament, actor, [row], {row.pk: (result, games)})
        begin(row.round, state)
        log.write(
            tournament=tournament,
            actor=actor,
            action=action,
            round_number=row.round.number,
            subject=names_at(tournament, row),
            before=before,
            after={"table": row.table, "result": result, "games": games},
            note=note,
        )
    match.result, match.games, match.entered_at = row.result, row.games, row.entered_at
    match.entered_by = row.entered_by
    return match


def _changed_meanwhile(row: Match) -> ServiceError:
    return refuse.result_changed(
        field="result", table=row.table, current=text_of(row.result, row.games) or "–"
    )


def store_results(
    tournament: Tournament,
    actor: User | None,
    rows: list[Match],
    wanted: Mapping[int, tuple[str | None, list[int] | None]],
) -> None:
    """Write results and the points they give, inside a running change. `wanted` is keyed by match.

    Tables with the same result are written together: a round of 500 tables takes a few statements. What players have
    reported there and nobody has decided is superseded.
    """
    corrected = [row for row in rows if row.result and wanted[row.pk][0] not in (None, row.result)]
    touching(tournament.pk, matches=list(wanted))
    if corrected and has_queue(tournament):  # a replay knows then that another result was known before
        note(tournament, *({"correct": [row.round.number, row.table]} for row in corrected))
    scoring = snapshots.scoring_of(tournament)
    alike: dict[tuple[object, ...], list[Match]] = defaultdict(list)
    for row in rows:
        row.result, row.games = wanted[row.pk]
        row.entered_at = timezone.now() if row.result else None
        row.entered_by = actor if row.result else None
        row.verified_at = row.verified_by = None
        alike[row.result, *(row.games or ())].append(row)
    for same in alike.values():
        keys, first = [row.pk for row in same], same[0]
        Match.objects.filter(pk__in=keys).update(
            result=first.result,
            games=first.games,
            entered_at=first.entered_at,
            entered_by=first.entered_by,
            verified_at=None,
            verified_by=None,
        )
        for position in (0, 1):
            outcome = RESULTS[first.result][position] if first.result else None
            Seat.objects.filter(match__in=keys, position=position).update(
                outcome=outcome.value if outcome else "",
                points=scoring.for_outcome(outcome) if outcome else None,
            )
    supersede_reports(row.pk for row in rows)
