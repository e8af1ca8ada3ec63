"""House players: they fill tables, are never ranked, and there are only as many as seats are left over."""

from collections.abc import Iterable, Sequence

from pairing.model.types import FOUR, Snapshot

Slots = list[int | None]


class House:
    """The house players of one round, handed out one by one.

    First those who are entrants already, in the order of the list, but for `busy` ones; then new ones with the ids
    after the highest. `new` are the latter, as a RoundPlan names them.
    """

    def __init__(self, snapshot: Snapshot, busy: Iterable[int] = ()) -> None:
        taken = set(busy)
        self.known = frozenset(e.id for e in snapshot.entrants if e.house)
        self._free = [e.id for e in snapshot.entrants if e.house and e.id not in taken]
        self._next = max([e.id for e in snapshot.entrants] + [*taken], default=0) + 1
        self.new: list[int] = []

    def sit(self) -> int:
        """The id of the next one."""
        if self._free:
            return self._free.pop(0)
        self.new.append(self._next)
        self._next += 1
        return self.new[-1]

    @property
    def all(self) -> frozenset[int]:
        """Every house player there is, new ones included."""
        return self.known | frozenset(self.new)


def spread(people: Sequence[int]) -> Slots:
    """`people` in order at tables of four, None for a house player: as few as fill the last tables, at most one at a
    table where that is possible, and there as many at each as possible alike.
    """
    tables = -(-len(people) // FOUR)
    each, more = divmod(FOUR * tables - len(people), tables) if tables else (0, 0)
    slots: Slots = []
    start = 0
    for table in range(tables):
        empty = each + (table >= tables - more)
        stop = start + FOUR - empty
        slots += [*people[start:stop], *[None] * empty]
        start = stop
    return slots


def filled(people: Sequence[int]) -> Slots:
    """`people` in order at tables of four, house players behind the last."""
    return [*people, *[None] * (-len(people) % FOUR)]
