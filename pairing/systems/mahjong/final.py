"""A whole event: qualifying rounds, the cut, final rounds (rules: mahjong.md, section 4; `phases` says who is in it).

The qualifying rounds are those of the schedule or of the Swiss. After them:

- *The cut* (4, 8 or 16 players, "Top 8") plays among itself. Before the last round it is seeded by the standings
  (after the qualifying rounds; in later rounds by the current ones): with eight 1, 3, 6, 8 and 2, 4, 5, 7; with
  sixteen 1, 5, 12, 16 and 2, 6, 11, 15 and 3, 7, 10, 14 and 4, 8, 9, 13, so that all tables have the same sum of
  numbers. `seeding` gives other ways. Four play at one table throughout.
- *In the last round* it sits by total: the highest four at the first table, the next four at the second, and so on.
  A single final round is the last one.
- *Everybody else* sits by current standing, four by four.
- *The winds* of all tables are drawn by lot (`wind|round|id`).

Whoever of the cut is not there before its first round is seated is replaced by the next one. After that a house player
takes the seat, as the last of the cut. Where the others are no multiple of four, house players sit at the last tables,
at most one at a table where possible. A house player is never in the cut.

Forbidden pairs: everybody else is seated as close to the standings as they allow. In the cut seeds of the same row are
exchanged (3 and 4, say), the lowest possible. The last round of the cut goes by totals alone: a forbidden pair that
meets there is told as a rule given up.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from pairing.model.errors import PairingError, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because, gettext_noop, sentence, show_points
from pairing.model.types import FOUR, PlannedMatch, Relaxation, RoundPlan, Standing
from pairing.systems.in_order import in_order
from pairing.systems.mahjong.explain import (
    CARRIED,
    CUT_DRAWN,
    CUT_SEEDS,
    FILLS_UP,
    LAST_OF_CUT,
    MOVED_UP,
    REST_BY_STANDING,
    THE_CUT,
    TIE_CHAIN,
    TIE_LOT,
    WINDS_BY_LOT,
    listed,
    rounds_met,
    who_met,
)
from pairing.systems.mahjong.house import House, filled, spread
from pairing.systems.mahjong.options import FinalOptions
from pairing.systems.mahjong.phases import Phases, in_cut, ladder, parted, phases, qualified, seeded
from pairing.systems.mahjong.schedule import outlook as schedule_outlook, pair_schedule
from pairing.systems.mahjong.swiss import drawn, pair_swiss, tables_for


# What has decided between players on the same points, where a border runs between them.
def ties_at(lines: list[Standing], borders: Iterable[int]) -> Iterator[Reason]:
    """What has decided between the last before a border and the first behind it, where both have the same points.

    `borders`: how many of `lines` stand before each.
    """
    marked = set(borders)
    for place, (upper, lower) in enumerate(pairwise(lines), start=1):
        if place in marked and upper.points == lower.points and upper.group == lower.group:
            yield _decided(upper, lower)


def _decided(upper: Standing, lower: Standing) -> Reason:
    for ours, theirs in zip(upper.tiebreaks, lower.tiebreaks, strict=True):
        if ours.value != theirs.value:
            return because(
                TIE_CHAIN,
                player=upper.player,
                other_player=lower.player,
                score=upper.points,
                tiebreak=ours.spec.label,
            )
    return because(TIE_LOT, player=upper.player, other_player=lower.player)


OVER = message(
    "mahjong_over",
    gettext_noop(
        "Round {number} cannot be paired: the event ends with round {last}, the last one after the cut."
    ),
)
NO_QUALIFYING = message(
    "mahjong_no_qualifying",
    gettext_noop(
        "Rounds planned: {planned}. That leaves none before the cut. Plan more than {final} (Settings)."
    ),
)
MEET_IN_CUT = sentence(
    "mahjong_meet_in_cut",
    gettext_noop(
        "{player} and {other_player} are kept apart, but the tables of the top {size} go by totals."
    ),
)

Seats = tuple[int | None, ...]
Seating = tuple[Seats, tuple[Reason, ...]]


def pair_final(field: Field, options: FinalOptions, lots: Lots) -> RoundPlan:
    """The plan of a round; see the head of this module.

    Errors: PairingError when the event is over or has no qualifying round; those of the qualifying system.
    """
    stage = phases(field.snapshot, options)
    _check(field, options, stage)
    if field.number <= stage.qualifying:
        qualifying = pair_schedule if options.qualifying == "schedule" else pair_swiss
        return qualifying(field, options, lots)
    return _Final(field, options, lots, stage).plan()


def outlook(field: Field, options: FinalOptions, lots: Lots) -> tuple[RoundPlan, ...]:
    """The rest of the qualifying rounds, where they follow a schedule; the final rounds need the results."""
    stage = phases(field.snapshot, options)
    if options.qualifying != "schedule" or field.number > stage.qualifying:
        return ()
    return schedule_outlook(field, options, lots)


def _check(field: Field, options: FinalOptions, stage: Phases) -> None:
    planned = field.snapshot.rounds_planned
    if options.qualifying_rounds is None and planned is not None and planned <= options.final_rounds:
        raise PairingError(NO_QUALIFYING, planned=planned, final=options.final_rounds)
    if field.number > stage.last:
        raise PairingError(OVER, number=field.number, last=stage.last)


class _Final:
    """One round after the cut: its players, their order, their tables."""

    def __init__(self, field: Field, options: FinalOptions, lots: Lots, stage: Phases) -> None:
        self.field, self.options, self.lots, self.stage = field, options, lots, stage
        self.is_first = field.number == stage.qualifying + 1
        self.is_last = field.number == stage.last
        self.order = qualified(field, stage)
        self.cut = in_cut(field, stage, self.order)
        people = [line.player for line in self.order]
        self.lines = self.order if self.is_first else in_order(field, people, lots, ladder(field, options))
        here = set(field.present)
        self.top = [line.player for line in self.lines if line.player in self.cut and line.player in here]
        self.rest = [line.player for line in self.lines if line.player in here.difference(self.cut)]

    def plan(self) -> RoundPlan:
        """The tables of the cut, then those of everybody else."""
        house = House(self.field.snapshot)
        met = rounds_met(self.field)
        matches = []
        for number, (seats, why) in enumerate([*self._tables_of_cut(), *self._tables_of_rest()], start=1):
            players = [house.sit() if player is None else player for player in seats]
            filling = [because(FILLS_UP, house_player=id) for id in players if id in house.all]
            reasons = (*why, *filling, *who_met(players, met, house.all), because(WINDS_BY_LOT))
            matches.append(PlannedMatch(number, drawn(players, self.field, self.lots), reasons))
        return RoundPlan(
            self.field.number,
            tuple(matches),
            relaxed=tuple(self._relaxed(matches)),
            notes=tuple(self._notes()),
            house=tuple(house.new),
        )

    def _tables_of_cut(self) -> Iterator[Seating]:
        size = self.stage.cut
        if self.is_last:
            slots = filled(self.top)
            for start in range(0, len(slots), FOUR):
                last = min(start + FOUR, size)
                yield (
                    tuple(slots[start : start + FOUR]),
                    (because(LAST_OF_CUT, size=size, first=start + 1, last=last),),
                )
            return
        by_lot = self.options.seeding == "lots"
        order = self.lots.order(self.top, "cut", self.field.number) if by_lot else self.top
        slots = spread(order) if by_lot else filled(order)

        def clash(a: int, b: int) -> bool:
            one, other = slots[a], slots[b]
            return one is not None and other is not None and self.field.is_apart(one, other)

        for table in parted(seeded(len(slots), self.options.seeding), clash):
            seats = tuple(slots[place] for place in table)
            places = listed([self.top.index(player) + 1 for player in seats if player is not None])
            yield (
                seats,
                (because(CUT_DRAWN, size=size) if by_lot else because(CUT_SEEDS, size=size, places=places),),
            )

    def _tables_of_rest(self) -> Iterator[Seating]:
        slots = spread(self.rest)
        for table in tables_for(slots, self.field, self.lots, again=False):
            seats = tuple(slots[at] for at in table)
            places = [len(self.cut) + 1 + self.rest.index(player) for player in seats if player is not None]
            yield seats, (because(REST_BY_STANDING, size=self.stage.cut, places=listed(places)),)

    def _relaxed(self, matches: Iterable[PlannedMatch]) -> Iterator[Relaxation]:
        for match in matches:
            for a, b in combinations(match.seats, 2):
                if self.field.is_apart(a, b):
                    reason = because(MEET_IN_CUT, player=a, other_player=b, size=self.stage.cut)
                    yield Relaxation("forbidden", (a, b), reason)

    def _notes(self) -> Iterator[Reason]:
        size = self.stage.cut
        if self.is_first:
            share = show_points(int(self.options.carry * 10_000))
            yield because(CARRIED, round=self.stage.qualifying, percent=share)
            yield because(THE_CUT, size=size, players=tuple(self.cut))
            yield from self._moved_up()
            there = [line for line in self.order if self._takes_part(line.player)]
            yield from ties_at(there, [size])
        if self.is_last:
            top = [line for line in self.lines if line.player in self.top]
            yield from ties_at(top, range(FOUR, size, FOUR))

    def _moved_up(self) -> Iterator[Reason]:
        first = [line.player for line in self.order[: self.stage.cut]]
        gone = [player for player in first if player not in self.cut]
        new = [player for player in self.cut if player not in first]
        for player, left in zip(new, gone, strict=False):
            yield because(MOVED_UP, player=player, left_player=left, size=self.stage.cut)

    def _takes_part(self, player: int) -> bool:
        return self.field.entrants[player].takes_part_in(self.field.number)
