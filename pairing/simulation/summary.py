"""What came of a configuration: means, how sure they are, and how orders differ."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from pairing.model.wilson import SURE, wilson
from pairing.simulation.reference.measures import (
    EVENT_MEASURES,
    HALVES,
    LOT_INVERSIONS,
    MILLION,
    ORDER_MEASURES,
    UNITS,
    measured,
)
from pairing.simulation.setup.configuration import Configuration
from pairing.simulation.tally import Table, Tally

SHARES = ("best_wins", "all_best_in_cut")  # measures that are yes or no
NEW_WINNER = ("new_winner", "new_winner_at_last")
CHANCES = ("best_wins_by_lot", "all_best_in_cut_by_lot", *NEW_WINNER)  # and those that lie in between
SCALES = {
    **dict.fromkeys(("spearman", *NEW_WINNER), MILLION),
    **dict(zip(ORDER_MEASURES[-len(UNITS) :], UNITS, strict=True)),
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over tournaments, the standard deviation of one tournament and the standard error of the mean; `low` and
    `high` are a 95 % interval (of a share: Wilson's). Without an error (one run only) they are those of the mean.
    """

    mean: float
    deviation: float
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class OrderSummary:
    """One order: its chain as one writes it (empty: points and strength alone), and the measures by name.

    `kendall` and `kendall_by_lot` are two more, which follow from the inversions. `bins[k]` tournaments had inversions
    from `width` * k on. `gaps[j]`: inversions of this order less those of order j, in the same tournaments. Both are
    there by lot too, but not of what an earlier version has counted.
    """

    chain: tuple[str, ...]
    measures: Mapping[str, Estimate]
    bins: tuple[int, ...]
    gaps: tuple[Estimate, ...]
    bins_by_lot: tuple[int, ...] = ()
    gaps_by_lot: tuple[Estimate, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A configuration after `runs` tournaments."""

    runs: int
    width: int
    orders: tuple[OrderSummary, ...]
    events: Mapping[str, Estimate]

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "runs": self.runs,
            "width": self.width,
            "orders": [
                {
                    "chain": list(order.chain),
                    "measures": {name: asdict(e) for name, e in order.measures.items()},
                    "bins": list(order.bins),
                    "gaps": [asdict(e) for e in order.gaps],
                    "bins_by_lot": list(order.bins_by_lot),
                    "gaps_by_lot": [asdict(e) for e in order.gaps_by_lot],
                }
                for order in self.orders
            ],
            "events": {name: asdict(e) for name, e in self.events.items()},
        }


def summary(configuration: Configuration, tally: Tally) -> Summary:
    """What a tally of this configuration says."""
    orders = tuple(_order(configuration, tally, k) for k in range(len(tally.sums)))
    events = {
        name: estimate(tally.runs, total, squares)
        for name, total, squares in zip(EVENT_MEASURES, tally.events, tally.event_squares, strict=True)
    }
    return Summary(tally.runs, tally.width, orders, events)


def _order(configuration: Configuration, tally: Tally, k: int) -> OrderSummary:
    found: dict[str, Estimate] = {}
    names = measured(configuration)
    for name, total, squares in zip(names, tally.sums[k], tally.squares[k], strict=False):
        of_runs = estimate(tally.runs, total, squares)
        if name in SHARES:
            of_runs = share(tally.runs, total)
        of_runs = _scaled(of_runs, 1 / SCALES[name]) if name in SCALES else of_runs
        found[name] = _between(of_runs, tally.runs) if name in CHANCES else of_runs
    pairs, uneven = _pairs(configuration)
    if uneven:
        scale = 1 / sqrt(pairs * uneven)
        for name in ("", "_by_lot"):
            if wrong := found.get(f"inversions{name}"):
                found[f"kendall{name}"] = _scaled(wrong, -2 * scale, uneven * scale)
    chain = tuple(link.label for link in configuration.orders[k])
    gaps = _gaps(tally, k, 0, tally.products)
    if not tally.bins_by_lot:
        return OrderSummary(chain, found, tally.bins[k], gaps)
    by_lot = _gaps(tally, k, names.index(LOT_INVERSIONS[0]), tally.products_by_lot)
    halved = tuple(_scaled(gap, 1 / HALVES) for gap in by_lot)
    return OrderSummary(chain, found, tally.bins[k], gaps, tally.bins_by_lot[k], halved)


def _gaps(tally: Tally, order: int, measure: int, products: Table) -> tuple[Estimate, ...]:
    """A measure of an order less that of every order, in the same tournaments."""
    sums, squares = ([row[measure] for row in table] for table in (tally.sums, tally.squares))
    return tuple(
        estimate(tally.runs, sums[order] - sums[k], squares[order] + squares[k] - 2 * products[order][k])
        for k in range(len(sums))
    )


def _pairs(configuration: Configuration) -> tuple[int, int]:
    """All pairs of players, and those of different strength."""
    strengths = configuration.strengths
    pairs = len(strengths) * (len(strengths) - 1) // 2
    same = [strengths.count(strength) for strength in set(strengths)]
    return pairs, pairs - sum(size * (size - 1) // 2 for size in same)


def estimate(runs: int, total: int, squares: int) -> Estimate:
    """From a sum and a sum of squares."""
    mean = float(Fraction(total, runs))
    variance = Fraction(runs * squares - total * total, runs * (runs - 1)) if runs > 1 else Fraction(0)
    deviation = sqrt(variance)
    error = deviation / sqrt(runs)
    return Estimate(mean, deviation, error, mean - SURE * error, mean + SURE * error)


def share(runs: int, total: int) -> Estimate:
    """How often something happened; the interval is Wilson's, which is right near 0 and 1 too."""
    return _between(estimate(runs, total, total), runs)


def _between(estimate: Estimate, runs: int) -> Estimate:
    """With Wilson's interval for its mean: of numbers from 0 to 1 it is never too narrow."""
    return Estimate(estimate.mean, estimate.deviation, estimate.error, *wilson(estimate.mean, runs))


def _scaled(of: Estimate, factor: float, shift: float = 0.0) -> Estimate:
    low, high = sorted((of.low * factor + shift, of.high * factor + shift))
    return Estimate(of.mean * factor + shift, of.deviation * abs(factor), of.error * abs(factor), low, high)
