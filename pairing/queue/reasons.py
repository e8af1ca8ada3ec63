"""What puts one match before another, and the sentences that say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.queue.state import QueueMatch, QueueState, QueueTable

FIRST = sentence("queue_first", gettext_noop("The desk has put it first."))
CHAIN = sentence(
    "queue_chain",
    gettext_noop(
        "Matches still to be played one after another: {chain} with this one, {other_chain} with the other."
    ),
)
WAIT = sentence(
    "queue_wait", gettext_noop("Its players have waited longer: {wait}, the others {other_wait}.")
)
ORDER = sentence("queue_order", gettext_noop("It comes first in the order of play."))
ONLY_TABLE = sentence(
    "queue_only_table", gettext_noop("The match before it in the line cannot be played at table {table}.")
)
MOST = sentence(
    "queue_most", gettext_noop("More matches can be played now than with the one before it in the line.")
)
# Of calls that are held against the rule.
MARKS_LEFT = sentence(
    "queue_marks_left", gettext_noop("A match that the desk had put first was left waiting.")
)
FEWER = sentence("queue_fewer", gettext_noop("More matches could have been called."))
SPOILED = sentence(
    "queue_spoiled", gettext_noop("A match that needs no special table took one, although another was free.")
)
OTHER_TABLES = sentence("queue_other_tables", gettext_noop("Tables with lower numbers were free."))
NOT_READY = sentence(
    "queue_not_ready",
    gettext_noop("Match {number} of round {round} was not ready to be played at table {table}."),
)

Key: TypeAlias = tuple[tuple[bool, int], int, tuple[int, ...], tuple[int, int]]


def key_of(state: QueueState, match: QueueMatch) -> Key:
    """What decides between matches, the lower first: the desk's mark, the longer chain, the longer wait, the
    order of play (A3, 3).
    """
    mark = (match.first is None, match.first or 0)
    return mark, -match.chain, tuple(-wait for wait in state.waits(match)), match.id


def why_before(state: QueueState, one: QueueMatch, other: QueueMatch) -> Reason:
    """Why `one` stands before `other`: the first part of their keys that differs."""
    pairs = zip(key_of(state, one), key_of(state, other), strict=True)
    differs = next(at for at, (mine, theirs) in enumerate(pairs) if mine != theirs)
    wait, other_wait = (", ".join(map(_clock, state.waits(match))) for match in (one, other))
    return (
        because(FIRST),
        because(CHAIN, chain=one.chain, other_chain=other.chain),
        because(WAIT, wait=wait, other_wait=other_wait),
        because(ORDER),
    )[differs]


def why_called(
    state: QueueState, match: QueueMatch, table: QueueTable, rivals: Sequence[QueueMatch]
) -> tuple[Reason, ...]:
    """Why a match is called to a table and not the first of those that could be played too (`rivals`, in their
    order): it stands before it, or the table is not for that one, or with that one fewer could be played.
    """
    if not rivals:
        return ()
    rival = rivals[0]
    if key_of(state, match) < key_of(state, rival):
        return (why_before(state, match, rival),)
    return (because(MOST) if state.may_use(rival, table) else because(ONLY_TABLE, table=table.number),)


def _clock(seconds: int) -> str:
    """Minutes and seconds: 754 is 12:34."""
    return f"{seconds // 60}:{seconds % 60:02d}"
