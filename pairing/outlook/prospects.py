"""What can be said of one player and one target."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from pairing.model.types import Hundredths, Outcome
from pairing.model.wilson import wilson

# An interval wider than that says nothing one could act on; then it is too early to say.
NARROW = 0.1


class State(StrEnum):
    """`in` and `out` are proven."""

    CLINCHED = "in"
    OUT_OF_REACH = "out"
    STILL_POSSIBLE = "open"


class Proof(StrEnum):
    """How it is known: by points that can still be reached, by losses, because all outcomes have been tried, or by the
    chart of a bracket.
    """

    POINTS = "points"
    LOSSES = "losses"
    OUTCOMES = "outcomes"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class Odds:
    """A share of `runs` endings, with the bounds of its interval (Wilson, 95 %)."""

    runs: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """`points` (hundredths): the fewest somebody who is through will have, or the most somebody who is out can still
    have. `others`: how many more can at most reach them, or how many have more for certain. Both only for Proof.POINTS
    with a target of places. `outcomes`: how many have been tried. `odds`: only where nothing is proven, and none where
    it is too early to say (`NARROW`, `told`); all endings were looked at where the interval has no width. In a bracket:
    `wins`, how many in a row are enough, where it is open; `place`, the worst of somebody who is through, the best of
    somebody who is out.
    """

    state: State
    proof: Proof | None = None
    points: Hundredths | None = None
    others: int | None = None
    outcomes: int | None = None
    odds: Odds | None = None
    wins: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A player with a prospect for each target; `own` has the same for each own result at an open table: win, draw,
    loss over the board. `most` and `fewest` are points at the end. `is_eliminated`: has lost too often to be paired
    again.
    """

    player: int
    place: int
    points: Hundredths
    fewest: Hundredths
    most: Hundredths
    prospects: tuple[Prospect, ...]
    own: Mapping[Outcome, tuple[Prospect, ...]]
    is_eliminated: bool = False


UNKNOWN = Prospect(State.STILL_POSSIBLE)


def is_narrow(odds: Odds) -> bool:
    """Whether an interval is narrow enough to say something."""
    return odds.high - odds.low <= NARROW


def reliable(own: Mapping[Outcome, tuple[Prospect, ...]]) -> dict[Outcome, tuple[Prospect, ...]]:
    """What is told of the own results: no odds with a wide interval, and none that chance may set the wrong way round.

    Where two intervals overlap, and that of the worse result reaches further up or that of the better one further
    down, the one with fewer endings says nothing yet: "a loss: 0 to 9 %, a win: 0 to 1 %".
    """
    outcomes = [outcome for outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS) if outcome in own]
    columns: list[list[Prospect]] = []
    for column in zip(*(own[outcome] for outcome in outcomes), strict=True):
        likely = [p.odds if p.odds is not None and is_narrow(p.odds) else None for p in column]
        for better, worse in combinations(range(len(column)), 2):
            one, other = likely[better], likely[worse]
            if one is not None and other is not None and _only_chance(one, other):
                likely[better if one.runs < other.runs else worse] = None
        columns.append([replace(p, odds=o) for p, o in zip(column, likely, strict=True)])
    return {outcome: tuple(column[at] for column in columns) for at, outcome in enumerate(outcomes)}


def _only_chance(better: Odds, worse: Odds) -> bool:
    is_apart = better.high < worse.low or worse.high < better.low
    return not is_apart and (worse.high > better.high or worse.low > better.low)


def odds(runs: int, hits: int) -> Odds:
    """The share of hits, with Wilson's interval."""
    share = hits / runs
    return Odds(runs, share, *wilson(share, runs))
