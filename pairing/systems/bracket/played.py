"""The seeds of a bracket that is being played, read from its own rounds: seeding is done once and stays.

What the seeds were made of may be corrected afterwards. Who plays whom in the rounds in which seeds enter, at which
table and in which seat, tells where everybody stands.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

from pairing.model.types import ByeKind, Match, Round
from pairing.systems.bracket.chart import Chart, Game

SEED = "seed"
MOST_TRIED = 120


def entered(first: Round) -> set[int]:
    """Who is in a bracket by its first round: a match, or the bye of those who enter later."""
    full = {bye.player for bye in first.byes if bye.kind is ByeKind.FULL}
    return full.union(*(match.seats for match in first.matches))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A stage in which seeds enter. `games` in the order of play; `matches` by table, with whoever is `new` in each."""

    games: list[Game]
    matches: list[Match]
    new: list[list[int]]


def as_played(
    order: Sequence[int], chart: Chart, rounds: Sequence[Round], moved: Callable[[Match], bool]
) -> Iterator[tuple[int, ...]]:
    """`order` (players by seed, as computed now) with everybody where the rounds of the bracket have them.

    Games are played at tables in their order. A match that may have been `moved` to another table can be any of the
    games: the likeliest order comes first. Whoever has not entered yet keeps the order as computed.
    """
    stages = _entries(chart, rounds)
    seed = {p: at for at, p in enumerate(order, 1)}
    ways = [_orders_of_play(entry, moved, seed) for entry in stages]
    for chosen in islice(product(*ways), MOST_TRIED):
        slots: dict[int, int] = {}  # player by seed
        for entry, indices in zip(stages, chosen, strict=True):
            slots |= _entering(entry.games, [entry.new[index] for index in indices])
        left = iter(p for p in order if p not in set(slots.values()))
        yield tuple(slots[seed] if seed in slots else next(left) for seed in range(1, len(order) + 1))


def _entries(chart: Chart, rounds: Sequence[Round]) -> list[_Entry]:
    found: list[_Entry] = []
    known: set[int] = set()
    for stage, round_ in enumerate(rounds[: len(chart.stages)]):
        games = [chart.games[at] for at in chart.stages[stage] if chart.games[at].upper.kind == SEED]
        in_order = sorted(round_.matches, key=lambda match: match.table)
        matches = [m for m in in_order if any(p not in known for p in m.seats)]
        if not games or len(matches) != len(games):
            break  # all have entered, or somebody has not come
        new = [[p for p in match.seats if p not in known] for match in matches]
        found.append(_Entry(games, matches, new))
        known |= {p for players in new for p in players}
    return found


def _orders_of_play(
    entry: _Entry, moved: Callable[[Match], bool], seed: Mapping[int, int]
) -> list[tuple[int, ...]]:
    """The orders in which the matches may have been drawn, by index: the others have kept theirs."""
    free = [at for at, match in enumerate(entry.matches) if moved(match)]
    kept = [at for at in range(len(entry.matches)) if at not in free]
    uppers = [game.upper.number for game in entry.games]
    likely = [_index(uppers, seed.get(entry.new[at][0], 0)) for at in free]
    found: list[tuple[int, tuple[int, ...]]] = []
    for spots in islice(permutations(_nearest_first(len(entry.matches), likely), len(free)), MOST_TRIED):
        at_spot = dict(zip(spots, free, strict=True))
        rest = iter(kept)
        indices = tuple(at_spot[at] if at in at_spot else next(rest) for at in range(len(entry.matches)))
        found.append((sum(abs(a - b) for a, b in zip(spots, likely, strict=True)), indices))
    return [indices for _, indices in sorted(found)]


def _nearest_first(count: int, likely: Sequence[int]) -> list[int]:
    """The places of a list, those that are likely first: not all orders can be tried."""
    return sorted(range(count), key=lambda at: likely.index(at) if at in likely else count + at)


def _index(uppers: Sequence[int], seed: int) -> int:
    return uppers.index(seed) if seed in uppers else len(uppers) - 1


def _entering(games: Sequence[Game], new: Sequence[Sequence[int]]) -> dict[int, int]:
    """Who enters with which seed: the better one of a match sits first; lower ones may have changed places."""
    uppers = [game.upper.number for game in games]
    lowers = [game.lower.number for game in games if game.lower.kind == SEED]
    found = dict(zip(uppers, (players[0] for players in new), strict=True))
    second = [players[1] for players in new if len(players) > 1]
    return found | dict(zip(lowers, second, strict=False))
