"""Pairs that must never share a table: whether the wish makes sense, and whether it can come true at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from pairing.errors import BAD_INPUT, Impossible, PairingError, message
from pairing.seating.task import Pair
from pairing.wording import gettext_noop, said

NODES = 20_000

NO_TABLE = message(
    "seating_no_table",
    gettext_noop(
        "no table of four can be filled with {player}: too many pairs of players must not meet (among them {players})"
    ),
)
TOO_MANY_APART = message(
    "seating_too_many_apart",
    gettext_noop(
        "none of {players} may meet another of them, so each needs a table of their own; there are only {tables} tables"
    ),
)
NOT_FOUND = message(
    "seating_not_found",
    gettext_noop(
        "no schedule was found that keeps all forbidden pairs apart: the best one seats such a pair {times} times "
        "({players}); search longer, or allow some pairs"
    ),
)


def checked(forbidden: Iterable[Sequence[int]], allowed: Collection[int]) -> frozenset[Pair]:
    """The pairs, lower id first. Errors: PairingError for a pair that is not two different ones of `allowed`."""
    pairs: set[Pair] = set()
    for pair in forbidden:
        if len({*pair}) != 2 or len(pair) != 2:
            detail = said("{pair} is not a pair of two different players", pair=_shown(pair))
            raise PairingError(BAD_INPUT, where=said("forbidden pairs"), detail=detail)
        for player in pair:
            if player not in allowed:
                detail = said("{pair}: there is no player {number}", pair=_shown(pair), number=player)
                raise PairingError(BAD_INPUT, where=said("forbidden pairs"), detail=detail)
        pairs.add((min(pair), max(pair)))
    return frozenset(pairs)


def _shown(pair: Sequence[int]) -> str:
    return ",".join(map(str, pair))


def refuse_impossible(
    pairs: Collection[Pair], ids: Sequence[int], *, tables: int, out: int, everybody_plays: bool
) -> None:
    """Raise Impossible when the `ids` cannot be seated at all: somebody for whom no table of four can be filled, or
    more players who must all be kept apart than there are tables (and places to sit out: `out`).
    """
    barred: dict[int, set[int]] = defaultdict(set)
    for a, b in pairs:
        barred[a].add(b)
        barred[b].add(a)
    if everybody_plays:
        for player in sorted(barred):
            if not _table_exists(player, ids, barred):
                raise Impossible(NO_TABLE, tuple(sorted(barred[player])), player=player)
    apart = _largest_apart(barred)
    if len(apart) > tables + out:
        raise Impossible(TOO_MANY_APART, tuple(sorted(apart)), tables=tables)


def refuse_together(pairs: Collection[Pair], rounds: Sequence[Sequence[Sequence[int]]]) -> None:
    """Raise Impossible when a forbidden pair shares a table of a schedule."""
    met = [(a, b) for tables in rounds for table in tables for a in table for b in table if (a, b) in pairs]
    if met:
        raise Impossible(
            NOT_FOUND, tuple(sorted({player for pair in met for player in pair})), times=len(met)
        )


def _table_exists(player: int, ids: Sequence[int], barred: dict[int, set[int]]) -> bool:
    """Whether three others may sit with `player` and with each other."""
    free = [other for other in ids if other != player and other not in barred[player]]
    for at, one in enumerate(free):
        rest = [other for other in free[at + 1 :] if other not in barred.get(one, ())]
        for second, two in enumerate(rest):
            if any(three not in barred.get(two, ()) for three in rest[second + 1 :]):
                return True
    return False


def _largest_apart(barred: dict[int, set[int]]) -> list[int]:
    """A largest set of players of whom no two may meet (the search is cut short where it takes too long)."""
    best: list[int] = []
    nodes = NODES

    def grow(chosen: list[int], possible: list[int]) -> None:
        nonlocal best, nodes
        if len(chosen) > len(best):
            best = chosen
        for at, player in enumerate(possible):
            nodes -= 1
            if nodes < 0 or len(chosen) + len(possible) - at <= len(best):
                return
            grow([*chosen, player], [other for other in possible[at + 1 :] if other in barred[player]])

    grow([], sorted(barred, key=lambda player: (-len(barred[player]), player)))
    return best
