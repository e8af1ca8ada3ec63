"""outlook_of(): everybody's prospects in an event that is being played."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.model.types import Outcome, Snapshot
from pairing.outlook import bracket, exact, odds as simulation
from pairing.outlook.bounds import Bounds
from pairing.outlook.contest import OVER_THE_BOARD, Contest, Target, contest_of, gone
from pairing.outlook.prospects import UNKNOWN, Line, Prospect, State, is_narrow, odds, reliable
from pairing.systems.bracket.view import State as GameState

OWN = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)


@dataclass(frozen=True, slots=True)
class EventOutlook:
    """The outlook for the `targets` (of the cut into `phase`, from 1, or for places at the end), decided after round
    `last`. `rounds_left` counts the round being played; `open_tables` are those of it. `runs` were played for the odds
    (0: none), with `draws` as the share of draws and ratings where `by_ratings`. `lines` are in the order of the
    standings. `in_bracket`: places come from the chart, and points decide nothing.
    """

    targets: tuple[Target, ...]
    phase: int | None
    last: int
    rounds_left: int
    open_tables: int
    runs: int
    draws: float
    by_ratings: bool
    lines: tuple[Line, ...]
    in_bracket: bool = False


def outlook_of(snapshot: Snapshot, seed: str = "", targets: Sequence[Target] = ()) -> EventOutlook | None:
    """Who is through, who is out, and the odds of the others; None where nothing can be told (`contest_of`).

    Errors: PairingError, those of the standings.
    """
    contest = contest_of(snapshot, targets)
    if contest is None:
        inside = bracket.bracket_contest(snapshot)
        return None if inside is None else _in_bracket(inside, seed)
    found = exact.tried(contest)
    bounds = Bounds(contest)
    lines = [_line(contest, bounds, found, at) for at in _standing(contest)]
    is_open = any(p.state is State.STILL_POSSIBLE for line in lines for p in line.prospects)
    endings = None
    if is_open and simulation.most_endings(contest):
        endings = simulation.played(contest, seed, _asked_for(lines))
        left = gone(snapshot)
        lines = [line if line.player in left else _with_odds(line, endings) for line in lines]
    tables = len(contest.tables)
    return EventOutlook(
        contest.targets,
        None if contest.phase is None else contest.phase + 1,
        contest.last,
        len(contest.rounds_after) + (1 if tables else 0),
        tables,
        endings.total if endings else 0,
        simulation.share_of_draws(contest),
        simulation.is_rated(contest),
        tuple(lines),
    )


def _in_bracket(contest: bracket.BracketContest, seed: str) -> EventOutlook:
    lines, runs = bracket.lines(contest, seed)
    view, played = contest.view, len(contest.snapshot.rounds)
    number = [at for at in view.rounds if at is not None]
    tables = sum(game.state is GameState.PAIRED for game in view.games)
    is_open = any(p.state is State.STILL_POSSIBLE for line in lines for p in line.prospects)
    return EventOutlook(
        contest.targets,
        None,
        max(number, default=played),
        sum(at > played for at in number) + bool(tables),
        tables,
        runs if is_open else 0,
        0.0,
        sum(e.rating is not None for e in contest.snapshot.entrants if e.id in contest.at) > 1,
        tuple(lines),
        in_bracket=True,
    )


def _standing(contest: Contest) -> list[tuple[int, int, int]]:
    return [(line.player, line.rank, line.points) for line in contest.standings()]


def _line(contest: Contest, bounds: Bounds, tried: exact.Tried | None, at: tuple[int, int, int]) -> Line:
    """What is proven of somebody: by points first, for that is a reason one can follow."""
    player, place, points = at
    options = bounds.options(player)
    own: dict[Outcome, tuple[Prospect, ...]] = {}
    if player in contest.seats:
        for outcome in OWN:
            chosen = [o for o in bounds.options(player, OVER_THE_BOARD) if o.outcome is outcome]
            own[outcome] = tuple(
                _proven(bounds.prospect(player, target, chosen), tried, player, k, outcome)
                for k, target in enumerate(contest.targets)
            )
    prospects = tuple(
        _proven(bounds.prospect(player, target, options), tried, player, k)
        for k, target in enumerate(contest.targets)
    )
    fewest, most = bounds.fewest(player), bounds.most(player)
    limit = contest.eliminated_at
    is_out = limit is not None and bounds.losses[player] >= limit
    return Line(player, place, points, fewest, most, prospects, own, is_out)


def _proven(
    prospect: Prospect, tried: exact.Tried | None, player: int, at: int, outcome: Outcome | None = None
) -> Prospect:
    if prospect.state is not State.STILL_POSSIBLE or tried is None:
        return prospect
    return exact.prospect(tried, player, at, outcome)


def _asked_for(lines: Sequence[Line]) -> simulation.IsTold:
    """Odds are wanted where nothing is proven."""
    open_ = {
        (line.player, at, outcome)
        for line in lines
        for outcome, prospects in ((None, line.prospects), *line.own.items())
        for at, prospect in enumerate(prospects)
        if prospect.state is State.STILL_POSSIBLE and line.prospects[at].state is State.STILL_POSSIBLE
    }
    return lambda player, at, outcome: (player, at, outcome) in open_


def _with_odds(line: Line, endings: exact.Tried) -> Line:
    """The line with odds where nothing is proven."""

    def all_in_all(at: int, prospect: Prospect) -> Prospect:
        return _likely(prospect, endings.total, endings.hits[line.player, at])

    def after(outcome: Outcome, at: int, prospect: Prospect) -> Prospect:
        runs = endings.of_outcome[line.player, outcome]
        return _likely(prospect, runs, endings.hits_with[line.player, at, outcome])

    own = {
        outcome: tuple(after(outcome, at, p) for at, p in enumerate(prospects))
        for outcome, prospects in line.own.items()
    }
    return replace(
        line, prospects=tuple(all_in_all(at, p) for at, p in enumerate(line.prospects)), own=reliable(own)
    )


def _likely(prospect: Prospect, runs: int, hits: int) -> Prospect:
    """With odds where it is open and they say something."""
    found = odds(runs, hits) if runs and prospect.state is State.STILL_POSSIBLE else None
    return prospect if found is None or not is_narrow(found) else replace(UNKNOWN, odds=found)
