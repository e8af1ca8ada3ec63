"""From a field to the plan of a Dubov round."""

from functools import partial

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.burstein.brackets import bye_player
from pairing.systems.dubov.brackets import Bracket, pair_brackets
from pairing.systems.dubov.explain import Explainer
from pairing.systems.dubov.options import DubovOptions
from pairing.systems.dubov.past import Past, past
from pairing.systems.dutch.colours import INITIAL, colour_of
from pairing.systems.dutch.histories import WHITE, History
from pairing.systems.dutch.lineup import Lineup, by_rank, in_groups
from pairing.systems.dutch.plan import initial_colour
from pairing.systems.dutch.waived import first_pairable
from pairing.systems.waiving import given_up


def pair(field: Field, options: DubovOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables in the order of C.04.2. Errors: Impossible; PairingError, where the
    acceleration does not fit the event.
    """
    before = past(field, options)
    lineup, bye = _best(field, options, before)
    left = lineup
    if bye is not None:
        players = [p for v, p in enumerate(lineup.players) if v != bye]
        left = in_groups(players, field, released=lineup.released)
    explain = Explainer(lineup, left, before, field)
    matches = _tables(left, pair_brackets(left, before), explain, initial_colour(options.dutch, lots))
    byes = () if bye is None else (PlannedBye(lineup.ids[bye], why=explain.bye(bye)),)
    return RoundPlan(field.number, matches, byes, tuple(given_up(matches, byes)))


def _best(field: Field, options: DubovOptions, before: Past) -> tuple[Lineup, int | None]:
    """The lineup, which says what was waived, and who has the bye (3.1). Errors: Impossible."""
    players = sorted((before.history[id] for id in field.present), key=by_rank)
    lineup, group = first_pairable(field, options, partial(in_groups, players, field))
    if group is None:
        return lineup, None
    return lineup, bye_player(lineup, group, lambda v: (players[v].number,))


def _tables(
    lineup: Lineup, brackets: list[Bracket], explain: Explainer, initial: int
) -> tuple[PlannedMatch, ...]:
    """All pairs in the order of the boards: by the scores of the two, then by the number of the higher ranked."""
    boards = []
    for bracket in brackets:
        for at, pair in enumerate(bracket.pairs):
            higher, lower = sorted((lineup.players[v] for v in pair), key=by_rank)
            seats, rule, gets = seated(higher, lower, initial)
            why = explain.match(bracket, at, rule, gets)
            boards.append(((-higher.score, -lower.score, higher.number), seats, why))
    boards.sort(key=lambda board: board[0])
    return tuple(PlannedMatch(table, seats, why) for table, (_, seats, why) in enumerate(boards, start=1))


def seated(higher: History, lower: History, initial: int) -> tuple[tuple[int, int], str, int]:
    """White and Black, the rule that decided (as in `dutch.colours`), and who got the colour by it."""
    if higher.colours or lower.colours:
        colour, rule = colour_of(higher, lower, initial)
    else:
        colour, rule = (initial if higher.odd else 1 - initial), INITIAL
    seats = (higher.player, lower.player) if colour == WHITE else (lower.player, higher.player)
    gets = higher if rule == INITIAL or higher.wants == colour else lower
    return seats, rule, gets.player
