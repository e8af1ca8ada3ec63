"""Swiss for four: leaders share tables and meet new people (rules: mahjong.md).

Everybody present stands in a line: by the standings and their chain, in the first round by lot or by rating (lots
`first|round|id`); where seats are left over, house players stand at the ends of the last tables. Of all ways to seat
the line at tables of four, what counts is, one after the other:

1. no forbidden pair at a table; at most one house player at a table where that is possible;
2. the fewest meetings again: the sum over all pairs at a table of how often they have met;
3. the closest tables: the sum over all pairs at a table of the squared distance of their places in the line;
4. the same with each pair counted the more, the higher it stands.

For up to 12 seats the answer is the best there is, and so it is wherever 1 to 3 leave everybody next to their
neighbours. Otherwise it comes from a local search (`grouping`) and is very good, but not proven to be the best. A round
for which the search finds no tables without a forbidden pair is said to be impossible.
"""

from collections.abc import Sequence, Set
from itertools import combinations, permutations
from operator import mul
from random import Random

from pairing.model.errors import Impossible, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because, gettext_noop
from pairing.model.types import FOUR, PlannedMatch, RoundPlan
from pairing.systems.in_order import in_order
from pairing.systems.mahjong.dealing import Table
from pairing.systems.mahjong.explain import (
    BY_LOT,
    BY_RATING,
    BY_STANDING,
    FILLS_UP,
    listed,
    rounds_met,
    who_met,
)
from pairing.systems.mahjong.grouping import cheapest_tables, in_line, total
from pairing.systems.mahjong.house import House, Slots, spread
from pairing.systems.mahjong.options import FinalOptions, SwissOptions

# Who sits East, South, West and North at a table that is made round by round.
WINDS = 4


def balanced(players: Sequence[int], field: Field, house: Set[int], lots: Lots) -> tuple[int, ...]:
    """The best of the 24 orders of four players.

    For every player it counts how often he has sat on the wind he would get, more often than on his rarest one. The
    largest of these numbers is made as small as possible, then the next, and so on; then as few as possible keep
    the wind of their last match; then the lots decide (`wind|round|id`). House players take what is left.
    """
    histories = {player: field.seat_history.get(player, ()) for player in players if player not in house}
    excess: dict[int, list[int]] = {}
    for player, history in histories.items():
        counts = [history.count(wind) for wind in range(WINDS)]
        excess[player] = [count - min(counts) for count in counts]

    def key(order: tuple[int, ...]) -> tuple[list[int], int]:
        people = [(wind, player) for wind, player in enumerate(order) if player in histories]
        stays = sum(histories[player][-1:] == (wind,) for wind, player in people)
        return sorted((excess[player][wind] for wind, player in people), reverse=True), stays

    return min(permutations(drawn(players, field, lots)), key=key)


def drawn(players: Sequence[int], field: Field, lots: Lots) -> tuple[int, ...]:
    """The players in the order of their lots (`wind|round|id`): the winds as they are drawn at the table."""
    return tuple(lots.order(players, "wind", field.number))


FORBIDDEN = message(
    "mahjong_forbidden",
    gettext_noop("No tables of round {number} keep all these players apart; still together: {players}."),
)


def pair_swiss(field: Field, options: SwissOptions | FinalOptions, lots: Lots) -> RoundPlan:
    """The plan of a round; see the head of this module. Errors: Impossible."""
    people = line(field, options, lots)
    slots = spread(people)
    house = House(field.snapshot)
    seated = [tuple(slots[at] or house.sit() for at in table) for table in tables_for(slots, field, lots)]
    met = rounds_met(field)
    matches = tuple(
        PlannedMatch(
            number,
            balanced(players, field, house.all, lots),
            (
                *_why(players, people, field, options),
                *(because(FILLS_UP, house_player=id) for id in players if id in house.all),
                *who_met(players, met, house.all),
            ),
        )
        for number, players in enumerate(seated, start=1)
    )
    return RoundPlan(field.number, matches, house=tuple(house.new))


def line(field: Field, options: SwissOptions | FinalOptions, lots: Lots) -> list[int]:
    """Everybody present, best first."""
    if field.rounds:
        return [standing.player for standing in in_order(field, field.present, lots)]
    drawn = lots.order(field.present, "first", field.number)
    return sorted(drawn, key=lambda id: _strength(field, id)) if options.first_round == "rating" else drawn


def _strength(field: Field, player: int) -> tuple[bool, int, bool, int]:
    """Sorts by ranking, else by rating; those without either come last, the equal ones by lot."""
    entrant = field.entrants[player]
    return entrant.ranking is None, entrant.ranking or 0, entrant.rating is None, -(entrant.rating or 0)


def tables_for(slots: Slots, field: Field, lots: Lots, *, again: bool = True) -> list[Table]:
    """The tables as places in the line, those with house players last; where people meet `again` may be left out.

    Errors: Impossible, where a forbidden pair would share a table.
    """
    cost = costs(slots, field, again=again)
    least = total(_distances(len(slots)), in_line(len(slots)))
    tables = cheapest_tables(cost, Random(lots.number("tables", field.number)), least, field.work)
    _refuse_forbidden(tables, slots, field)
    return sorted(tables, key=lambda table: (sum(slots[at] is None for at in table), table))


def _distances(size: int) -> list[list[int]]:
    """Points 3 and 4 of the head of this module."""
    weights = range(_high(size) + size, _high(size), -1)
    squares = [distance**2 for distance in range(size)]
    return [
        [*map(mul, weights[:i], squares[i:0:-1]), *(weights[i] * square for square in squares[: size - i])]
        for i in range(size)
    ]


def _high(size: int) -> int:
    """More than point 4 can come to."""
    return 6 * (size // FOUR) * size**3 + 1


def costs(slots: Slots, field: Field, *, again: bool = True) -> list[list[int]]:
    """What it costs that two places of the line share a table: the four points of the head of this module as digits
    of one number.
    """
    # First: it may be refused as too much work, which the costs themselves never are.
    kept_apart = field.apart
    size = len(slots)
    most = 6 * (size // FOUR)  # pairs at tables
    meeting = _high(size) * (most * size**2 + 1)
    apart = meeting * (most * len(field.rounds) + 1)
    cost = _distances(size)
    place = {player: at for at, player in enumerate(slots) if player is not None}
    for one, i in place.items() if again else ():
        for other, times in field.meetings[one].items():
            if other in place:
                cost[i][place[other]] += meeting * times
    for one, i in place.items():
        for other in kept_apart.get(one, ()):
            if other in place:
                cost[i][place[other]] += apart * (most + 1)
    for i, j in permutations([at for at, player in enumerate(slots) if player is None], 2):
        cost[i][j] += apart
    return cost


def _refuse_forbidden(tables: Sequence[Table], slots: Slots, field: Field) -> None:
    seated = ([player for at in table if (player := slots[at]) is not None] for table in tables)
    pairs = (pair for players in seated for pair in combinations(players, 2))
    together = sorted({player for pair in pairs if field.is_apart(*pair) for player in pair})
    if together:
        raise Impossible(FORBIDDEN, tuple(together), number=field.number)


def _why(
    players: Sequence[int], people: Sequence[int], field: Field, options: SwissOptions | FinalOptions
) -> tuple[Reason, ...]:
    places = listed([people.index(id) + 1 for id in players if id in people])
    if field.rounds:
        return (because(BY_STANDING, places=places),)
    return (because(BY_RATING, places=places) if options.first_round == "rating" else because(BY_LOT),)
