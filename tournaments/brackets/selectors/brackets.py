"""A bracket as it is read: its rounds with their games, every side by name or by where its player will come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext, ngettext

from pairing.engine.brackets import bracket_view
from pairing.model.errors import TEXTS as PROBLEMS, PairingError
from pairing.model.reasons import TEXTS, shown_params
from pairing.model.types import Outcome, Snapshot
from pairing.systems.bracket import explain
from pairing.systems.bracket.chart import Part
from pairing.systems.bracket.view import SYSTEM_OF, BracketView, Side, State, ViewGame
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.names.namesakes import names_of_entrants

MARKS: Mapping[Outcome | None, str] = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "−",
    None: "",
}


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side of a game. `text` is the name, told apart from others like it; of somebody not known yet, the game to
    come from, and `of_two` the same by the two who may come, where these are known. `name` is the bare one, for
    programs. `mark`: the games won, or the result of the match.
    """

    text: str
    number: int | None = None
    seed: int | None = None
    mark: str = ""
    is_winner: bool = False
    did_not_come: bool = False
    name: str = ""
    of_two: str = ""

    @property
    def known(self) -> str:
        """As much as is known of who it is, by names; "" while that is open."""
        return self.text if self.number is not None else self.of_two


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game with its words. `caption`: number, table and what is special; `ways`: where winner and loser go on;
    `notes`: swaps and rematches. `bye`: what is said beside a seed who enters the bracket here.
    """

    game: ViewGame
    sides: tuple[SideRow, SideRow]
    caption: str
    ways: tuple[str, ...]
    notes: tuple[str, ...] = ()
    bye: str = ""

    @property
    def is_running(self) -> bool:
        return self.game.state is State.PAIRED

    @property
    def is_left_out(self) -> bool:
        return self.game.state is State.NOT_NEEDED


@dataclass(frozen=True, slots=True)
class StageRow:
    """A round of the bracket, from 1; `round`: that of the event, None where the name says it already.

    `best_of`: of how many games a match is, where that is declared; `is_now`: the one a reader looks for; of a
    bracket that is over, its last.
    """

    number: int
    name: str
    round: int | None
    games: tuple[GameRow, ...]
    byes: tuple[SideRow, ...]
    best_of: int | None = None
    is_now: bool = False

    @property
    def done(self) -> int:
        """How many of its matches are decided."""
        return sum(row.game.state not in (State.PAIRED, State.TO_COME) for row in self.games)

    @property
    def is_under_way(self) -> bool:
        """Whether it is the one of now and has games that are still to be played."""
        return self.is_now and any(row.game.state in (State.PAIRED, State.TO_COME) for row in self.games)


@dataclass(frozen=True, slots=True)
class Bracket:
    """All of it. `about` is one sentence for whoever cannot see the picture; `problem` says why it goes no further."""

    view: BracketView
    stages: tuple[StageRow, ...]
    champion: str
    about: str
    problem: str = ""

    @property
    def rows(self) -> Iterable[GameRow]:
        return (row for stage in self.stages for row in stage.games)

    def stage(self, round_number: int | None) -> StageRow | None:
        """The games of a round of the event; without one those a reader looks for."""
        staged = zip(self.stages, self.view.rounds, strict=True)
        # A stage in which nobody meets has no round.
        of_round = (one for one, at in staged if at is not None and at == round_number)
        return next(of_round, None) or next((one for one in self.stages if one.is_now), None)


def has_bracket(tournament: Tournament) -> bool:
    """Whether the event, or a phase of it, is a bracket. Asks the database nothing."""
    slugs = (tournament.system, *(phase["system"]["name"] for phase in tournament.phases))
    return any(slug in SYSTEM_OF for slug in slugs)


def bracket_of(tournament: Tournament) -> Bracket | None:
    """The bracket with its published rounds; None for an event without one.

    Errors: PairingError where none can be drawn yet, as with fewer than two players.
    """
    return of_snapshot(snapshots.load(tournament))


def of_snapshot(snapshot: Snapshot) -> Bracket | None:
    """The same of a snapshot."""
    view = bracket_view(snapshot)
    if view is None:
        return None
    bare = {entrant.id: entrant.name or str(entrant.id) for entrant in snapshot.entrants}
    full = {number: name or str(number) for number, name in names_of_entrants(snapshot.entrants).items()}
    return _Words(view, bare, full, has_queue=snapshot.started_at is not None).bracket()


def refusal_text(error: PairingError, names: Mapping[int, str]) -> str:
    """Why there is no bracket, or no more of it, with the names of players."""
    params = shown_params(tuple(error.params.items()), lambda number: names.get(number, str(number)))
    return gettext(PROBLEMS[error.code]).format(**params)


def drawn(snapshot: Snapshot) -> tuple[Bracket | None, str]:
    """The same, or why there is none yet."""
    try:
        return of_snapshot(snapshot), ""
    except PairingError as error:
        return None, refusal_text(error, names_of_entrants(snapshot.entrants))


class _Words:
    """The words of one bracket; what a thousand games say alike is looked up once."""

    def __init__(
        self, view: BracketView, bare: Mapping[int, str], full: Mapping[int, str], *, has_queue: bool
    ) -> None:
        self.view, self.bare, self.names, self.has_queue = view, bare, full, has_queue
        self.from_ = {"winner": gettext("winner of match %(n)s"), "loser": gettext("loser of match %(n)s")}
        self.game_text, self.table_text = gettext("Match %(n)s"), gettext("Table %(n)s")
        self.winner_text = gettext("The winner goes to match %(n)s.")
        self.loser_text = gettext("The loser goes to match %(n)s.")
        self.champion_text, self.out_text = (
            gettext("The winner has won the bracket."),
            gettext("The loser is eliminated."),
        )
        self.nobody = gettext("no one")

    def bracket(self) -> Bracket:
        view = self.view
        rows: list[list[GameRow]] = [[] for _ in view.rounds]
        for game in view.games:
            rows[game.stage].append(self._row(game))
        now = self._now()
        stages = tuple(
            StageRow(at + 1, *self._named(at), tuple(games), self._byes(at), view.best_of[at], at == now)
            for at, games in enumerate(rows)
        )
        champion = self.names[view.champion] if view.champion is not None else ""
        problem = refusal_text(view.problem, self.names) if view.problem else ""
        return Bracket(view, stages, champion, self._about(champion), problem)

    def _now(self) -> int:
        """The stage a reader looks for: the one being played, else the next one, else the last."""
        for wanted in (State.PAIRED, State.TO_COME):
            for game in self.view.games:
                if game.state is wanted:
                    return game.stage
        return max((g.stage for g in self.view.games if g.state is State.PLAYED), default=0)

    @cached_property
    def _parts(self) -> list[set[Part]]:
        found: list[set[Part]] = [set() for _ in self.view.rounds]
        for game in self.view.games:
            found[game.stage].add(game.part)
        return found

    def _named(self, at: int) -> tuple[str, int | None]:
        """What a stage is called, and the round of the event it is."""
        name, number = self._stage_name(at), self.view.rounds[at]
        if name:
            return name, number
        if number == at + 1:
            return gettext("Round %(number)s") % {"number": number}, None
        return gettext("Bracket, round %(n)s") % {"n": at + 1}, number

    def _stage_name(self, at: int) -> str:
        """The name everybody knows, or nothing."""
        if Part.SECOND_FINAL in self._parts[at]:
            return gettext("Second final")
        if Part.FINAL in self._parts[at]:
            return gettext("Final")
        left = len(self.view.rounds) - 1 - at
        games = sum(game.stage == at for game in self.view.games)
        if self.view.is_double or games != 2**left:
            return ""
        if left == 1:
            return gettext("Semifinals")
        if left == 2:
            return gettext("Quarterfinals")
        return gettext("Last %(players)s") % {"players": 2 * games, "games": games}

    def _byes(self, at: int) -> tuple[SideRow, ...]:
        """Who enters the bracket after this stage, the best first."""
        sides = (side for game in self.view.games if game.stage > at for side in game.sides)
        entering = sorted(
            (side for side in sides if side.source.kind == "seed"), key=lambda s: s.source.number
        )
        return tuple(self._side(side, False) for side in entering)

    def _row(self, game: ViewGame) -> GameRow:
        walked = game.state in (State.WALKOVER, State.EMPTY)
        one, other = game.sides
        return GameRow(
            game,
            (self._side(one, walked), self._side(other, walked)),
            self._caption(game),
            self._ways(game),
            self._notes(game),
            (ngettext("%(count)s bye", "%(count)s byes", game.byes) % {"count": game.byes})
            if game.byes
            else "",
        )

    def _side(self, side: Side, walked: bool) -> SideRow:
        if side.player is None:
            known = self.nobody if side.is_empty else self.from_.get(side.source.kind, "")
            return SideRow(
                known if side.is_empty else known % {"n": side.source.number}, of_two=self._of_two(side)
            )
        return SideRow(
            self.names[side.player],
            side.player,
            side.seed,
            MARKS[side.outcome] if side.games is None else str(side.games),
            side.is_winner,
            walked and not side.is_winner,
            self.bare[side.player],
        )

    def _of_two(self, side: Side) -> str:
        if side.is_empty or side.source.kind == "seed":
            return ""
        one, other = (before.player for before in self.view.games[side.source.number - 1].sides)
        if one is None or other is None:
            return ""
        names = {"one": self.names[one], "other": self.names[other]}
        if side.source.kind == "winner":
            return gettext("winner of %(one)s – %(other)s") % names
        return gettext("loser of %(one)s – %(other)s") % names

    def _caption(self, game: ViewGame) -> str:
        words = [self.game_text % {"n": game.number}]
        if game.part is Part.THIRD:
            words.append(gettext("third place"))
        if game.state is State.PAIRED and not self.has_queue:  # then a match has no table of its own
            words.append(self.table_text % {"n": game.table})
        elif game.state is State.WALKOVER:
            words.append(gettext("won by forfeit"))
        elif game.state is State.EMPTY:
            words.append(gettext("not played"))
        elif game.state is State.NOT_NEEDED:
            words.append(gettext("not needed"))
        elif game.part is Part.SECOND_FINAL and game.state is State.TO_COME:
            words.append(gettext("if needed"))
        return " · ".join(words)

    def _ways(self, game: ViewGame) -> tuple[str, ...]:
        if game.part is Part.THIRD or game.state is State.NOT_NEEDED:
            return ()
        if game.winner_to is None:
            return (self.champion_text,) if game.winner is not None else ()
        if game.winner_to == game.loser_to:
            return (gettext("Match %(n)s follows if the loser has lost once.") % {"n": game.winner_to},)
        loser = self.loser_text % {"n": game.loser_to} if game.loser_to else self.out_text
        return (self.winner_text % {"n": game.winner_to}, loser)

    def _notes(self, game: ViewGame) -> tuple[str, ...]:
        if not game.swaps and not game.is_rematch:
            return ()
        notes = [
            gettext(TEXTS[explain.SWAPPED]).format(
                player=self.names[swap.moved], other_player=self.names[swap.other]
            )
            for swap in game.swaps
        ]
        return (*notes, *([gettext(TEXTS[explain.REMATCH])] if game.is_rematch else []))

    def _about(self, champion: str) -> str:
        count = len(self.view.order)
        if champion:
            text = gettext("A bracket of %(count)s players, won by %(name)s.")
        elif self.view.is_projected:
            text = gettext("A bracket of %(count)s players, as it would be by the current standings.")
        else:
            text = gettext("A bracket of %(count)s players, being played.")
        return text % {"count": count, "name": champion}
