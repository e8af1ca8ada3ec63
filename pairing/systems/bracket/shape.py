"""How many enter a bracket in which of its rounds: plain numbers, for any field."""


def entries(players: int, second_byes: int = 0) -> list[int] | None:
    """How many enter in the first, second and third round; None where no such bracket exists.

    Without second byes the top 2^ceil(log2 n) - n have one bye. With them the field of the third round is the largest
    power of two that leaves nobody over. From the last entry on the field is a power of two.
    """
    if not second_byes:
        full = 1 << (players - 1).bit_length()
        byes = full - players
        return [players - byes, byes] if byes else [players]
    third = 2
    found: list[int] | None = None
    while third <= players:
        first = players + second_byes - 2 * third  # winners of round 1
        second = 2 * (third - second_byes) - first
        if first > 0 and second >= 0 and third > second_byes:
            found = [2 * first, second, second_byes]
        third *= 2
    return found


def possible_second_byes(players: int) -> list[int]:
    """The numbers of players with two byes that a field of this size can have."""
    return [second for second in range(players) if entries(players, second)]
