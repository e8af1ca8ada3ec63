"""Byes made from a schedule in which everybody plays: the players who are too many stand in for others.

In a good schedule of the other players, each of those left over takes somebody's seat, in every round somebody else's
at another table, and whoever stands up has the bye. Where meetings of the others were as few as possible they stay so;
only whom the stand-ins meet has to be looked for, and that is little.
"""

from collections.abc import Iterable, Sequence
from math import exp
from random import Random

from pairing.seating.opponents.turning import Wheel
from pairing.seating.quality import Rounds, Table, meetings

STEPS_PER_SEAT = 400  # of the search, for every round and stand-in
HOT, COLD = 6.0, 0.3
BYES = 4  # what a bye more than others costs against a meeting


class StandIns:
    """A schedule of `seated` players (numbers from 0) and `extra` more, who stand in for one of them at a time."""

    def __init__(self, rounds: Rounds, seated: int, extra: int) -> None:
        self.players = seated + extra
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.counts = meetings(rounds, self.players)
        self.byes = [0] * seated + [len(rounds)] * extra
        # Where each stand-in sits in each round, and whose seat that is; None for a bye of the stand-in.
        self.seat: dict[tuple[int, int], tuple[int, int, int] | None] = {
            (at, player): None for at in range(len(rounds)) for player in range(seated, self.players)
        }

    def move(self, at: int, player: int, seat: tuple[int, int] | None) -> int:
        """Let a stand-in leave the seat of round `at` and take another one (a table and a place there), or a bye; by
        how much that is worse.
        """
        cost = 0
        if (now := self.seat[at, player]) is not None:
            table, place, owner = now
            cost += self._swap(self.tables[at][table], place, owner)
        self.seat[at, player] = None
        if seat is not None:
            table, place = seat
            owner = self.tables[at][table][place]
            cost += self._swap(self.tables[at][table], place, player)
            self.seat[at, player] = table, place, owner
        return cost

    def _swap(self, table: list[int], place: int, comes: int) -> int:
        goes = table[place]
        cost = BYES * (2 * (self.byes[goes] - self.byes[comes]) + 2)
        self.byes[goes] += 1
        self.byes[comes] -= 1
        for other in table:
            if other != goes:
                cost += 2 * (self.counts[comes][other] - self.counts[goes][other]) + 2
                self._count(goes, other, -1)
                self._count(comes, other, 1)
        table[place] = comes
        return cost

    def _count(self, a: int, b: int, by: int) -> None:
        self.counts[a][b] += by
        self.counts[b][a] += by


def with_stand_ins(rounds: Rounds, seated: int, extra: int, random: Random) -> list[list[Table]] | None:
    """A schedule of `seated` + `extra` players from one of `seated`; None when no fair one was found (nobody sits out
    two times more than another).
    """
    state = StandIns(rounds, seated, extra)
    keys = sorted(state.seat)
    steps = STEPS_PER_SEAT * len(keys)
    for step in range(steps):
        at, player = random.choice(keys)
        before = state.seat[at, player]
        places = state.tables[at]
        table, place = random.randrange(len(places)), random.randrange(4)
        seat = None if random.random() < 1 / seated else (table, place)
        if seat is not None and places[table][place] >= seated:
            continue  # a stand-in sits there already
        worse = state.move(at, player, seat)
        if worse > 0 and random.random() >= exp(-worse / (HOT * (COLD / HOT) ** (step / steps))):
            state.move(at, player, None if before is None else before[:2])
    if max(state.byes) - min(state.byes) > 1:
        return None
    return [[(a, b, c, d) for a, b, c, d in tables] for tables in state.tables]


# Who sits out when the number of players is no multiple of four and there are no house players.
#
# Nobody sits out two times more than another. Who sits out in a round are players so many places apart as
# there are rounds, and from round to round each place moves on by one: their rounds, laid end to end around
# the circle of all players, cover everybody as often, but for one.
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
