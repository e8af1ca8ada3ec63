"""The chart of a bracket, as data: which games there are, and where each of their two players comes from.

A chart knows no players, only seeds, and games that follow from games. Single and double elimination, byes, play-ins
and a match for third place differ in their charts alone; what is played of one is worked out in `run`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from pairing.model.remember import remember

# Double elimination: whom the losers of the second, third, ... round meet in the losers' bracket. A loser of game i
# (from the top, 0 first) meets the survivor of part i XOR mask; these are the highest bits of the masks, the last
# one repeated as far as it needs. With them nobody meets an opponent again before there is no other way.
DROPS = ("1", "10", "01", "110", "001", "010", "101")
# Games remembered of charts of each kind: those of 60 brackets of 256, about 8 MB.
MOST_GAMES = 15_000


class Part(StrEnum):
    """Which part of the chart a game belongs to."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    SECOND_FINAL = "second_final"
    THIRD = "third"


class Source(NamedTuple):
    """Where a player comes from: `seed` with its number from 1, or `winner` or `loser` of a game by its index."""

    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the chart. `stage`: the round of the bracket, from 0. `place`: the best place, from 1, of those who
    leave the bracket in this stage.
    """

    stage: int
    part: Part
    upper: Source
    lower: Source
    place: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole bracket for `players` players. `stages`: the games of each stage by index, in the order of the chart."""

    players: int
    games: tuple[Game, ...]
    stages: tuple[tuple[int, ...], ...]


def _games(chart: Chart, *_given: object, **_named: object) -> int:
    return len(chart.games)


@remember(MOST_GAMES, _games)
def single(entering: tuple[int, ...], third_place: bool = False) -> Chart:
    """Single elimination, top plays bottom. `entering`: how many seeds enter in each round, the last seeds first.

    A match for third place stands beside the final where there are two semifinals.
    """
    players = sum(entering)
    games: list[Game] = []
    through: list[Source] = []
    left = players
    stage = 0
    while stage < len(entering) or len(through) > 1:
        count = entering[stage] if stage < len(entering) else 0
        places = [*(Source("seed", n) for n in range(left - count + 1, left + 1)), *through]
        left -= count
        through = []
        for upper, lower in zip(places[: len(places) // 2], reversed(places), strict=False):
            part = Part.FINAL if left == 0 and len(places) == 2 else Part.MAIN
            through.append(Source("winner", len(games)))
            games.append(Game(stage, part, upper, lower))
        stage += 1
    semifinals = [at for at, game in enumerate(games) if game.stage == stage - 2]
    if third_place and len(semifinals) == 2:
        upper, lower = (Source("loser", at) for at in semifinals)
        games.append(Game(stage - 1, Part.THIRD, upper, lower))
    return _with_places(players, games)


@remember(MOST_GAMES, _games)
def double(players: int, second_final: bool = True) -> Chart:
    """Double elimination: who has lost twice is out. The top seeds have a bye where the field is no power of two.

    The round of the losers' bracket in which its survivors meet those who have just lost follows theirs; the one
    before is played beside it. `second_final`: played if the first is the only loss of its loser.
    """
    rounds = (players - 1).bit_length()
    building = _Building()
    seeds = (Source("seed", n) if n <= players else None for n in _line(1 << rounds))
    winners, survivors = building.round_of(0, Part.MAIN, list(seeds))
    for turn in range(1, rounds):
        survivors, _ = building.round_of(2 * turn - 1, Part.LOSERS, survivors)
        winners, dropped = building.round_of(2 * turn - 1, Part.MAIN, winners)
        mask = _mask(turn, len(dropped))
        crossed = (s for at, one in enumerate(survivors) for s in (one, dropped[at ^ mask]))
        survivors, _ = building.round_of(2 * turn, Part.LOSERS, list(crossed))
    last = 2 * rounds - 1 if rounds > 1 else 1
    [one], [other] = building.round_of(last, Part.FINAL, [winners[0], survivors[0]])
    if second_final:
        building.round_of(last + 1, Part.SECOND_FINAL, [one, other])
    return _with_places(players, building.games)


class _Building:
    """The games of a chart as they are put up; a game that misses one of its players is left out."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    def round_of(
        self, stage: int, part: Part, sources: Sequence[Source | None]
    ) -> tuple[list[Source | None], list[Source | None]]:
        """Neighbours meet: where the winners and the losers come from; None where there is none."""
        winners: list[Source | None] = []
        losers: list[Source | None] = []
        for upper, lower in list(pairwise(sources))[::2]:
            if upper is None or lower is None:
                winners.append(upper or lower)
                losers.append(None)
            else:
                winners.append(Source("winner", len(self.games)))
                losers.append(Source("loser", len(self.games)))
                self.games.append(Game(stage, part, upper, lower))
        return winners, losers


def _line(size: int) -> list[int]:
    """The seeds from the top of the chart to its bottom: 1, 8, 4, 5, 2, 7, 3, 6. The best meet as late as possible."""
    line = [1]
    while len(line) < size:
        total = 2 * len(line) + 1
        line = [seed for one in line for seed in (one, total - one)]
    return line


def _mask(turn: int, games: int) -> int:
    bits = games.bit_length() - 1
    head = DROPS[(turn - 1) % len(DROPS)]
    return int("0" + (head + head[-1] * bits)[:bits], 2)


def _with_places(players: int, games: Sequence[Game]) -> Chart:
    """The chart with the place that leaving in each of its stages is worth."""
    last = {Part.FINAL: 2, Part.SECOND_FINAL: 2, Part.THIRD: 4}
    going_on = {
        s.number for g in games if g.part is not Part.THIRD for s in (g.upper, g.lower) if s.kind == "loser"
    }
    stages: list[list[int]] = [[] for _ in range(1 + max(g.stage for g in games))]
    for at, game in enumerate(games):
        stages[game.stage].append(at)
    placed = list(games)
    left = players
    for stage in stages:
        left -= sum(at not in going_on and games[at].part is not Part.THIRD for at in stage)
        for at in stage:
            placed[at] = replace(games[at], place=last.get(games[at].part) or left + 1)
    return Chart(players, tuple(placed), tuple(map(tuple, stages)))
