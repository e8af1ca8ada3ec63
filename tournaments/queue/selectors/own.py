"""Where one player is in the queue, in the words of the own page (docs/rules/queue.md, A7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from pairing.queue.state import MatchState, Waiting
from tournaments.queue.selectors.board import Board, MatchText, Start, WaitingRow


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """`text` is the one sentence, `kind` the state it is about, `why` the reason for the place in the line."""

    text: str
    kind: str
    match: MatchText | None = None
    why: str = ""
    until: datetime | None = None
    start: Start | None = None
    table: int | None = None


def own_place(board: Board, player: int) -> OwnPlace | None:
    """Where a player is; None for one whose next match is not in the queue."""
    for table in board.tables:
        if table.match is not None and player in table.match.players:
            return _at_table(table.number, table.state, table.match)
    for match in board.nowhere:
        if player in match.players:
            return OwnPlace(gettext("Your match is back at no table. Ask the desk."), "nowhere", match)
    waiting = [*board.line, *board.kept, *board.to_come]
    row = min(
        (row for row in waiting if player in row.match.players), key=lambda row: row.place, default=None
    )
    return None if row is None else _waiting(board, row, player)


def _at_table(number: int, state: str, match: MatchText) -> OwnPlace:
    if state == MatchState.CALLED:
        text = gettext("Table %(table)s, now") % {"table": number}
    else:
        text = gettext("You play at table %(table)s") % {"table": number}
    return OwnPlace(text, state, match, table=number)


def _waiting(board: Board, row: WaitingRow, player: int) -> OwnPlace:
    if row.state == Waiting.UNKNOWN:
        other = row.match.names[1 if row.match.players[0] == player else 0]
        return OwnPlace(gettext("You play %(who)s") % {"who": other}, row.state, row.match)
    sentences: dict[str, str] = {
        Waiting.HELD: gettext("The desk holds your match"),
        Waiting.PLAYER_HELD: gettext("You or your opponent pause"),
        Waiting.RESTING: gettext("You or your opponent rest"),
        Waiting.LATER: gettext("The round of your match may not begin yet"),
        Waiting.BUSY: gettext("Your opponent is at a table"),
    }
    if row.state == Waiting.PLAYER_HELD and row.elsewhere:
        sentences[row.state] = _playing_elsewhere(row, player)
    text = sentences.get(row.state) or _next_but(board, row)
    return OwnPlace(text, row.state, row.match, row.why, row.until, row.start)


def _playing_elsewhere(row: WaitingRow, player: int) -> str:
    if player in row.elsewhere:
        return gettext("Held: you are playing in %(event)s") % {"event": row.elsewhere[player]}
    (event,) = row.elsewhere.values()
    return gettext("Held: your opponent is playing in %(event)s") % {"event": event}


def _next_but(board: Board, row: WaitingRow) -> str:
    """The place in the order among all that could be called."""
    before = [each.match.id for each in board.line].index(row.match.id)
    if not before:
        return gettext("You are next")
    return ngettext("You are next but one", "%(count)s matches are before yours", before) % {"count": before}
