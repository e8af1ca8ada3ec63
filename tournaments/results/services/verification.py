"""The second pass: a result keyed again, without seeing the first. The same verifies it, another one is a question.

Whatever changes a result later empties the mark (`store_results`, `store_scores`).
"""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import User
from pairing.model.types import TWO
from tournaments.events.selectors.unplayed import has_result
from tournaments.models import Action, Match, RoundState, Tournament
from tournaments.moments import for_programs
from tournaments.names.namesakes import names_at
from tournaments.results.refusals import refuse
from tournaments.results.selectors.texts import of_text, text_of
from tournaments.results.selectors.verification import STATES
from tournaments.results.services import results, scores
from tournaments.results.services.tables_of_four import Entry, check_entry, stored_scores, wanted_of
from tournaments.rounds.services.entry import open_round, refuse_wrong_seats, stored_match
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.refusals import ServiceError

Value = str | Entry


@dataclass(frozen=True, slots=True)
class Second:
    """What the second pass made of a table. `same_person`: whoever keyed it now had keyed it before."""

    table: int
    same_person: bool


def verify(*, tournament: Tournament, actor: User, match: Match, value: Value) -> Second:
    """Key the result of a table a second time: `1-0`, `1-0 2-1`, or the raw points of four. A verified table stays as
    it is.

    Games of two and penalties of four are compared only where they are keyed too.
    Errors: `verification_differs` (params: table, first, second, entered_by, entered_at; nothing is changed),
    `no_result`, `wrong_state`, `not_of_event`, and those of entering (`bad_result`, `wrong_seats`, `bad_scores`, ...).
    """
    _check(tournament, value)
    with changing(tournament, touches=(), later=("matches",)):
        row = _row(tournament, match)
        if _is_other(row, value):
            raise _differs(row, value)
        if row.verified_at is not None:
            raise Unchanged
        _mark(tournament, actor, row)
    return Second(row.table, row.entered_by_id == actor.pk)


def settle(
    *,
    tournament: Tournament,
    actor: User,
    match: Match,
    value: Value,
    seen: Value,
    note: str = "",
    may_correct: bool = True,
) -> Second:
    """Say which of two different results is right, after looking at the slip again; the table counts as verified.

    `seen` is what the first pass had when the difference was shown. If `value` is another one, it is entered, or
    corrected where the round is completed, as anywhere else, which not everybody may (`may_correct`).
    Errors: as `verify`; `result_changed` when somebody has changed the result since; `not_allowed`.
    """
    _check(tournament, value)
    with changing(tournament, touches=(), later=("matches",)):
        row = _row(tournament, match)
        if _is_other(row, seen):
            raise refuse.result_changed(field="result", table=row.table, current=_text(row))
        first = row.entered_by_id
        if _is_other(row, value):
            if row.round.state == RoundState.COMPLETED and not may_correct:
                raise refuse.not_allowed()
            _enter(tournament, actor, row, value, note)
            row = _row(tournament, match)
        if row.verified_at is not None:
            raise Unchanged
        _mark(tournament, actor, row, note, differed=True)
    return Second(row.table, first == actor.pk)


def _check(tournament: Tournament, value: Value) -> None:
    if isinstance(value, Entry):
        check_entry(tournament, value)
        return
    refuse_wrong_seats(tournament, TWO)
    results.check_result(*of_text(value))


def _row(tournament: Tournament, match: Match) -> Match:
    """The table as it is now, with a result. Errors: `not_of_event`, `wrong_state`, `no_result`."""
    row = stored_match(tournament, match)
    open_round(row.round, STATES)
    if not has_result(row):
        raise refuse.no_result(table=row.table)
    return row


def _is_other(row: Match, value: Value) -> bool:
    if not isinstance(value, Entry):
        result, games = of_text(value)
        return row.result != result or games not in (None, row.games)
    old = stored_scores(row)
    return wanted_of(value, old) != old


def _text(row: Match) -> str:
    return text_of(row.result, row.games) or stored_scores(row).text


def _name(row: Match) -> str:
    return str(row.entered_by) if row.entered_by else ""


def _differs(row: Match, value: Value) -> ServiceError:
    second = value if isinstance(value, str) else wanted_of(value, stored_scores(row)).text
    return refuse.verification_differs(
        field="result" if isinstance(value, str) else "scores",
        table=row.table,
        first=_text(row),
        second=second,
        entered_by=_name(row),
        entered_at=for_programs(timezone.localtime(row.entered_at)) if row.entered_at else "",
    )


def _enter(tournament: Tournament, actor: User, row: Match, value: Value, note: str) -> None:
    given: dict[str, Any] = {"tournament": tournament, "actor": actor, "match": row}
    completed = row.round.state == RoundState.COMPLETED
    if isinstance(value, Entry):
        given |= {"raw": value.raw, "penalties": value.penalties, "sticks": value.sticks, "note": note}
        (scores.correct_scores if completed else scores.enter_scores)(**given)
        return
    result, games = of_text(value)
    if completed:
        results.correct_result(**given, result=result, games=games, note=note)
    else:
        results.enter_result(**given, result=result, games=games)


def _mark(tournament: Tournament, actor: User, row: Match, note: str = "", differed: bool = False) -> None:
    touching(tournament.pk, matches=[row.pk])
    Match.objects.filter(pk=row.pk).update(verified_at=timezone.now(), verified_by=actor)
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.RESULT_VERIFIED,
        round_number=row.round.number,
        subject=names_at(tournament, row),
        after={"table": row.table, "entered_by": _name(row), "differed": differed},
        note=note,
    )
