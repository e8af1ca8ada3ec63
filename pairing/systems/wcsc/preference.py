"""The preference orders of rules/wcsc.md 1.4: whom a player should meet, first choice first.

A player has an index in a list, the group as it was when it was taken up; both stay fixed while it is paired.
"""

from collections.abc import Iterator, Sequence


def own_order(index: int, group: Sequence[int], method: str) -> Iterator[int]:
    """Opponents inside the group of the player at `index`. B: the last first. A: around the opposite number."""
    if method == "B":
        return (group[at] for at in range(len(group) - 1, -1, -1) if at != index)
    # 1.4, A: the one half a group further on, then around it.
    target = index + (len(group) + 1) // 2
    return (group[at] for at in _around(target, len(group)) if at != index)


def _around(target: int, size: int) -> Iterator[int]:
    """The places 0 to size - 1 by their distance from `target`; of two at the same distance the smaller first."""
    if target < size:
        yield target
    for distance in range(1, max(target, size - target) + 1):
        if 0 <= target - distance < size:
            yield target - distance
        if target + distance < size:
            yield target + distance


def cross_order(index: int, size: int, groups: Sequence[Sequence[int]], opponent: str) -> Iterator[int]:
    """Opponents in lower `groups`, nearest group first, of the player at `index` of a group of `size`.

    C: from the top; D: from the bottom; E: from the bottom for the upper half, its centre included, else the top.
    """
    upwards = opponent == "D" or (opponent == "E" and 2 * index <= size - 1)
    for group in groups:
        yield from reversed(group) if upwards else group
