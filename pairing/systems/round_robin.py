"""`round_robin`: everybody meets everybody, by the Berger tables.

The tables are those of the FIDE Handbook (C.05, annex 1), for any number of players. With n players, n even, number n
meets number k in round r, where k = (r + 1) / 2 in odd rounds and (r + n) / 2 in even ones, and moves first in even
rounds. The others meet k + 1 against k - 1, k + 2 against k - 2 and so on, counted on the ring of the numbers 1 to
n - 1; the one named first moves first. With an odd number of players whoever would meet the last number rests.

In a double round robin the tables are played twice, with the other player moving first the second time. The last two
rounds of the first cycle then change places, so that nobody moves first or second three times in a row.

A schedule that is `whole` is there with all its rounds at once, and its matches are played in any order the option
`ahead` leaves. Whoever leaves stays in the table and loses by forfeit what has not been played; of somebody who has
played less than half of the games nothing counts in the standings (FIDE Handbook C.05, General Regulations for
Competitions, round-robins: withdrawal).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass

from pairing.model.errors import Impossible, PairingError, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import option
from pairing.model.reasons import MATES_MEET, because, gettext_noop, sentence
from pairing.model.types import RESULTS, TWO, ByeKind, PlannedBye, PlannedMatch, Relaxation, Round, RoundPlan
from pairing.systems.base import System

OVER = message(
    "round_robin_over",
    gettext_noop(
        "Round {number} cannot be paired: all players have met. The Berger table has {rounds} rounds."
    ),
)
NOT_YET = message(
    "round_robin_not_yet",
    gettext_noop(
        "The round robin starts after round {after}. Choose another system for round "
        "{number} (Settings, Phases)."
    ),
)
FULL = message(
    "round_robin_full",
    gettext_noop(
        "No one can join in round {number}: the Berger table for {count} players has no "
        "free place: {players}."
    ),
)
TOO_MANY = message(
    "round_robin_too_many",
    gettext_noop(
        "{count} players are too many for a schedule that is there as a whole: at most {limit}. Choose “Round by "
        "round” as its schedule, or make groups."
    ),
)
MOST_WHOLE = 64  # players; all rounds are stored and looked at with every result
BY_TABLE = sentence(
    "berger", gettext_noop("Round {round} of the Berger table: number {first} against number {second}.")
)
RESTS = sentence(
    "berger_rests", gettext_noop("Number {own} has the bye in round {round} of the Berger table.")
)
NOT_HERE = sentence(
    "berger_not_here", gettext_noop("The opponent by the Berger table, {player}, is absent this round.")
)
LEFT = sentence("berger_left", gettext_noop("Lost by forfeit: {player} has withdrawn."))
MET_ALREADY = sentence(
    "berger_met_already",
    gettext_noop("They have met once more than the Berger table says: a round was paired by hand."),
)
FORBIDDEN = sentence("berger_forbidden", gettext_noop("Kept apart, but in a round robin all players meet."))
ByNumber = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RoundRobinOptions:
    """Options of the system `round_robin`."""

    order: str = option(
        "lots",
        label=gettext_noop("Numbers of the players"),
        help=gettext_noop("Who has which number of the Berger table."),
        choices={
            "lots": gettext_noop("Drawn by lot"),
            "registration": gettext_noop("In the order of registration"),
            "rating": gettext_noop("By rating, the strongest first"),
        },
    )
    double: bool = option(
        False,
        label=gettext_noop("Double round robin"),
        help=gettext_noop("All players meet twice, the second time with the other player moving first."),
    )
    switch_last_rounds: bool = option(
        True,
        label=gettext_noop("Switch rounds between the cycles"),
        help=gettext_noop(
            "In a double round robin the last two rounds of the first cycle are swapped, so "
            "that no one moves first three times in a row."
        ),
    )
    rest: str = option(
        "zero",
        label=gettext_noop("What a bye counts"),
        help=gettext_noop("With an odd number of players each has one bye in each cycle."),
        choices={
            "zero": gettext_noop("Nothing"),
            "full": gettext_noop("As the bye that a pairing gives"),
        },
    )
    after_round: int = option(
        0,
        label=gettext_noop("The round robin begins after round"),
        help=gettext_noop("0: from round 1. The players of the next round are in the table."),
        minimum=0,
    )
    schedule: str = option(
        "round",
        label=gettext_noop("Schedule"),
        help=gettext_noop(
            "As a whole: all rounds are there once round 1 is published, for at most 64 players."
        ),
        choices={
            "round": gettext_noop("Round by round"),
            "whole": gettext_noop("As a whole"),
        },
    )
    ahead: int | None = option(
        1,
        label=gettext_noop("Rounds that may be played ahead"),
        help=gettext_noop(
            "Of a whole schedule: how many rounds after the first unfinished one may be played. If empty: any."
        ),
        kind="int",
        minimum=0,
        none="any",
    )
    leaving: str = option(
        "fide",
        label=gettext_noop("Players who withdraw"),
        help=gettext_noop(
            "Of a whole schedule. FIDE: whoever withdraws with less than half of the matches played is not in the "
            "standings, and those matches count for no one."
        ),
        choices={
            "fide": gettext_noop("As FIDE says"),
            "keep": gettext_noop("All their matches count"),
        },
    )

    @property
    def is_whole(self) -> bool:
        """Whether all rounds are there from the start."""
        return self.schedule == "whole"


def berger(players: int, number: int) -> ByNumber:
    """Round `number` of the table for an even number of players: (first mover, second mover), in table order."""
    ring = players - 1
    k = (number + 1) // 2 if number % 2 else (number + players) // 2
    last = (k, players) if number % 2 else (players, k)
    return (last, *(((k + i - 1) % ring + 1, (k - i - 1) % ring + 1) for i in range(1, players // 2)))


def rounds_of(players: int, options: RoundRobinOptions) -> int:
    """How many rounds the table of so many players has; an odd number plays by the table of the next even one."""
    return (players + players % 2 - 1) * (2 if options.double else 1)


def round_of(players: int, number: int, options: RoundRobinOptions) -> ByNumber:
    """Round `number` of the table for so many players, from 1 to `rounds_of`.

    One round by the formula: whole tables of a large field would fill the memory (1,500 rounds of 1,500 pairs).
    """
    even = players + players % 2
    cycle = even - 1
    if number > cycle:
        return tuple((b, a) for a, b in berger(even, number - cycle))
    if options.double and options.switch_last_rounds and number >= cycle - 1 > 0:
        number = 2 * cycle - 1 - number
    return berger(even, number)


class _Table:
    """The players of the table by number, for a round of it."""

    def __init__(self, field: Field, options: RoundRobinOptions, lots: Lots) -> None:
        self.field, self.options = field, options
        self.number = field.number - options.after_round
        if self.number < 1:
            raise PairingError(NOT_YET, after=options.after_round, number=field.number)
        self.players = self._numbered(lots)
        if options.is_whole and len(self.players) > MOST_WHOLE:
            raise PairingError(TOO_MANY, count=len(self.players), limit=MOST_WHOLE)
        self.rounds = rounds_of(len(self.players), options)
        self.cycle = self.rounds // (2 if options.double else 1)

    def _numbered(self, lots: Lots) -> list[int]:
        """Those who take part in the first round in the order chosen, then whoever has joined, as they came.

        Errors: PairingError `round_robin_full`, where the table has no free place for them.
        """
        first = self.options.after_round + 1
        entrants = self.field.entrants
        start = [id for id, e in entrants.items() if e.takes_part_in(first)]
        late = [id for id, e in entrants.items() if first < e.joined_round <= self.field.number]
        start = _in_order(self.field, self.options, lots, start)
        if len(late) > len(start) % 2:
            raise PairingError(
                FULL, number=entrants[late[-1]].joined_round, count=len(start), players=tuple(late)
            )
        return start + late

    def pairs(self) -> Iterator[tuple[int, int, int | None, int | None]]:
        """The pairs of the round: both numbers, and who has them (None: nobody)."""
        by_number: list[int | None] = [*self.players, None]
        for a, b in round_of(len(self.players), self.number, self.options):
            yield a, b, by_number[a - 1], by_number[b - 1]

    def plan(self, here: Sequence[int]) -> RoundPlan:
        """The round with those who are here."""
        matches: list[PlannedMatch] = []
        byes: list[PlannedBye] = []
        present = set(here)
        for a, b, first, second in self.pairs():
            if first in present and second in present and first is not None and second is not None:
                why = because(BY_TABLE, round=self.number, first=a, second=b)
                matches.append(PlannedMatch(len(matches) + 1, (first, second), (why,)))
            elif first in present and first is not None:
                byes.append(self._bye(first, a, second))
            elif second in present and second is not None:
                byes.append(self._bye(second, b, first))
        return RoundPlan(self.field.number, tuple(matches), tuple(byes), tuple(self._relaxed(matches, byes)))

    def as_it_is(self, round_: Round) -> RoundPlan:
        """The round that is stored; byes that were asked for are a matter of the event."""
        matches = [PlannedMatch(match.table, match.seats) for match in round_.matches]
        asked = self.field.requested_byes
        own = {player: number for number, player in enumerate(self.players, 1)}
        byes = [
            PlannedBye(bye.player, bye.kind, (because(RESTS, own=own.get(bye.player, 0), round=self.number),))
            for bye in round_.byes
            if bye.player not in asked
        ]
        return RoundPlan(round_.number, tuple(matches), tuple(byes), tuple(self._relaxed(matches, byes)))

    def _bye(self, player: int, own: int, opponent: int | None) -> PlannedBye:
        """A rest counts what the option says; an opponent who is not there loses by default."""
        if opponent is None:
            return PlannedBye(
                player, ByeKind(self.options.rest), (because(RESTS, own=own, round=self.number),)
            )
        return PlannedBye(player, why=(because(NOT_HERE, player=opponent),))

    def _relaxed(self, matches: Sequence[PlannedMatch], byes: Sequence[PlannedBye]) -> Iterator[Relaxation]:
        earlier = Field(self.field.snapshot, self.options.after_round + 1).meetings
        planned = (self.number - 1) // self.cycle
        for match in matches:
            a, b = match.seats
            if self.field.meetings[a][b] - earlier[a][b] > planned:
                yield Relaxation("rematch", match.seats, because(MET_ALREADY))
            if self.field.is_apart(a, b):
                why = MATES_MEET if self.field.are_only_mates(a, b) else FORBIDDEN
                yield Relaxation("forbidden", match.seats, because(why))
        for bye in byes:
            if bye.kind is ByeKind.FULL and bye.player in self.field.had_bye:
                yield Relaxation("second_bye", (bye.player,), bye.why[0])


def playing(field: Field, options: RoundRobinOptions) -> tuple[int, ...]:
    """Everybody of the table who is here."""
    first = options.after_round + 1
    entrants = field.entrants
    return tuple(
        p for p in field.present if entrants[p].joined_round > first or entrants[p].takes_part_in(first)
    )


def pair(field: Field, options: RoundRobinOptions, lots: Lots) -> RoundPlan:
    """The round of the Berger table; the numbers are drawn with the lots (`berger|id`).

    Errors: Impossible after the last round; PairingError for a player too many, or a round before the table begins.
    """
    table = _Table(field, options, lots)
    if table.number > table.rounds:
        raise Impossible(OVER, number=field.number, rounds=table.rounds)
    return table.plan(playing(field, options))


def outlook(field: Field, options: RoundRobinOptions, lots: Lots) -> tuple[RoundPlan, ...]:
    """The rest of the table, as it will be if nobody leaves, comes or is absent."""
    rounds = []
    table = _Table(field, options, lots)
    for number in range(field.number, options.after_round + table.rounds + 1):
        later = Field(field.snapshot, number)
        here = [p for p in table.players if later.entrants[p].takes_part_in(number)]
        rounds.append(_Table(later, options, lots).plan(here))
    return tuple(rounds)


def open_rounds(
    field: Field, options: RoundRobinOptions, lots: Lots, loose: Collection[tuple[int, int]]
) -> tuple[RoundPlan, ...]:
    """All rounds of a whole schedule: those that are there as they are, the others by the table. Errors: those of
    `pair`, but for the end.
    """
    table = _Table(Field(field.snapshot, options.after_round + 1), options, lots)
    last = options.after_round + table.rounds
    there = {round_.number: round_ for round_ in field.rounds}
    fields = [Field(field.snapshot, number) for number in range(options.after_round + 1, last + 1)]
    return tuple(
        _Table(at, options, lots).as_it_is(there[at.number])
        if at.number in there
        else _Table(at, options, lots).plan(playing(at, options))
        for at in fields
    )


def void(field: Field, options: RoundRobinOptions) -> Set[int]:
    """Who has left a whole schedule with less than half of the own matches played; a forfeit is not played."""
    if not options.is_whole or options.leaving == "keep":
        return frozenset()
    planned, over_the_board = Counter[int](), Counter[int]()
    for match in (m for r in field.rounds if r.number > options.after_round for m in r.matches):
        planned.update(match.seats)
        if match.result is not None and not RESULTS[match.result][0].is_forfeit:
            over_the_board.update(match.seats)
    left = (id for id, entrant in field.entrants.items() if entrant.left_after_round is not None)
    return frozenset(id for id in left if 2 * over_the_board[id] < planned[id])


def _in_order(field: Field, options: RoundRobinOptions, lots: Lots, ids: list[int]) -> list[int]:
    """The players, given in the order of registration, in the order chosen."""
    if options.order == "rating":
        return sorted(ids, key=field.rating_place.__getitem__)
    return lots.order(ids, "berger") if options.order == "lots" else ids


def start_order(field: Field, options: RoundRobinOptions, lots: Lots) -> list[int]:
    """The numbers of the Berger tables; behind them whoever is not there in the first round."""
    there = [id for id, entrant in field.entrants.items() if entrant.takes_part_in(1)]
    return [*_in_order(field, options, lots, there), *(id for id in field.entrants if id not in set(there))]


ROUND_ROBIN = System(
    slug="round_robin",
    name=gettext_noop("Round robin"),
    summary=gettext_noop("All players meet once or twice, by the Berger tables."),
    seats=TWO,
    options=RoundRobinOptions,
    pair=pair,
    playing=playing,
    default_tiebreaks=("DE:forfeits=played", "WIN", "SB:forfeits=played", "KS"),
    outlook=outlook,
    meets_again=True,
    draws_once=lambda options: bool(options.order == "lots"),
    side_by_side=lambda options: bool(options.is_whole),
    open_rounds=open_rounds,
    whole=lambda options: bool(options.is_whole),
    ahead=lambda options: options.ahead,
    void=void,
    start_order=start_order,
)
