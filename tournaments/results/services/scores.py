"""Scores of tables of four: raw points and penalties, entered while a round is played and corrected afterwards."""

from collections.abc import Mapping, Sequence

from accounts.models import User
from pairing.model.types import FOUR
from tournaments.models import Action, Match, Player, Round, RoundState, Seat, Tournament
from tournaments.names.namesakes import name_of, names_at
from tournaments.results.refusals import refuse
from tournaments.results.services.tables_of_four import (
    EMPTY,
    Entry,
    Stored,
    check_entry,
    store_scores,
    stored_of,
    stored_scores,
    wanted_of,
)
from tournaments.rounds.services.entry import (
    ANYTHING,
    OPEN_STATES,
    Anything,
    begin,
    numbers_at,
    open_round,
    refuse_wrong_seats,
    stored_match,
    tables_by_number,
)
from tournaments.standings.selectors.standings import Impact, impact_of_scores
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line

PLAYED_STATES = (*OPEN_STATES, RoundState.COMPLETED.value)
Seen = tuple[Sequence[int], Sequence[int]] | Anything | None


def enter_scores(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    raw: Sequence[int],
    penalties: Sequence[int] | None = None,
    sticks: int | None = None,
    seen: Seen = ANYTHING,
    note: str = "",
) -> Match:
    """Enter or overwrite the scores of a table of the round being played.

    `raw` are the points of East, South, West, North; `penalties` (hundredths, in the same order) None leaves those that
    are stored; `sticks` None takes as many left-over sticks as the sum says. `seen` is what the person had before their
    eyes, raw and penalties (None: an empty table): when somebody else has entered other scores since, `result_changed`
    (params: table, current, scores, penalties) is raised. The same scores again change nothing. A report of the players
    that waits is superseded.
    Errors: those of `check_entry`, `wrong_state` (not published, or completed: use correct_scores), `not_of_event`,
    `wrong_seats`, `result_changed`.
    """
    entry = Entry(raw, penalties, sticks)
    return _write(tournament, actor, match, entry, Action.RESULT_ENTERED, OPEN_STATES, seen, note)


def clear_scores(*, tournament: Tournament, actor: User | None, match: Match, seen: Seen = ANYTHING) -> Match:
    """Empty a table of the round being played, its penalties too.

    Errors: `wrong_state`, `result_changed`, `not_of_event`, `wrong_seats`.
    """
    return _write(tournament, actor, match, None, Action.RESULT_CLEARED, OPEN_STATES, seen, "")


def correct_scores(
    *,
    tournament: Tournament,
    actor: User | None,
    match: Match,
    raw: Sequence[int],
    penalties: Sequence[int] | None = None,
    sticks: int | None = None,
    note: str = "",
) -> Impact:
    """Change the scores of a completed round; returns what that changed. Later pairings stay as they are.

    Errors: as `enter_scores`; `wrong_state` when the round is still open (just enter the scores).
    """
    entry = Entry(raw, penalties, sticks)
    impact = foresee(tournament, match, entry)
    states = (RoundState.COMPLETED.value,)
    _write(tournament, actor, match, entry, Action.RESULT_CORRECTED, states, ANYTHING, note)
    return impact


def foresee(tournament: Tournament, match: Match, entry: Entry) -> Impact:
    """What other scores at a table would change; nothing is written. Errors: as `enter_scores`."""
    check_entry(tournament, entry)
    row = stored_match(tournament, match)
    new = wanted_of(entry, stored_scores(row))
    return impact_of_scores(tournament, row, new.raw, new.penalties)


def set_penalty(
    *, tournament: Tournament, actor: User | None, match: Match, player: Player, points: int, note: str
) -> Impact:
    """Give a player at a table whose scores are in a penalty of `points` hundredths in all (-2000; 0 takes it away).

    In open rounds and in completed ones; returns what it changed in the standings. `note` says what for.
    Errors: `reason_missing`, `bad_penalties`, `not_at_table`, `no_scores`, `wrong_state`, `not_of_event`,
    `wrong_seats`.
    """
    refuse_wrong_seats(tournament, FOUR)
    reason = _reason(note)
    row = stored_match(tournament, match)
    old = stored_scores(row)
    seat = Seat.objects.filter(match=row, player=player).values_list("position", flat=True).first()
    if seat is None:
        raise refuse.not_at_table()
    if old.raw is None:
        raise refuse.no_scores(table=row.table)
    penalties = tuple(points if at == seat else given for at, given in enumerate(old.penalties))
    entry = Entry(old.raw, penalties)
    impact = foresee(tournament, row, entry)
    seen = (old.raw, old.penalties)
    _write(
        tournament,
        actor,
        match,
        entry,
        Action.PENALTY_SET,
        PLAYED_STATES,
        seen,
        reason,
        name_of(tournament, player),
    )
    return impact


def _reason(note: str) -> str:
    reason = clean_line(note, field="note", length=log.NOTE_LENGTH)
    if not reason:
        raise refuse.penalty_unexplained()
    return reason


def enter_many_scores(
    *, tournament: Tournament, actor: User | None, round_: Round, tables: Mapping[int, Entry]
) -> int:
    """Enter the scores of many tables of one round by table number, all or none. Returns how many changed.

    Errors: those of `check_entry` (params: table), `no_such_table`, `wrong_state`, `wrong_seats`.
    """
    for table, entry in tables.items():
        check_entry(tournament, entry, table)
    with changing(tournament, touches=(), later=("matches", "rounds")):
        rows = tables_by_number(tournament, round_, list(tables))
        state = open_round(round_, OPEN_STATES)
        olds = stored_of(rows.values())
        wanted = {rows[t].pk: wanted_of(entry, olds[rows[t].pk]) for t, entry in tables.items()}
        changed = [rows[t] for t in tables if wanted[rows[t].pk] != olds[rows[t].pk]]
        if not changed:
            raise Unchanged
        store_scores(tournament, actor, changed, wanted)
        begin(round_, state)
        people = numbers_at(changed)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.RESULTS_ENTERED,
            round_number=round_.number,
            subject=", ".join(str(m.table) for m in changed),
            before={"state": state, "results": [_facts(m, olds[m.pk]) for m in changed]},
            after={"results": [{**_facts(m, wanted[m.pk]), "players": people[m.table]} for m in changed]},
        )
    return len(changed)


def _write(
    tournament: Tournament,
    actor: User | None,
    match: Match,
    entry: Entry | None,
    action: Action,
    states: tuple[str, ...],
    seen: Seen,
    note: str,
    about: str = "",
) -> Match:
    refuse_wrong_seats(tournament, FOUR)
    if entry is not None:
        check_entry(tournament, entry)
    with changing(tournament, touches=(), later=("matches", "rounds")):
        row = stored_match(tournament, match)
        old = stored_scores(row)
        new = wanted_of(entry, old)
        state = open_round(row.round, states)
        if new == old:
            raise Unchanged
        _refuse_unseen(row, old, seen)
        write_table(tournament, actor, row, new, action, old=old, state=state, note=note, about=about)
    row.refresh_from_db()
    match.entered_at, match.entered_by = row.entered_at, row.entered_by
    return match


def write_table(
    tournament: Tournament,
    actor: User | None,
    row: Match,
    new: Stored,
    action: Action,
    *,
    old: Stored,
    state: str,
    note: str = "",
    about: str = "",
    who: str = "",
) -> None:
    """Write other scores at one table and log it, inside a running change that has looked at `old` and the round's
    `state`. `about`: the player it is about, else the whole table; `who`: players who did it, where no user did.
    """
    store_scores(tournament, actor, [row], {row.pk: new})
    begin(row.round, state)
    log.write(
        tournament=tournament,
        actor=actor,
        who=who,
        action=action,
        round_number=row.round.number,
        subject=about or names_at(tournament, row),
        before={**_facts(row, old), "state": state},
        after=_facts(row, new),
        note=note,
    )


def _facts(row: Match, stored: Stored) -> dict[str, object]:
    return {"table": row.table, **stored.to_json()}


def _refuse_unseen(row: Match, old: Stored, seen: Seen) -> None:
    if isinstance(seen, Anything):
        return
    expected = EMPTY if seen is None else Stored(tuple(seen[0]), tuple(seen[1]))
    if expected != old:
        raise refuse.result_changed(field="scores", table=row.table, current=old.text, **old.to_json())
