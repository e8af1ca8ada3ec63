"""Pairs that must never share a table: whether the wish makes sense, and whether it can come true at all."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from random import Random

from pairing.model.errors import BAD_INPUT, Impossible, PairingError, message
from pairing.model.reasons import gettext_noop, phrase
from pairing.seating.opponents.task import Pair

Barred = dict[int, set[int]]  # whom each player with a forbidden pair must not meet

NODES = 20_000

NO_TABLE = message(
    "seating_no_table",
    gettext_noop(
        "{player} cannot have a table of four: too many players are kept apart (among them {players})."
    ),
)
TOO_MANY_APART = message(
    "seating_too_many_apart",
    gettext_noop(
        "{players} are kept apart, so each needs a table of their own; there are only {tables} tables."
    ),
)
NO_ROUND = message(
    "seating_no_round",
    gettext_noop(
        "Not even one round is possible while these players are kept apart: {players}. "
        "Allow some to meet (Kept apart)."
    ),
)
NOT_FOUND = message(
    "seating_not_found",
    gettext_noop(
        "No schedule was found that keeps all these players apart: the best one seats "
        "two of them together {times} times ({players}). Search longer, or allow some to "
        "meet (Kept apart)."
    ),
)


def checked(forbidden: Iterable[Sequence[int]], allowed: Collection[int]) -> frozenset[Pair]:
    """The pairs, lower id first. Errors: PairingError for a pair that is not two different ones of `allowed`."""
    pairs: set[Pair] = set()
    for pair in forbidden:
        if len({*pair}) != 2 or len(pair) != 2:
            detail = phrase("{pair} is not a pair of two different players", pair=_shown(pair))
            raise PairingError(BAD_INPUT, where=phrase("pairs kept apart"), detail=detail)
        for player in pair:
            if player not in allowed:
                detail = phrase("{pair}: there is no player {number}", pair=_shown(pair), number=player)
                raise PairingError(BAD_INPUT, where=phrase("pairs kept apart"), detail=detail)
        pairs.add((min(pair), max(pair)))
    return frozenset(pairs)


def _shown(pair: Sequence[int]) -> str:
    return ",".join(map(str, pair))


def refuse_impossible(
    pairs: Collection[Pair], ids: Sequence[int], *, tables: int, out: int, everybody_plays: bool
) -> None:
    """Raise Impossible when the `ids` cannot be seated at all: somebody for whom no table of four can be filled, more
    players who must all be kept apart than there are tables (and places to sit out: `out`), or no way to seat a round.
    """
    barred = _barred(pairs)
    if everybody_plays:
        for player in sorted(barred):
            if not _table_exists(player, ids, barred):
                raise Impossible(NO_TABLE, tuple(sorted(barred[player])), player=player)
    apart = _largest_apart(barred)
    if len(apart) > tables + out:
        raise Impossible(TOO_MANY_APART, tuple(sorted(apart)), tables=tables)
    if not _round_exists(barred, tables, out):
        raise Impossible(NO_ROUND, tuple(sorted(barred)))


def _barred(pairs: Collection[Pair]) -> Barred:
    barred: Barred = defaultdict(set)
    for a, b in pairs:
        barred[a].add(b)
        barred[b].add(a)
    return dict(barred)


def together(pairs: Collection[Pair], rounds: Sequence[Sequence[Sequence[int]]]) -> list[Pair]:
    """The forbidden pairs that share a table of a schedule, once for every time."""
    return [(a, b) for tables in rounds for table in tables for a in table for b in table if (a, b) in pairs]


def refuse_together(pairs: Collection[Pair], rounds: Sequence[Sequence[Sequence[int]]]) -> None:
    """Raise Impossible when a forbidden pair shares a table of a schedule."""
    if met := together(pairs, rounds):
        raise Impossible(
            NOT_FOUND, tuple(sorted({player for pair in met for player in pair})), times=len(met)
        )


def _table_exists(player: int, ids: Sequence[int], barred: Barred) -> bool:
    """Whether three others may sit with `player` and with each other."""
    free = [other for other in ids if other != player and other not in barred[player]]
    for at, one in enumerate(free):
        rest = [other for other in free[at + 1 :] if other not in barred.get(one, ())]
        for second, two in enumerate(rest):
            if any(three not in barred.get(two, ()) for three in rest[second + 1 :]):
                return True
    return False


def _largest_apart(barred: Barred) -> list[int]:
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


def _round_exists(barred: Barred, tables: int, out: int) -> bool:
    """Whether everybody with a forbidden pair finds a table without one; yes where the search takes too long. All
    others fill up what is left.
    """
    order = sorted(barred, key=lambda player: (-len(barred[player]), player))
    try:
        return _tables_apart(order, barred, tables, out) is not None
    except _TooLong:
        return True


def round_apart(players: Sequence[int], pairs: Collection[Pair], random: Random) -> list[list[int]] | None:
    """The players at tables of four without a forbidden pair, anyhow else; None where the search takes too long."""
    barred = _barred(pairs)
    drawn = random.sample(players, len(players))
    order = sorted(drawn, key=lambda player: -len(barred.get(player, ())))
    bound = [player for player in order if player in barred]
    try:
        tables = _tables_apart(bound, barred, len(players) // 4, 0)
    except _TooLong:
        return None
    if tables is None:
        return None
    rest = iter(order[len(bound) :])
    tables += [[] for _ in range(len(players) // 4 - len(tables))]
    return [[*table, *(next(rest) for _ in range(4 - len(table)))] for table in tables]


class _TooLong(Exception):
    """A search that was cut short."""


def _tables_apart(order: Sequence[int], barred: Barred, tables: int, out: int) -> list[list[int]] | None:
    """Players with forbidden pairs at up to so many tables, `out` of them at none; None where there is no way."""
    seated: list[list[int]] = []
    nodes = NODES

    def seat(at: int, out: int) -> bool:
        nonlocal nodes
        nodes -= 1
        if nodes < 0:
            raise _TooLong
        if at == len(order):
            return True
        player = order[at]
        new = len(seated) < tables and (not seated or bool(seated[-1]))
        if new:
            seated.append([])
        for table in [*seated]:
            if len(table) < 4 and barred[player].isdisjoint(table):
                table.append(player)
                if seat(at + 1, out):
                    return True
                table.pop()
        if new:
            seated.pop()
        return out > 0 and seat(at + 1, out - 1)

    return seated if seat(0, out) else None
