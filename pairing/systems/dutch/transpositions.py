"""The first transposition of S2 (C.04.3, article 4.2): S1 in order, each with the first partner that leaves one for
everybody else.
"""

from pairing.matching.problem import bits
from pairing.model.work import Work


def first_transposition(rows: list[int], work: Work) -> list[int] | None:
    """For every row one of its columns (bits), no column twice: the lexicographically first choice, or None.

    There are as many columns as rows, and every column has to be taken.
    """
    search = _Columns(rows, work)
    for row in range(len(rows)):
        if not search.take(row):
            return None
    if search.moved:
        search.settle()
    return search.column


class _Columns:
    """Rows matched to columns, from the first row on."""

    def __init__(self, rows: list[int], work: Work) -> None:
        self.rows, self.work = rows, work
        self.column = [-1] * len(rows)
        self.owner: dict[int, int] = {}
        self.free = 0
        for mask in rows:
            self.free |= mask
        self.moved = False  # whether a row had to give up its first choice

    def take(self, row: int) -> bool:
        """Give a row its first free column, or make one free for it."""
        found = self.rows[row] & self.free
        if found:
            low = found & -found
            self._put(row, low.bit_length() - 1)
            self.free ^= low
            return True
        self.moved = True
        end = self._augment(row, -1, self.free)
        self.free &= ~end
        return bool(end)

    def _put(self, row: int, column: int) -> None:
        self.column[row] = column
        self.owner[column] = row

    def _augment(self, row: int, allowed: int, goal: int) -> int:
        """Move rows along a path from `row` to one of the columns `goal`; the column as a bit, or 0."""
        rows, owner = self.rows, self.owner
        came: dict[int, int] = {}
        queue = [row]
        while queue:
            here = queue.pop()
            reach = rows[here] & allowed
            self.work.take(1)
            if end := reach & goal:
                end &= -end
                column = end.bit_length() - 1
                while True:
                    before = self.column[here]
                    self._put(here, column)
                    if here == row:
                        return end
                    column, here = before, came[before]
            allowed &= ~reach
            for column in bits(reach):
                came[column] = here
                queue.append(owner[column])
        return 0

    def settle(self) -> None:
        """Give every row in order the first column with which the rows after it still have one each."""
        open_columns = -1
        for row, mask in enumerate(self.rows):
            mine = self.column[row]
            for column in bits(mask & open_columns & ((1 << mine) - 1)):
                other = self.owner[column]
                if self._augment(other, open_columns & ~(1 << column), 1 << mine):
                    self._put(row, column)
                    break
            open_columns &= ~(1 << self.column[row])
