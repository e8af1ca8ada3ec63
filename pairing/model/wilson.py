"""How sure a figure is that was counted or measured in many runs: intervals of 95 %.

Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
"""

from math import sqrt

SURE = 1.959964
"""Standard errors on each side of an interval that holds 95 % of a normal distribution."""


def wilson(share: float, runs: int) -> tuple[float, float]:
    """The interval of a share, or of a mean of numbers from 0 to 1, found in so many runs (at least one): both bounds
    from 0 to 1. It is right near 0 and 1 too, and for such a mean never too narrow.
    """
    z = SURE * SURE / runs
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(max(share * (1 - share), 0.0) / runs + z / (4 * runs)) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)
