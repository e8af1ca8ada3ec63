"""The outlook inside a bracket: who can still reach which place, how many wins in a row it takes, and how
likely that is.

Where somebody goes on follows from own results alone, so what is said of places is exact, as long as every match has a
winner and nobody withdraws. For the odds the games left are played on the chart: all endings with their probabilities
where they are few, else many by chance. Between two players with a rating the better one wins with the share Elo
expects, else both are equally strong. Partners exchanged to avoid rematches are left out of the odds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from pairing.engine import phases
from pairing.engine.brackets import bracket_view
from pairing.engine.standings import rank
from pairing.model.options import parse
from pairing.model.types import CutBy, Outcome, Snapshot
from pairing.outlook.contest import Target, gone
from pairing.outlook.prospects import Line, Odds, Proof, Prospect, State, is_narrow, odds, reliable
from pairing.systems import SYSTEMS
from pairing.systems.bracket.chart import Chart, Part, Source
from pairing.systems.bracket.view import SYSTEM_OF, BracketView, State as GameState, ViewGame

MOST_TARGETS = 4
ALL_ENDINGS = 11  # games left of which all endings are looked at
RUNS, FEWEST_RUNS, EFFORT = 2000, 400, 60_000  # endings by chance; games in them
FINALS = (Part.FINAL, Part.SECOND_FINAL)
WAITING = (GameState.TO_COME, GameState.PAIRED)


@dataclass(frozen=True, slots=True)
class Spot:
    """A side of a game of the chart that somebody has reached; both from 0."""

    game: int
    side: int


Next = Spot | int  # where a result leads: on, or to a place


class Paths:
    """Where wins and losses lead on a chart."""

    def __init__(self, chart: Chart, empty: frozenset[Spot] = frozenset()) -> None:
        self.chart, self.empty = chart, empty
        self.to = {
            source: Spot(at, side)
            for at, game in enumerate(chart.games)
            for side, source in enumerate((game.upper, game.lower))
        }
        self.best, self.worst = cache(self._best), cache(self._worst)

    def after(self, spot: Spot, won: bool) -> Next:
        """What comes of a win or a loss there. The second final is only played if the lower side wins the first."""
        game = self.chart.games[spot.game]
        on = self.to.get(Source("winner" if won else "loser", spot.game))
        if game.part is Part.FINAL and won == (spot.side == 0):
            on = None
        if on is not None:
            return on
        if game.part in FINALS:
            return 1 if won else 2
        return game.place - won if game.part is Part.THIRD else game.place

    def _best(self, at: Next) -> int:
        return at if isinstance(at, int) else min(self.best(step) for step in self.steps(at))

    def _worst(self, at: Next) -> int:
        return at if isinstance(at, int) else max(self.worst(step) for step in self.steps(at))

    def steps(self, spot: Spot) -> list[Next]:
        """What can come of a game; against nobody only a win."""
        won = self.after(spot, True)
        return [won] if self.is_free(spot) else [won, self.after(spot, False)]

    def is_free(self, spot: Spot) -> bool:
        """Whether nobody comes to the other side."""
        return Spot(spot.game, 1 - spot.side) in self.empty

    def wins(self, at: Next, place: int) -> int:
        """How many wins in a row are enough for the place; only for somebody who can reach it."""
        found = 0
        while self.worst(at) > place:
            assert isinstance(at, Spot)
            found += not self.is_free(at)
            at = self.after(at, True)
        return found


@dataclass(frozen=True)
class BracketContest:
    """A bracket being played. `at`: where everybody of it stands, a game to be played or the place at the end."""

    snapshot: Snapshot
    view: BracketView
    paths: Paths
    at: Mapping[int, Next]
    targets: tuple[Target, ...]


def bracket_contest(snapshot: Snapshot) -> BracketContest | None:
    """The bracket that the last round belongs to; None where there is none, or its rounds cannot be followed."""
    number = len(snapshot.rounds)
    seen = phases.of_round(snapshot, number, rank) if number else snapshot
    if not number or seen.system not in SYSTEM_OF:
        return None
    view = bracket_view(snapshot)
    if view is None or view.problem is not None or view.is_projected:
        return None
    system = SYSTEMS.get(seen.system)
    assert system is not None
    chart: Chart = parse(system.options, seen.options).chart(len(view.order))
    left = gone(snapshot)
    empty = frozenset(
        Spot(game.number - 1, side)
        for game in view.games
        for side, who in enumerate(game.sides)
        if who.is_empty or (game.state is GameState.TO_COME and who.player in left)
    )
    paths = Paths(chart, empty)
    at = {player: _where(player, view, paths) for player in view.order}
    places = sorted({game.place - 1 for game in chart.games})
    undecided = [
        place
        for place in places
        if any(paths.best(here) <= place < paths.worst(here) for here in at.values())
    ]
    wanted = (undecided or places)[:MOST_TARGETS]
    return BracketContest(snapshot, view, paths, at, tuple(Target(CutBy.RANK, place) for place in wanted))


def _where(player: int, view: BracketView, paths: Paths) -> Next:
    """The game somebody waits for or plays, or what the last one led to."""
    mine = [game for game in view.games if any(side.player == player for side in game.sides)]
    for game in mine:
        if game.state in WAITING:
            here = Spot(game.number - 1, _side_of(player, game))
            return paths.worst(here) if here in paths.empty else here  # who has left goes no further
    last = max(mine, key=lambda game: (game.stage, game.number))
    led = paths.after(Spot(last.number - 1, _side_of(player, last)), last.winner == player)
    return led if isinstance(led, int) else paths.best(led)


def _side_of(player: int, game: ViewGame) -> int:
    return next(side for side, who in enumerate(game.sides) if who.player == player)


def lines(contest: BracketContest, seed: str) -> tuple[list[Line], int]:
    """Everybody of the bracket in the order of the standings, and how many endings were played for the odds."""
    endings = _Endings(contest, seed)
    found: list[Line] = []
    before = None
    for line in rank(contest.snapshot):
        if line.player in contest.at:
            same = before is not None and before.rank == line.rank
            place = found[-1].place if same else len(found) + 1
            found.append(_line(contest, endings, line.player, place, line.points))
            before = line
    return found, endings.runs


def _line(contest: BracketContest, endings: _Endings, player: int, place: int, points: int) -> Line:
    here, paths = contest.at[player], contest.paths
    own = {}
    if isinstance(here, Spot) and contest.view.games[here.game].state is GameState.PAIRED:
        for outcome, won in ((Outcome.WIN, True), (Outcome.LOSS, False)):
            led = paths.after(here, won)
            own[outcome] = tuple(
                _prospect(paths, led, t, endings.of(player, t, won)) for t in contest.targets
            )
    prospects = tuple(_prospect(paths, here, t, endings.of(player, t)) for t in contest.targets)
    most = points + _matches(paths, here) * contest.snapshot.scoring.win
    return Line(
        player, place, points, points, most, prospects, reliable(own), isinstance(here, int) and here > 1
    )


def _matches(paths: Paths, at: Next) -> int:
    """The most matches somebody can still win."""
    if isinstance(at, int):
        return 0
    if paths.is_free(at):
        return _matches(paths, paths.after(at, True))
    return max(1 + _matches(paths, paths.after(at, True)), _matches(paths, paths.after(at, False)))


def _prospect(paths: Paths, at: Next, target: Target, likely: Odds | None) -> Prospect:
    best, worst = paths.best(at), paths.worst(at)
    if worst <= target.value:
        return Prospect(State.CLINCHED, Proof.BRACKET, place=worst)
    if best > target.value:
        return Prospect(State.OUT_OF_REACH, Proof.BRACKET, place=best)
    return Prospect(State.STILL_POSSIBLE, odds=likely, wins=paths.wins(at, target.value))


class _Endings:
    """How often everybody ends on every place, in all and after each own result at the game to come."""

    def __init__(self, contest: BracketContest, seed: str) -> None:
        self.begin = {here: player for player, here in contest.at.items() if isinstance(here, Spot)}
        games, paths = contest.paths.chart.games, contest.paths
        left = [game.number - 1 for game in contest.view.games if game.state in WAITING]
        self.left = sorted(left, key=lambda at: (games[at].stage, at))
        self.spots = {at: (Spot(at, 0), Spot(at, 1)) for at in self.left}
        self.led = {(spot, won): paths.after(spot, won) for both in self.spots.values() for spot in both
                    for won in (True, False)}  # fmt: skip
        self.share = _shares(contest.snapshot)
        self.gone = gone(contest.snapshot)
        self.is_exact = len(left) <= ALL_ENDINGS
        self.runs = 0
        # By player, result of the next own game (None: whatever it is) and place.
        self.weight: defaultdict[tuple[int, bool | None], dict[int, float]] = defaultdict(dict)
        for likely, places, won in (
            self._from(0, 1.0, self.begin, {}, {}) if self.is_exact else self._some(Random(seed))
        ):
            self.runs += 1
            for player, place in places.items():
                for result in {None, won.get(player)}:
                    counted = self.weight[player, result]
                    counted[place] = counted.get(place, 0.0) + likely

    def of(self, player: int, target: Target, won: bool | None = None) -> Odds | None:
        """The odds of a player; None for somebody whose place is known or who has left, and where it is too early to
        say.
        """
        counted = self.weight[player, won]
        weight = sum(counted.values())
        if not weight or player in self.gone:
            return None
        hits = sum(likely for place, likely in counted.items() if place <= target.value)
        share = min(hits / weight, 1.0)
        if self.is_exact:
            return Odds(self.runs, share, share, share)
        found = odds(round(weight), round(hits))
        return found if is_narrow(found) else None

    def _some(self, chance: Random) -> Iterator[Ending]:
        """Endings by lot, fewer of a large bracket."""
        for _ in range(max(FEWEST_RUNS, min(RUNS, EFFORT // len(self.left)))):
            holder, places, won = dict(self.begin), dict[int, int](), dict[int, bool]()
            for game in self.left:
                there = self._there(game, holder)
                first = len(there) < 2 or chance.random() < self.share(there[0][1], there[1][1])
                self._settle(there, first, holder, places, won)
            yield 1.0, places, won

    def _from(
        self,
        at: int,
        likely: float,
        holder: dict[Spot, int],
        places: dict[int, int],
        won: dict[int, bool],
    ) -> Iterator[Ending]:
        """Every way the games from `left[at]` on can end."""
        if at == len(self.left):
            yield likely, places, won
            return
        there = self._there(self.left[at], holder)
        share = self.share(there[0][1], there[1][1]) if len(there) == 2 else 1.0
        for first, chance in ((True, share), (False, 1 - share))[: len(there) or 1]:
            state = dict(holder), dict(places), dict(won)
            self._settle(there, first, *state)
            yield from self._from(at + 1, likely * chance, *state)

    def _there(self, game: int, holder: Mapping[Spot, int]) -> list[tuple[Spot, int]]:
        return [(spot, holder[spot]) for spot in self.spots[game] if spot in holder]

    def _settle(
        self,
        there: Sequence[tuple[Spot, int]],
        first: bool,
        holder: dict[Spot, int],
        places: dict[int, int],
        won: dict[int, bool],
    ) -> None:
        """What comes of a game that the first of those there wins, or not."""
        for at, (spot, player) in enumerate(there):
            wins = first == (at == 0)
            if len(there) == 2:
                won.setdefault(player, wins)
            led = self.led[spot, wins]
            if isinstance(led, int):
                places[player] = led
            else:
                holder[led] = player


# How likely an ending is, everybody's place in it, and the next result of everybody.
Ending = tuple[float, dict[int, int], dict[int, bool]]


def _shares(snapshot: Snapshot) -> Callable[[int, int], float]:
    """How likely the first of two beats the second."""
    ratings = {e.id: e.rating for e in snapshot.entrants}

    @cache
    def share(first: int, second: int) -> float:
        a, b = ratings[first], ratings[second]
        if a is None or b is None:
            return 0.5
        return float(1 / (1 + 10 ** (max(-2000, min(2000, b - a)) / 400)))

    return share
