"""The shapes of the core: frozen values that everything else passes around.

Units: points are integers in hundredths of a point (a win of 1 point is 100), so that sums and comparisons
are exact. Players are named by their positive integer id; round and table numbers start at 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pairing.model.calendar import UNDATED, Calendar
from pairing.model.hall import ANY_TABLES, HallTables
from pairing.model.moments import Moment
from pairing.model.phases import Cut as Cut, CutBy as CutBy, Phase as Phase
from pairing.model.reasons import Reason
from pairing.model.scoring.mahjong import EMA, MahjongScoring
from pairing.model.table_kinds import FOUR as FOUR, TWO as TWO, TableKind as TableKind

HUNDRED = 100
# Points, where the type says so to who shows them: the API gives 2.5 for 250.
Hundredths = Annotated[int, "hundredths of a point"]


class Outcome(StrEnum):
    """What a match was for one seat. Forfeits are kept apart: most tie-breaks treat them as unplayed."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"

    @property
    def is_forfeit(self) -> bool:
        return self in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)

    @property
    def is_loss(self) -> bool:
        """A loss in the sense of elimination rules: played or by forfeit."""
        return self in LOST


WON, LOST = (Outcome.WIN, Outcome.FORFEIT_WIN), (Outcome.LOSS, Outcome.FORFEIT_LOSS)

# Every result a two-seat match can have, and what it is for seat 0 and seat 1 (event-format.md).
RESULTS: Mapping[str, tuple[Outcome, Outcome]] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
    "+--": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "--+": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "---": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}


class ByeKind(StrEnum):
    """`full` is the bye the pairing gives; `half` and `zero` are asked for; `absent` was simply not there."""

    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    ABSENT = "absent"


class RoundStatus(StrEnum):
    PAIRED = "paired"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the rules see one. `left_after_round` = 3 means: takes part up to and including round 3.

    A `house` player fills a seat of a table of four: the results of the others count, the own do not, and there is
    no place for it in any standings. `draw_number` is the number a person has drawn for a planned schedule, `sort_name`
    the name by which lists from A to Z go, where it does not follow from the name. `lots` are those of a league by
    round, where another name than theirs stands here.
    """

    id: int
    name: str = ""
    rating: int | None = None
    ranking: int | None = None
    joined_round: int = 1
    left_after_round: int | None = None
    club: str | None = None
    fixed_table: int | None = None
    title: str | None = None
    federation: str | None = None
    mu: float | None = None
    sigma: float | None = None
    house: bool = False
    draw_number: int | None = None
    sort_name: str | None = None
    starting_rank: int | None = None
    fide_id: int | None = None
    national_id: str | None = None
    birth_year: int | None = None
    sex: str | None = None
    second_rating: int | None = None
    second_rating_kind: str | None = None
    lots: tuple[tuple[int, int], ...] = ()

    def takes_part_in(self, number: int) -> bool:
        return self.joined_round <= number and (
            self.left_after_round is None or number <= self.left_after_round
        )


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points (hundredths) for each outcome. What is None follows from the others: see the properties."""

    win: int = 100
    draw: int = 50
    loss: int = 0
    bye: int = 100
    half_bye: int | None = None
    forfeit_win: int | None = None
    forfeit_loss: int | None = None

    def for_outcome(self, outcome: Outcome) -> int:
        """A forfeit is worth the same as the played result, except that a forfeit loss gives nothing."""
        if outcome is Outcome.FORFEIT_WIN:
            return self.win if self.forfeit_win is None else self.forfeit_win
        if outcome is Outcome.FORFEIT_LOSS:
            return 0 if self.forfeit_loss is None else self.forfeit_loss
        return {Outcome.WIN: self.win, Outcome.DRAW: self.draw, Outcome.LOSS: self.loss}[outcome]

    def for_bye(self, kind: ByeKind) -> int:
        """A half-point bye is worth a draw; zero-point byes and absences give nothing."""
        if kind is ByeKind.FULL:
            return self.bye
        if kind is ByeKind.HALF:
            return self.draw if self.half_bye is None else self.half_bye
        return 0


@dataclass(frozen=True, slots=True)
class Match:
    """One table of one round. The order of `seats` is the seat: first mover, second mover; or East to North.

    Two seats: `result` is a key of RESULTS or None (not played yet); `games` are won, lost[, drawn] games of
    seat 0. Four seats: `scores` are raw points in seat order (None: not played yet), `penalties` hundredths of a
    final point, to be added (-2000 takes 20 points). `agreed_for` and `postponed` say when it is played; no rule asks.
    """

    table: int
    seats: tuple[int, ...]
    result: str | None = None
    games: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    penalties: tuple[int, ...] | None = None
    agreed_for: datetime | None = None
    postponed: bool = False

    @property
    def is_open(self) -> bool:
        return self.result is None and self.scores is None


@dataclass(frozen=True, slots=True)
class Bye:
    player: int
    kind: ByeKind = ByeKind.FULL


@dataclass(frozen=True, slots=True)
class Round:
    """A round, and the text it was drawn from where that is not the event's. `free`: whose match counts for nobody."""

    number: int
    status: RoundStatus = RoundStatus.COMPLETED
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    seed: str = ""
    free: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """A bye a player asked for ahead of the round: the player is left out of that round's pairing."""

    player: int
    round: int
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points (hundredths) a player has besides those of results: a bonus, or below 0 a penalty.

    They count in the score after `round` and in all later ones; without a round from the start.
    """

    player: int
    points: int
    round: int | None = None

    def counts_after(self, number: int) -> bool:
        """Whether it is part of the score after this round (0: before the first)."""
        return self.round is None or self.round <= number


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Points (hundredths) that count for the pairing of rounds 1, 2, ... only, given to these players by name."""

    players: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EarlierMeeting:
    season: int
    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TiebreakSpec:
    """One link of a chain: the code of a registered tie-break and its parameters (already validated).

    `written` is how the chain named it (`BH:cut=1`, or `omw` for an object with a floor): a name, not a rule.
    """

    code: str
    params: tuple[tuple[str, Any], ...] = ()
    written: str | None = field(default=None, compare=False)

    @property
    def label(self) -> str:
        """The key under which its value is reported: as the chain wrote it, else e.g. `BH:cut=1`."""
        if self.written is not None:
            return self.written
        shown = [
            (name, float(value) if isinstance(value, Fraction) else value) for name, value in self.params
        ]
        return ":".join([self.code, *(f"{name}={value}".lower() for name, value in shown)])


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is known of an event at one moment: the only input of pairing and ranking.

    `entrants` are in registration order, which is the *list order* of rules that use one. `scoring` is for matches of
    two, `mahjong` for tables of four: the system says which of them counts. `schedule` is what has been planned for
    all rounds at once: for each round its tables in the order of their numbers, ids of players in the order of the
    seats; () where nothing has been planned ahead. An event of several `phases` has the system and options of the first
    one here (`pairing.engine.phases`). `draw_seed` is that of the next round, and of the past ones without a `seed` of
    their own. `series` is the name of the league whose `season` this is. `tables` are those of the hall, for rounds to
    come. `adjustments` are bonuses and penalties, for matches of two (at a table of four they stand at the match).
    `virtual_points` count where the acceleration of the system is `given`; nobody is in two of them. `calendar` says
    when the event is, `finished` that its standings are final; no rule asks for either.
    `clubs_apart_rounds`: in the first so many rounds players of one club do not meet, besides the `forbidden_pairs`
    (`pairing.model.clubs`); 0: they may. `seats` are those of the system (`pairing.systems.seats_of`).
    `begins_after`: rounds up to this one do not count, in a phase that begins anew behind it. `moments` say what
    happened at the tables, in seconds since `started_at`; only the table queue asks for them (`pairing.queue`).
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    name: str = ""
    system: str = "monrad"
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds_planned: int | None = None
    scoring: Scoring = Scoring()
    tiebreaks: tuple[TiebreakSpec, ...] = ()
    draw_seed: str = ""
    forbidden_pairs: tuple[tuple[int, int], ...] = ()
    earlier_meetings: tuple[EarlierMeeting, ...] = ()
    season: int | None = None
    bye_requests: tuple[ByeRequest, ...] = ()
    mahjong: MahjongScoring = EMA
    schedule: tuple[tuple[tuple[int, ...], ...], ...] = ()
    phases: tuple[Phase, ...] = ()
    series: str = ""
    tables: HallTables = ANY_TABLES
    adjustments: tuple[Adjustment, ...] = ()
    virtual_points: tuple[VirtualPoints, ...] = ()
    calendar: Calendar = UNDATED
    finished: bool = False
    clubs_apart_rounds: int = 0
    seats: TableKind = TWO
    begins_after: int = 0
    started_at: str | None = None
    moments: tuple[Moment, ...] = ()

    @property
    def worth(self) -> Scoring | MahjongScoring:
        """What results are worth: of the two scorings the one that counts."""
        worth: Scoring | MahjongScoring = getattr(self, self.seats.rules.scoring)
        return worth


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A table of the round to come, with the reasons a player can read."""

    table: int
    seats: tuple[int, ...]
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedBye:
    player: int
    kind: ByeKind = ByeKind.FULL
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A rule given up on purpose, for whom, and why. `rule` is one of `rematch`, `season_rematch` (of an
    earlier season), `forbidden`, `second_bye`, `join` (of groups, for everybody in them).
    """

    rule: str
    players: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A proposed round. The engine has checked it before anybody else sees it.

    `house` are the ids of house players it seats who are not entrants yet; whoever stores the plan adds them.
    `is_whole`: False while some of its players are not known yet, where several rounds are open side by side.
    """

    number: int
    matches: tuple[PlannedMatch, ...]
    byes: tuple[PlannedBye, ...] = ()
    relaxed: tuple[Relaxation, ...] = ()
    notes: tuple[Reason, ...] = ()
    house: tuple[int, ...] = ()
    is_whole: bool = True


class TiebreakValue(NamedTuple):
    """`value` is exact; `unit` says how to show it: `points` (hundredths), `ratio`, `count`, `rating`, `order`.

    A named tuple because there are many of them: 25 tie-breaks of 1,000 players take 25,000.
    """

    spec: TiebreakSpec
    value: int | Fraction | None
    unit: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Players equal on the whole chain share a rank (1, 2, 2, 4).

    `group` is 0 but in the final phase of an event: nobody of a later group can come before one of an earlier, and
    nobody with `last` before another of the group.
    """

    rank: int
    player: int
    points: int
    tiebreaks: tuple[TiebreakValue, ...] = ()
    group: int = 0
    last: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where standings are more than a sum: `points` (hundredths, by player; e.g. a total carried in part) stand in
    place of the sum, and nobody of a later `group` (0, 1, ...; by player) can come before one of an earlier. Players in
    `last` come behind all others of their group.

    `rounds`: by player and round what a round is worth, where that is not what the scoring says. `note` is the code of
    the sentence about whatever the rounds do not explain of the points.
    """

    points: Mapping[int, int]
    group: Mapping[int, int]
    last: frozenset[int] = frozenset()
    rounds: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    note: str = ""
