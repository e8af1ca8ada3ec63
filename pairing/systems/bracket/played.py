"""The seeds of a bracket that is being played, read from its own rounds: seeding is done once and stays.

What the seeds were made of may be corrected afterwards. Who plays whom in the rounds in which seeds enter, at which
table and in which seat, tells where everybody stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.systems.bracket.chart import Chart, Game
from pairing.types import ByeKind, Match, Round

SEED = "seed"


def entered(first: Round) -> set[int]:
    """Who is in a bracket by its first round: a match, or the bye of those who enter later."""
    full = {bye.player for bye in first.byes if bye.kind is ByeKind.FULL}
    return full.union(*(match.seats for match in first.matches))


def as_played(
    order: Sequence[int], chart: Chart, rounds: Sequence[Round], sorted_from: int
) -> tuple[int, ...]:
    """`order` (players by seed, as computed now) with everybody where the rounds of the bracket have them.

    From stage `sorted_from` on the games of a stage are played in the order of their upper seeds, before it in that of
    the chart. Whoever has not entered yet keeps the order as computed.
    """
    slots: dict[int, int] = {}  # player by seed
    for stage, round_ in enumerate(rounds[: len(chart.stages)]):
        games = [chart.games[at] for at in chart.stages[stage] if chart.games[at].upper.kind == SEED]
        if stage >= sorted_from:
            games.sort(key=lambda game: game.upper.number)
        known = set(slots.values())
        matches = [m for m in _in_order(round_) if any(p not in known for p in m.seats)]
        if not games or len(matches) != len(games):
            break  # all have entered, or somebody has not come
        slots |= _entering(games, matches, known)
    left = iter(p for p in order if p not in set(slots.values()))
    return tuple(slots[seed] if seed in slots else next(left) for seed in range(1, len(order) + 1))


def _in_order(round_: Round) -> list[Match]:
    return sorted(round_.matches, key=lambda match: match.table)


def _entering(games: Sequence[Game], matches: Sequence[Match], known: set[int]) -> dict[int, int]:
    """Who enters with which seed: the better one of a match sits first; lower ones may have changed places."""
    new = [[p for p in match.seats if p not in known] for match in matches]
    uppers = [game.upper.number for game in games]
    lowers = [game.lower.number for game in games if game.lower.kind == SEED]
    found = dict(zip(uppers, (players[0] for players in new), strict=True))
    second = [players[1] for players in new if len(players) > 1]
    return found | dict(zip(lowers, second, strict=False))


def games_of(duels: Sequence[tuple[int, int]], matches: Sequence[Match]) -> list[Match] | None:
    """For each duel a match of its own with one of its two players; None where there is none.

    Players of two duels may have changed places: the one that had the upper player keeps the game.
    """
    match_of = {p: match for match in matches for p in match.seats}
    duel_of = {p: at for at, duel in enumerate(duels) for p in duel}
    found: dict[int, Match] = {}
    for start, (upper, _) in enumerate(duels):
        at, player = start, upper
        while at not in found:
            match = match_of.get(player)
            other = next((p for p in match.seats if p != player), None) if match else None
            if match is None or other not in duel_of:
                return None
            found[at] = match
            at = duel_of[other]
            player = next(p for p in duels[at] if p != other)
    return [found[at] for at in range(len(duels))]
