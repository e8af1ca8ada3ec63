"""Random numbers that depend on the seed and on the number of the tournament, on nothing else.

Every tournament has a stream of its own (SplitMix64), so it comes out the same whoever plays it, in whatever chunk. The
kernels contain the same few lines again, for whole numbers of 64 bits.

One number of the stream decides a match: its upper 32 bits who meets, its lower 31 who wins. "Uniform among n" is
exact up to one part in 2**32 / n.
"""

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
ONE = 1 << 31  # certainty, where a probability is compared with the lower bits of a number


def mix(number: int) -> int:
    """The finaliser of SplitMix64: one 64-bit number to one, each to another."""
    number = ((number ^ (number >> 30)) * FIRST) & WORD
    number = ((number ^ (number >> 27)) * SECOND) & WORD
    return number ^ (number >> 31)


def start(seed: int, index: int) -> int:
    """The state of the stream of tournament `index` before its first number."""
    return mix((mix((seed + GAMMA) & WORD) + index * GAMMA) & WORD)


class Chance:
    """The stream of one tournament."""

    def __init__(self, seed: int, index: int) -> None:
        self.state = start(seed, index)

    def number(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GAMMA) & WORD
        return mix(self.state)

    def below(self, count: int) -> int:
        """The next number as one of 0, ..., count - 1."""
        return among(self.number(), count)


def among(number: int, count: int) -> int:
    """The upper half of a number as one of 0, ..., count - 1."""
    return ((number >> 32) * count) >> 32


def share(number: int) -> int:
    """The lower 31 bits of a number, to be compared with a probability times ONE."""
    return number & (ONE - 1)
