"""Edits of the past: checked, foreseen, and made in one step with the reason and the numbers of their impact."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import F

from accounts.models import User
from pairing.model.types import FOUR, TWO
from tournaments.corrections.refusals import refuse
from tournaments.corrections.selectors.edits import (
    AdjustmentEdit,
    ByeEdit,
    Edit,
    LeavingEdit,
    PlayerEdit,
    RatingEdit,
    RemovalEdit,
    ResultEdit,
    ScoresEdit,
    ScoringEdit,
    SettingsEdit,
    TiebreaksEdit,
)
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import past_rounds
from tournaments.corrections.services.player_and_settings_edits import player_edit, settings_edit
from tournaments.events.services import events
from tournaments.events.services.rules import clean_points, clean_tiebreaks
from tournaments.models import LogEntry, Match, Player, RoundState, Tournament
from tournaments.players.services import players
from tournaments.reading import consistent_read
from tournaments.results.services import results, scores, tables_of_four
from tournaments.rights import Right
from tournaments.rounds.services.entry import refuse_wrong_seats
from tournaments.steps.fields import clean_line, clean_player
from tournaments.steps.log import NOTE_LENGTH
from tournaments.steps.round_state import wrong_state

Given = dict[str, Any]


def make(
    *,
    tournament: Tournament,
    actor: User | None,
    edit: Edit,
    note: str = "",
    seen_version: int | None = None,
    note_field: str = "note",
) -> Consequences:
    """Make an edit and return what it changed.

    The line of the log keeps the reason, and in `after.impact` how much changed. Once a later round has been paired on
    what is edited a reason is needed. With `seen_version` the edit is refused when the event has changed since it was
    foreseen. `note_field` is what the caller calls the reason. Errors: `reason_missing`, `event_changed`, and those of
    the edit.
    """
    reason = clean_line(note, field=note_field, length=NOTE_LENGTH)
    with consistent_read():
        tournament.refresh_from_db()
        seen = tournament.version if seen_version is None else seen_version
        found = consequences(tournament, edit)
    if found.needs_reason and not reason:
        raise refuse.reason_missing(field=note_field)
    with transaction.atomic():
        # Taking the row makes other writers wait, so that what was foreseen is what is written.
        if not Tournament.objects.filter(pk=tournament.pk, version=seen).update(version=F("version")):
            raise refuse.event_changed()
        last = _last_line(tournament)
        _WRITERS[type(edit)](tournament, actor, edit, reason)
        _keep_numbers(tournament, last, found, reason)
    return found


def change_player(
    *,
    tournament: Tournament,
    actor: User | None,
    player: Player,
    allow_duplicate: bool = False,
    reason: str = "",
    seen_version: int | None = None,
    **fields: object,
) -> Player:
    """Change fields of a player: where they touch the past as an edit of it, with the reason in the log.

    Errors: those of `players.edit_player` and of `make` (field `reason`).
    """
    edit = player_edit(tournament, player, fields, allow_duplicate=allow_duplicate)
    if not edit.touches:
        given: Given = {**fields, "allow_duplicate": allow_duplicate, "seen_version": seen_version}
        return players.edit_player(tournament=tournament, actor=actor, player=player, **given)
    make(
        tournament=tournament,
        actor=actor,
        edit=edit,
        note=reason,
        seen_version=seen_version,
        note_field="reason",
    )
    player.refresh_from_db()
    return player


def change_settings(
    *,
    tournament: Tournament,
    actor: User | None,
    reason: str = "",
    seen_version: int | None = None,
    **settings: Any,
) -> Tournament:
    """Change settings: where they touch the past as an edit of it, with the reason in the log.

    Errors: those of `events.update_event` and of `make` (field `reason`).
    """
    edit = settings_edit(tournament, settings)
    if not edit.touches:
        return events.update_event(tournament=tournament, actor=actor, seen_version=seen_version, **settings)
    make(
        tournament=tournament,
        actor=actor,
        edit=edit,
        note=reason,
        seen_version=seen_version,
        note_field="reason",
    )
    return tournament


def _last_line(tournament: Tournament) -> LogEntry | None:
    return LogEntry.objects.filter(tournament=tournament).order_by("-id").first()


def _keep_numbers(tournament: Tournament, before: LogEntry | None, found: Consequences, reason: str) -> None:
    """Complete the line this edit has just written; until the transaction ends nobody else has seen it."""
    line = _last_line(tournament)
    if line is None or line == before:
        return  # it was like that already
    line.after = {**(line.after or {}), "impact": found.numbers()}
    line.note = reason
    line.save(update_fields=["after", "note"])


def read(tournament: Tournament, kind: str, values: Given) -> Edit:
    """The edit of this kind with these values, checked against the event.

    Errors: `bad_kind`, `missing` and those of the values, named by field.
    """
    if kind not in _READERS:
        raise refuse.not_editable(kind=str(kind)[:40], allowed=", ".join(_READERS))
    return _READERS[kind](tournament, values)


def _needed(given: Given, field: str) -> Any:
    if given.get(field) is None:
        raise refuse.missing(field=field)
    return given[field]


def completed_match(tournament: Tournament, values: Given) -> Match:
    """The table of a completed round. Errors: `no_such_table`, `wrong_state`, `missing`."""
    number, table = _needed(values, "round"), _needed(values, "table")
    match = (
        Match.objects.filter(round__tournament=tournament, round__number=number, table=table)
        .select_related("round")
        .first()
    )
    if match is None:
        raise refuse.no_such_table(number=number, table=table)
    if match.round.state != RoundState.COMPLETED:
        raise wrong_state(match.round)
    return match


def player_of(tournament: Tournament, values: Given) -> Player:
    """The player with this number. Errors: `not_of_event`, `house_player`, `missing`."""
    row = Player.objects.filter(tournament=tournament, number=_needed(values, "player")).first()
    if row is None:
        raise refuse.player_not_of_event()
    return players.fresh(tournament, row)


def _read_result(tournament: Tournament, given: Given) -> Edit:
    refuse_wrong_seats(tournament, TWO)
    match = completed_match(tournament, given)
    result, games = _needed(given, "result"), given.get("games")
    results.check_result(result, games)
    results.check_length(tournament, match.round.number, games, table=match.table)
    return ResultEdit(match.round.number, match.table, result, tuple(games) if games else None)


def _read_scores(tournament: Tournament, given: Given) -> Edit:
    refuse_wrong_seats(tournament, FOUR)
    match = completed_match(tournament, given)
    entry = tables_of_four.Entry(_needed(given, "scores"), given.get("penalties"), given.get("sticks"))
    tables_of_four.check_entry(tournament, entry)
    new = tables_of_four.wanted_of(entry, tables_of_four.stored_scores(match))
    return ScoresEdit(match.round.number, match.table, tuple(entry.raw), new.penalties, entry.sticks)


def _read_bye(tournament: Tournament, given: Given) -> Edit:
    refuse_wrong_seats(tournament, TWO)
    player = player_of(tournament, given)
    bye = past_rounds.stored_bye(tournament, player, _needed(given, "round"))
    return ByeEdit(bye.round.number, player.number, past_rounds.clean_bye(_needed(given, "bye")))


def _read_adjustment(tournament: Tournament, given: Given) -> Edit:
    player, number = player_of(tournament, given), given.get("round")
    points = past_rounds.clean_adjustment(tournament, _needed(given, "points"), number)
    return AdjustmentEdit(player.number, points, number)


def _read_leaving(tournament: Tournament, given: Given) -> Edit:
    player = player_of(tournament, given)
    after = past_rounds.clean_leaving(tournament, player, given.get("after_round"))
    return LeavingEdit(player.number, after, player.left_after_round)


def _read_rating(tournament: Tournament, given: Given) -> Edit:
    player = player_of(tournament, given)
    return RatingEdit(player.number, clean_player({"rating": given.get("rating")})["rating"])


def _read_removal(tournament: Tournament, given: Given) -> Edit:
    player = player_of(tournament, given)
    players.refuse_unless_removable(tournament, player)
    return RemovalEdit(player.number)


def _read_tiebreaks(tournament: Tournament, given: Given) -> Edit:
    chain = clean_tiebreaks(
        _needed(given, "tiebreaks"),
        tournament.system,
        rounds=tournament.rounds_planned,
        stored=tournament.tiebreaks,
    )
    return TiebreaksEdit(tuple(chain))


def _read_scoring(tournament: Tournament, given: Given) -> Edit:
    cleaned = clean_points(tournament.system, _needed(given, "scoring"))
    return ScoringEdit(tuple(cleaned.items()))


def _read_player(tournament: Tournament, given: Given) -> Edit:
    player = player_of(tournament, given)
    return player_edit(tournament, player, {key: value for key, value in given.items() if key != "player"})


def _read_settings(tournament: Tournament, given: Given) -> Edit:
    return settings_edit(tournament, given)


_READERS: Mapping[str, Callable[[Tournament, Given], Edit]] = {
    ResultEdit.kind: _read_result,
    ScoresEdit.kind: _read_scores,
    ByeEdit.kind: _read_bye,
    AdjustmentEdit.kind: _read_adjustment,
    LeavingEdit.kind: _read_leaving,
    RatingEdit.kind: _read_rating,
    RemovalEdit.kind: _read_removal,
    TiebreaksEdit.kind: _read_tiebreaks,
    ScoringEdit.kind: _read_scoring,
    PlayerEdit.kind: _read_player,
    SettingsEdit.kind: _read_settings,
}
KINDS = tuple(_READERS)


def _match_of(tournament: Tournament, edit: ResultEdit | ScoresEdit) -> Match:
    return completed_match(tournament, {"round": edit.round, "table": edit.table})


EditOfPlayer: TypeAlias = ByeEdit | AdjustmentEdit | LeavingEdit | RatingEdit | RemovalEdit | PlayerEdit


def _player_of(tournament: Tournament, edit: EditOfPlayer) -> Player:
    return player_of(tournament, {"player": edit.player})


def _write_result(tournament: Tournament, actor: User | None, edit: ResultEdit, note: str) -> None:
    match = _match_of(tournament, edit)
    games = list(edit.games) if edit.games else None
    given: Given = {"tournament": tournament, "actor": actor, "match": match, "note": note}
    results.correct_result(**given, result=edit.result, games=games)


def _write_scores(tournament: Tournament, actor: User | None, edit: ScoresEdit, note: str) -> None:
    match = _match_of(tournament, edit)
    given: Given = {"tournament": tournament, "actor": actor, "match": match, "note": note}
    scores.correct_scores(**given, raw=edit.raw, penalties=edit.penalties, sticks=edit.sticks)


def _write_bye(tournament: Tournament, actor: User | None, edit: ByeEdit, note: str) -> None:
    player = _player_of(tournament, edit)
    past_rounds.correct_bye(
        tournament=tournament, actor=actor, player=player, number=edit.round, kind=edit.bye
    )


def _write_adjustment(tournament: Tournament, actor: User | None, edit: AdjustmentEdit, note: str) -> None:
    given: Given = {"tournament": tournament, "actor": actor, "player": _player_of(tournament, edit)}
    past_rounds.adjust(**given, points=edit.points, number=edit.round)


def _write_leaving(tournament: Tournament, actor: User | None, edit: LeavingEdit, note: str) -> None:
    player = _player_of(tournament, edit)
    past_rounds.correct_leaving(
        tournament=tournament, actor=actor, player=player, after_round=edit.after_round
    )


def _write_rating(tournament: Tournament, actor: User | None, edit: RatingEdit, note: str) -> None:
    player = _player_of(tournament, edit)
    players.edit_player(tournament=tournament, actor=actor, player=player, rating=edit.rating)


def _write_removal(tournament: Tournament, actor: User | None, edit: RemovalEdit, note: str) -> None:
    players.remove_player(tournament=tournament, actor=actor, player=_player_of(tournament, edit))


def _write_tiebreaks(tournament: Tournament, actor: User | None, edit: TiebreaksEdit, note: str) -> None:
    chain = list(edit.tiebreaks)
    events.update_event(tournament=tournament, actor=actor, confirmed=True, tiebreaks=chain)


def _write_scoring(tournament: Tournament, actor: User | None, edit: ScoringEdit, note: str) -> None:
    given: Given = {"scoring": dict(edit.scoring)}
    events.update_event(tournament=tournament, actor=actor, confirmed=True, **given)


def _write_player(tournament: Tournament, actor: User | None, edit: PlayerEdit, note: str) -> None:
    values = dict((*edit.values, *edit.others))
    player = _player_of(tournament, edit)
    # A name that is there already was refused, or allowed, when the edit was read.
    players.edit_player(tournament=tournament, actor=actor, player=player, allow_duplicate=True, **values)


def _write_settings(tournament: Tournament, actor: User | None, edit: SettingsEdit, note: str) -> None:
    values = dict((*edit.values, *edit.others))
    events.update_event(tournament=tournament, actor=actor, confirmed=True, **values)


_WRITERS: Mapping[type, Callable[[Tournament, User | None, Any, str], None]] = {
    ResultEdit: _write_result,
    ScoresEdit: _write_scores,
    ByeEdit: _write_bye,
    AdjustmentEdit: _write_adjustment,
    LeavingEdit: _write_leaving,
    RatingEdit: _write_rating,
    RemovalEdit: _write_removal,
    TiebreaksEdit: _write_tiebreaks,
    ScoringEdit: _write_scoring,
    PlayerEdit: _write_player,
    SettingsEdit: _write_settings,
}


# What it takes to make an edit of each kind, at the desk and over the API.
RIGHTS: dict[str, Right] = {
    "result": Right.CORRECT_RESULTS,
    "scores": Right.CORRECT_RESULTS,
    "bye": Right.CORRECT_RESULTS,
    "adjustment": Right.PENALTIES,
    "leaving": Right.REQUESTS,
    "rating": Right.MANAGE_PLAYERS,
    "removal": Right.MANAGE_PLAYERS,
    "tiebreaks": Right.SETTINGS,
    "scoring": Right.SETTINGS,
    "player": Right.MANAGE_PLAYERS,
    "settings": Right.SETTINGS,
}
