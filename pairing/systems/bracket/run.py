"""A bracket and what has been played of it: its chart filled with players, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.errors import PairingError, message
from pairing.field import Field
from pairing.systems.bracket.avoid import Swap, without_rematches
from pairing.systems.bracket.chart import Chart, Part, Source
from pairing.systems.bracket.played import games_of
from pairing.systems.bracket.seeding import Seeds, here
from pairing.types import RESULTS, ByeKind, Match, Round
from pairing.wording import gettext_noop

NOT_THE_BRACKET = message(
    "not_the_bracket",
    gettext_noop(
        "round {number} is not the bracket's: {player} has neither the match nor the bye the bracket gives"
    ),
)
NO_WINNER = message(
    "no_winner",
    gettext_noop("round {number}, table {table}: a bracket needs a winner; {result} is none"),
)


@dataclass(frozen=True, slots=True)
class Duel:
    """A game of the chart to be played. `upper` is the better seed of the two the chart brings together; who is met
    may have changed places with another lower seed.
    """

    game: int
    upper: int
    lower: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the bracket with something to play, in round `number` of the event.

    `duels` in the order of play; `walkovers`: who goes on because nobody came to meet them; `waiting`: who is in the
    bracket and has no game in this stage, `fresh` those of them who have not entered it yet.
    """

    number: int
    duels: tuple[Duel, ...]
    walkovers: tuple[int, ...]
    waiting: tuple[int, ...]
    fresh: frozenset[int]
    swaps: tuple[Swap, ...]
    rematches: frozenset[tuple[int, int]]


@dataclass(slots=True)
class _Table:
    """One game of a stage before it is played: who came, and who should have come."""

    game: int
    came: list[int]
    missing: list[int]


class Run:
    """The bracket after the rounds of `field`: `next` is the stage to be paired, None when all is decided.

    `place` holds the places (from 1) of those who are out of it, or have won it.
    """

    def __init__(
        self,
        field: Field,
        chart: Chart,
        seeds: Seeds,
        after: int,
        avoid: bool,
        first_too: bool,
        corrected: bool = False,
    ) -> None:
        """`avoid`: swap lower seeds where it avoids a rematch, in the first stage only if `first_too`. `corrected`: its
        rounds were paired on other results before it, so that players may have changed places in them.
        """
        self.field, self.chart, self.seeds, self.after = field, chart, seeds, after
        self.avoid, self.first_too, self.corrected = avoid, first_too, corrected
        self.seed = {p: at for at, p in enumerate(seeds.order)}
        self.place: dict[int, int] = {}
        self.next: Stage | None = None
        self.stages: list[Stage] = []
        self._holder: dict[Source, int | None] = {
            Source("seed", at): p for at, p in enumerate(seeds.order, 1)
        }
        self._entered: set[int] = set()
        self._goes_to: dict[Source, int] = {
            source: at for at, game in enumerate(chart.games) for source in (game.upper, game.lower)
        }
        self._play()

    def _play(self) -> None:
        """Errors: PairingError, for a draw or rounds that are not the bracket's own."""
        number = self.after + 1
        for games in self.chart.stages:
            tables = self._tables(games, number)
            if tables is None:
                return  # a game before has no result yet
            for table in tables:
                self._settle_without_play(table)
            played = [t for t in tables if len(t.came) == 2]
            if not played:
                continue
            stage = self._stage(played, tables, number)
            if number >= self.field.number:
                self.next = stage
                return
            self.stages.append(stage)
            self._settle(stage, self.field.snapshot.rounds[number - 1])
            self._entered |= {p for t in tables for p in t.came}
            number += 1

    # --- before a stage -------------------------------------------------------------------------------------------
    def _tables(self, games: Sequence[int], number: int) -> list[_Table] | None:
        present = here(self.field, number)
        tables = []
        for at in games:
            game = self.chart.games[at]
            if game.upper not in self._holder or game.lower not in self._holder:
                return None
            if game.part is Part.SECOND_FINAL and not self._is_level(at):
                continue
            both = [p for p in (self._holder[game.upper], self._holder[game.lower]) if p is not None]
            both.sort(key=self.seed.__getitem__)
            tables.append(
                _Table(at, [p for p in both if p in present], [p for p in both if p not in present])
            )
        return tables

    def _is_level(self, second: int) -> bool:
        """Whether each of the two has lost once: the first final went to the one from the losers' bracket."""
        source = self.chart.games[second].upper
        return self._holder[source] == self._holder[self.chart.games[source.number].lower]

    def _stage(self, played: Sequence[_Table], tables: Sequence[_Table], number: int) -> Stage:
        duels: list[Duel] = []
        swaps: list[Swap] = []
        rematches: set[tuple[int, int]] = set()
        for part in Part:
            mine = [t for t in played if self.chart.games[t.game].part is part]
            of_part = [Duel(t.game, t.came[0], t.came[1]) for t in mine]
            if (
                self.avoid
                and part in (Part.MAIN, Part.LOSERS, Part.FINAL)
                and (self.stages or self.first_too)
            ):
                of_part, changed, kept = self._avoiding(of_part, number)
                swaps += changed
                rematches.update(kept)
            duels += of_part
        busy = {p for t in tables for p in (*t.came, *t.missing)}
        present = here(self.field, number)
        waiting = [p for p in self.seeds.order if p not in busy and p not in self.place and p in present]
        return Stage(
            number,
            tuple(duels),
            tuple(t.came[0] for t in tables if len(t.came) == 1),
            tuple(waiting),
            frozenset(waiting) - self._entered,
            tuple(swaps),
            frozenset(rematches),
        )

    def _avoiding(
        self, duels: Sequence[Duel], number: int
    ) -> tuple[list[Duel], list[Swap], list[tuple[int, int]]]:
        met = {frozenset(m.seats) for r in self.field.snapshot.rounds[: number - 1] for m in r.matches}
        game = {d.upper: d.game for d in duels}
        pairs = sorted(((d.upper, d.lower) for d in duels), key=lambda pair: self.seed[pair[0]])
        now, swaps, kept = without_rematches(pairs, lambda a, b: frozenset((a, b)) in met)
        lower = dict(now)
        return [Duel(game[d.upper], d.upper, lower[d.upper]) for d in duels], swaps, kept

    # --- after a stage --------------------------------------------------------------------------------------------
    def _settle_without_play(self, table: _Table) -> None:
        """A game that misses somebody: who came goes on, who did not has lost."""
        if len(table.came) == 2:
            return
        self._decide(table.game, table.came, table.missing)

    def _settle(self, stage: Stage, played: Round) -> None:
        pairs = [(d.upper, d.lower) for d in stage.duels]
        matches = games_of(pairs, played.matches) if self.corrected else None
        if matches is not None:
            for duel, match in zip(stage.duels, matches, strict=True):
                self._enter_result(duel, match, played.number)
        else:
            self._settle_as_planned(stage, played)

    def _settle_as_planned(self, stage: Stage, played: Round) -> None:
        match_of = {p: m for m in played.matches for p in m.seats}
        resting = {b.player for b in played.byes if b.kind is ByeKind.FULL}
        lowers = {d.lower for d in stage.duels}
        for duel in stage.duels:
            match = match_of.get(duel.upper)
            if match is None and duel.upper in resting:
                self._decide(duel.game, [duel.upper], [duel.lower])
            elif match is not None and lowers & set(match.seats):  # another lower seed: changed by hand
                self._enter_result(duel, match, played.number)
            else:
                raise PairingError(NOT_THE_BRACKET, number=played.number, player=duel.upper)

    def _enter_result(self, duel: Duel, match: Match, number: int) -> None:
        """Errors: PairingError `no_winner`, for a draw."""
        if match.result is None:
            return
        one, other = RESULTS[match.result]
        first, second = match.seats
        if not (one.is_loss or other.is_loss):
            raise PairingError(NO_WINNER, number=number, table=match.table, result=match.result)
        if one.is_loss and other.is_loss:
            self._decide(duel.game, [], [])
            for player in match.seats:
                self.place.setdefault(player, self.chart.games[duel.game].place)
        elif one.is_loss:
            self._decide(duel.game, [second], [first])
        else:
            self._decide(duel.game, [first], [second])

    def _decide(self, at: int, won: Sequence[int], lost: Sequence[int]) -> None:
        """Who goes on where, and who is out in which place. Of two who both did not come, both are out."""
        game = self.chart.games[at]
        winner = won[0] if won else None
        loser = lost[0] if len(lost) == 1 else None
        ends = game.part is Part.FINAL and (winner is None or winner == self._holder.get(game.upper))
        for source, player in ((Source("winner", at), winner), (Source("loser", at), loser)):
            self._holder[source] = player
            if player is not None and (ends or source not in self._goes_to):
                self.place[player] = game.place - (source.kind == "winner")
        if len(lost) == 2:
            for player in lost:
                self.place[player] = game.place

    # --- what came of it ------------------------------------------------------------------------------------------
    def knows(self, source: Source) -> bool:
        """Whether it has been decided who comes from there, be it nobody."""
        return source in self._holder

    def holder(self, source: Source) -> int | None:
        """Who comes from there; None while it is open, and for nobody."""
        return self._holder.get(source)

    @property
    def champion(self) -> int | None:
        """Who has won the bracket; None while it goes on, and when nobody came through."""
        return next((p for p, place in self.place.items() if place == 1), None)

    def best_place(self, player: int) -> int:
        """The best place somebody of the bracket can still reach."""
        if player in self.place:
            return self.place[player]
        third = next((g for g in self.chart.games if g.part is Part.THIRD), None)
        if third is not None and player in (self._holder.get(third.upper), self._holder.get(third.lower)):
            return third.place - 1
        return 1
