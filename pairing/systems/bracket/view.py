"""What is known of a bracket, game by game: who plays or played it, and where the others will come from.

A pure description for whoever draws or lists it. Before the bracket begins it is the one that would be played if the
standings stayed as they are.
"""

from dataclasses import dataclass
from enum import StrEnum

from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import RESULTS, Match, Outcome, Snapshot
from pairing.systems.bracket import BRACKETS
from pairing.systems.bracket.avoid import Swap
from pairing.systems.bracket.chart import Game, Part, Source
from pairing.systems.bracket.open_run import OpenRun
from pairing.systems.bracket.options import AnyOptions, best_of
from pairing.systems.bracket.plan import bracket_of
from pairing.systems.bracket.run import Run
from pairing.systems.bracket.stage import Duel, Stage

SYSTEM_OF = {system.slug: system for system in BRACKETS}
DOUBLE = "double_elimination"


class State(StrEnum):
    """What has become of a game. `WALKOVER`: decided without being played; `EMPTY`: nobody comes through."""

    TO_COME = "to_come"
    PAIRED = "paired"
    PLAYED = "played"
    WALKOVER = "walkover"
    EMPTY = "empty"
    NOT_NEEDED = "not_needed"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two places of a game. `source` is the chart's (games by their numbers, from 1); whoever has changed
    places with another lower seed does not come from there. `is_empty`: nobody comes. `games`: won games, if told.
    """

    source: Source
    player: int | None = None
    seed: int | None = None
    outcome: Outcome | None = None
    games: int | None = None
    is_winner: bool = False
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class ViewGame:
    """A game of the chart. `number` counts from 1 in the order of the chart, `stage` from 0; `round` is the round of
    the event, planned or played, None for a game that takes none. `winner_to`, `loser_to`: numbers of games; None:
    nowhere.
    """

    number: int
    stage: int
    part: Part
    sides: tuple[Side, Side]
    state: State = State.TO_COME
    round: int | None = None
    table: int | None = None
    winner_to: int | None = None
    loser_to: int | None = None
    swaps: tuple[Swap, ...] = ()
    is_rematch: bool = False

    @property
    def winner(self) -> int | None:
        return next((side.player for side in self.sides if side.is_winner), None)

    @property
    def byes(self) -> int:
        """How many rounds somebody who enters the bracket here has not had to play."""
        return self.stage if any(side.source.kind == "seed" for side in self.sides) else 0


@dataclass(frozen=True, slots=True)
class BracketView:
    """A whole bracket. `order`: players by seed. `after`: the last round before it. `rounds`: the round of the event of
    each stage, None where it takes none. `best_of`: of how many games the matches of each stage are, None where that is
    not declared. `problem`: why the rounds cannot be followed any further.
    """

    order: tuple[int, ...]
    games: tuple[ViewGame, ...]
    rounds: tuple[int | None, ...]
    best_of: tuple[int | None, ...]
    after: int
    is_double: bool
    is_projected: bool
    champion: int | None = None
    problem: PairingError | None = None


def view(seen: Snapshot, last: int) -> BracketView:
    """The bracket that is the system of `seen`, as far as it has been played up to round `last`.

    Errors: PairingError where none can be drawn, as with fewer than two players.
    """
    options: AnyOptions = parse(SYSTEM_OF[seen.system].options, seen.options)
    first = (options.after_round or 0) + 1
    run, problem = _as_far_as_it_goes(seen, options, first, max(last + 1, first))
    return _Viewing(run, seen.system == DOUBLE, problem).view(options)


def _as_far_as_it_goes(
    seen: Snapshot, options: AnyOptions, first: int, number: int
) -> tuple[Run, PairingError | None]:
    """The bracket before round `number`, or before the last round it can be followed to, and what is wrong there."""
    problem: PairingError | None = None
    for before in range(number, first - 1, -1):
        try:
            return bracket_of(Field(seen, before), options), problem
        except PairingError as error:
            problem = problem or error
    assert problem is not None
    raise problem


class _Viewing:
    """One look at a run."""

    def __init__(self, run: Run, is_double: bool, problem: PairingError | None) -> None:
        self.run, self.is_double, self.problem = run, is_double, problem
        self.duels: dict[int, tuple[Duel, Stage]] = {
            duel.game: (duel, stage)
            for stage in (*run.stages, *([run.next] if run.next else []))
            for duel in stage.duels
        }
        self.match_of = {
            (stage.number, player): match
            for stage in run.stages
            for match in run.field.snapshot.rounds[stage.number - 1].matches
            for player in match.seats
        }
        self.goes_to: dict[Source, int] = {
            source: at for at, game in enumerate(run.chart.games, 1) for source in (game.upper, game.lower)
        }
        self.rounds = self._rounds()

    def view(self, options: AnyOptions) -> BracketView:
        run = self.run
        return BracketView(
            run.seeds.order,
            tuple(self._game(at) for at in range(len(run.chart.games))),
            self.rounds,
            tuple(best_of(options, stage) for stage in range(len(self.rounds))),
            run.after,
            self.is_double,
            not run.stages,
            run.champion,
            self.problem or (self.run.problem if isinstance(self.run, OpenRun) else None),
        )

    def _rounds(self) -> tuple[int | None, ...]:
        """The round of each stage: as it was played, then counted on; a stage in which nobody meets takes none."""
        if isinstance(self.run, OpenRun):
            return tuple(self.run.after + 1 + stage for stage in range(len(self.run.chart.stages)))
        games, found = self.run.chart.games, list[int | None]()
        number = self.run.after + 1
        known = {games[game].stage: stage.number for game, (_duel, stage) in self.duels.items()}
        for stage, members in enumerate(self.run.chart.stages):
            if stage not in known and all(self._is_decided(at) for at in members):
                found.append(None)
                continue
            number = known.get(stage, number)
            found.append(number)
            number += 1
        return tuple(found)

    def _is_decided(self, at: int) -> bool:
        return self.run.knows(Source("winner", at)) or self._is_not_needed(at)

    def _is_not_needed(self, at: int) -> bool:
        """A second final is played if whoever came from the losers' part has won the first."""
        game = self.run.chart.games[at]
        if at in self.duels:
            return False
        if game.part is not Part.SECOND_FINAL or not self.run.knows(game.upper):
            return False
        other = self.run.chart.games[game.upper.number].lower
        return self.run.holder(game.upper) != self.run.holder(other)

    def _game(self, at: int) -> ViewGame:
        game = self.run.chart.games[at]
        duel, stage = self.duels.get(at, (None, None))
        match = self._match(at, duel, stage.number) if duel and stage else None
        state = self._state(at, match)
        nobody = state is State.NOT_NEEDED
        players = (None, None) if nobody else self._players(game, duel, match)
        winner = self.run.holder(Source("winner", at))
        return ViewGame(
            at + 1,
            game.stage,
            game.part,
            (
                self._side(game.upper, players[0], match, winner),
                self._side(game.lower, players[1], match, winner),
            ),
            state,
            None if state in (State.WALKOVER, State.EMPTY, State.NOT_NEEDED) else self.rounds[game.stage],
            match.table if match else None,
            self.goes_to.get(Source("winner", at)),
            self.goes_to.get(Source("loser", at)),
            tuple(s for s in stage.swaps if duel.lower in (s.moved, s.other)) if duel and stage else (),
            (duel.upper, duel.lower) in stage.rematches if duel and stage else False,
        )

    def _match(self, at: int, duel: Duel, number: int) -> Match | None:
        """Where the game was played: with its upper player or, after a correction, with the lower one alone."""
        match = self.match_of.get((number, duel.upper))
        if match is not None:
            return match
        match = self.match_of.get((number, duel.lower))
        return match if match and self.run.holder(Source("winner", at)) in (None, *match.seats) else None

    def _state(self, at: int, match: Match | None) -> State:
        if self._is_not_needed(at):
            return State.NOT_NEEDED
        if match is not None:
            return State.PAIRED if match.result is None else State.PLAYED
        if not self.run.knows(Source("winner", at)):
            return State.TO_COME
        return State.EMPTY if self.run.holder(Source("winner", at)) is None else State.WALKOVER

    def _players(self, game: Game, duel: Duel | None, match: Match | None) -> tuple[int | None, int | None]:
        """Who stands on the two sides: the better seed where the chart has it, and opposite whoever is met."""
        one, other = self.run.holder(game.upper), self.run.holder(game.lower)
        if duel is None:
            return one, other
        upper, met = duel.upper, duel.lower
        if match is not None and upper in match.seats:
            met = next(p for p in match.seats if p != upper)
        elif match is not None:
            upper = next(p for p in match.seats if p != met)
        return (met, upper) if other == duel.upper else (upper, met)

    def _side(self, source: Source, player: int | None, match: Match | None, winner: int | None) -> Side:
        outcome = games = None
        if match is not None and match.result is not None and player is not None:
            seat = match.seats.index(player)
            outcome = RESULTS[match.result][seat]
            games = match.games[seat] if match.games else None
        from_ = source if source.kind == "seed" else Source(source.kind, source.number + 1)
        seed = None if player is None else self.run.seed.get(player)
        return Side(
            from_,
            player,
            None if seed is None else seed + 1,
            outcome,
            games,
            player is not None and player == winner,
            player is None and self.run.knows(source),
        )
