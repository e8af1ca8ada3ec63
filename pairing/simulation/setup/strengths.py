"""How strong the players are, and what follows for a match.

Probabilities are whole parts of `chance.ONE` (2**31), so that plain Python and compiled code compare the same numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar

from pairing.simulation.setup.chance import ONE, Chance


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Strengths at equal distances: first, first + step, ..."""

    model: ClassVar[str] = "arithmetic"
    players: int
    first: int = 4
    step: int = 1

    def strengths(self) -> tuple[int, ...]:
        """The strongest first, as in every model."""
        return tuple(sorted((self.first + i * self.step for i in range(self.players)), reverse=True))


@dataclass(frozen=True, slots=True)
class Normal:
    """One list drawn from a normal distribution, the same in every tournament; rounded, at least 1."""

    model: ClassVar[str] = "normal"
    players: int
    mean: int = 1500
    deviation: int = 400
    seed: int = 0

    def strengths(self) -> tuple[int, ...]:
        """The strongest first."""
        curve, chance = NormalDist(self.mean, max(self.deviation, 1)), Chance(self.seed, 0)
        shares = [((chance.number() >> 11) + 0.5) / (1 << 53) for _ in range(self.players)]
        return tuple(sorted((max(1, round(curve.inv_cdf(share))) for share in shares), reverse=True))


@dataclass(frozen=True, slots=True)
class Listed:
    """Strengths one by one, such as the ratings of an event."""

    model: ClassVar[str] = "list"
    values: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.values)

    def strengths(self) -> tuple[int, ...]:
        """The strongest first."""
        return tuple(sorted(self.values, reverse=True))


FieldModel = Arithmetic | Normal | Listed


def _by_odds(strength: int, other: int) -> int:
    return ONE * strength // (strength + other)


def _by_order(strength: int, other: int) -> int:
    return ONE // 2 if strength == other else ONE * (strength > other)


def _by_elo(strength: int, other: int) -> int:
    gap = min((other - strength) / 400, 40)  # long before it is less than a part of ONE; floats end at 308
    return int(ONE / (1 + 10**gap))


# How likely the first of two strengths beats the second, when there is no draw.
OUTCOMES: Mapping[str, Callable[[int, int], int]] = {
    "odds": _by_odds,
    "stronger": _by_order,
    "elo": _by_elo,
}


def draw_flat(draw: int, win: int) -> tuple[int, int]:
    """Every match is a draw with the same probability; otherwise the model decides."""
    return draw, draw + ((ONE - draw) * win >> 31)


def draw_close(draw: int, win: int) -> tuple[int, int]:
    """A match of equals is a draw with this probability, the others the less often the more uneven they are; the
    expected score stays what the model says.
    """
    drawn = 2 * draw * min(win, ONE - win) >> 31
    return drawn, drawn + win - drawn // 2


# From the probabilities of a draw and of a win: a number below the first is a draw, below the second a win.
DRAWS: Mapping[str, Callable[[int, int], tuple[int, int]]] = {"flat": draw_flat, "close": draw_close}


def limits(outcome: str, draw_model: str, draw: float, strength: int, other: int) -> tuple[int, int]:
    """Below the first limit a match of these two strengths is drawn, below the second won by `strength`."""
    return DRAWS[draw_model](round(draw * ONE), OUTCOMES[outcome](strength, other))
