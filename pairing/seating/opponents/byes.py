"""Who sits out when the number of players is no multiple of four and there are no house players.

Nobody sits out two times more than another. Who sits out in a round are players so many places apart as there are
rounds, and from round to round each place moves on by one: their rounds, laid end to end around the circle of all
players, cover everybody as often, but for one.
"""

from collections.abc import Iterable, Sequence

from pairing.seating.opponents.turning import Wheel


def first_out(players: int, rounds: int) -> tuple[int, ...]:
    """Who sits out the first round of so many; in each later one their next neighbours do."""
    apart = rounds % players or 1
    return tuple(at * apart % players for at in range(players % 4))


def sitting_out(players: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Who sits out, round by round."""
    wheel = Wheel(players, players, rounds)
    first = first_out(players, rounds)
    return tuple(tuple(wheel.turned(player, step) for player in first) for step in range(rounds))


def next_out(missed: Sequence[int], rounds: int) -> tuple[tuple[int, ...], ...]:
    """Who sits out the rounds to come when each player has missed so many: always those who have missed the fewest,
    in the order of their numbers.
    """
    missed = list(missed)
    out: list[tuple[int, ...]] = []
    for _ in range(rounds):
        order = sorted(range(len(missed)), key=lambda player: (missed[player], player))
        chosen = tuple(sorted(order[: len(missed) % 4]))
        for player in chosen:
            missed[player] += 1
        out.append(chosen)
    return tuple(out)


def byes_of(rounds: Sequence[Sequence[Sequence[int]]], ids: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Who of `ids` sits out, round by round."""
    everybody = sorted(ids)
    seated = [{player for table in tables for player in table} for tables in rounds]
    return tuple(tuple(player for player in everybody if player not in here) for here in seated)
