"""A bracket whose rounds are open side by side: a match is there as soon as both of its players are known.

The number of a match is that of its game in its stage, and every stage of the chart has a round of its own, so nothing
that is known later moves a match. The matches are those of the same bracket played round by round: where swapping lower
seeds may yet have to avoid a rematch, the games of that part of the stage wait for one another.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from pairing.model.errors import PairingError
from pairing.model.field import Field, is_open
from pairing.model.types import ByeKind, Match, Round
from pairing.systems.bracket.avoid import Swap
from pairing.systems.bracket.chart import Chart, Game, Part, Source
from pairing.systems.bracket.occupancy import Taken
from pairing.systems.bracket.run import AVOIDING, NO_WINNER, Run, Table
from pairing.systems.bracket.seeding import Seeds
from pairing.systems.bracket.stage import Duel, Stage

ORDER = list(Part)


class OpenRun(Run):
    """All stages as far as they are known.

    `loose`: matches (round, number) that nobody has begun; they go where the results before them say otherwise. Who
    sits in any other match has its place. `known`: what is known of the stage of each round; `next` is that of round
    `field.number`. `whole`: the rounds in which every game has its players, or will never have any.
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
        loose: Collection[tuple[int, int]] = (),
    ) -> None:
        self.loose = loose
        super().__init__(field, chart, seeds, after, avoid, first_too)

    def _play(self) -> None:
        self.known: dict[int, Stage] = {}
        self.whole: set[int] = set()
        self._candidates: dict[Source, frozenset[int]] = {}
        self._may_have_met: dict[int, set[int]] = defaultdict(set)
        for match in self._earlier_matches():
            self._note_meeting(frozenset(match.seats[:1]), frozenset(match.seats[1:]))
        for at, games in enumerate(self.chart.stages):
            self._play_stage(self._numbered(games), self.after + 1 + at)
        self.stages = [stage for number, stage in self.known.items() if number < self.field.number]
        self.next = self.known.get(self.field.number)

    def _earlier_matches(self) -> Iterable[Match]:
        """Those before the bracket. Its own are noted behind their stage: in it they are no rematch of themselves."""
        return (match for round_ in self.field.snapshot.rounds[: self.after] for match in round_.matches)

    def _numbered(self, games: Iterable[int]) -> list[int]:
        """The games of a stage in the order of their numbers."""
        return sorted(games, key=lambda at: (ORDER.index(self.chart.games[at].part), at))

    def number_of(self, game: int) -> int:
        """The number of a game in its round, from 1."""
        return self._numbered(self.chart.stages[self.chart.games[game].stage]).index(game) + 1

    def _play_stage(self, games: Sequence[int], number: int) -> None:
        round_ = self._round(number)
        self._seat_players(games, round_)
        tables = self._known_tables(games, number)
        if len(tables) + self._not_needed(games) == len(games):
            self.whole.add(number)
        if tables:
            self.known[number] = self._stage(tables_of_two(tables), tables, number)
        for table in tables:
            self._settle_without_play(table)
            self.missing += [(number, player) for player in table.missing]
            self._entered.update(table.came)
        if tables and round_ is not None:
            self._settle_matches(self.known[number], round_)
        self._look_ahead(games, self.known.get(number))

    def _round(self, number: int) -> Round | None:
        return self.field.snapshot.rounds[number - 1] if number < self.field.number else None

    def _settle_matches(self, stage: Stage, round_: Round) -> None:
        for duel in stage.duels:
            if duel.game in self.played_as:
                self._enter_result(duel, self.played_as[duel.game], round_.number)

    # --- who sits in a match has the place ------------------------------------------------------------------------
    def _seat_players(self, games: Sequence[int], round_: Round | None) -> None:
        """Let those into the games of a stage who sit in its matches, whatever the results before it say now."""
        if round_ is None:
            return
        number = round_.number
        by_number = {match.table: match for match in round_.matches}
        stored = {game: by_number[at] for at, game in enumerate(games, 1) if at in by_number}
        planned = self._planned_pairs(games, number)
        for game, match in stored.items():
            is_loose = (number, match.table) in self.loose
            if planned.get(game) == set(match.seats) or not is_loose or self._has_come(game, match):
                self.played_as[game] = match
        for game in self.played_as.keys() & stored.keys():
            if planned.get(game) != set(stored[game].seats):
                self._seat_by_hand(game, stored[game], round_)

    def _planned_pairs(self, games: Sequence[int], number: int) -> dict[int, set[int]]:
        """Who would meet in a stage by the results before it."""
        tables = self._known_tables(games, number)
        stage = self._stage(tables_of_two(tables), tables, number)
        return {duel.game: {duel.upper, duel.lower} for duel in stage.duels}

    def _has_come(self, at: int, match: Match) -> bool:
        """Whether everybody whom games bring to this one sits in its match. Seeds stay where they have been drawn."""
        sources = (self.chart.games[at].upper, self.chart.games[at].lower)
        return all(source.kind == "seed" or self._holder.get(source) in match.seats for source in sources)

    def _seat_by_hand(self, at: int, match: Match, round_: Round) -> None:
        game = self.chart.games[at]
        sources = (game.upper, game.lower)
        expected = [self._holder.get(source) for source in sources]
        strangers = [player for player in match.seats if player not in expected]
        for source in sources:
            if strangers and self._holder.get(source) not in match.seats:
                player = self._likeliest(source, strangers)
                strangers.remove(player)
                self._take(game, source, player, round_)

    def _likeliest(self, source: Source, strangers: Sequence[int]) -> int:
        """Who of the strangers has come from a place: whoever may have, else the first of them."""
        could = self._could_come(source)
        played = self._met_in.get(source.number, ()) if source.kind != "seed" else ()
        return next((p for p in strangers if p in could or p in played), strangers[0])

    def _take(self, game: Game, source: Source, player: int, round_: Round) -> None:
        if source not in self._holder:
            self._holder[source] = player
            self.seed.setdefault(player, len(self.seed))
            return
        played = source.kind != "seed"
        self._change(game.stage, Taken(source, player, self._holder[source], played), round_)

    # --- what is known of a stage ---------------------------------------------------------------------------------
    def _known_tables(self, games: Sequence[int], number: int) -> list[Table]:
        """The games whose players are known, and need not wait for others of their part."""
        tables = self._tables([game for game in games if self._has_players(game)], number) or []
        waiting = {part for part in AVOIDING if self._waits(games, part)}
        return [t for t in tables if t.game in self.played_as or self.chart.games[t.game].part not in waiting]

    def _has_players(self, at: int) -> bool:
        game = self.chart.games[at]
        return game.upper in self._holder and game.lower in self._holder

    def _not_needed(self, games: Sequence[int]) -> int:
        """How many of the games are a second final after which nobody would have lost twice."""
        return sum(
            self.chart.games[at].part is Part.SECOND_FINAL
            and self._has_players(at)
            and at not in self.played_as
            and not self._is_level(at)
            for at in games
        )

    def _swaps(self) -> bool:
        return self.avoid and (bool(self.known) or self.first_too)

    def _waits(self, games: Sequence[int], part: Part) -> bool:
        """Whether lower seeds of this part may yet change places: not all are known, and two of a game may have met."""
        mine = [at for at in games if self.chart.games[at].part is part]
        if not self._swaps() or len(mine) < 2 or all(map(self._has_players, mine)):
            return False
        return any(self._may_be_rematch(self.chart.games[at]) for at in mine)

    def _may_be_rematch(self, game: Game) -> bool:
        below = self._could_come(game.lower)
        return any(
            not below.isdisjoint(self._may_have_met[player]) for player in self._could_come(game.upper)
        )

    def _could_come(self, source: Source) -> frozenset[int]:
        """Who may come from a place."""
        if source in self._holder:
            player = self._holder[source]
            return frozenset() if player is None else frozenset((player,))
        return self._candidates.get(source, frozenset())

    def _look_ahead(self, games: Sequence[int], stage: Stage | None) -> None:
        """Who may come from the games of a stage to later ones, and who may have met in them by then."""
        known = {duel.game: duel for duel in stage.duels} if stage else {}
        swapping = {part: self._of_part(games, part) for part in AVOIDING if self._waits(games, part)}
        for at in games:
            game = self.chart.games[at]
            sides = swapping.get(game.part) or (self._could_come(game.upper), self._could_come(game.lower))
            if at in known:
                sides = frozenset((known[at].upper,)), frozenset((known[at].lower,))
            for source in (Source("winner", at), Source("loser", at)):
                self._candidates[source] = sides[0] | sides[1]
            self._note_meeting(*sides)

    def _of_part(self, games: Sequence[int], part: Part) -> tuple[frozenset[int], frozenset[int]]:
        """Both sides of each game of a part in which lower seeds may change places: anybody of the part."""
        mine = [self.chart.games[at] for at in games if self.chart.games[at].part is part]
        all_of_them = frozenset[int]().union(
            *(self._could_come(source) for game in mine for source in (game.upper, game.lower))
        )
        return all_of_them, all_of_them

    def _note_meeting(self, one_side: frozenset[int], other_side: frozenset[int]) -> None:
        for player in one_side:
            self._may_have_met[player] |= other_side
        for player in other_side:
            self._may_have_met[player] |= one_side

    # --- what differs from rounds that are played one by one ------------------------------------------------------
    def _avoiding(
        self, duels: Sequence[Duel], number: int
    ) -> tuple[list[Duel], list[Swap], list[tuple[int, int]]]:
        """Matches that are there stay as they are, also where the swaps that led to them would be others now."""
        planned = super()._avoiding(duels, number)
        there = {d.game: set(self.played_as[d.game].seats) for d in duels if d.game in self.played_as}
        if all({d.upper, d.lower} == there.get(d.game, {d.upper, d.lower}) for d in planned[0]):
            return planned
        new, swaps, rematches = super()._avoiding([d for d in duels if d.game not in there], number)
        stored = [Duel(at, *sorted(seats, key=self.seed.__getitem__)) for at, seats in there.items()]
        return [*stored, *new], swaps, rematches

    def _present(self, number: int) -> set[int]:
        """Who can play in a round, or has a match in it. In a round that is open a zero-point bye only says that
        somebody waits; in one that is over, whoever had another bye than a full one did not come.
        """
        round_ = self._round(number)
        byes, matches = (round_.byes, round_.matches) if round_ else ((), ())
        away = {r.player for r in self.field.snapshot.bye_requests if r.round == number}
        waiting = {ByeKind.FULL} if round_ and not is_open(round_) else {ByeKind.FULL, ByeKind.ZERO}
        away |= {bye.player for bye in byes if bye.kind not in waiting}
        seated = {player for match in matches for player in match.seats}
        here = {id for id, e in self.field.entrants.items() if e.takes_part_in(number)}
        return (here - away) | seated

    def _draw(self, duel: Duel, match: Match, number: int) -> None:
        """Nobody goes on until the result is corrected."""
        self._met_in[duel.game] = match.seats
        self._drawn[duel.game] = PairingError(
            NO_WINNER, number=number, table=match.table, result=match.result
        )

    @property
    def problem(self) -> PairingError | None:
        """A draw that keeps a later match waiting."""
        return next(iter(self._drawn.values()), None)


def tables_of_two(tables: Iterable[Table]) -> list[Table]:
    """Those with both of their players."""
    return [table for table in tables if len(table.came) == 2]
