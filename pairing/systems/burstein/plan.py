"""From a field to the plan of a Burstein round."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.burstein.brackets import Bracket, bye_player, pair_brackets
from pairing.systems.burstein.explain import Explainer
from pairing.systems.burstein.index import Opposition, Rank, opposition
from pairing.systems.burstein.options import BursteinOptions
from pairing.systems.dutch.colours import INITIAL, colour_of
from pairing.systems.dutch.histories import WHITE, History, histories
from pairing.systems.dutch.lineup import Lineup, acceleration_of, by_rank, in_groups, planned_rounds
from pairing.systems.dutch.plan import initial_colour, pair_dutch
from pairing.systems.dutch.waived import first_pairable
from pairing.systems.waiving import given_up

MOST_SEEDING = 4


def seeding_rounds(field: Field, options: BursteinOptions) -> int:
    """The rounds that are paired as in the Dutch system (1.6): half of all, four at most; four where the number of
    rounds is open.
    """
    rounds = planned_rounds(field, options.dutch)
    return MOST_SEEDING if rounds is None else min(rounds // 2, MOST_SEEDING)


def known(field: Field, options: BursteinOptions) -> dict[int, History]:
    """The history of every entrant. Errors: PairingError, where the acceleration does not fit the event."""
    return histories(field, acceleration_of(field, options.dutch), last=False)


@dataclass(slots=True)
class Ranking:
    """The order of article 1.8: by the opposition evaluation, then by number; scores are no part of it."""

    history: Mapping[int, History]
    opposition: Mapping[int, Opposition]

    def of(self, player: int) -> Rank:
        """The key of a player; the first in order has the least."""
        met = self.opposition[player]
        return -met.buchholz, -met.sonneborn_berger, self.history[player].number

    def in_lineup(self, player: int) -> tuple[int, ...]:
        """By score, and then in the order of the brackets."""
        return -self.history[player].score, *self.of(player)


def ranking(field: Field, options: BursteinOptions) -> Ranking:
    """The order of the players before round `field.number`. Errors: as `known`."""
    return Ranking(known(field, options), opposition(field))


def pair(field: Field, options: BursteinOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables in the order of C.04.2. Errors: Impossible; PairingError, where the
    acceleration does not fit the event.
    """
    if field.turn <= seeding_rounds(field, options):
        return pair_dutch(field, options.dutch, lots)
    order = ranking(field, options)
    lineup, bye = _best(field, options, order)
    left = lineup if bye is None else _without(lineup, bye, field)

    def rank(v: int) -> Rank:
        return order.of(left.ids[v])

    brackets = pair_brackets(left, rank)
    explain = Explainer(lineup, left, brackets, field)
    byes = () if bye is None else (PlannedBye(lineup.ids[bye], why=explain.bye(bye)),)
    matches = _tables(left, brackets, explain, order, initial_colour(options.dutch, lots))
    return RoundPlan(field.number, matches, byes, tuple(given_up(matches, byes)))


def _best(field: Field, options: BursteinOptions, order: Ranking) -> tuple[Lineup, int | None]:
    """The lineup, which says what was waived, and who has the bye. Errors: Impossible."""
    ids = sorted(field.present, key=order.in_lineup)
    players = [order.history[id] for id in ids]
    lineup, group = first_pairable(field, options, partial(in_groups, players, field))
    if group is None:
        return lineup, None
    return lineup, bye_player(lineup, group, lambda v: order.of(ids[v]))


def _without(lineup: Lineup, bye: int, field: Field) -> Lineup:
    players = [p for v, p in enumerate(lineup.players) if v != bye]
    return in_groups(players, field, released=lineup.released)


def _tables(
    lineup: Lineup, brackets: list[Bracket], explain: Explainer, order: Ranking, initial: int
) -> tuple[PlannedMatch, ...]:
    """All pairs in the order of the boards: by the scores of the two, then by the number of the higher ranked."""
    boards = []
    for bracket in brackets:
        for a, b in bracket.pairs:
            higher, lower = sorted((lineup.players[a], lineup.players[b]), key=by_rank)
            seats, rule, gets = seated(higher, lower, order, initial)
            why = explain.match(bracket, a, b, rule, gets)
            boards.append(((-higher.score, -lower.score, higher.number), seats, why))
    boards.sort(key=lambda board: board[0])
    return tuple(PlannedMatch(table, seats, why) for table, (_, seats, why) in enumerate(boards, start=1))


def seated(higher: History, lower: History, order: Ranking, initial: int) -> tuple[tuple[int, int], str, int]:
    """White and Black, the rule that decided (as in `dutch.colours`), and who got the colour by it.

    Who has not played comes by score and number (5.2.1), all others in the order of article 1.8 (5.2.5).
    """
    first, second = higher, lower
    _, rule = colour_of(higher, lower, initial)
    if rule != INITIAL and order.of(lower.player) < order.of(higher.player):
        first, second = lower, higher
    colour, rule = colour_of(first, second, initial)
    seats = (first.player, second.player) if colour == WHITE else (second.player, first.player)
    gets = first if first.wants in (colour, -1) else second
    return seats, rule, gets.player
