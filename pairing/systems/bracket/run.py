"""A bracket and what has been played of it: its chart filled with players, stage by stage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pairing.model.errors import PairingError, message
from pairing.model.field import Field
from pairing.model.reasons import gettext_noop
from pairing.model.types import RESULTS, ByeKind, Match, Round
from pairing.systems.bracket.avoid import Swap, without_rematches
from pairing.systems.bracket.chart import Chart, Part, Source
from pairing.systems.bracket.occupancy import (
    Place,
    Taken,
    has_own_table,
    in_it,
    is_of_a_later_stage,
    matches_of,
    taken_in,
)
from pairing.systems.bracket.seeding import Seeds, here
from pairing.systems.bracket.stage import Duel, Stage

NOT_THE_BRACKET = message(
    "not_the_bracket",
    gettext_noop(
        "Round {number} does not follow the bracket: {player} has neither the match nor "
        "the bye of the bracket."
    ),
)
NO_WINNER = message(
    "no_winner",
    gettext_noop(
        "Round {number}, table {table}: a bracket needs a winner, and {result} has none. Correct the result."
    ),
)


# The parts in which lower seeds change places to avoid a rematch.
AVOIDING = (Part.MAIN, Part.LOSERS, Part.FINAL)


@dataclass(slots=True)
class Table:
    """One game of a stage before it is played: who came, and who should have come."""

    game: int
    came: list[int]
    missing: list[int]


class Run:
    """The bracket after the rounds of `field`: `next` is the stage to be paired, None when all is decided.

    `place` holds the places (from 1) of those who are out of it, or have won it; `taken` the places that others have
    taken than the results before them say, with the number of the round.
    """

    def __init__(
        self,
        field: Field,
        chart: Chart,
        seeds: Seeds,
        after: int,
        avoid: bool,
        first_too: bool,
        *,
        exact: bool = False,
    ) -> None:
        """`avoid`: swap lower seeds where it avoids a rematch, in the first stage only if `first_too`. `exact`: every
        round has just the matches that the results before it give; else whoever sits in a round has taken the place.
        """
        self.field, self.chart, self.seeds, self.after = field, chart, seeds, after
        self.avoid, self.first_too, self.exact = avoid, first_too, exact
        self.seed = {p: at for at, p in enumerate(seeds.order)}
        self.place: dict[int, int] = {}
        self.next: Stage | None = None
        self.stages: list[Stage] = []
        self.missing: list[tuple[int, int]] = []  # who did not come to a game, with the number of the round
        self.taken: list[tuple[int, Taken]] = []
        self.played_as: dict[int, Match] = {}
        self._holder: dict[Source, int | None] = {
            Source("seed", at): p for at, p in enumerate(seeds.order, 1)
        }
        self._entered: set[int] = set()
        self._met_in: dict[int, tuple[int, ...]] = {}  # the two of a game, as it was played or decided
        self._drawn: dict[int, PairingError] = {}
        self._goes_to: dict[Source, int] = {
            source: at for at, game in enumerate(chart.games) for source in (game.upper, game.lower)
        }
        self._play()

    def _play(self) -> None:
        """Errors: PairingError, for a draw or rounds that are not the bracket's own."""
        number = self.after + 1
        for at, games in enumerate(self.chart.stages):
            round_ = self.field.snapshot.rounds[number - 1] if number < self.field.number else None
            if round_ is None:
                self._refuse_draws(at)
            elif not self.exact and not self._take_places(at, games, round_):
                continue  # nobody met in this stage
            tables = self._tables(games, number)
            if tables is None:
                return  # a game before has no result yet
            self.missing += [(number, player) for table in tables for player in table.missing]
            for table in tables:
                self._settle_without_play(table)
            played = [t for t in tables if len(t.came) == 2]
            if not played:
                continue
            stage = self._stage(played, tables, number)
            if round_ is None:
                self.next = stage
                return
            if self.exact:
                self._refuse_others(stage.duels, round_)
            self.stages.append(stage)
            self._settle(stage, round_)
            self._entered |= {p for t in tables for p in t.came}
            number += 1
        self._refuse_draws(len(self.chart.stages))
        if self.exact and number < self.field.number:
            self._refuse_others((), self.field.snapshot.rounds[number - 1])

    def _refuse_others(self, duels: Sequence[Duel], round_: Round) -> None:
        """Errors: PairingError, unless just these duels are the matches of the round."""
        played = {frozenset(match.seats): match for match in round_.matches}
        games = {frozenset((duel.upper, duel.lower)): duel.game for duel in duels}
        if strangers := played.keys() ^ games.keys():
            raise PairingError(NOT_THE_BRACKET, number=round_.number, player=min(min(strangers)))
        self.played_as |= {game: played[pair] for pair, game in games.items()}

    # --- what a round shows of the games before it ------------------------------------------------------------------
    def _take_places(self, stage: int, games: Sequence[int], round_: Round) -> bool:
        """Let those into the games of a stage who were in them; False if the round is that of a later stage.

        Errors: PairingError, for a round that has more matches than the stage.
        """
        places = self._places(games, round_)
        of_all = [place for both in places.values() for place in both]
        waiting = {p for s, p in self._still_open(stage + 1).items() if s.kind != "seed"}
        expected = {place.player for place in of_all}
        own = [match for match in round_.matches if expected & set(match.seats)]
        too_many = len(own) > len(places)
        if too_many and stage + 1 == len(self.chart.stages):
            player = min(p for match in own for p in match.seats if p in expected)
            raise PairingError(NOT_THE_BRACKET, number=round_.number, player=player)
        if too_many or is_of_a_later_stage(of_all, round_.matches, waiting.__contains__):
            for at in places:
                self._pass_by(at, round_)
            return False
        found = matches_of(places, round_.matches, partial(has_own_table, self.field))
        full = {b.player for b in round_.byes if b.kind is ByeKind.FULL}

        def rests(player: int) -> bool:
            return player in full and all(place.player != player for place in of_all)

        for taken in taken_in(places, found, rests):
            self._change(stage, taken, round_)
            for place in of_all:
                place.player = self._holder.get(place.source)
        self.played_as |= found
        return True

    def _places(self, games: Sequence[int], round_: Round) -> dict[int, list[Place]]:
        """The places of a stage, in the order in which its games are played."""
        last = len(self.seed)
        order = list(Part)
        found: dict[int, list[Place]] = {}
        for at in sorted(games, key=lambda at: order.index(self.chart.games[at].part)):
            game = self.chart.games[at]
            both = [
                Place(at, s, self._holder.get(s), () if s.kind == "seed" else self._met_in.get(s.number, ()))
                for s in (game.upper, game.lower)
            ]
            if game.part is Part.SECOND_FINAL and not self._is_level(at):
                seated = {place.player for place in both}
                if not any(seated == set(match.seats) for match in round_.matches):
                    continue
            both.sort(key=lambda place: last if place.player is None else self.seed[place.player])
            found[at] = both
        return found

    def _still_open(self, stage: int) -> dict[Source, int | None]:
        """Who comes from where to the games from a stage on."""
        return {
            source: player
            for source, player in self._holder.items()
            if source in self._goes_to and self.chart.games[self._goes_to[source]].stage >= stage
        }

    def _pass_by(self, at: int, round_: Round) -> None:
        """A game nobody met in: who of the two is in the next round goes on."""
        both = [
            p for s in (self.chart.games[at].upper, self.chart.games[at].lower) if (p := self._holder.get(s))
        ]
        came = [p for p in both if p in in_it(round_)][:1]
        self._decide(at, came, [p for p in both if p not in came])

    def _change(self, stage: int, taken: Taken, round_: Round) -> None:
        """Two change places; where nobody should be, whoever is there has come, and so has the other of their game."""
        player, instead = taken.player, taken.instead
        self.taken.append((round_.number, taken))
        self.seed.setdefault(player, len(self.seed))
        now = self._still_open(stage)
        if instead is None:
            self._holder |= {s: None for s, p in now.items() if p == player} | {taken.source: player}
            self.place.pop(player, None)
            self._bring_the_other(now, taken.source, player, round_)
            return
        other = {player: instead, instead: player}
        self._holder |= {s: other[p] for s, p in now.items() if p in other}
        places = {other[p]: self.place.pop(p) for p in other if p in self.place}
        self.place |= places
        if taken.source.kind == "seed":
            self.seed[player], self.seed[instead] = self.seed[instead], self.seed[player]
        elif not places and player not in now.values():
            self.place[instead] = self.chart.games[self._goes_to[taken.source]].place

    def _bring_the_other(
        self, now: Mapping[Source, int | None], source: Source, player: int, round_: Round
    ) -> None:
        """Of a game that was taken to have no winner the other one goes the other way, if still in the bracket."""
        way = Source("loser" if source.kind == "winner" else "winner", source.number)
        other = next((p for p in self._met_in.get(source.number, ()) if p != player), None)
        if other in in_it(round_) and way in now and now[way] is None and other not in now.values():
            self._holder[way] = other
            self.place.pop(other, None)

    def _refuse_draws(self, stage: int) -> None:
        """Errors: PairingError `no_winner`, for a draw that leaves nobody for a game from this stage on."""
        for at, error in self._drawn.items():
            source = Source("winner", at)
            to = self._goes_to.get(source)
            if self._holder[source] is None and (to is None or self.chart.games[to].stage >= stage):
                raise error

    # --- before a stage -------------------------------------------------------------------------------------------
    def _tables(self, games: Sequence[int], number: int) -> list[Table] | None:
        present = self._present(number)
        tables = []
        busy: set[int] = set()
        for at in games:
            game = self.chart.games[at]
            if game.upper not in self._holder or game.lower not in self._holder:
                return None
            if game.part is Part.SECOND_FINAL and not self._is_level(at) and at not in self.played_as:
                continue
            sources = (game.upper, game.lower)
            both = list(
                dict.fromkeys(p for s in sources if (p := self._holder[s]) is not None and p not in busy)
            )
            busy.update(both)  # nobody plays twice, whatever has been changed by hand
            both.sort(key=self.seed.__getitem__)
            tables.append(Table(at, [p for p in both if p in present], [p for p in both if p not in present]))
        return tables

    def _present(self, number: int) -> set[int]:
        """Who can play in a round, or has played in it."""
        rounds = self.field.snapshot.rounds[: self.field.number - 1]
        seated = (p for m in rounds[number - 1].matches for p in m.seats) if number <= len(rounds) else ()
        return here(self.field, number).union(seated)

    def _is_level(self, second: int) -> bool:
        """Whether each of the two has lost once: the first final went to the one from the losers' bracket."""
        source = self.chart.games[second].upper
        return self._holder[source] == self._holder[self.chart.games[source.number].lower]

    def _stage(self, played: Sequence[Table], tables: Sequence[Table], number: int) -> Stage:
        duels: list[Duel] = []
        swaps: list[Swap] = []
        rematches: set[tuple[int, int]] = set()
        for part in Part:
            mine = [t for t in played if self.chart.games[t.game].part is part]
            of_part = [Duel(t.game, t.came[0], t.came[1]) for t in mine]
            if part in AVOIDING and self._swaps():
                of_part, changed, kept = self._avoiding(of_part, number)
                swaps += changed
                rematches.update(kept)
            duels += of_part
        busy = {p for t in tables for p in (*t.came, *t.missing)}
        present = self._present(number)
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

    def _swaps(self) -> bool:
        """Whether lower seeds of the stage change places to avoid rematches."""
        return self.avoid and (bool(self.stages) or self.first_too)

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
    def _settle_without_play(self, table: Table) -> None:
        """A game that misses somebody: who came goes on, who did not has lost."""
        if len(table.came) == 2:
            return
        self._decide(table.game, table.came, table.missing)

    def _settle(self, stage: Stage, played: Round) -> None:
        resting = {b.player for b in played.byes if b.kind is ByeKind.FULL}
        for duel in stage.duels:
            match = self.played_as.get(duel.game)
            if match is not None:
                self._enter_result(duel, match, played.number)
                continue
            both = [duel.upper, duel.lower]
            came = [p for p in both if p in resting][:1]
            self._decide(duel.game, came, [p for p in both if p not in came])

    def _enter_result(self, duel: Duel, match: Match, number: int) -> None:
        """Of a draw it has to be seen in a later round who has gone on."""
        if match.result is None:
            return
        one, other = RESULTS[match.result]
        first, second = match.seats
        if not (one.is_loss or other.is_loss):
            self._draw(duel, match, number)
        elif one.is_loss and other.is_loss:
            self._decide(duel.game, [], [])
            for player in match.seats:
                self.place.setdefault(player, self.chart.games[duel.game].place)
        elif one.is_loss:
            self._decide(duel.game, [second], [first])
        else:
            self._decide(duel.game, [first], [second])
        self._met_in[duel.game] = match.seats

    def _draw(self, duel: Duel, match: Match, number: int) -> None:
        self._decide(duel.game, [], [])
        self._drawn[duel.game] = PairingError(
            NO_WINNER, number=number, table=match.table, result=match.result
        )

    def _decide(self, at: int, won: Sequence[int], lost: Sequence[int]) -> None:
        """Who goes on where, and who is out in which place. Of two who both did not come, both are out."""
        game = self.chart.games[at]
        self._met_in[at] = (*won, *lost)
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
