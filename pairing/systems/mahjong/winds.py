"""Who sits East, South, West and North at a table that is made round by round."""

from collections.abc import Sequence, Set
from itertools import permutations

from pairing.model.field import Field
from pairing.model.lots import Lots

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
