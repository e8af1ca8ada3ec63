"""The numbers of the tables in a hall: ranges such as 1 to 40 and 101 to 140, without the tables that are not there."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

HIGHEST = 100_000


@dataclass(frozen=True, slots=True)
class HallTables:
    """Tables are numbered by `ranges` (first and last, ascending, not overlapping), leaving out those to `skip`.

    Where more are needed than there are, they go on after the last. Without ranges they are 1, 2, 3 ...
    """

    ranges: tuple[tuple[int, int], ...] = ()
    skip: tuple[int, ...] = ()

    def numbers(self) -> Iterator[int]:
        """The numbers in the order of play, without end."""
        yield from self.there()
        left_out = set(self.skip)
        yield from (number for number in count(self.last + 1) if number not in left_out)

    def there(self) -> Iterator[int]:
        """The numbers of the tables that there are; none where nobody has said which."""
        left_out = set(self.skip)
        for first, last in self.ranges:
            yield from (number for number in range(first, last + 1) if number not in left_out)

    def after(self, table: int, many: int) -> list[int]:
        """The next numbers after a table."""
        return list(islice((number for number in self.numbers() if number > table), many))

    @property
    def last(self) -> int:
        return self.ranges[-1][1] if self.ranges else 0

    def has(self, number: int) -> bool:
        """Whether there is such a table; any will do where nobody has said which there are."""
        if number in self.skip:
            return False
        return not self.ranges or any(first <= number <= last for first, last in self.ranges)


# Nobody has said which: 1, 2, 3 ...
ANY_TABLES = HallTables()


def misplaced(ranges: tuple[tuple[int, int], ...]) -> int | None:
    """The first range (counted from 0) that ends before it begins, or does not come after the one before it."""
    before = 0
    for at, (first, last) in enumerate(ranges):
        if first <= before or last < first:
            return at
        before = last
    return None
