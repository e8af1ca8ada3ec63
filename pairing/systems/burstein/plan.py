"""From a field to the plan of a Burstein round."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pairing.model.field import Field, Sheet
from pairing.model.lots import Lots
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.burstein.brackets import Bracket, bye_player, pair_brackets
from pairing.systems.burstein.explain import Explainer
from pairing.systems.burstein.options import BursteinOptions
from pairing.systems.dutch.colours import INITIAL, colour_of
from pairing.systems.dutch.histories import WHITE, History, histories
from pairing.systems.dutch.lineup import Lineup, acceleration_of, by_rank, in_groups, planned_rounds
from pairing.systems.dutch.plan import first_pairable, initial_colour, pair_dutch
from pairing.systems.waiving import given_up

# The opposition evaluation and the order it gives (C.04.4.2, articles 1.7 and 1.8).
#
# Buchholz: the sum of the current scores of the opponents met; Sonneborn-Berger: each times the points made
# against them. A round without a game counts as one against an opponent with the player's own score. Zero-
# point byes at the end of a player's rounds, the round to be paired included, count as draws for those who
# have met that player.
Rank = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Opposition:
    """Of one player: hundredths of a point, and their square."""

    buchholz: int
    sonneborn_berger: int


def opposition(field: Field) -> dict[int, Opposition]:
    """Everybody's evaluation before round `field.number`."""
    seen = _as_opponents(field)
    return {id: _of(id, rows, field, seen) for id, rows in field.sheets.items()}


def _of(id: int, rows: tuple[Sheet, ...], field: Field, seen: dict[int, int]) -> Opposition:
    own = field.points[id]
    met = {sheet.round: sheet for sheet in rows}
    buchholz = sonneborn = 0
    for round_ in field.rounds:
        sheet = met.get(round_.number)
        played = sheet is not None and sheet.played and sheet.opponent is not None
        score = seen[sheet.opponent] if played else own  # type: ignore[union-attr, index]
        buchholz += score
        sonneborn += score * (sheet.points if sheet else 0)
    return Opposition(buchholz, sonneborn)


def _as_opponents(field: Field) -> dict[int, int]:
    """The scores of all players as their opponents see them."""
    draw = field.snapshot.scoring.draw
    return {id: score + draw * _given_up(id, field) for id, score in field.points.items()}


def _given_up(id: int, field: Field) -> int:
    """How many zero-point byes in a row a player has before the round to be paired, who has one in that too."""
    asked = field.requested_byes.get(id)
    if id in field.present or asked in (ByeKind.FULL, ByeKind.HALF):
        return 0
    met = {sheet.round: sheet for sheet in field.sheets[id]}
    count = 0
    for round_ in reversed(field.rounds):
        sheet = met.get(round_.number)
        if sheet is not None and sheet.bye not in (ByeKind.ZERO, ByeKind.ABSENT):
            break
        count += 1
    return count


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
